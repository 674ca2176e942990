package lighting

import "fmt"

// Light lights all columns of the area that are not lit in a kind, and marks them lit. Lit columns are their ring: their light goes
// into those, and is raised and lowered where that of the others reaches it. The levels that an unlit column holds are taken to be
// what its lit neighbours were computed from; a column that has never been lit holds none.
//
// The outcome does not depend on the order in which columns come: it is the one light in which each cell has the greatest of what it
// emits, what falls on it from the sky, and what its neighbours give it.
func (e *Engine) Light(a *Area, kind Kind) Result {
	e.start()
	checkArea(a, kind)
	e.begin(a, kind)
	for _, c := range a.cols {
		if c != nil && !c.lit[kind] {
			for i := range c.secs {
				e.checkSided(c.secs[i].sided)
			}
		}
	}
	for i, c := range a.cols {
		if c != nil && !c.lit[kind] {
			e.enlist(i)
			c.lit[kind] = true
		}
	}
	e.trusting = true
	for _, i := range e.members {
		e.forget(i)
	}
	for _, i := range e.members {
		if kind == Sky {
			e.seedSky(i)
		}
		e.seedFrozen(i)
		for _, side := range walls {
			if n := e.colBeside(i, side); n >= 0 && !e.member[n] {
				e.meet(n, side^1)
			}
		}
	}
	for _, i := range e.members {
		for sec := range a.height {
			if kind == Sky {
				e.startSky(i, sec)
			} else {
				e.startBlock(i, sec)
			}
		}
	}
	e.raise()
	e.settle()
	e.reportUniform()
	e.finish()
	return e.result()
}

// Join makes a column that was lit elsewhere, such as in a file, exchange light with the lit columns next to it, both ways. Neither
// gets darker, but for what a memory of the column gave (see [Column.Freeze]). A chunk without a column, or one that is not lit in
// the kind, is an error.
func (e *Engine) Join(a *Area, kind Kind, x, z int32) (Result, error) {
	e.start()
	checkArea(a, kind)
	i, ok := a.index(x, z)
	if !ok || a.cols[i] == nil {
		return Result{}, fmt.Errorf("lighting: the area has no column (%d, %d)", x, z)
	}
	if !a.cols[i].lit[kind] {
		return Result{}, fmt.Errorf("lighting: column (%d, %d) is not lit in %v light", x, z, kind)
	}
	e.begin(a, kind)
	e.members = append(e.members, i)
	e.trusting = true
	for _, side := range walls {
		if n := e.colBeside(i, side); n >= 0 {
			e.meet(i, side)
			e.meet(n, side^1)
		}
	}
	e.raise()
	e.settle()
	e.finish()
	return e.result(), nil
}

// checkArea panics on a nil area or an unknown kind.
func checkArea(a *Area, kind Kind) {
	if a == nil {
		panic("lighting: area is nil")
	}
	kind.check()
}

// enlist makes the column at a place one of those that the pass is for.
func (e *Engine) enlist(col int) {
	e.members = append(e.members, col)
	e.member[col] = true
}

// startBlock makes the emitters of a section start.
func (e *Engine) startBlock(col, sec int) {
	emit := e.area.cols[col].secs[sec].emit
	for k := range emit {
		e.sources[emit[k].n] = append(e.sources[emit[k].n], emitter{e.touch(col, sec), &emit[k].cells})
	}
}

// seedFrozen makes the frozen borders of a dark column give to it.
func (e *Engine) seedFrozen(col int) {
	c := e.area.cols[col]
	for _, f := range c.frozen {
		if f == nil || f.levels[e.kind] == nil {
			continue
		}
		for i := range c.secs {
			w := e.touch(col, i)
			for y := range 16 {
				e.thawInto(w, y, whole())
			}
		}
		return
	}
}
