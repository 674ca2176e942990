package lighting

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
		e.targets = e.targets[:0]
		for _, w := range e.active[p] {
			e.suspect(w)
			for side := West; side <= South; side++ {
				if w.rim[p]>>side&1 == 0 {
					continue
				}
				if v := e.beside(w, side); v != nil {
					e.suspect(v)
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
	n := e.around(w, p)
	g := &w.sec.light[e.kind]
	for m := w.reached(p); m != 0; m &= m - 1 {
		y := trailing(m)
		e.work.Removed++
		t := n.dilate(y)
		if w.lev == nil && g.level == 15 {
			e.mark(w, y, &t)
			continue
		}
		if level <= 15 {
			for i := range w.sec.costs {
				if c := &w.sec.costs[i]; c.n < level {
					e.takeLayer(w, level-c.n, y, &t, c.cells.layer(y), true)
				}
			}
			if level > 1 {
				e.takeLayer(w, level-1, y, &t, w.open.layer(y), false)
			}
		}
		lit := e.levels(w).lit(y)
		e.mark(w, y, &Layer{t[0] & lit[0], t[1] & lit[1], t[2] & lit[2], t[3] & lit[3]})
	}
}

// takeLayer takes the light out of those of the cells t, of one cost, that have a level; later tells that this is not the next
// level to be worked on.
func (e *Engine) takeLayer(w *work, level uint8, y int, t, cost *Layer, later bool) {
	lev := e.levels(w)
	d := lev.equal(y, level)
	d[0], d[1], d[2], d[3] = d[0]&t[0]&cost[0], d[1]&t[1]&cost[1], d[2]&t[2]&cost[2], d[3]&t[3]&cost[3]
	if d[0]|d[1]|d[2]|d[3] == 0 {
		return
	}
	lev.put(y, &d, 0)
	w.lose(y, &d)
	if later {
		e.wait(w, level, y, &d)
	} else {
		e.join(w, level, y, &d)
	}
}

// drop takes the light out of cells of a layer, and makes those that depend on them lose theirs when lower runs.
func (e *Engine) drop(w *work, y int, n *Layer) {
	lev := e.levels(w)
	for level := uint8(1); level <= 15; level++ {
		d := lev.equal(y, level)
		d[0], d[1], d[2], d[3] = d[0]&n[0], d[1]&n[1], d[2]&n[2], d[3]&n[3]
		e.wait(w, level, y, &d)
	}
	lev.put(y, n, 0)
	w.lose(y, n)
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
					l := w.sec.emit[k].cells.layer(y)
					e.wait(w, w.sec.emit[k].n, y, &Layer{gone[0] & l[0], gone[1] & l[1], gone[2] & l[2], gone[3] & l[3]})
				}
			}
			e.thawInto(w, y, gone)
		}
	}
}

// thawInto makes the frozen borders of a section give to those of a layer's cells that lie at them.
func (e *Engine) thawInto(w *work, y int, gone *Layer) {
	for k, side := range walls {
		f := w.col.frozen[k]
		if f == nil || f.levels[e.kind] == nil {
			continue
		}
		eachFrozen(f.levels[e.kind][w.index<<4|y], side, y, func(i int, level uint8) {
			if gone[i>>6&3]>>(uint(i)&63)&1 == 0 {
				return
			}
			c := w.sec.Class(i)
			if e.shapes.full[c.Shape()]>>side&1 != 0 || c.Opacity() == Opaque || c.Cost() >= level {
				return
			}
			e.waitCell(w, level-c.Cost(), i)
		})
	}
}
