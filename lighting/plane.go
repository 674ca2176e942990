package lighting

import (
	"fmt"
	"math/bits"
)

// Plane holds one bit for each of the 4,096 cells of a section. The bit of the cell (x, y, z), each 0..15, is bit i&63 of
// word i>>6 where i = y<<8 | z<<4 | x, which is Anvil's order. A word therefore holds four rows of constant z, and four words are
// one layer of constant y.
type Plane [64]uint64

// Layer is one horizontal layer of a plane: 256 cells in four words of four rows each, from the lowest z: word z>>2, bit
// (z&3)<<4 | x. It is a struct rather than an array because the compiler keeps such a struct in registers.
type Layer struct{ a, b, c, d uint64 }

// and returns the cells that are in both.
func (l Layer) and(m Layer) Layer { return Layer{l.a & m.a, l.b & m.b, l.c & m.c, l.d & m.d} }

// or returns the cells that are in either.
func (l Layer) or(m Layer) Layer { return Layer{l.a | m.a, l.b | m.b, l.c | m.c, l.d | m.d} }

// not returns the cells that are in l and not in m.
func (l Layer) not(m Layer) Layer { return Layer{l.a &^ m.a, l.b &^ m.b, l.c &^ m.c, l.d &^ m.d} }

// xor returns the cells that are in one of the two.
func (l Layer) xor(m Layer) Layer { return Layer{l.a ^ m.a, l.b ^ m.b, l.c ^ m.c, l.d ^ m.d} }

// any reports whether the layer has any cell.
func (l Layer) any() bool { return l.a|l.b|l.c|l.d != 0 }

// full reports whether the layer has all cells.
func (l Layer) full() bool { return l.a&l.b&l.c&l.d == ^uint64(0) }

// repeat returns the layer whose four words are w.
func repeat(w uint64) Layer { return Layer{w, w, w, w} }

// whole returns the layer of all cells.
func whole() Layer { return repeat(^uint64(0)) }

// single returns the layer of one cell; only the low eight bits of i count.
func single(i int) (l Layer) {
	w := uint64(1) << (uint(i) & 63)
	switch i >> 6 & 3 {
	case 0:
		l.a = w
	case 1:
		l.b = w
	case 2:
		l.c = w
	default:
		l.d = w
	}
	return l
}

const (
	// colWest and colEast hold the cells of x = 0 and x = 15 in each of a word's four rows.
	colWest = 0x0001_0001_0001_0001
	colEast = 0x8000_8000_8000_8000
	// rowNorth and rowSouth hold the first and the last row of a word.
	rowNorth = 0x0000_0000_0000_ffff
	rowSouth = 0xffff_0000_0000_0000
)

// cells is the number of cells of a section.
const cells = 4096

// words returns the four words of layer y. The mask makes the slice's bounds provable, so that no check remains at run time.
func (p *Plane) words(y int) *[4]uint64 {
	i := (y & 15) << 2
	return (*[4]uint64)(p[i : i+4])
}

// layer returns layer y; only the low four bits of y count, as in all that follow.
func (p *Plane) layer(y int) Layer {
	w := p.words(y)
	return Layer{w[0], w[1], w[2], w[3]}
}

// setLayer makes l layer y.
func (p *Plane) setLayer(y int, l Layer) {
	w := p.words(y)
	w[0], w[1], w[2], w[3] = l.a, l.b, l.c, l.d
}

// add adds the cells of l to layer y.
func (p *Plane) add(y int, l Layer) { p.setLayer(y, p.layer(y).or(l)) }

// remove takes the cells of l out of layer y.
func (p *Plane) remove(y int, l Layer) { p.setLayer(y, p.layer(y).not(l)) }

// Has reports whether the bit of cell i is set. A cell outside 0..4095 panics.
func (p *Plane) Has(i int) bool {
	checkCell(i)
	return p.has(i)
}

// checkCell panics if a section has no cell i.
func checkCell(i int) {
	if uint(i) >= cells {
		panic(fmt.Sprintf("lighting: cell %d is outside 0..%d", i, cells-1))
	}
}

// has is Has for indices that are right.
func (p *Plane) has(i int) bool { return p[i>>6&63]>>(uint(i)&63)&1 != 0 }

// set sets the bit of cell i.
func (p *Plane) set(i int) { p[i>>6&63] |= 1 << (uint(i) & 63) }

// unset clears the bit of cell i.
func (p *Plane) unset(i int) { p[i>>6&63] &^= 1 << (uint(i) & 63) }

// Count returns the number of bits set.
func (p *Plane) Count() int {
	n := 0
	for _, w := range p {
		n += bits.OnesCount64(w)
	}
	return n
}

// empty reports whether no bit is set.
func (p *Plane) empty() bool {
	var any uint64
	for _, w := range p {
		any |= w
	}
	return any == 0
}

// full reports whether every bit is set.
func (p *Plane) full() bool {
	all := ^uint64(0)
	for _, w := range p {
		all &= w
	}
	return all == ^uint64(0)
}

// or adds the bits of q.
func (p *Plane) or(q *Plane) {
	for i, w := range q {
		p[i] |= w
	}
}

// fill sets every word to v.
func (p *Plane) fill(v uint64) {
	if v == 0 {
		*p = Plane{}
		return
	}
	for i := range p {
		p[i] = v
	}
}

// index returns the cell index of (x, y, z); only the low four bits of each count.
func index(x, y, z int) int { return (y&15)<<8 | (z&15)<<4 | x&15 }
