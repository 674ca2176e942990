package lighting

// work is the open state of one section during a pass.
//
// The frontier at level L is s[L&1], its words m[L&1] and its touched borders rim[L&1]; the one of level L-1 grows in the other
// half. Cells that are to join a frontier later than at the next level wait in pend.
type work struct {
	sec   *Section
	col   *Column
	at    int // place of the column in the area
	index int // section index within the column
	nb    [6]*work

	s    [2]front
	m    [2]uint64
	been uint64   // words that any frontier of the pass had cells in; only these can be other than before
	rim  [2]uint8 // bit Side: the frontier has cells on that side

	queued  [2]bool // is in active
	target  bool    // is in targets
	shut    uint8   // bit Side: nothing that light can enter lies there
	gives   uint8   // bit Side: as part of a ring, it has light for the column there
	isBound bool    // is in bound

	pend     [17]*Plane
	pendMask [17]uint16

	again     Plane // cells that have to spread again, at whatever level they have
	againMask uint16
	againAt   [16]uint16 // per level: its layers
	gone      Plane      // cells that lost their light in this pass
	goneMask  uint16

	// plain sections were dark when the pass came to them, and have neither closed faces nor costs above one. For them free holds the
	// open cells that have no light yet, which is all that gather has to know, and spent words without any.
	plain bool
	free  Plane
	spent uint64

	open  *Plane
	lev   *Levels // nil until something is to be written
	cross *crossing
	done  bool // cross is up to date

	old   glow // the light before the pass
	saved bool
	copy  Levels // the planes of old
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
	e.link(w, slot)
	return w
}

// link makes a section that has just been opened and those next to it that are open know each other. Only sections of lit columns are
// ever opened.
func (e *Engine) link(w *work, slot int) {
	a := e.area
	row := a.height * int(a.w)
	if w.index > 0 {
		w.connect(Down, e.slots[slot-1])
	}
	if w.index < a.height-1 {
		w.connect(Up, e.slots[slot+1])
	}
	if w.col.x > a.x {
		w.connect(West, e.slots[slot-a.height])
	}
	if w.col.x-a.x < a.w-1 {
		w.connect(East, e.slots[slot+a.height])
	}
	if w.col.z > a.z {
		w.connect(North, e.slots[slot-row])
	}
	if w.col.z-a.z < a.d-1 {
		w.connect(South, e.slots[slot+row])
	}
}

// connect makes v, if it is open, the neighbour on a side.
func (w *work) connect(side Side, v *work) {
	if v != nil {
		w.nb[side], v.nb[side^1] = v, w
	}
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
	switch {
	case g.planes != nil:
		w.copy = *g.planes
		w.old = glow{planes: &w.copy}
	case e.member[w.at]:
		w.old = glow{level: e.was[w.at*e.area.height+w.index]}
	default:
		w.old = glow{level: g.level}
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

// spareLevels is the number of level planes that an engine keeps for reuse, 4 MiB.
const spareLevels = 2048

// release takes planes back that nothing uses any more.
func (e *Engine) release(l *Levels) {
	if len(e.spare) < spareLevels {
		e.spare = append(e.spare, l)
	}
}

// newLevels returns planes of unknown content.
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
