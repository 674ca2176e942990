package anvil

import (
	"encoding/binary"
	"math/bits"
)

// Packed indices, as DataVersion 2529 (20w17a) defined them: floor(64/width) indices in each long, from the lowest bit up.

// maxWidth is the largest width of an index. 4,096 cells need at most 12 bits; some writers use more.
const maxWidth = 16

// paletteWidth returns the width that the game uses for a palette of n entries.
func paletteWidth(n, least int) int {
	return max(least, bits.Len(uint(n-1)))
}

// longCount returns how many longs n indices of a width take.
func longCount(n, width int) int {
	per := 64 / width
	return (n + per - 1) / per
}

// widthFor finds the width of cells indices that take the number of longs given: the palette's own, else the smallest that
// the palette fits, else any. It returns 0 if no width gives that number.
func widthFor(longs, cells, palette, least int) int {
	if w := paletteWidth(palette, least); w <= maxWidth && longCount(cells, w) == longs {
		return w
	}
	fit := 0
	for w := 1; w <= maxWidth; w++ {
		if longCount(cells, w) != longs {
			continue
		}
		fit = w
		if 1<<w >= palette {
			break
		}
	}
	return fit
}

// unpack4 unpacks 4,096 indices of 4 bits, which is the width of most sections.
func unpack4(dst *[blockCells]uint16, words []byte) {
	words = words[:blockCells/2]
	for i := range blockCells / 16 {
		w := binary.BigEndian.Uint64(words[i*8 : i*8+8 : i*8+8])
		d := (*[16]uint16)(dst[i*16 : i*16+16])
		d[0], d[1], d[2], d[3] = uint16(w)&15, uint16(w>>4)&15, uint16(w>>8)&15, uint16(w>>12)&15
		d[4], d[5], d[6], d[7] = uint16(w>>16)&15, uint16(w>>20)&15, uint16(w>>24)&15, uint16(w>>28)&15
		d[8], d[9], d[10], d[11] = uint16(w>>32)&15, uint16(w>>36)&15, uint16(w>>40)&15, uint16(w>>44)&15
		d[12], d[13], d[14], d[15] = uint16(w>>48)&15, uint16(w>>52)&15, uint16(w>>56)&15, uint16(w>>60)
	}
}

// unpack unpacks len(dst) indices of any width.
func unpack(dst []uint16, words []byte, width int) {
	per, mask := 64/width, uint64(1)<<width-1
	for len(dst) >= per {
		w := binary.BigEndian.Uint64(words)
		words = words[8:]
		for i := range dst[:per] {
			dst[i] = uint16(w & mask)
			w >>= width & 63
		}
		dst = dst[per:]
	}
	if len(dst) == 0 {
		return
	}
	w := binary.BigEndian.Uint64(words)
	for i := range dst {
		dst[i] = uint16(w & mask)
		w >>= width & 63
	}
}

// pack appends indices in the width given.
func pack(dst []byte, cells []uint16, width int) []byte {
	per := 64 / width
	for len(cells) > 0 {
		n := min(per, len(cells))
		var w uint64
		shift := 0
		for _, c := range cells[:n] {
			w |= uint64(c) << (shift & 63)
			shift += width
		}
		dst = binary.BigEndian.AppendUint64(dst, w)
		cells = cells[n:]
	}
	return dst
}

// pastPalette returns the first cell whose index is not below palette, or -1 if there is none.
//
// It looks at a whole long at once. With every second lane masked out, each lane has a free neighbour above it; adding
// 1<<width - palette carries into that neighbour exactly if the lane is at least palette. No width up to 32 makes the
// topmost lane carry out of the long.
func pastPalette(words []byte, cells, width, palette int) int {
	if palette >= 1<<width {
		return -1
	}
	per := 64 / width
	var lanes, oddLanes, add uint64
	for i := 0; i < per; i += 2 {
		lane := (uint64(1)<<width - 1) << (i * width)
		lanes |= lane
		if i+1 < per {
			// With an odd number of lanes, what lies above the last one are unused bits.
			oddLanes |= lane
		}
		add |= (uint64(1)<<width - uint64(palette)) << (i * width)
	}
	carries, full := lanes<<width, cells/per
	for i := range full {
		w := binary.BigEndian.Uint64(words[i*8:])
		even, odd := w&lanes, w>>width&oddLanes
		if ((even+add)|(odd+add))&carries != 0 {
			return i*per + firstPast(w, per, width, palette)
		}
	}
	if rest := cells % per; rest > 0 {
		if at := firstPast(binary.BigEndian.Uint64(words[full*8:]), rest, width, palette); at >= 0 {
			return full*per + at
		}
	}
	return -1
}

// firstPast returns the first of n indices in a long that is not below palette, or -1.
func firstPast(w uint64, n, width, palette int) int {
	for i := range n {
		if int(w>>(i*width)&(1<<width-1)) >= palette {
			return i
		}
	}
	return -1
}
