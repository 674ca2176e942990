package lighting

import "math/bits"

// Engine lights areas. It owns all scratch memory of its passes and keeps it between them, so that a pass allocates nothing but the
// planes that it leaves in the columns. An Engine is not safe for concurrent use; use one per goroutine.
type Engine struct {
	shapes *Shapes
	area   *Area
	kind   Kind

	slots []*work // per column of the area and section; nil: not touched
	used  []*work
	idle  []*work

	active  [2][]*work    // sections with cells at the level in work, and at the next
	waiting [17][]*work   // per level: sections with cells set aside for it
	sources [16][]emitter // per level: what is to start there
	bound   []*work       // sections with cells that have to spread again
	targets []*work

	refilling bool // the flood only gives back what was lost

	spare   []*Levels // level planes that nothing uses at present
	planes  []*Plane  // planes that nothing uses at present
	crosses []*crossing
	sided   sidedPool

	zero, ones Plane
	members    []int  // places of the columns that the pass is for
	member     []bool // per place: is one of them
	effects    []effect
	gains      []gained
	changed    []Changed
	diffs      []*Plane
	diffsUsed  int
	work       Work
}

// emitter is a plane of cells of a section that emit one level.
type emitter struct {
	w     *work
	cells *Plane
}

// Work counts what a pass did. The counts are exact and do not depend on the machine.
type Work struct {
	Sections int // sections opened
	Layers   int // layers of 256 cells that light was gathered for
	Removed  int // layers that light was taken out of
}

// NewEngine returns an engine for worlds whose classes refer to the shapes given. Nil is a table without any shape.
func NewEngine(shapes *Shapes) *Engine {
	if shapes == nil {
		shapes, _ = NewShapes(nil)
	}
	e := &Engine{shapes: shapes}
	e.ones.fill(^uint64(0))
	return e
}

// Shapes returns the engine's table.
func (e *Engine) Shapes() *Shapes { return e.shapes }

// work is the open state of one section during a pass.
//
// The frontier at level L is s[L&1], its layers m[L&1] and its touched borders rim[L&1]; the one of level L-1 grows in the other
// half. Cells that are to join a frontier later than at the next level wait in pend.
type work struct {
	sec   *Section
	col   *Column
	at    int // place of the column in the area
	index int // section index within the column
	nb    [6]*work

	s   [2]Plane
	m   [2]uint16
	rim [2]uint8 // bit Side: the frontier has cells on that side

	queued  [2]bool // is in active
	target  bool    // is in targets
	shut    uint8   // bit Side: nothing that light can enter lies there
	isBound bool    // is in bound

	pend     [17]*Plane
	pendMask [17]uint16

	again     Plane // cells that have to spread again, at whatever level they have
	againMask uint16
	againAt   [16]uint16 // per level: its layers
	gone      Plane      // cells that lost their light in this pass
	goneMask  uint16

	// plain sections were dark when the pass came to them, and have neither closed faces nor costs above one. For them free holds the
	// open cells that have no light yet, which is all that gather has to know, and spent the layers without any.
	plain bool
	free  Plane
	spent uint16

	open  *Plane
	lev   *Levels // nil until something is to be written
	cross *crossing
	done  bool // cross is up to date

	old   glow // the light before the pass
	saved bool
	copy  Levels // the planes of old
}

// begin makes the engine ready for a pass over an area.
func (e *Engine) begin(a *Area, kind Kind) {
	e.area, e.kind = a, kind
	n := len(a.cols) * a.height
	if cap(e.slots) < n {
		e.slots = make([]*work, n)
	}
	e.slots = e.slots[:n]
	e.members, e.member = e.members[:0], append(e.member[:0], make([]bool, len(a.cols))...)
}

