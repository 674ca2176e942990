package plugin

import (
	"encoding/binary"

	"github.com/kestrel-mc/kestrel/lighting"
)

// turn writes levels in the host's form: cell x<<8|z<<4|y in a nibble, low nibble first, so that a word holds the sixteen cells above
// each other at one x and z.
//
// The engine has bit k of the level of (x, y, z) at bit (z&3)<<4|x of word y<<2|z>>2 of plane k. Of one z>>2 these are 64 words, one
// for each y and k, of 64 bits, one for each z&3 and x. The host has the same bits the other way round, one word for each x and z
// with the bits 4y+k. So each quarter is a matrix of 64x64 bits that is turned about its diagonal.
func turn(l *lighting.Levels, dst *nibbles) {
	var m [64]uint64
	for quarter := range 4 {
		for y := range 16 {
			at := y<<2 | quarter
			r := (*[4]uint64)(m[4*y:])
			r[0], r[1], r[2], r[3] = l[0][at], l[1][at], l[2][at], l[3][at]
		}
		transpose(&m)
		for c, w := range m {
			binary.LittleEndian.PutUint64(dst[(c&15<<4|quarter<<2|c>>4)*8:], w)
		}
	}
}

// transpose turns a matrix, bit c of word r, about its diagonal: halves change places, then quarters within them, and so on. Three
// such rounds need eight words only, which stay in registers.
func transpose(m *[64]uint64) {
	for i := range 8 {
		a, b, c, d, e, f, g, h := m[i], m[i+8], m[i+16], m[i+24], m[i+32], m[i+40], m[i+48], m[i+56]
		a, e = swap(a, e, 32, 0x0000_0000_ffff_ffff)
		b, f = swap(b, f, 32, 0x0000_0000_ffff_ffff)
		c, g = swap(c, g, 32, 0x0000_0000_ffff_ffff)
		d, h = swap(d, h, 32, 0x0000_0000_ffff_ffff)
		a, c = swap(a, c, 16, 0x0000_ffff_0000_ffff)
		b, d = swap(b, d, 16, 0x0000_ffff_0000_ffff)
		e, g = swap(e, g, 16, 0x0000_ffff_0000_ffff)
		f, h = swap(f, h, 16, 0x0000_ffff_0000_ffff)
		a, b = swap(a, b, 8, 0x00ff_00ff_00ff_00ff)
		c, d = swap(c, d, 8, 0x00ff_00ff_00ff_00ff)
		e, f = swap(e, f, 8, 0x00ff_00ff_00ff_00ff)
		g, h = swap(g, h, 8, 0x00ff_00ff_00ff_00ff)
		m[i], m[i+8], m[i+16], m[i+24], m[i+32], m[i+40], m[i+48], m[i+56] = a, b, c, d, e, f, g, h
	}
	for i := 0; i < 64; i += 8 {
		w := (*[8]uint64)(m[i:])
		a, b, c, d, e, f, g, h := w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]
		a, e = swap(a, e, 4, 0x0f0f_0f0f_0f0f_0f0f)
		b, f = swap(b, f, 4, 0x0f0f_0f0f_0f0f_0f0f)
		c, g = swap(c, g, 4, 0x0f0f_0f0f_0f0f_0f0f)
		d, h = swap(d, h, 4, 0x0f0f_0f0f_0f0f_0f0f)
		a, c = swap(a, c, 2, 0x3333_3333_3333_3333)
		b, d = swap(b, d, 2, 0x3333_3333_3333_3333)
		e, g = swap(e, g, 2, 0x3333_3333_3333_3333)
		f, h = swap(f, h, 2, 0x3333_3333_3333_3333)
		a, b = swap(a, b, 1, 0x5555_5555_5555_5555)
		c, d = swap(c, d, 1, 0x5555_5555_5555_5555)
		e, f = swap(e, f, 1, 0x5555_5555_5555_5555)
		g, h = swap(g, h, 1, 0x5555_5555_5555_5555)
		w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7] = a, b, c, d, e, f, g, h
	}
}

// swap exchanges the bits of a from n on with those of b below, in each part that the mask of the lower ones has.
func swap(a, b uint64, n int, low uint64) (uint64, uint64) {
	t := (a>>n ^ b) & low
	return a ^ t<<n, b ^ t
}
