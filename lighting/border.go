package lighting

// border is the light along one vertical border of a layer: word b holds bit b of the sixteen levels. On North and South cell x is
// bit x; on West and East cell z is bit (z&3)<<4 | z>>2. The two columns that meet there use the same form.
type border [4]uint64

// borderOf returns the light of a kind along a border of layer y.
func borderOf(g *glow, side Side, y int) (b border) {
	if g.planes == nil {
		all := ^uint64(0)
		if side >= North {
			all = rowNorth
		} else {
			all = colWest * 0xf
		}
		for k := range b {
			b[k] = all & -uint64(g.level>>k&1)
		}
		return b
	}
	for k := range b {
		l := g.planes[k].words(y)
		switch side {
		case West:
			b[k] = l[0]&colWest | l[1]&colWest<<1 | l[2]&colWest<<2 | l[3]&colWest<<3
		case East:
			b[k] = l[0]>>15&colWest | l[1]>>15&colWest<<1 | l[2]>>15&colWest<<2 | l[3]>>15&colWest<<3
		case North:
			b[k] = l[0] & rowNorth
		default:
			b[k] = l[3] >> 48
		}
	}
	return b
}

// borderLayer returns the cells of a border's word as a layer.
func borderLayer(side Side, w uint64) Layer {
	switch side {
	case West:
		return Layer{w & colWest, w >> 1 & colWest, w >> 2 & colWest, w >> 3 & colWest}
	case East:
		return Layer{w & colWest << 15, w >> 1 & colWest << 15, w >> 2 & colWest << 15, w >> 3 & colWest << 15}
	case North:
		return Layer{a: w}
	}
	return Layer{d: w << 48}
}

// raises returns the cells whose level could raise that of the cell across: those greater than the other by two at least, because
// each step costs one at least.
func (b *border) raises(across *border) uint64 {
	// n = across+1, bit by bit with a carry; the carry out of the top is a level of 16, which nothing exceeds.
	n0, c := ^across[0], across[0]
	n1, c := across[1]^c, across[1]&c
	n2, c := across[2]^c, across[2]&c
	n3, c := across[3]^c, across[3]&c
	// b > n: the highest bit that differs decides.
	gt := b[0] &^ n0
	gt = b[1]&^n1 | ^(b[1]^n1)&gt
	gt = b[2]&^n2 | ^(b[2]^n2)&gt
	gt = b[3]&^n3 | ^(b[3]^n3)&gt
	return gt &^ c
}

// meet makes the cells along the border of a column spread again that could raise those of the column on that side.
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
		var w *work
		mine, other := borderOf(g, side, 0), borderOf(h, side^1, 0)
		for y := range 16 {
			if g.planes != nil {
				mine = borderOf(g, side, y)
			}
			if h.planes != nil {
				other = borderOf(h, side^1, y)
			}
			if m := mine.raises(&other); m != 0 {
				if w == nil {
					w = e.touch(col, i)
				}
				e.mark(w, y, borderLayer(side, m))
			}
		}
	}
}

// melt takes back what the memory of a neighbour gave to a column, once that neighbour is there, and drops it: the memory's levels
// are removed as if the neighbour had had them.
func (e *Engine) melt(col int) {
	c := e.area.cols[col]
	for k, side := range walls {
		f := c.frozen[k]
		if f == nil || f.levels[e.kind] == nil {
			continue
		}
		next := e.colBeside(col, side)
		if next < 0 {
			continue
		}
		for i, word := range f.levels[e.kind] {
			if word == 0 {
				continue
			}
			w := e.touch(next, i>>4)
			eachFrozen(word, side^1, i&15, func(cell int, level uint8) { e.wait(w, level, i&15, single(cell)) })
		}
		f.levels[e.kind] = nil
		if f.levels[Block] == nil && f.levels[Sky] == nil {
			c.frozen[k] = nil
		}
	}
}
