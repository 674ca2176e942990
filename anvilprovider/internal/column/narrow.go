package column

import "encoding/binary"

// Narrow is Blocks for palettes of at most 256 values, with a byte for each cell, and eight cells at a time.
func (b *Builder) Narrow(section int, blocks, liquids []uint32, indices *[Cells]uint8) {
	turnBytes(&b.narrow, indices)
	for layer, palette := range [...][]uint32{blocks, liquids} {
		if palette == nil {
			continue
		}
		s, uniform := b.palette(palette)
		if uniform {
			b.Uniform(section, layer, palette[0])
			continue
		}
		cells := &b.narrow
		if b.doubles {
			cells = &b.narrowed
			mapBytes(cells, &b.narrow, b.remap)
		}
		s.words = len(b.words)
		b.words = append(b.words, make([]uint32, wordsFor(s.bits))...)
		packBytes(b.words[s.words:], cells, s.bits)
		b.layers[section][layer] = s
	}
}

// mapBytes writes to[v] for each v of src.
func mapBytes(dst, src *[Cells]uint8, to []uint16) {
	var table [256]uint8
	for i, v := range to {
		table[i] = uint8(v)
	}
	for i, v := range src {
		dst[i] = table[v]
	}
}

// packBytes is pack with a byte for each cell. Eight cells are moved together in a machine word: first pairs, then fours, then
// all.
func packBytes(dst []uint32, src *[Cells]uint8, bits int) {
	switch bits {
	case 1:
		for i := range dst[:Cells/32] {
			s := src[i*32:][:32]
			dst[i] = join1(s) | join1(s[8:])<<8 | join1(s[16:])<<16 | join1(s[24:])<<24
		}
	case 2:
		for i := range dst[:Cells/16] {
			s := src[i*16:][:16]
			dst[i] = join2(s) | join2(s[8:])<<16
		}
	case 4:
		for i := range dst[:Cells/8] {
			x := binary.LittleEndian.Uint64(src[i*8:])
			x = (x | x>>4) & 0x00ff00ff00ff00ff
			x = (x | x>>8) & 0x0000ffff0000ffff
			dst[i] = uint32(x | x>>16)
		}
	case 8:
		for i := range dst[:Cells/4] {
			dst[i] = binary.LittleEndian.Uint32(src[i*4:])
		}
	default:
		packOdd(dst, src, bits)
	}
}

func join1(s []uint8) uint32 {
	x := binary.LittleEndian.Uint64(s)
	x = (x | x>>7) & 0x0003000300030003
	x = (x | x>>14) & 0x0000000f0000000f
	return uint32(x|x>>28) & 0xff
}

func join2(s []uint8) uint32 {
	x := binary.LittleEndian.Uint64(s)
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return uint32(x|x>>24) & 0xffff
}

// packOdd packs into words that have bits left over: 10, 6 or 5 indices of 3, 5 or 6 bits, which are 30 bits in any case. Four
// cells at a time are moved together and put behind those that have not filled a word yet.
func packOdd(dst []uint32, src *[Cells]uint8, bits int) {
	const used = 30
	apart, apartPairs, four := uint(8-bits), uint(16-2*bits), uint(4*bits)
	cells, pair := (uint32(1)<<bits-1)*0x00010001, uint32(1)<<(2*bits)-1
	var waiting uint64
	var have uint
	at := 0
	for i := 0; i < Cells; i += 4 {
		x := binary.LittleEndian.Uint32(src[i:])
		x = x&cells | x>>(apart&31)&(cells<<(bits&31))
		x = x&pair | x>>(apartPairs&31)&(pair<<(2*bits&31))
		waiting |= uint64(x) << (have & 63)
		if have += four; have >= used {
			dst[at] = uint32(waiting & (1<<used - 1))
			waiting >>= used
			have -= used
			at++
		}
	}
	dst[at] = uint32(waiting)
}
