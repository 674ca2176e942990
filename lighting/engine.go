package lighting

// Engine lights areas. It owns all scratch memory of its passes and keeps it between them, so that a pass allocates nothing but the
// planes that it leaves in the columns. That memory is about 6 KiB for each section that the largest pass so far opened. An Engine is
// not safe for concurrent use; use one per goroutine. After a panic it must not be used again.
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
	trusting  bool // what columns other than the members have, they have for good, and have given all that they can to each other

	spare   []*Levels // level planes that nothing uses at present
	planes  []*Plane  // planes that nothing uses at present
	crosses []*crossing
	sided   sidedPool

	zero, ones Plane
	empty      front   // of a section that is not there
	members    []int   // places of the columns that the pass is for
	member     []bool  // per place: is one of them, and began dark
	was        []uint8 // per section of the members without planes before: the level that all of its cells had
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

// begin makes the engine ready for a pass over an area.
func (e *Engine) begin(a *Area, kind Kind) {
	e.area, e.kind, e.trusting = a, kind, false
	n := len(a.cols) * a.height
	if cap(e.slots) < n {
		e.slots, e.was = make([]*work, n), make([]uint8, n)
	}
	e.slots, e.was = e.slots[:n], e.was[:n]
	e.members, e.member = e.members[:0], append(e.member[:0], make([]bool, len(a.cols))...)
}
