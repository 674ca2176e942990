package lighting

import "math/bits"

// forget takes all light out of a column, and keeps in mind what it was. What the column remembers of neighbours that are there goes
// with the light that came of it.
func (e *Engine) forget(col int) {
	c := e.area.cols[col]
	for i := range c.secs {
		g := &c.secs[i].light[e.kind]
		if g.planes == nil {
			e.was[col*e.area.height+i], g.level = g.level, 0
			continue
		}
		w := e.touch(col, i)
		w.saved, w.old = true, *g
		*g, w.lev = glow{}, nil
	}
	for _, side := range walls {
		if e.colBeside(col, side) >= 0 {
			c.unfreeze(side, e.kind)
		}
	}
}

// before returns the light of a section of a member as it was before the pass.
func (e *Engine) before(col, sec int) glow {
	slot := col*e.area.height + sec
	if w := e.slots[slot]; w != nil && w.saved {
		return w.old
	}
	return glow{level: e.was[slot]}
}

// reportUniform reports the sections of the members that no flood had to open.
func (e *Engine) reportUniform() {
	for _, col := range e.members {
		for i := range e.area.height {
			slot := col*e.area.height + i
			if w := e.slots[slot]; (w == nil || !w.saved) && e.was[slot] != e.area.cols[col].secs[i].light[e.kind].level {
				e.report(e.area.cols[col], i, &glow{level: e.was[slot]})
			}
		}
	}
}

// settle makes good for the trust that a pass began with. The columns about the members kept their light and gave of it, though part
// of it may have come from what the members had before. All of that is still true where a member's cell at the border has at least
// the light again that it had. Where it has not, the cell across loses what it owes to it, as if the cell had lost its light just
// now, and so does all that depends on it; then what is left gives again.
func (e *Engine) settle() {
	e.trusting = false
	for _, col := range e.members {
		for _, side := range walls {
			next := e.colBeside(col, side)
			if next < 0 {
				continue
			}
			e.recall(col, side)
			e.recall(next, side^1)
			if e.member[col] && !e.member[next] {
				for i := range e.area.height {
					e.settleBorder(col, next, i, side)
				}
			}
		}
	}
	owed := false
	for level := range e.waiting {
		owed = owed || len(e.waiting[level]) > 0
	}
	if owed {
		e.lower()
		e.restore()
		e.raise()
	}
}

// settleBorder is settle for the border of one section of a member.
func (e *Engine) settleBorder(col, next, sec int, side Side) {
	a, b := &e.area.cols[col].secs[sec], &e.area.cols[next].secs[sec]
	old, now, beyond := e.before(col, sec), &a.light[e.kind], &b.light[e.kind]
	if old.planes == nil && old.level <= 1 || beyond.planes == nil && beyond.level == 0 {
		return
	}
	if old.planes == nil && now.planes == nil && now.level >= old.level && a.sided == nil && b.sided == nil {
		return
	}
	was, is, has := old.brimOf(side), now.brimOf(side), beyond.brimOf(side^1)
	lost := was.exceeds(&is, 0)
	if closed := e.closedBorder(a, b, side); closed.any() {
		for q := range lost {
			lost[q] |= closed[q]
		}
	}
	// A cell across owes its light at most if it has less, and exactly one less if it costs one.
	less := was.exceeds(&has, 0)
	if len(b.costs) == 0 {
		much := was.exceeds(&has, 1)
		for q := range less {
			less[q] &^= much[q]
		}
	}
	for q := range lost {
		lost[q] &= less[q]
	}
	if !lost.any() {
		return
	}
	w := e.touch(col, sec)
	for level := uint8(2); level <= 15; level++ {
		m := was.equal(level)
		for q := range m {
			m[q] &= lost[q]
		}
		if m.any() {
			for y := range 16 {
				e.wait(w, level, y, m.layer(side, y))
			}
		}
	}
}

// closedBorder returns the cells along the border of section a on a side whose face there is closed, b being the section beyond.
func (e *Engine) closedBorder(a, b *Section, side Side) (out border) {
	if a.sided != nil && a.sided.full[side] != nil {
		out = a.sided.full[side].borderOf(side)
	}
	if b.sided != nil && b.sided.full[side^1] != nil {
		f := b.sided.full[side^1].borderOf(side ^ 1)
		for q := range out {
			out[q] |= f[q]
		}
	}
	if a.sided == nil || b.sided == nil || !e.shapes.meet(side, &a.sided.kinds, &b.sided.kinds) {
		return out
	}
	mine, other := a.sided.cells.borderOf(side), b.sided.cells.borderOf(side^1)
	for q := range out {
		for m := mine[q] & other[q] &^ out[q]; m != 0; m &= m - 1 {
			i := borderCell(side, q, bits.TrailingZeros64(m))
			j := (i + stride(side)*-15) & (cells - 1)
			if e.shapes.Blocked(a.sided.at(i), b.sided.at(j), side) {
				out[q] |= m & -m
			}
		}
	}
	return out
}

// recall takes back what a column has of its memory of the neighbour on a side, which is there, unless the neighbour gives as much
// itself; then it drops the memory.
func (e *Engine) recall(col int, side Side) {
	c, next := e.area.cols[col], e.colBeside(col, side)
	f := c.frozen[wall(side)]
	if f == nil || f.levels[e.kind] == nil {
		return
	}
	n := e.area.cols[next]
	for layer, word := range f.levels[e.kind] {
		if word == 0 {
			continue
		}
		in, out := &c.secs[layer>>4], &n.secs[layer>>4]
		for m := frozenLit(word); m != 0; m &= m - 1 {
			i := bits.TrailingZeros16(m)
			from, to := edge(side^1, layer, i), edge(side, layer, i)
			level := frozenAt(word, i)
			if out.light[e.kind].at(from) >= level && !e.shapes.Blocked(in.shapeAt(to), out.shapeAt(from), side) {
				continue
			}
			e.wait(e.touch(next, layer>>4), level, layer&15, single(from))
		}
	}
	c.unfreeze(side, e.kind)
}

// unfreeze drops the memory of one kind of light.
func (c *Column) unfreeze(side Side, kind Kind) {
	k := wall(side)
	f := c.frozen[k]
	if f == nil {
		return
	}
	f.levels[kind] = nil
	if f.levels[Block] == nil && f.levels[Sky] == nil {
		c.frozen[k] = nil
	}
}
