package lighting

import "math/bits"

// lower takes light away that depends on cells which have lost theirs; these wait at the level that they had.
//
// It works level by level from 15 down, as raise does. A neighbour of a cell that had level L, itself of cost c, depends on it at
// most if it has exactly level L-c: then it loses its light too, and its own dependents are looked for when its level comes. Any
// other neighbour with light does not owe it to this cell, and may give some back: it has to spread again. Which faces are closed
// does not matter here. It can only make lower take more than it must, and what has another source comes back from it. Cells that
// wait at level 16 have lost nothing: only their neighbours have to spread again.
func (e *Engine) lower() {
	for level := uint8(16); level >= 1; level-- {
		p := level & 1
		for _, w := range e.waiting[level] {
			for m := w.pendMask[level]; m != 0; m &= m - 1 {
				y := trailing(m)
				e.join(w, level, y, w.pend[level].layer(y))
			}
			e.planes = append(e.planes, w.pend[level])
			w.pend[level], w.pendMask[level] = nil, 0
		}
		e.waiting[level] = e.waiting[level][:0]
		if len(e.active[p]) == 0 {
			continue
		}
		e.targets = e.targets[:0]
		for _, w := range e.active[p] {
			e.suspect(w)
			for r := w.rim[p]; r != 0; r &= r - 1 {
				side := Side(bits.TrailingZeros8(r))
				if s := e.peek(w, side); s != nil && (s.light[e.kind].planes != nil || s.light[e.kind].level > 0) {
					e.suspect(e.beside(w, side))
				}
			}
		}
		for _, w := range e.targets {
			w.target = false
			e.take(w, level)
		}
		e.retire(level)
	}
}

// suspect adds a section with any light to the targets.
func (e *Engine) suspect(w *work) {
	if w.target || w.lev == nil && w.sec.light[e.kind].level == 0 {
		return
	}
	w.target = true
	e.targets = append(e.targets, w)
}

// take takes the light out of those cells of a section that depend on the frontier of a level.
func (e *Engine) take(w *work, level uint8) {
	p := level & 1
	words := w.reached(p, w.m[p])
	n := e.around(w, p)
	e.work.Removed += bits.OnesCount16(layersOf(words))
	if w.lev == nil && w.sec.light[e.kind].level != 15 {
		e.levels(w)
	}
	e.bind(w)
	lev, dst, one, alone := w.lev, &w.s[1-p], sliced(level-1), e.alone(&n)
	if lev != nil {
		e.levels(w)
	}
	var lost, gone, again uint64
	var all [4]uint64
	for m := words; m != 0; m &= m - 1 {
		k := bits.TrailingZeros64(m) & 63
		t := n.own.within(k)
		if !alone {
			t |= n.beside(k)
		}
		if lev != nil { // otherwise uniform 15: nothing here can have come from a neighbour
			t &= lev[0][k] | lev[1][k] | lev[2][k] | lev[3][k]
		}
		if t == 0 {
			continue
		}
		if lev != nil && level <= 15 {
			owed := t & w.open[k] & lev.wordEqual(k, &one)
			if owed != 0 {
				dst[k+4] |= owed
				all[k&3] |= owed
				lost |= m & -m
			}
			for i := range w.sec.costs {
				c := &w.sec.costs[i]
				if c.n >= level || t&c.cells[k] == 0 {
					continue
				}
				n := sliced(level - c.n)
				if d := t & c.cells[k] & lev.wordEqual(k, &n); d != 0 {
					e.waitWord(w, level-c.n, k, d)
					owed |= d
				}
			}
			if owed != 0 {
				lev[0][k] &^= owed
				lev[1][k] &^= owed
				lev[2][k] &^= owed
				lev[3][k] &^= owed
				w.gone[k] |= owed
				gone |= m & -m
				if t &^= owed; t == 0 {
					continue
				}
			}
		}
		w.again[k] |= t
		again |= m & -m
	}
	w.againMask |= layersOf(again)
	if gone != 0 {
		w.goneMask |= layersOf(gone)
		w.plain = false // free does not get cells back
	}
	if lost != 0 {
		e.advance(w, 1-p, lost, rims(Layer{all[0], all[1], all[2], all[3]}))
	}
}

// out takes all light out of cells of a layer.
func (e *Engine) out(w *work, y int, n Layer) {
	e.levels(w).put(y, n, 0)
	w.plain = false // free does not get cells back
	w.lose(y, n)
}

// drop takes the light out of a cell, and makes those that depend on it lose theirs when lower runs.
func (e *Engine) drop(w *work, i int) {
	y, cell := i>>8&15, single(i)
	if level := e.levels(w).At(i); level > 0 {
		e.wait(w, level, y, cell)
	}
	e.out(w, y, cell)
}

// restore makes everything that can give light of its own to the cells that lost theirs do so, when raise runs.
func (e *Engine) restore() {
	for i := 0; i < len(e.used); i++ {
		w := e.used[i]
		for m := w.goneMask; m != 0; m &= m - 1 {
			y := trailing(m)
			gone := w.gone.layer(y)
			if e.kind == Block {
				for k := range w.sec.emit {
					e.wait(w, w.sec.emit[k].n, y, gone.and(w.sec.emit[k].cells.layer(y)))
				}
			}
			e.thawInto(w, y, gone)
		}
	}
}

// thawInto makes the frozen borders of a section give to those of a layer's cells that lie at them.
func (e *Engine) thawInto(w *work, y int, gone Layer) {
	for k, side := range walls {
		f := w.col.frozen[k]
		if f == nil || f.levels[e.kind] == nil {
			continue
		}
		eachFrozen(f.levels[e.kind][w.index<<4|y], side, y, func(i int, level uint8) {
			cell := single(i)
			if !gone.and(cell).any() {
				return
			}
			c := w.sec.Class(i)
			if e.shapes.full[c.Shape()]>>side&1 != 0 || c.Opacity() == Opaque || c.Cost() >= level {
				return
			}
			e.wait(w, level-c.Cost(), y, cell)
		})
	}
}
