package lighting

import (
	"encoding/binary"
	"math/bits"
)

// A palette of up to sixteen entries is a truth table of four variables, the bits of an index. Once the indices are bit-sliced, that
// is plane b holds bit b of every index, a question about all cells of a word is one expression of the four words, whatever the
// palette:
//
//	index 0 1 2 3   stone air water ore      open = b0 &^ b1 | b1 &^ b0
//	open  0 1 1 0                            dim  = b1 &^ b0
//
// Slicing is a transposition, and it is left half done: four words of sixteen indices are four rows of the plane, and two exchanges of
// address bits bring bit b of all 64 indices into word b, though in the order x, row. Only the answers are put into the order row, x,
// which is half of the work where one or two questions are asked of four bits.

// slice sorts four-bit indices by their bits. It reports whether all of them are less than n, which is at most 16.
func (b *Builder) slice(src *source, n int) bool {
	var w [4]uint64
	var bad uint64
	m0, m1, m2, m3 := -uint64(n&1), -uint64(n>>1&1), -uint64(n>>2&1), -uint64(n>>3&1)
	for k := range b.sliced {
		if src.form == anvil {
			d := (*[32]byte)(src.data[k*32 : k*32+32])
			w = [4]uint64{
				binary.BigEndian.Uint64(d[0:8]), binary.BigEndian.Uint64(d[8:16]),
				binary.BigEndian.Uint64(d[16:24]), binary.BigEndian.Uint64(d[24:32]),
			}
		} else {
			d := (*[8]uint32)(src.words[k*8 : k*8+8])
			w = [4]uint64{
				uint64(d[0]) | uint64(d[1])<<32, uint64(d[2]) | uint64(d[3])<<32,
				uint64(d[4]) | uint64(d[5])<<32, uint64(d[6]) | uint64(d[7])<<32,
			}
		}
		w0, w1, w2, w3 := w[0], w[1], w[2], w[3]
		// The lower bit of the row and the lowest bit of the index change places, then the two others.
		t := (w0>>1 ^ w1) & 0x5555_5555_5555_5555
		w0, w1 = w0^t<<1, w1^t
		t = (w2>>1 ^ w3) & 0x5555_5555_5555_5555
		w2, w3 = w2^t<<1, w3^t
		t = (w0>>2 ^ w2) & 0x3333_3333_3333_3333
		w0, w2 = w0^t<<2, w2^t
		t = (w1>>2 ^ w3) & 0x3333_3333_3333_3333
		w1, w3 = w1^t<<2, w3^t
		b.sliced[k] = [4]uint64{w0, w1, w2, w3}
		// At least n, bit by bit from the lowest, as in Levels.atLeast.
		g := w0 | ^m0
		g = g&w1 | (g|w1)&^m1
		g = g&w2 | (g|w2)&^m2
		bad |= g&w3 | (g|w3)&^m3
	}
	return n == 16 || bad == 0
}

// ask makes p the plane of the cells for whose index the bit of that number in truth is set.
func (b *Builder) ask(p *Plane, truth uint16) {
	if bits.OnesCount16(truth) <= few {
		b.askFew(p, truth)
		return
	}
	// A tree of choices: the lowest bit chooses within each of eight pairs of entries, the next one between two pairs, and so on.
	// Each pair is what it is for an even index, and how an odd one differs.
	var even, odd [8]uint64
	for i := range even {
		even[i] = -uint64(truth >> (2 * i) & 1)
		odd[i] = even[i] ^ -uint64(truth>>(2*i+1)&1)
	}
	for k := range p {
		w := &b.sliced[k]
		b0, b1, b2, b3 := w[0], w[1], w[2], w[3]
		u0, u1 := even[0]^b0&odd[0], even[1]^b0&odd[1]
		u2, u3 := even[2]^b0&odd[2], even[3]^b0&odd[3]
		low := choose(b2, choose(b1, u0, u1), choose(b1, u2, u3))
		u0, u1 = even[4]^b0&odd[4], even[5]^b0&odd[5]
		u2, u3 = even[6]^b0&odd[6], even[7]^b0&odd[7]
		p[k] = ordered(choose(b3, low, choose(b2, choose(b1, u0, u1), choose(b1, u2, u3))))
	}
}

// few is the number of entries up to which it is less work to look for each than to go through the tree.
const few = 3

// askFew is ask for a few entries: a cell has index 5 if b0 and not b1 and b2 and not b3.
func (b *Builder) askFew(p *Plane, truth uint16) {
	var not [few][4]uint64
	n := 0
	for ; truth != 0; truth &= truth - 1 {
		not[n] = sliced(^uint8(bits.TrailingZeros16(truth)))
		n++
	}
	for k := range p {
		w := &b.sliced[k]
		var v uint64
		for i := range not[:n] {
			x := &not[i]
			v |= (w[0] ^ x[0]) & (w[1] ^ x[1]) & (w[2] ^ x[2]) & (w[3] ^ x[3])
		}
		p[k] = ordered(v)
	}
}

// ordered brings the bits of a word from the address x3 x2 x1 x0 r1 r0 to r1 r0 x3 x2 x1 x0: four exchanges of two address bits.
func ordered(v uint64) uint64 {
	t := (v ^ v>>30) & 0x0000_0000_cccc_cccc
	v ^= t ^ t<<30
	t = (v ^ v>>15) & 0x0000_aaaa_0000_aaaa
	v ^= t ^ t<<15
	t = (v ^ v>>6) & 0x00cc_00cc_00cc_00cc
	v ^= t ^ t<<6
	t = (v ^ v>>3) & 0x0a0a_0a0a_0a0a_0a0a
	return v ^ t ^ t<<3
}

// choose returns the bits of a where c has zeros, and those of b where it has ones.
func choose(c, a, b uint64) uint64 { return a ^ c&(a^b) }

// truth returns the truth table of a question, a lane of answers, over a palette of at most sixteen entries.
func truth(palette []Class, lane int) (t uint16) {
	for i, c := range palette {
		t |= uint16(answers(c)>>lane&1) << i
	}
	return t
}
