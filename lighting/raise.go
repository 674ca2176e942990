package lighting

import "math/bits"

// trailing returns the number of the lowest layer of a set that is not empty.
func trailing(m uint16) int { return bits.TrailingZeros16(m) & 15 }

// raise spreads all light that waits, and that of all cells that have to spread again, to the end. It only ever raises levels.
//
// It works level by level from 15 down. At level L the frontier is the cells that have just got level L. What it gathers into a cell
// with cost c is a candidate for level L-c, and a candidate joins its frontier unless the cell already has that level or more. When
// level L is worked on, every cell whose final level is L or more has it: so each cell is written once per pass, at its final level.
func (e *Engine) raise() {
	for level := uint8(15); level >= 1; level-- {
		e.admit(level)
		e.respread(level)
		if level > 1 {
			e.aim(level)
			for _, w := range e.targets {
				w.target = false
				e.gather(w, level)
			}
		}
		e.retire(level)
	}
	for _, w := range e.bound {
		for m := w.againMask; m != 0; m &= m - 1 {
			*w.again.layer(trailing(m)) = Layer{}
		}
		w.againMask, w.isBound = 0, false
	}
	e.bound = e.bound[:0]
}

// admit gives the cells that wait for a level that level, unless they have as much, and puts them on the frontier.
func (e *Engine) admit(level uint8) {
	for _, w := range e.waiting[level] {
		p := w.pend[level]
		lev := e.levels(w)
		for m := w.pendMask[level]; m != 0; m &= m - 1 {
			y := trailing(m)
			n, has := *p.layer(y), lev.atLeast(y, level)
			n[0], n[1], n[2], n[3] = n[0]&^has[0], n[1]&^has[1], n[2]&^has[2], n[3]&^has[3]
			if n[0]|n[1]|n[2]|n[3] != 0 {
				lev.put(y, &n, level)
				e.join(w, level, y, &n)
			}
		}
		e.planes = append(e.planes, p)
		w.pend[level], w.pendMask[level] = nil, 0
	}
	e.waiting[level] = e.waiting[level][:0]
}

// respread puts those cells on the frontier that have to spread again and have the level.
func (e *Engine) respread(level uint8) {
	for _, w := range e.bound {
		for m := w.againMask; m != 0; m &= m - 1 {
			y := trailing(m)
			n := *w.again.layer(y)
			if w.lev != nil {
				has := w.lev.equal(y, level)
				n[0], n[1], n[2], n[3] = n[0]&has[0], n[1]&has[1], n[2]&has[2], n[3]&has[3]
			} else if w.sec.light[e.kind].level != level {
				continue
			}
			if n[0]|n[1]|n[2]|n[3] != 0 {
				e.join(w, level, y, &n)
			}
		}
	}
}

// aim collects the sections that the frontier of a level can reach: its own, and those behind the borders that it touches.
func (e *Engine) aim(level uint8) {
	e.targets = e.targets[:0]
	p := level & 1
	for _, w := range e.active[p] {
		e.target(w, level)
		for r := w.rim[p]; r != 0; r &= r - 1 {
			side := Side(bits.TrailingZeros8(r))
			v := w.nb[side]
			if v == nil {
				if s := e.peek(w, side); s == nil || !takes(s, e.kind, level) {
					continue
				}
				v = e.beside(w, side)
			}
			e.target(v, level)
		}
	}
}

// takes reports whether light of a level next to a section could raise anything in it.
func takes(s *Section, kind Kind, level uint8) bool {
	g := &s.light[kind]
	return (g.planes != nil || g.level < level-1) && !s.solid()
}

// target adds a section to the targets.
func (e *Engine) target(w *work, level uint8) {
	if w.target || w.lev == nil && !takes(w.sec, e.kind, level) {
		return
	}
	w.target = true
	e.targets = append(e.targets, w)
}

// reached returns the layers of a section that the frontier of a level can reach.
func (w *work) reached(p uint8) uint16 {
	a := w.m[p]
	a |= a<<1 | a>>1
	if v := w.nb[West]; v != nil && v.rim[p]>>East&1 != 0 {
		a |= v.m[p]
	}
	if v := w.nb[East]; v != nil && v.rim[p]>>West&1 != 0 {
		a |= v.m[p]
	}
	if v := w.nb[North]; v != nil && v.rim[p]>>South&1 != 0 {
		a |= v.m[p]
	}
	if v := w.nb[South]; v != nil && v.rim[p]>>North&1 != 0 {
		a |= v.m[p]
	}
	if v := w.nb[Down]; v != nil {
		a |= v.m[p] >> 15
	}
	if v := w.nb[Up]; v != nil {
		a |= v.m[p] << 15
	}
	return a
}

