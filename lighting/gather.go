package lighting

import "math/bits"

// front is one frontier of a section: the 64 words of its plane, and before and behind them room for the nearest layer of the section
// below and of the one above, so that the words four before and four after are the layers below and above for every word.
type front [72]uint64

// words returns the four words of layer y.
func (f *front) words(y int) *[4]uint64 {
	i := (y&15)<<2 + 4
	return (*[4]uint64)(f[i : i+4])
}

// reached returns the words of a section that the frontier of a level can reach from the words given, which are those that it has cells
// in: these, those before and after them in the layer, the same ones in the layers above and below, and what comes in from the
// sections around.
func (w *work) reached(p uint8, from uint64) uint64 {
	a := from
	a |= a<<4 | a>>4 | a<<1&^firstWords | a>>1&^lastWords
	if v := w.nb[West]; v != nil && v.rim[p]>>East&1 != 0 {
		a |= v.s[p].touching(v.m[p]&^a, colEast)
	}
	if v := w.nb[East]; v != nil && v.rim[p]>>West&1 != 0 {
		a |= v.s[p].touching(v.m[p]&^a, colWest)
	}
	if v := w.nb[North]; v != nil && v.rim[p]>>South&1 != 0 {
		a |= v.m[p] >> 3 & firstWords
	}
	if v := w.nb[South]; v != nil && v.rim[p]>>North&1 != 0 {
		a |= v.m[p] << 3 & lastWords
	}
	if v := w.nb[Down]; v != nil {
		a |= v.m[p] >> 60
	}
	if v := w.nb[Up]; v != nil {
		a |= v.m[p] << 60
	}
	return a
}

// touching returns those of some words that have any of the cells of mask.
func (f *front) touching(words, mask uint64) (t uint64) {
	for m := words; m != 0; m &= m - 1 {
		if f[bits.TrailingZeros64(m)&63+4]&mask != 0 {
			t |= m & -m
		}
	}
	return t
}

// firstWords and lastWords are the words of each layer that hold the lowest and the highest z.
const (
	firstWords = 0x1111_1111_1111_1111
	lastWords  = 0x8888_8888_8888_8888
)

// layersOf returns the layers that a set of words lies in.
func layersOf(words uint64) uint16 {
	words |= words >> 1
	return squeeze(words | words>>2)
}

// near are the planes of one frontier in a section and beside it; where nothing is, the plane is empty.
type near struct{ own, west, east, north, south *front }

// around returns the frontier of parity p about a section.
func (e *Engine) around(w *work, p uint8) near {
	n := near{&w.s[p], &e.empty, &e.empty, &e.empty, &e.empty}
	if v := w.nb[West]; v != nil && v.rim[p]>>East&1 != 0 {
		n.west = &v.s[p]
	}
	if v := w.nb[East]; v != nil && v.rim[p]>>West&1 != 0 {
		n.east = &v.s[p]
	}
	if v := w.nb[North]; v != nil && v.rim[p]>>South&1 != 0 {
		n.north = &v.s[p]
	}
	if v := w.nb[South]; v != nil && v.rim[p]>>North&1 != 0 {
		n.south = &v.s[p]
	}
	below, above := [4]uint64{}, [4]uint64{}
	if v := w.nb[Down]; v != nil {
		below = *v.s[p].words(15)
	}
	if v := w.nb[Up]; v != nil {
		above = *v.s[p].words(0)
	}
	*(*[4]uint64)(n.own[:4]), *(*[4]uint64)(n.own[68:]) = below, above
	return n
}

// inner tells for a word's place in its layer whether there is a word before it, and whether there is one after it.
var inner = [4][2]uint64{{0, ^uint64(0)}, {^uint64(0), ^uint64(0)}, {^uint64(0), ^uint64(0)}, {^uint64(0), 0}}

// within returns the cells of word k that have a neighbour in the frontier, in the section or in those above and below.
func (f *front) within(k int) uint64 {
	v, in := f[k+4], &inner[k&3]
	return v<<1&^colWest | v>>1&^colEast | v<<16 | v>>16 | f[k] | f[k+8] | f[k+3]&in[0]>>48 | f[k+5]&in[1]<<48
}

