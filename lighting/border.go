package lighting

// border holds one bit of each of the 256 cells along a vertical border of a section: word y>>2 has the layers 4(y>>2) to 4(y>>2)+3.
// On North and South, cell x of layer y is bit (y&3)<<4 | x; on West and East, cell z is bit (z&3)<<4 | (y&3)<<2 | z>>2, because that
// is how the bits fall when the words of a layer are laid side by side. The two sections that meet there use the same form.
type border [4]uint64

// borderOf returns the border of a plane on a side.
func (p *Plane) borderOf(side Side) (b border) {
	for q := range b {
		w := (*[16]uint64)(p[q*16 : q*16+16])
		switch side {
		case West:
			b[q] = quarter(w, 0)
		case East:
			b[q] = quarter(w, 15)
		case North:
			b[q] = w[0]&rowNorth | w[4]&rowNorth<<16 | w[8]&rowNorth<<32 | w[12]<<48
		default:
			b[q] = w[3]>>48 | w[7]&rowSouth>>32 | w[11]&rowSouth>>16 | w[15]&rowSouth
		}
	}
	return b
}

// quarter lays the cells of x = shift of four layers into one word.
func quarter(w *[16]uint64, shift uint) uint64 {
	const m = colWest
	shift &= 63
	a := w[0]>>shift&m | w[1]>>shift&m<<1 | w[2]>>shift&m<<2 | w[3]>>shift&m<<3
	b := w[4]>>shift&m | w[5]>>shift&m<<1 | w[6]>>shift&m<<2 | w[7]>>shift&m<<3
	c := w[8]>>shift&m | w[9]>>shift&m<<1 | w[10]>>shift&m<<2 | w[11]>>shift&m<<3
	d := w[12]>>shift&m | w[13]>>shift&m<<1 | w[14]>>shift&m<<2 | w[15]>>shift&m<<3
	return a | b<<4 | c<<8 | d<<12
}

// layer returns the cells of layer y on the side that the border is of.
func (b *border) layer(side Side, y int) Layer {
	w := b[y>>2&3]
	switch side {
	case West:
		w >>= y & 3 * 4
		return Layer{w & colWest, w >> 1 & colWest, w >> 2 & colWest, w >> 3 & colWest}
	case East:
		w >>= y & 3 * 4
		return Layer{w & colWest << 15, w >> 1 & colWest << 15, w >> 2 & colWest << 15, w >> 3 & colWest << 15}
	case North:
		return Layer{a: w >> (y & 3 * 16) & rowNorth}
	}
	return Layer{d: w >> (y & 3 * 16) << 48}
}

// borderCell returns the index of the cell that bit i of word q of a border on a side stands for.
func borderCell(side Side, q, i int) int {
	if side >= North {
		return edge(side, q<<2|i>>4, i&15)
	}
	return edge(side, q<<2|i>>2&3, i&3<<2|i>>4)
}

// any reports whether the border has any cell.
func (b *border) any() bool { return b[0]|b[1]|b[2]|b[3] != 0 }

// brim is the light along a border: one border for each of the four bits of the levels.
type brim [4]border

// brimOf returns the light along the border on a side.
func (g *glow) brimOf(side Side) (b brim) {
	for k := range b {
		if g.planes != nil {
			b[k] = g.planes[k].borderOf(side)
		} else if g.level>>k&1 != 0 {
			b[k] = border{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		}
	}
	return b
}

// exceeds returns the cells whose level is greater than that of the cell across by more than step, which is 0 or 1.
func (b *brim) exceeds(across *brim, step uint64) (out border) {
	for q := range out {
		// n = across+step, bit by bit with a carry; the carry out of the top is a level of 16, which nothing exceeds.
		c := -step
		n0, c := across[0][q]^c, across[0][q]&c
		n1, c := across[1][q]^c, across[1][q]&c
		n2, c := across[2][q]^c, across[2][q]&c
		n3, c := across[3][q]^c, across[3][q]&c
		// b > n: the highest bit that differs decides.
		gt := b[0][q] &^ n0
		gt = b[1][q]&^n1 | ^(b[1][q]^n1)&gt
		gt = b[2][q]&^n2 | ^(b[2][q]^n2)&gt
		gt = b[3][q]&^n3 | ^(b[3][q]^n3)&gt
		out[q] = gt &^ c
	}
	return out
}

// equal returns the cells that have a level.
func (b *brim) equal(level uint8) (out border) {
	n := sliced(level)
	for q := range out {
		out[q] = ^((b[0][q] ^ n[0]) | (b[1][q] ^ n[1]) | (b[2][q] ^ n[2]) | (b[3][q] ^ n[3]))
	}
	return out
}

// enterable returns the cells along the border on a side that light can enter at all.
func (s *Section) enterable(side Side) (b border) {
	switch {
	case s.open != nil:
		b = s.open.borderOf(side)
	case !s.closed:
		return border{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	}
	for i := range s.costs {
		c := s.costs[i].cells.borderOf(side)
		for q := range b {
			b[q] |= c[q]
		}
	}
	return b
}

// meet makes the cells along the border of a column spread again that could raise those of the column on that side: those greater
// than the other by two at least, because each step costs one at least.
func (e *Engine) meet(col int, side Side) {
	next := e.colBeside(col, side)
	if next < 0 {
		return
	}
	a, b := e.area.cols[col], e.area.cols[next]
	for i := range a.secs {
		g, h := &a.secs[i].light[e.kind], &b.secs[i].light[e.kind]
		if g.planes == nil && (g.level <= 1 || h.planes == nil && h.level+1 >= g.level) || b.secs[i].solid() {
			continue
		}
		mine, other := g.brimOf(side), h.brimOf(side^1)
		m := mine.exceeds(&other, 1)
		if !m.any() {
			continue
		}
		in := b.secs[i].enterable(side ^ 1)
		for q := range m {
			m[q] &= in[q]
		}
		if m.any() {
			w := e.touch(col, i)
			w.gives |= 1 << side
			for y := range 16 {
				e.mark(w, y, m.layer(side, y))
			}
		}
	}
}
