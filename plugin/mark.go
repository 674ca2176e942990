package plugin

import (
	"encoding/binary"
	"math/bits"
)

// A mark tells an array of the host's light from what it was when it was last right.
type mark struct {
	sum    uint64 // of all of it, or the level that the host's shared array has everywhere
	edge   uint64 // of the cells at the chunk's border
	shared bool
}

// mark returns what tells the host's light of a kind in a sub-chunk from another.
func (h *host) mark(v *view) mark {
	b, uniform, shared := h.light(v)
	if shared {
		return mark{sum: uint64(uniform), shared: true}
	}
	return mark{sum: sum(b), edge: edge(b)}
}

// holds reports whether the light is that of the mark.
func (h *host) holds(v *view, m *mark) bool {
	b, uniform, shared := h.light(v)
	if shared || m.shared {
		return shared == m.shared && uint64(uniform) == m.sum
	}
	return sum(b) == m.sum
}

// edgeHolds is holds for the cells at the chunk's border.
func (h *host) edgeHolds(v *view, m *mark) bool {
	b, uniform, shared := h.light(v)
	if shared || m.shared {
		return shared == m.shared && uint64(uniform) == m.sum
	}
	return edge(b) == m.edge
}

// Sums are made of products of pairs of words, whose halves are folded, so that every bit of both counts. They are for one process
// and nobody chooses the light in order to find two that have the same, so that the factors may be constants.
const factor0, factor1 = 0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03

func fold(a, b uint64) uint64 {
	high, low := bits.Mul64(a^factor0, b^factor1)
	return high ^ low
}

// sum returns what tells levels from others. Four sums do not wait for each other.
func sum(b *nibbles) uint64 {
	var s [4]uint64
	for at := 0; at < len(b); at += 64 {
		w := b[at : at+64]
		s[0] = bits.RotateLeft64(s[0], 5) ^ fold(word(w, 0), word(w, 8))
		s[1] = bits.RotateLeft64(s[1], 5) ^ fold(word(w, 16), word(w, 24))
		s[2] = bits.RotateLeft64(s[2], 5) ^ fold(word(w, 32), word(w, 40))
		s[3] = bits.RotateLeft64(s[3], 5) ^ fold(word(w, 48), word(w, 56))
	}
	return fold(s[0], s[1]) ^ bits.RotateLeft64(fold(s[2], s[3]), 1)
}

// edge returns what tells the levels at the border of a chunk, x and z of 0 and 15, from others.
func edge(b *nibbles) uint64 {
	const row = 128 // bytes of one x: sixteen z of sixteen y
	var s, t uint64
	for at := 0; at < row; at += 8 {
		s = bits.RotateLeft64(s, 5) ^ fold(word(b[:], at), word(b[:], at+15*row))
	}
	for at := row; at < 15*row; at += row {
		t = bits.RotateLeft64(t, 5) ^ fold(word(b[:], at), word(b[:], at+row-8))
	}
	return fold(s, t)
}

func word(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
