package lighting

import "fmt"

// Levels holds the light level, 0..15, of each cell of a section, bit-sliced: bit b of the level of a cell is its bit in plane b.
// It takes 2,048 bytes, as a nibble array does, but a comparison of all cells with a level is a handful of word operations.
type Levels [4]Plane

// At returns the level of cell i, an index of [Plane]. A cell outside 0..4095 panics.
func (l *Levels) At(i int) uint8 {
	checkCell(i)
	w, b := i>>6&63, uint(i)&63
	return uint8(l[0][w]>>b&1 | l[1][w]>>b&1<<1 | l[2][w]>>b&1<<2 | l[3][w]>>b&1<<3)
}

// Set sets the level of cell i. A cell outside 0..4095 or a level above 15 panics.
func (l *Levels) Set(i int, level uint8) {
	checkCell(i)
	if level > 15 {
		panic(fmt.Sprintf("lighting: level %d is above 15", level))
	}
	w, b := i>>6&63, uint(i)&63
	for k := range l {
		l[k][w] = l[k][w]&^(1<<b) | uint64(level>>k&1)<<b
	}
}

// fill gives every cell the same level.
func (l *Levels) fill(level uint8) {
	for k := range l {
		l[k].fill(-uint64(level >> k & 1))
	}
}

// uniform returns the level that every cell has, if there is one.
func (l *Levels) uniform() (level uint8, ok bool) {
	for k := range l {
		first := l[k][0]
		if first != 0 && first != ^uint64(0) {
			return 0, false
		}
		for _, w := range l[k] {
			if w != first {
				return 0, false
			}
		}
		level |= uint8(first&1) << k
	}
	return level, true
}

// mixed reports whether the cells of word k have more than one level.
func (l *Levels) mixed(k int) bool {
	k &= 63
	for b := range l {
		if w := l[b][k]; w != 0 && w != ^uint64(0) {
			return true
		}
	}
	return false
}

// atLeast returns the cells of layer y that have a level of at least n, n in 1..15.
//
// Why it is right: compare bit by bit from the lowest. With only the bits below k looked at, let g tell whether a's part is at least
// n's (before the first bit: equal, so yes). Bit k decides unless it is equal on both sides: where n has a one, a needs a one and g;
// where n has a zero, a one is enough, and otherwise g stands.
func (l *Levels) atLeast(y int, n uint8) Layer {
	g := whole()
	if n&1 != 0 {
		g = l[0].layer(y)
	}
	if n&2 != 0 {
		g = g.and(l[1].layer(y))
	} else {
		g = g.or(l[1].layer(y))
	}
	if n&4 != 0 {
		g = g.and(l[2].layer(y))
	} else {
		g = g.or(l[2].layer(y))
	}
	if n&8 != 0 {
		g = g.and(l[3].layer(y))
	} else {
		g = g.or(l[3].layer(y))
	}
	return g
}

// equal returns the cells of layer y that have exactly level n.
func (l *Levels) equal(y int, n uint8) Layer {
	// A bit is the same where it is not different from n's, all ones or all zeros.
	e := l[0].layer(y).xor(repeat(uint64(n&1) - 1))
	e = e.and(l[1].layer(y).xor(repeat(uint64(n>>1&1) - 1)))
	e = e.and(l[2].layer(y).xor(repeat(uint64(n>>2&1) - 1)))
	return e.and(l[3].layer(y).xor(repeat(uint64(n>>3&1) - 1)))
}

// put gives the cells of n in layer y a level, whatever they had.
func (l *Levels) put(y int, n Layer, level uint8) {
	for k := range l {
		if level>>k&1 != 0 {
			l[k].add(y, n)
		} else {
			l[k].remove(y, n)
		}
	}
}

// sliced returns the four bits of a level, each in all places of a word.
func sliced(level uint8) [4]uint64 {
	return [4]uint64{-uint64(level & 1), -uint64(level >> 1 & 1), -uint64(level >> 2 & 1), -uint64(level >> 3 & 1)}
}

// wordAtLeast is atLeast for one word: g and b where the number has a one, g or b where it has a zero, is the majority of g, b and the
// inverse of the number's bit.
func (l *Levels) wordAtLeast(k int, n *[4]uint64) uint64 {
	k &= 63
	g, b := l[0][k]|^n[0], l[1][k]
	g = g&b | (g|b)&^n[1]
	b = l[2][k]
	g = g&b | (g|b)&^n[2]
	b = l[3][k]
	return g&b | (g|b)&^n[3]
}

// wordEqual is equal for one word.
func (l *Levels) wordEqual(k int, n *[4]uint64) uint64 {
	k &= 63
	return ^((l[0][k] ^ n[0]) | (l[1][k] ^ n[1]) | (l[2][k] ^ n[2]) | (l[3][k] ^ n[3]))
}

// wordPut is put for one word.
func (l *Levels) wordPut(k int, n *[4]uint64, cells uint64) {
	k &= 63
	l[0][k] = l[0][k]&^cells | n[0]&cells
	l[1][k] = l[1][k]&^cells | n[1]&cells
	l[2][k] = l[2][k]&^cells | n[2]&cells
	l[3][k] = l[3][k]&^cells | n[3]&cells
}

// glow is the light of one kind in one section: a level that all cells share while planes is nil, which takes no memory, or planes.
type glow struct {
	planes *Levels
	level  uint8
}

func (g *glow) at(i int) uint8 {
	if g.planes == nil {
		return g.level
	}
	return g.planes.At(i)
}