// beside returns the cells of word k that have a neighbour in the frontier of a section beside.
func (n *near) beside(k int) uint64 {
	in := &inner[k&3]
	return n.west[k+4]>>15&colWest | n.east[k+4]<<15&colEast | n.north[k+7]&^in[0]>>48 | n.south[k+1]&^in[1]<<48
}

// cut is within and beside for a section with closed faces: what comes from each side is cut by the cells that cannot be entered from
// it.
func (n *near) cut(k int, x *crossing) uint64 {
	k &= 63
	f, in := n.own, &inner[k&3]
	v := f[k+4]
	west := v<<1&^colWest | n.west[k+4]>>15&colWest
	east := v>>1&^colEast | n.east[k+4]<<15&colEast
	north := v<<16 | f[k+3]&in[0]>>48 | n.north[k+7]&^in[0]>>48
	south := v>>16 | f[k+5]&in[1]<<48 | n.south[k+1]&^in[1]<<48
	return west&^x[West][k] | east&^x[East][k] | f[k]&^x[Down][k] | f[k+8]&^x[Up][k] | north&^x[North][k] | south&^x[South][k]
}

// alone reports whether the frontier has nothing in the columns beside.
func (e *Engine) alone(n *near) bool {
	z := &e.empty
	return n.west == z && n.east == z && n.north == z && n.south == z
}

// calm reports whether nothing in a section can raise anything else in it: it lies in the ring of a pass, and has its light as before.
func (e *Engine) calm(w *work) bool { return e.trusting && !e.member[w.at] && !w.saved }

// gather spreads the frontier of a level into one section.
func (e *Engine) gather(w *work, level uint8) {
	p := level & 1
	from := w.m[p]
	if e.calm(w) {
		from = 0
	}
	words := w.reached(p, from)
	if words == 0 {
		return
	}
	next := level - 1
	if w.lev == nil {
		e.levels(w)
	}
	if w.plain {
		e.gatherPlain(w, words&^w.spent, next)
		return
	}
	n, cross := e.around(w, p), e.crossOf(w)
	e.work.Layers += bits.OnesCount16(layersOf(words))
	lev, dst, number, alone := w.lev, &w.s[next&1], sliced(next), e.alone(&n)
	var lit uint64
	var all [4]uint64
	for m := words; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m) & 63
		var t uint64
		if cross != nil {
			t = n.cut(k, cross)
		} else if t = n.own.within(k); !alone {
			t |= n.beside(k)
		}
		for i := range w.sec.costs {
			if c := &w.sec.costs[i]; c.n < level && t&c.cells[k] != 0 {
				e.waitWord(w, level-c.n, k, t&c.cells[k])
			}
		}
		if t = t & w.open[k] &^ lev.wordAtLeast(k, &number); t == 0 {
			continue
		}
		if !w.saved {
			e.save(w)
		}
		lev.wordPut(k, &number, t)
		lit |= m & -m
		dst[k+4] |= t
		all[k&3] |= t
	}
	if lit != 0 {
		e.advance(w, next&1, lit, rims(Layer{all[0], all[1], all[2], all[3]}))
	}
}

// gatherPlain is gather for a plain section: what the frontier reaches and is free gets the next level, and is free no more. The
// planes of the levels only ever gain bits here, because the cells had none.
func (e *Engine) gatherPlain(w *work, words uint64, next uint8) {
	n := e.around(w, 1-next&1)
	e.work.Layers += bits.OnesCount16(layersOf(words))
	lev, dst, own, alone := w.lev, &w.s[next&1], n.own, e.alone(&n)
	var lit uint64
	var all [4]uint64
	for m := words; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m) & 63
		free := w.free[k]
		if free == 0 {
			w.spent |= m & -m
			continue
		}
		t := own.within(k)
		if !alone {
			t |= n.beside(k)
		}
		if t &= free; t == 0 {
			continue
		}
		w.free[k] = free ^ t
		lit |= m & -m
		dst[k+4] = t
		all[k&3] |= t
		if next&1 != 0 {
			lev[0][k] |= t
		}
		if next&2 != 0 {
			lev[1][k] |= t
		}
		if next&4 != 0 {
			lev[2][k] |= t
		}
		if next&8 != 0 {
			lev[3][k] |= t
		}
	}
	if lit != 0 {
		e.advance(w, next&1, lit, rims(Layer{all[0], all[1], all[2], all[3]}))
	}
}