// near are the planes of one frontier in a section and next to it; where nothing is, the plane is empty.
type near struct{ own, west, east, down, up, north, south *Plane }

// around returns the frontier of parity p about a section.
func (e *Engine) around(w *work, p uint8) near {
	n := near{&w.s[p], &e.zero, &e.zero, &e.zero, &e.zero, &e.zero, &e.zero}
	for side, v := range w.nb {
		if v == nil {
			continue
		}
		switch Side(side) {
		case West:
			n.west = &v.s[p]
		case East:
			n.east = &v.s[p]
		case Down:
			n.down = &v.s[p]
		case Up:
			n.up = &v.s[p]
		case North:
			n.north = &v.s[p]
		case South:
			n.south = &v.s[p]
		}
	}
	return n
}

// dilate returns the cells of layer y that have a neighbour in the frontier.
func (n *near) dilate(y int) (t Layer) {
	c, w, e := n.own.layer(y), n.west.layer(y), n.east.layer(y)
	d, u := n.own.layer(y-1), n.own.layer(y+1)
	if y == 0 {
		d = n.down.layer(15)
	}
	if y == 15 {
		u = n.up.layer(0)
	}
	for k := range t {
		t[k] = c[k]<<1&^colWest | w[k]>>15&colWest | c[k]>>1&^colEast | e[k]<<15&colEast | c[k]<<16 | c[k]>>16 | d[k] | u[k]
	}
	t[0] |= n.north.layer(y)[3]>>48 | c[1]<<48
	t[1] |= c[0]>>48 | c[2]<<48
	t[2] |= c[1]>>48 | c[3]<<48
	t[3] |= c[2]>>48 | n.south.layer(y)[0]<<48
	return t
}

// dilateCross is dilate for a section with closed faces.
func (n *near) dilateCross(y int, x *crossing) (t Layer) {
	c, w, e := n.own.layer(y), n.west.layer(y), n.east.layer(y)
	d, u := n.own.layer(y-1), n.own.layer(y+1)
	if y == 0 {
		d = n.down.layer(15)
	}
	if y == 15 {
		u = n.up.layer(0)
	}
	before := [4]uint64{n.north.layer(y)[3], c[0], c[1], c[2]}
	after := [4]uint64{c[1], c[2], c[3], n.south.layer(y)[0]}
	xw, xe, xd, xu, xn, xs := x[West].layer(y), x[East].layer(y), x[Down].layer(y), x[Up].layer(y), x[North].layer(y), x[South].layer(y)
	for k := range t {
		t[k] = (c[k]<<1&^colWest|w[k]>>15&colWest)&^xw[k] |
			(c[k]>>1&^colEast|e[k]<<15&colEast)&^xe[k] |
			d[k]&^xd[k] | u[k]&^xu[k] |
			(c[k]<<16|before[k]>>48)&^xn[k] |
			(c[k]>>16|after[k]<<48)&^xs[k]
	}
	return t
}

// gather spreads the frontier of a level into one section.
func (e *Engine) gather(w *work, level uint8) {
	p := level & 1
	reach := w.reached(p)
	if reach == 0 {
		return
	}
	n, lev, cross, next := e.around(w, p), e.levels(w), e.crossOf(w), level-1
	for m := reach; m != 0; m &= m - 1 {
		y := trailing(m)
		e.work.Layers++
		var t Layer
		if cross == nil {
			t = n.dilate(y)
		} else {
			t = n.dilateCross(y, cross)
		}
		for i := range w.sec.costs {
			if c := &w.sec.costs[i]; c.n < level {
				l := c.cells.layer(y)
				e.wait(w, level-c.n, y, &Layer{t[0] & l[0], t[1] & l[1], t[2] & l[2], t[3] & l[3]})
			}
		}
		o, has := w.open.layer(y), lev.atLeast(y, next)
		t[0], t[1], t[2], t[3] = t[0]&o[0]&^has[0], t[1]&o[1]&^has[1], t[2]&o[2]&^has[2], t[3]&o[3]&^has[3]
		if t[0]|t[1]|t[2]|t[3] != 0 {
			lev.put(y, &t, next)
			e.join(w, next, y, &t)
		}
	}
}
