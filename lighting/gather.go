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
func (n *near) dilate(y int) Layer {
	c, w, e, d, u := n.own.words(y), n.west.words(y), n.east.words(y), n.own.words(y-1), n.own.words(y+1)
	if y == 0 {
		d = n.down.words(15)
	}
	if y == 15 {
		u = n.up.words(0)
	}
	return Layer{
		c[0]<<1&^colWest | w[0]>>15&colWest | c[0]>>1&^colEast | e[0]<<15&colEast | d[0] | u[0] | c[0]<<16 | n.north.words(y)[3]>>48 | c[0]>>16 | c[1]<<48,
		c[1]<<1&^colWest | w[1]>>15&colWest | c[1]>>1&^colEast | e[1]<<15&colEast | d[1] | u[1] | c[1]<<16 | c[0]>>48 | c[1]>>16 | c[2]<<48,
		c[2]<<1&^colWest | w[2]>>15&colWest | c[2]>>1&^colEast | e[2]<<15&colEast | d[2] | u[2] | c[2]<<16 | c[1]>>48 | c[2]>>16 | c[3]<<48,
		c[3]<<1&^colWest | w[3]>>15&colWest | c[3]>>1&^colEast | e[3]<<15&colEast | d[3] | u[3] | c[3]<<16 | c[2]>>48 | c[3]>>16 | n.south.words(y)[0]<<48,
	}
}

// dilateWithin is dilate where nothing comes from the columns beside.
func (n *near) dilateWithin(y int) Layer {
	c, d, u := n.own.words(y), n.own.words(y-1), n.own.words(y+1)
	if y == 0 {
		d = n.down.words(15)
	}
	if y == 15 {
		u = n.up.words(0)
	}
	return Layer{
		c[0]<<1&^colWest | c[0]>>1&^colEast | d[0] | u[0] | c[0]<<16 | c[0]>>16 | c[1]<<48,
		c[1]<<1&^colWest | c[1]>>1&^colEast | d[1] | u[1] | c[1]<<16 | c[0]>>48 | c[1]>>16 | c[2]<<48,
		c[2]<<1&^colWest | c[2]>>1&^colEast | d[2] | u[2] | c[2]<<16 | c[1]>>48 | c[2]>>16 | c[3]<<48,
		c[3]<<1&^colWest | c[3]>>1&^colEast | d[3] | u[3] | c[3]<<16 | c[2]>>48 | c[3]>>16,
	}
}

// dilateCross is dilate for a section with closed faces: what comes from each side is cut by the cells that cannot be entered from it.
func (n *near) dilateCross(y int, x *crossing) Layer {
	c, w, e, d, u := n.own.layer(y), n.west.layer(y), n.east.layer(y), n.own.layer(y-1), n.own.layer(y+1)
	if y == 0 {
		d = n.down.layer(15)
	}
	if y == 15 {
		u = n.up.layer(0)
	}
	north, south := n.north.layer(y), n.south.layer(y)
	west := Layer{c.a<<1&^colWest | w.a>>15&colWest, c.b<<1&^colWest | w.b>>15&colWest, c.c<<1&^colWest | w.c>>15&colWest, c.d<<1&^colWest | w.d>>15&colWest}
	east := Layer{c.a>>1&^colEast | e.a<<15&colEast, c.b>>1&^colEast | e.b<<15&colEast, c.c>>1&^colEast | e.c<<15&colEast, c.d>>1&^colEast | e.d<<15&colEast}
	north = Layer{c.a<<16 | north.d>>48, c.b<<16 | c.a>>48, c.c<<16 | c.b>>48, c.d<<16 | c.c>>48}
	south = Layer{c.a>>16 | c.b<<48, c.b>>16 | c.c<<48, c.c>>16 | c.d<<48, c.d>>16 | south.a<<48}
	t := west.not(x[West].layer(y)).or(east.not(x[East].layer(y)))
	t = t.or(d.not(x[Down].layer(y))).or(u.not(x[Up].layer(y)))
	return t.or(north.not(x[North].layer(y))).or(south.not(x[South].layer(y)))
}

// alone reports whether the frontier has nothing in the columns beside.
func (e *Engine) alone(n *near) bool {
	z := &e.zero
	return n.west == z && n.east == z && n.north == z && n.south == z
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
	e.work.Layers += bits.OnesCount16(reach)
	cross, alone := e.crossOf(w), e.alone(&n)
	var layers uint16
	var all Layer
	for m := reach; m != 0; m &= m - 1 {
		y := trailing(m)
		var t Layer
		switch {
		case cross != nil:
			t = n.dilateCross(y, cross)
		case alone:
			t = n.dilateWithin(y)
		default:
			t = n.dilate(y)
		}
		for i := range w.sec.costs {
			if c := &w.sec.costs[i]; c.n < level {
				e.wait(w, level-c.n, y, t.and(c.cells.layer(y)))
			}
		}
		t = t.and(w.open.layer(y)).not(w.lev.atLeast(y, next))
		if t.any() {
			e.save(w)
			w.lev.put(y, t, next)
			w.s[next&1].setLayer(y, t)
			layers, all = layers|1<<y, all.or(t)
		}
	}
	if layers != 0 {
		e.advance(w, next&1, layers, rims(all))
	}
}

// gatherPlain is gather for a plain section: what the frontier reaches and is free gets the next level, and is free no more. The
// planes of the levels only ever gain bits here, because the cells had none.
func (e *Engine) gatherPlain(w *work, n *near, reach uint16, next uint8) {
	lev, dst, alone := w.lev, &w.s[next&1], e.alone(n)
	reach &^= w.spent
	e.work.Layers += bits.OnesCount16(reach)
	var layers uint16
	var all Layer
	for m := reach; m != 0; m &= m - 1 {
		y := trailing(m)
		var t Layer
		if alone {
			t = n.dilateWithin(y)
		} else {
			t = n.dilate(y)
		}
		free := w.free.layer(y)
		if t = t.and(free); !t.any() {
			continue
		}
		layers, all = layers|1<<y, all.or(t)
		dst.setLayer(y, t)
		free = free.xor(t)
		w.free.setLayer(y, free)
		if !free.any() {
			w.spent |= 1 << y
		}
		if next&1 != 0 {
			lev[0].add(y, t)
		}
		if next&2 != 0 {
			lev[1].add(y, t)
		}
		if next&4 != 0 {
			lev[2].add(y, t)
		}
		if next&8 != 0 {
			lev[3].add(y, t)
		}
	}
	if layers != 0 {
		e.advance(w, next&1, layers, rims(all))
	}
}
