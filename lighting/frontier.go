package lighting

import "math/bits"

// wait sets cells of a layer aside until their level comes.
func (e *Engine) wait(w *work, level uint8, y int, cells Layer) {
	if cells.any() {
		e.pending(w, level, y).add(y, cells)
	}
}

// waitWord is wait for the cells of one word.
func (e *Engine) waitWord(w *work, level uint8, k int, cells uint64) {
	e.pending(w, level, k>>2)[k&63] |= cells
}

// pending returns the plane of the cells of a section that wait for a level, one of which is about to be put into layer y.
func (e *Engine) pending(w *work, level uint8, y int) *Plane {
	if w.pend[level] == nil {
		w.pend[level] = e.newPlane()
		e.waiting[level] = append(e.waiting[level], w)
	}
	w.pendMask[level] |= 1 << y
	return w.pend[level]
}

// mark notes that cells of a layer have to spread again.
func (e *Engine) mark(w *work, y int, cells Layer) {
	if cells.any() {
		e.bind(w)
		w.again.add(y, cells)
		w.againMask |= 1 << y
	}
}

// bind notes that a section has cells that have to spread again.
func (e *Engine) bind(w *work) {
	if !w.isBound {
		w.isBound = true
		e.bound = append(e.bound, w)
	}
}

// lose notes that cells of a layer lost their light.
func (w *work) lose(y int, cells Layer) {
	w.gone.add(y, cells)
	w.goneMask |= 1 << y
}

// rims returns the vertical sides that cells of a layer, or of several joined, touch.
func rims(l Layer) (r uint8) {
	any := l.a | l.b | l.c | l.d
	if any&colWest != 0 {
		r |= 1 << West
	}
	if any&colEast != 0 {
		r |= 1 << East
	}
	if l.a&rowNorth != 0 {
		r |= 1 << North
	}
	if l.d&rowSouth != 0 {
		r |= 1 << South
	}
	return r
}

// lids returns which of the lower and the upper side a set of words touches.
func lids(words uint64) (r uint8) {
	if words&0xf != 0 {
		r |= 1 << Down
	}
	if words>>60 != 0 {
		r |= 1 << Up
	}
	return r
}

// used returns which of the four words of a layer have any cell, a bit each.
func (l Layer) used() uint64 {
	return (l.a|-l.a)>>63 | (l.b|-l.b)>>63<<1 | (l.c|-l.c)>>63<<2 | (l.d|-l.d)>>63<<3
}

// join adds cells of a layer to the frontier of a level.
func (e *Engine) join(w *work, level uint8, y int, cells Layer) {
	p := level & 1
	f := w.s[p].words(y)
	f[0], f[1], f[2], f[3] = f[0]|cells.a, f[1]|cells.b, f[2]|cells.c, f[3]|cells.d
	e.advance(w, p, cells.used()<<(y&15<<2), rims(cells))
}

// advance notes that the frontier of parity p has cells in some words of a section, touching some vertical sides.
func (e *Engine) advance(w *work, p uint8, words uint64, sides uint8) {
	w.m[p] |= words
	w.been |= words
	w.rim[p] |= sides | lids(words)
	if !w.queued[p] {
		w.queued[p] = true
		e.active[p] = append(e.active[p], w)
	}
}

// retire empties the frontier of a level.
func (e *Engine) retire(level uint8) {
	p := level & 1
	for _, w := range e.active[p] {
		if bits.OnesCount64(w.m[p]) > 20 {
			w.s[p] = front{} // faster than many words
		} else {
			for m := w.m[p]; m != 0; m &= m - 1 {
				w.s[p][bits.TrailingZeros64(m)&63+4] = 0
			}
		}
		w.m[p], w.rim[p], w.queued[p] = 0, 0, false
	}
	e.active[p] = e.active[p][:0]
}
