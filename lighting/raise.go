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
	levels := e.sort()
	for level := uint8(15); level >= 1; level-- {
		e.admit(level)
		if levels>>level&1 != 0 {
			e.respread(level)
		}
		if len(e.active[level&1]) == 0 {
			continue
		}
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
			w.again.setLayer(trailing(m), Layer{})
		}
		w.againMask, w.isBound, w.againAt = 0, false, [16]uint16{}
	}
	e.bound = e.bound[:0]
}

// admit gives the cells that wait for a level that level, unless they have as much, and puts them on the frontier.
func (e *Engine) admit(level uint8) {
	for _, s := range e.sources[level] {
		for y := range 16 {
			e.admitLayer(s.w, level, y, s.cells.layer(y))
		}
	}
	e.sources[level] = e.sources[level][:0]
	for _, w := range e.waiting[level] {
		p := w.pend[level]
		for m := w.pendMask[level]; m != 0; m &= m - 1 {
			y := trailing(m)
			e.admitLayer(w, level, y, p.layer(y))
		}
		e.planes = append(e.planes, p)
		w.pend[level], w.pendMask[level] = nil, 0
	}
	e.waiting[level] = e.waiting[level][:0]
}

// admitLayer is admit for one layer.
func (e *Engine) admitLayer(w *work, level uint8, y int, cells Layer) {
	if !cells.any() {
		return
	}
	n := cells.not(e.levels(w).atLeast(y, level))
	if n.any() {
		w.write(y, n, level)
		e.join(w, level, y, n)
	}
}

// sort notes for each level the layers in which cells that have to spread again have it, and returns the levels that any have, a bit
// each.
func (e *Engine) sort() (levels uint16) {
	for _, w := range e.bound {
		for m := w.againMask; m != 0; m &= m - 1 {
			y := trailing(m)
			if w.lev == nil {
				w.againAt[w.sec.light[e.kind].level] |= 1 << y
				continue
			}
			again := w.again.words(y)
			l0, l1, l2, l3 := w.lev[0].words(y), w.lev[1].words(y), w.lev[2].words(y), w.lev[3].words(y)
			for k, v := range again {
				// A tree of four questions, of which only the branches that have any cell are followed.
				for a, v := range [2]uint64{v &^ l3[k], v & l3[k]} {
					if v == 0 {
						continue
					}
					for b, v := range [2]uint64{v &^ l2[k], v & l2[k]} {
						if v == 0 {
							continue
						}
						for c, v := range [2]uint64{v &^ l1[k], v & l1[k]} {
							if v&^l0[k] != 0 {
								w.againAt[a<<3|b<<2|c<<1] |= 1 << y
							}
							if v&l0[k] != 0 {
								w.againAt[a<<3|b<<2|c<<1|1] |= 1 << y
							}
						}
					}
				}
			}
		}
		for level, layers := range w.againAt {
			if layers != 0 {
				levels |= 1 << level
			}
		}
	}
	return levels
}

// respread puts those cells on the frontier that have to spread again and have the level. Those that have been raised since have
// been on the frontier at their new level.
func (e *Engine) respread(level uint8) {
	for _, w := range e.bound {
		for m := w.againAt[level]; m != 0; m &= m - 1 {
			y := trailing(m)
			n := w.again.layer(y)
			if w.lev != nil {
				n = n.and(w.lev.equal(y, level))
			}
			if n.any() {
				e.join(w, level, y, n)
			}
		}
	}
}

// aim collects the sections that the frontier of a level can reach: its own, and those behind the borders that it touches.
func (e *Engine) aim(level uint8) {
	e.targets = e.targets[:0]
	p := level & 1
	for _, w := range e.active[p] {
		sides := w.rim[p] &^ w.shut
		if e.calm(w) {
			sides &= w.gives
		} else {
			e.target(w, level)
		}
		for r := sides; r != 0; r &= r - 1 {
			side := Side(bits.TrailingZeros8(r))
			v := w.nb[side]
			if v == nil {
				if e.refilling {
					continue // where nothing was lost, nothing is to be given back
				}
				s := e.peek(w, side)
				if s == nil || s.solid() {
					w.shut |= 1 << side
					continue
				}
				if !takes(s, e.kind, level) {
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
	if w.target || w.lev == nil && !takes(w.sec, e.kind, level) || e.refilling && w.goneMask == 0 {
		return
	}
	w.target = true
	e.targets = append(e.targets, w)
}
