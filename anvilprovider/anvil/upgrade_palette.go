package anvil

import (
	"encoding/binary"
)

// 1.13 to 1.17 (17w47a, 1451, to 21w37a): sections have Palette and BlockStates. Up to 20w16a (2528) the indices are one
// stream of bits in which an index may span two longs; from 20w17a (2529) on they are as today. Source: DataFixerUpper
// schema V2527 (BitStorageAlignFix), which upgrades the packing; slowanvil and the worlds agree on 2529.

// upgradePalette makes sections from Palette and BlockStates.
func (d *Decoder) upgradePalette(c *Chunk, h *head) error {
	m := &c.memory
	need := 0
	for i := range m.scans {
		s := &m.scans[i]
		s.spanning = false
		if s.ids != nil {
			d.r.FailAt(s.at, malformed("section of numeric ids in a chunk of palettes"))
			return d.r.Err()
		}
		if !s.blocksPresent {
			continue
		}
		n := s.paletteTo - s.paletteFrom
		if n > 0 && spanningWidth(len(s.blocks.data)/8, n, c.version) > 0 {
			s.spanning = true
			need += 8 * longCount(blockCells, paletteWidth(n, 4))
		}
	}
	m.words = reserve(m.words, need)
	for i := range m.scans {
		s := &m.scans[i]
		if !s.spanning {
			continue
		}
		n := s.paletteTo - s.paletteFrom
		width := spanningWidth(len(s.blocks.data)/8, n, c.version)
		if 64%width == 0 {
			continue // No index spans two longs: both packings are the same.
		}
		at := len(m.words)
		cell := -1
		m.words, cell = realign(m.words, s.blocks.data, width, n)
		if cell >= 0 {
			d.r.FailAt(s.blocks.at, malformed("cell %d has an index past the palette of %d entries", cell, n))
			return d.r.Err()
		}
		s.blocks.data = m.words[at:len(m.words):len(m.words)]
	}
	return d.cutSections(c)
}

// spanningWidth returns the width of 4,096 indices that take the number of longs given as one stream of bits, or 0 if they
// are packed in today's way. Where both ways give the same number of longs the version decides.
func spanningWidth(longs, palette int, version int32) int {
	width := longs / (blockCells / 64)
	if longs == 0 || longs%64 != 0 || width < 1 || width > maxWidth || 1<<width < palette {
		return 0
	}
	if version >= firstAligned && widthFor(longs, blockCells, palette, 4) != 0 {
		return 0
	}
	return width
}

// realign appends a stream of 4,096 indices of a width in today's packing, in the width that the palette needs. cell is the
// first with an index past the palette, or -1.
func realign(dst, stream []byte, width, palette int) (_ []byte, cell int) {
	to := paletteWidth(palette, 4)
	per := 64 / to
	mask := uint64(1)<<width - 1
	var word, out uint64
	bit, lane, next := 64, 0, 0 // bit is the first unread bit of word
	for i := range blockCells {
		var v uint64
		if bit >= 64 {
			word, bit = binary.BigEndian.Uint64(stream[next:]), 0
			next += 8
		}
		v = word >> bit
		if left := 64 - bit; left < width {
			word = binary.BigEndian.Uint64(stream[next:])
			next += 8
			v |= word << left
			bit = width - left
		} else {
			bit += width
		}
		v &= mask
		if v >= uint64(palette) {
			return dst, i
		}
		out |= v << (lane * to)
		if lane++; lane == per {
			dst, out, lane = binary.BigEndian.AppendUint64(dst, out), 0, 0
		}
	}
	if lane > 0 {
		dst = binary.BigEndian.AppendUint64(dst, out)
	}
	return dst, -1
}
