package lighting

import "math/bits"

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
	if v := w.nb[West]; v != nil && v.rim[p]>>East&1 != 0 {
		n.west = &v.s[p]
	}
	if v := w.nb[East]; v != nil && v.rim[p]>>West&1 != 0 {
		n.east = &v.s[p]
	}
	if v := w.nb[Down]; v != nil {
		n.down = &v.s[p]
	}
	if v := w.nb[Up]; v != nil {
		n.up = &v.s[p]
	}
	if v := w.nb[North]; v != nil && v.rim[p]>>South&1 != 0 {
		n.north = &v.s[p]
	}
	if v := w.nb[South]; v != nil && v.rim[p]>>North&1 != 0 {
		n.south = &v.s[p]
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
	n, next := e.around(w, p), level-1
	if w.lev == nil {
		e.levels(w)
	}
	if w.plain {
		e.gatherPlain(w, &n, reach, next)
		return
	}
	cross := e.crossOf(w)
	e.work.Layers += bits.OnesCount16(reach)
	for m := reach; m != 0; m &= m - 1 {
		y := trailing(m)
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
		o, has := w.open.layer(y), w.lev.atLeast(y, next)
		t[0], t[1], t[2], t[3] = t[0]&o[0]&^has[0], t[1]&o[1]&^has[1], t[2]&o[2]&^has[2], t[3]&o[3]&^has[3]
		if t[0]|t[1]|t[2]|t[3] != 0 {
			e.levels(w).put(y, &t, next)
			e.join(w, next, y, &t)
		}
	}
}

// gatherPlain is gather for a plain section: what the frontier reaches and is free gets the next level, and is free no more. The
// planes of the levels only ever gain bits here, because the cells had none.
func (e *Engine) gatherPlain(w *work, n *near, reach uint16, next uint8) {
	q := next & 1
	lev, dst := w.lev, &w.s[q]
	beside := n.west != &e.zero || n.east != &e.zero || n.north != &e.zero || n.south != &e.zero
	var layers uint16
	var north, mid, south uint64
	reach &^= w.spent
	e.work.Layers += bits.OnesCount16(reach)
	for m := reach; m != 0; m &= m - 1 {
		y := trailing(m)
		f := w.free.layer(y)
		c, d, u := n.own.layer(y), n.own.layer(y-1), n.own.layer(y+1)
		if y == 0 {
			d = n.down.layer(15)
		}
		if y == 15 {
			u = n.up.layer(0)
		}
		c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
		t0 := c0<<1&^colWest | c0>>1&^colEast | c0<<16 | c0>>16 | d[0] | u[0] | c1<<48
		t1 := c1<<1&^colWest | c1>>1&^colEast | c1<<16 | c1>>16 | d[1] | u[1] | c0>>48 | c2<<48
		t2 := c2<<1&^colWest | c2>>1&^colEast | c2<<16 | c2>>16 | d[2] | u[2] | c1>>48 | c3<<48
		t3 := c3<<1&^colWest | c3>>1&^colEast | c3<<16 | c3>>16 | d[3] | u[3] | c2>>48
		if beside {
			wst, est := n.west.layer(y), n.east.layer(y)
			t0 |= wst[0]>>15&colWest | est[0]<<15&colEast | n.north.layer(y)[3]>>48
			t1 |= wst[1]>>15&colWest | est[1]<<15&colEast
			t2 |= wst[2]>>15&colWest | est[2]<<15&colEast
			t3 |= wst[3]>>15&colWest | est[3]<<15&colEast | n.south.layer(y)[0]<<48
		}
		t0, t1, t2, t3 = t0&f[0], t1&f[1], t2&f[2], t3&f[3]
		if t0|t1|t2|t3 == 0 {
			continue
		}
		layers |= 1 << y
		north, mid, south = north|t0, mid|t1|t2, south|t3
		f0, f1, f2, f3 := f[0]^t0, f[1]^t1, f[2]^t2, f[3]^t3
		f[0], f[1], f[2], f[3] = f0, f1, f2, f3
		if f0|f1|f2|f3 == 0 {
			w.spent |= 1 << y
		}
		s := dst.layer(y)
		s[0], s[1], s[2], s[3] = t0, t1, t2, t3
		if next&1 != 0 {
			a := lev[0].layer(y)
			a[0], a[1], a[2], a[3] = a[0]|t0, a[1]|t1, a[2]|t2, a[3]|t3
		}
		if next&2 != 0 {
			a := lev[1].layer(y)
			a[0], a[1], a[2], a[3] = a[0]|t0, a[1]|t1, a[2]|t2, a[3]|t3
		}
		if next&4 != 0 {
			a := lev[2].layer(y)
			a[0], a[1], a[2], a[3] = a[0]|t0, a[1]|t1, a[2]|t2, a[3]|t3
		}
		if next&8 != 0 {
			a := lev[3].layer(y)
			a[0], a[1], a[2], a[3] = a[0]|t0, a[1]|t1, a[2]|t2, a[3]|t3
		}
	}
	if layers == 0 {
		return
	}
	w.m[q] |= layers
	any := north | mid | south
	var r uint8
	if any&colWest != 0 {
		r |= 1 << West
	}
	if any&colEast != 0 {
		r |= 1 << East
	}
	if north&rowNorth != 0 {
		r |= 1 << North
	}
	if south&rowSouth != 0 {
		r |= 1 << South
	}
	w.rim[q] |= r | uint8(layers&1<<Down) | uint8(layers>>15<<Up)
	if !w.queued[q] {
		w.queued[q] = true
		e.active[q] = append(e.active[q], w)
	}
}