// touch opens a section: col is the place of its column in the area.
func (e *Engine) touch(col, sec int) *work {
	slot := col*e.area.height + sec
	if w := e.slots[slot]; w != nil {
		return w
	}
	var w *work
	if n := len(e.idle); n > 0 {
		w, e.idle = e.idle[n-1], e.idle[:n-1]
	} else {
		w = new(work)
	}
	e.slots[slot] = w
	e.used = append(e.used, w)
	e.work.Sections++
	c := e.area.cols[col]
	w.sec, w.col, w.at, w.index = &c.secs[sec], c, col, sec
	switch {
	case w.sec.open != nil:
		w.open = w.sec.open
	case w.sec.closed:
		w.open = &e.zero
	default:
		w.open = &e.ones
	}
	w.lev = w.sec.light[e.kind].planes
	for side := West; side <= South; side++ {
		if n, i := e.beyond(col, sec, side); n >= 0 {
			if v := e.slots[n*e.area.height+i]; v != nil {
				w.nb[side], v.nb[side^1] = v, w
			}
		}
	}
	return w
}

// beyond returns the column and the section index of what lies next to a section, or -1 if nothing does.
func (e *Engine) beyond(col, sec int, side Side) (int, int) {
	switch side {
	case Down:
		if sec == 0 {
			return -1, 0
		}
		return col, sec - 1
	case Up:
		if sec == e.area.height-1 {
			return -1, 0
		}
		return col, sec + 1
	}
	return e.colBeside(col, side), sec
}

// colBeside returns the place of the lit column next to one, or -1 if there is none.
func (e *Engine) colBeside(col int, side Side) int {
	a, c := e.area, e.area.cols[col]
	next := -1
	switch side {
	case West:
		if c.x > a.x {
			next = col - 1
		}
	case East:
		if c.x-a.x < a.w-1 {
			next = col + 1
		}
	case North:
		if c.z > a.z {
			next = col - int(a.w)
		}
	case South:
		if c.z-a.z < a.d-1 {
			next = col + int(a.w)
		}
	}
	if next < 0 {
		return -1
	}
	if c := a.cols[next]; c == nil || !c.lit[e.kind] {
		return -1
	}
	return next
}

// beside opens the section next to an open one; nil if nothing is there.
func (e *Engine) beside(w *work, side Side) *work {
	if v := w.nb[side]; v != nil {
		return v
	}
	col, sec := e.beyond(w.at, w.index, side)
	if col < 0 {
		return nil
	}
	return e.touch(col, sec)
}

// peek returns the section next to an open one without opening it; nil if nothing is there.
func (e *Engine) peek(w *work, side Side) *Section {
	col, sec := e.beyond(w.at, w.index, side)
	if col < 0 {
		return nil
	}
	return &e.area.cols[col].secs[sec]
}

// save keeps the section's light as it was before the pass.
func (e *Engine) save(w *work) {
	if w.saved {
		return
	}
	w.saved = true
	g := w.sec.light[e.kind]
	w.old = glow{level: g.level}
	if g.planes != nil {
		w.copy = *g.planes
		w.old.planes = &w.copy
	}
}

// levels returns the section's planes for writing.
func (e *Engine) levels(w *work) *Levels {
	if w.lev != nil && w.saved {
		return w.lev
	}
	e.save(w)
	if w.lev == nil {
		g := &w.sec.light[e.kind]
		w.lev = e.newLevels()
		w.lev.fill(g.level)
		if g.level == 0 && len(w.sec.costs) == 0 && e.crossOf(w) == nil {
			w.plain, w.free, w.spent = true, *w.open, 0
		}
		*g = glow{planes: w.lev}
	}
	return w.lev
}

// write gives cells of a layer a level.
func (w *work) write(y int, n Layer, level uint8) {
	w.lev.put(y, n, level)
	if w.plain {
		w.free.remove(y, n)
	}
}

// darken takes all light out of a section.
func (e *Engine) darken(w *work) {
	e.save(w)
	g := &w.sec.light[e.kind]
	if g.planes != nil {
		e.spare = append(e.spare, g.planes)
	}
	*g, w.lev = glow{}, nil
}

func (e *Engine) newLevels() *Levels {
	if n := len(e.spare); n > 0 {
		l := e.spare[n-1]
		e.spare = e.spare[:n-1]
		return l
	}
	return new(Levels)
}

// newPlane returns a plane without any bit.
func (e *Engine) newPlane() *Plane {
	if n := len(e.planes); n > 0 {
		p := e.planes[n-1]
		e.planes = e.planes[:n-1]
		*p = Plane{}
		return p
	}
	return new(Plane)
}

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
