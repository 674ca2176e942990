package column

import "encoding/binary"

// Indices of one byte, for palettes of up to 256 values, which is nearly every section: eight cells fit a machine word, and are
// unpacked, turned and compared at a time.

// UnpackBytes is Unpack with a byte for each cell. Bits must not be above 8.
func (s Storage) UnpackBytes(dst, scratch *[Cells]uint8) {
	if s.Bits == 0 {
		clear(dst[:])
		return
	}
	unpackBytes(scratch, s.Words, s.Bits)
	turnBytes(dst, scratch)
}

// unpackBytes is unpack with a byte for each cell.
func unpackBytes(dst *[Cells]uint8, src []uint32, bits int) {
	src = src[:wordsFor(bits)]
	switch bits {
	case 1:
		for i, v := range src[:Cells/32] {
			d := (*[32]uint8)(dst[i*32:])
			for k := 0; k < 32; k += 8 {
				x := uint64(v >> k & 0xff)
				x = (x | x<<28) & 0x0000000f0000000f
				x = (x | x<<14) & 0x0003000300030003
				binary.LittleEndian.PutUint64(d[k:], (x|x<<7)&0x0101010101010101)
			}
		}
	case 2:
		for i, v := range src[:Cells/16] {
			d := (*[16]uint8)(dst[i*16:])
			for k := 0; k < 16; k += 8 {
				x := uint64(v >> (k * 2) & 0xffff)
				x = (x | x<<24) & 0x000000ff000000ff
				x = (x | x<<12) & 0x000f000f000f000f
				binary.LittleEndian.PutUint64(d[k:], (x|x<<6)&0x0303030303030303)
			}
		}
	case 4:
		for i, v := range src[:Cells/8] {
			x := uint64(v)
			x = (x | x<<16) & 0x0000ffff0000ffff
			x = (x | x<<8) & 0x00ff00ff00ff00ff
			binary.LittleEndian.PutUint64(dst[i*8:], (x|x<<4)&0x0f0f0f0f0f0f0f0f)
		}
	case 8:
		for i, v := range src[:Cells/4] {
			binary.LittleEndian.PutUint32(dst[i*4:], v)
		}
	default:
		unpackOdd(dst, src, bits)
	}
}

// unpackOdd unpacks words that have bits left over: 10, 6 or 5 indices of 3, 5 or 6 bits. Four at a time are taken from what is
// left of one word and the next, and moved apart, first in pairs.
func unpackOdd(dst *[Cells]uint8, src []uint32, bits int) {
	const used = 30
	four, apart, apartPairs := uint(4*bits), uint(8-bits), uint(16-2*bits)
	pair, lanes := uint64(1)<<(2*bits)-1, (uint64(1)<<bits-1)*0x00010001
	var left uint64
	var have uint
	for i := 0; i < Cells; i += 4 {
		if have < four {
			left |= uint64(src[0]&(1<<used-1)) << (have & 63)
			have += used
			src = src[1:]
		}
		x := left&pair | left<<(apartPairs&63)&(pair<<16)
		x = x&lanes | x<<(apart&63)&(lanes<<8)
		binary.LittleEndian.PutUint32(dst[i:], uint32(x))
		left >>= four & 63
		have -= four
	}
}

// turnBytes writes the cells in the other order, Dragonfly's in Java's or the reverse, which is the same exchange of x and y. It
// turns blocks of 8x8 cells, each row in one word: first single cells beside the diagonal change places, then squares of two,
// then of four.
func turnBytes(dst, src *[Cells]uint8) {
	const row = 256 // cells from one x, or y, to the next
	for z := 0; z < 256; z += 16 {
		for block := range 4 {
			i, j := block>>1*8, block&1*8
			from, to := (*[7*row + 8]uint8)(src[z+i*row+j:]), (*[7*row + 8]uint8)(dst[z+j*row+i:])
			a, b := binary.LittleEndian.Uint64(from[0*row:]), binary.LittleEndian.Uint64(from[1*row:])
			c, d := binary.LittleEndian.Uint64(from[2*row:]), binary.LittleEndian.Uint64(from[3*row:])
			e, f := binary.LittleEndian.Uint64(from[4*row:]), binary.LittleEndian.Uint64(from[5*row:])
			g, h := binary.LittleEndian.Uint64(from[6*row:]), binary.LittleEndian.Uint64(from[7*row:])
			const ones, twos, fours = 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff
			a, b = a&ones|b&ones<<8, a>>8&ones|b&^ones
			c, d = c&ones|d&ones<<8, c>>8&ones|d&^ones
			e, f = e&ones|f&ones<<8, e>>8&ones|f&^ones
			g, h = g&ones|h&ones<<8, g>>8&ones|h&^ones
			a, c = a&twos|c&twos<<16, a>>16&twos|c&^twos
			b, d = b&twos|d&twos<<16, b>>16&twos|d&^twos
			e, g = e&twos|g&twos<<16, e>>16&twos|g&^twos
			f, h = f&twos|h&twos<<16, f>>16&twos|h&^twos
			binary.LittleEndian.PutUint64(to[0*row:], a&fours|e<<32)
			binary.LittleEndian.PutUint64(to[1*row:], b&fours|f<<32)
			binary.LittleEndian.PutUint64(to[2*row:], c&fours|g<<32)
			binary.LittleEndian.PutUint64(to[3*row:], d&fours|h<<32)
			binary.LittleEndian.PutUint64(to[4*row:], a>>32|e&^fours)
			binary.LittleEndian.PutUint64(to[5*row:], b>>32|f&^fours)
			binary.LittleEndian.PutUint64(to[6*row:], c>>32|g&^fours)
			binary.LittleEndian.PutUint64(to[7*row:], d>>32|h&^fours)
		}
	}
}
