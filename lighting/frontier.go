package lighting

import "math/bits"

// wait sets cells of a layer aside until their level comes.
func (e *Engine) wait(w *work, level uint8, y int, cells Layer) {
	if !cells.any() {
		return
	}
	p := w.pend[level]
	if p == nil {
		p = e.newPlane()
		w.pend[level] = p
		e.waiting[level] = append(e.waiting[level], w)
	}
	p.add(y, cells)
	w.pendMask[level] |= 1 << y
}

// mark notes that cells of a layer have to spread again.
func (e *Engine) mark(w *work, y int, cells Layer) {
	if !cells.any() {
		return
	}
	if !w.isBound {
		w.isBound = true
		e.bound = append(e.bound, w)
	}
	w.again.add(y, cells)
	w.againMask |= 1 << y
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

// lids returns which of the lower and the upper side a set of layers touches.
func lids(layers uint16) uint8 { return uint8(layers&1)<<Down | uint8(layers>>15)<<Up }

// join adds cells of a layer to the frontier of a level.
func (e *Engine) join(w *work, level uint8, y int, cells Layer) {
	p := level & 1
	w.s[p].add(y, cells)
	e.advance(w, p, 1<<y, rims(cells))
}

// advance notes that the frontier of parity p has cells in some layers of a section, touching some vertical sides.
func (e *Engine) advance(w *work, p uint8, layers uint16, sides uint8) {
	w.m[p] |= layers
	w.rim[p] |= sides | lids(layers)
	if !w.queued[p] {
		w.queued[p] = true
		e.active[p] = append(e.active[p], w)
	}
}

// retire empties the frontier of a level.
func (e *Engine) retire(level uint8) {
	p := level & 1
	for _, w := range e.active[p] {
		if bits.OnesCount16(w.m[p]) > 5 {
			w.s[p] = Plane{} // faster than many layers
		} else {
			for m := w.m[p]; m != 0; m &= m - 1 {
				w.s[p].setLayer(trailing(m), Layer{})
			}
		}
		w.m[p], w.rim[p], w.queued[p] = 0, 0, false
	}
	e.active[p] = e.active[p][:0]
}
