package lighting

import "math/bits"

// Changed tells which cells of one section have another level than before the pass. Cells belongs to the engine.
type Changed struct {
	Column  *Column
	Section int32 // section number
	Kind    Kind
	Cells   *Plane
}

// Result is what a pass did. It belongs to the engine: its slice and planes are valid until the next call on the engine.
type Result struct {
	Changed []Changed // only sections with at least one changed cell, each once per kind
	Work    Work
}

// start forgets the last result.
func (e *Engine) start() {
	e.changed, e.work, e.diffsUsed = e.changed[:0], Work{}, 0
}

// result returns what has happened since start.
func (e *Engine) result() Result { return Result{Changed: e.changed, Work: e.work} }

// diff returns a plane for a result.
func (e *Engine) diff() *Plane {
	if e.diffsUsed == len(e.diffs) {
		e.diffs = append(e.diffs, new(Plane))
	}
	e.diffsUsed++
	return e.diffs[e.diffsUsed-1]
}

// report adds a section whose light differs from old to the result.
func (e *Engine) report(c *Column, sec int, old *glow) {
	g := &c.secs[sec].light[e.kind]
	d := e.diff()
	var any uint64
	if old.planes != nil && g.planes != nil {
		a, b := old.planes, g.planes
		for i := range d {
			d[i] = (a[0][i] ^ b[0][i]) | (a[1][i] ^ b[1][i]) | (a[2][i] ^ b[2][i]) | (a[3][i] ^ b[3][i])
			any |= d[i]
		}
	} else if old.planes == nil && g.planes == nil {
		if old.level != g.level {
			any = ^uint64(0)
		}
		d.fill(any)
	} else {
		a, level := old.planes, g.level
		if a == nil {
			a, level = g.planes, old.level
		}
		b0, b1, b2, b3 := -uint64(level&1), -uint64(level>>1&1), -uint64(level>>2&1), -uint64(level>>3&1)
		for i := range d {
			d[i] = (a[0][i] ^ b0) | (a[1][i] ^ b1) | (a[2][i] ^ b2) | (a[3][i] ^ b3)
			any |= d[i]
		}
	}
	e.keep(d, any, c, sec)
}

// keep adds a diff to the result, unless it is empty.
func (e *Engine) keep(d *Plane, any uint64, c *Column, sec int) {
	if any == 0 {
		e.diffsUsed--
		return
	}
	e.changed = append(e.changed, Changed{Column: c, Section: c.bottom - 1 + int32(sec), Kind: e.kind, Cells: d})
}

// reportWords is report for a section that has the planes that it had: in these a cell changes only by being on a frontier, so that no
// other words are looked at.
func (e *Engine) reportWords(w *work) {
	a, b, d := &w.copy, w.sec.light[e.kind].planes, e.diff()
	*d = Plane{}
	var any uint64
	for m := w.been; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m) & 63
		d[i] = (a[0][i] ^ b[0][i]) | (a[1][i] ^ b[1][i]) | (a[2][i] ^ b[2][i]) | (a[3][i] ^ b[3][i])
		any |= d[i]
	}
	e.keep(d, any, w.col, w.index)
}

// finish closes all sections, and reports what changed in them.
func (e *Engine) finish() {
	for _, w := range e.used {
		if w.saved {
			e.conclude(w)
		}
		for m := w.goneMask; m != 0; m &= m - 1 {
			w.gone.setLayer(trailing(m), Layer{})
		}
		if w.cross != nil {
			e.crosses = append(e.crosses, w.cross)
		}
		e.slots[w.at*e.area.height+w.index] = nil
		w.sec, w.col, w.open, w.lev, w.cross, w.done, w.saved, w.plain = nil, nil, nil, nil, nil, false, false, false
		w.shut, w.gives, w.nb, w.goneMask, w.old, w.been = 0, 0, [6]*work{}, 0, glow{}, 0
		e.idle = append(e.idle, w)
	}
	e.used = e.used[:0]
	e.area = nil
}

// conclude reports what is other in a section than before the pass. Light that has become uniform gives up its planes.
func (e *Engine) conclude(w *work) {
	g := &w.sec.light[e.kind]
	if g.planes != nil && (w.been == 0 || !g.planes.mixed(bits.TrailingZeros64(w.been))) {
		if v, ok := g.planes.uniform(); ok {
			e.release(g.planes)
			*g = glow{level: v}
		}
	}
	if w.old.planes == &w.copy && g.planes != nil {
		e.reportWords(w)
	} else {
		e.report(w.col, w.index, &w.old)
	}
	if w.old.planes != nil && w.old.planes != &w.copy {
		e.release(w.old.planes)
	}
}
