package areas

import (
	"errors"
	"fmt"

	"github.com/kestrel-mc/kestrel/lighting"
)

// Pos is the position of a chunk.
type Pos struct{ X, Z int32 }

// String returns the position in the form "3,-1".
func (p Pos) String() string { return fmt.Sprintf("%d,%d", p.X, p.Z) }

// Add returns the position dx and dz chunks away.
func (p Pos) Add(dx, dz int32) Pos { return Pos{p.X + dx, p.Z + dz} }

// World holds the columns of one world and what is to be done about their light.
type World struct {
	conf     Config
	columns  map[Pos]*column
	queue    []Pos
	detached []*Detached
	area     lighting.Area
	edition  uint64 // the last revision given out; a column that comes again must not have one of its former self
	stats    Stats
}

// state is what is known of a column.
type state uint8

const (
	expected state = iota // announced; its blocks are still being read
	unknown               // its blocks are not known: it has to be built anew
	arrived               // lit on its own, not yet joined with its neighbours
	present               // lit, or to be lit by a full pass if light says that it is not
)

// column is a loaded chunk.
type column struct {
	pos      Pos
	light    *lighting.Column // nil while expected
	state    state
	changes  []lighting.Change // not yet in light
	revision uint64            // another with every change to light
	origin   uint64            // the revision with which the column's blocks were read
	queued   bool
	away     bool // a detached job has taken changes of it
	attempts int  // detached results that came too late, in a row
	failures int  // passes of which it was a member and that failed, in a row
}

// lit reports whether the column can be the ring of a job.
func (c *column) lit() bool { return c.state == present && c.light.Lit(lighting.Block) }

// settled reports whether the column's light is that of all changes so far.
func (c *column) settled() bool { return c.lit() && len(c.changes) == 0 && !c.away }

// Ticket is the promise of a column, given out by Expect.
type Ticket struct {
	pos    Pos
	origin uint64
}

// Pos returns the position of the promised column.
func (t Ticket) Pos() Pos { return t.pos }

// Expect announces a column whose blocks are being read as they are now. Changes are kept from now on, and take effect after Deliver
// brings the column. A column that is there already is expected anew: what its light gave to others stays until it comes.
func (w *World) Expect(p Pos) Ticket {
	c := w.columns[p]
	if c == nil {
		c = &column{pos: p}
		w.columns[p] = c
	}
	w.detach(c)
	w.dequeue(c)
	w.renew(c, expected)
	return Ticket{p, c.origin}
}

// Deliver brings the column that a ticket promised, with the blocks of the moment when it was given out. It must be lit in all kinds
// of the world on its own, or in none; the World owns it from now on. A ticket that is void, because the column was unloaded,
// expected again or had too many changes meanwhile, brings nothing, and Deliver returns false. A column of another position or
// height than expected, or one that is lit in part, is an error.
func (w *World) Deliver(t Ticket, light *lighting.Column) (taken bool, err error) {
	if x, z := light.Pos(); t.pos != (Pos{x, z}) {
		return false, fmt.Errorf("areas: a ticket for column %v brings column %d,%d", t.pos, x, z)
	}
	if err := w.checkFit(light); err != nil {
		return false, err
	}
	c := w.columns[t.pos]
	if c == nil || c.state != expected || c.origin != t.origin {
		return false, nil
	}
	w.bring(c, light)
	return true, nil
}

// Load brings a column with the blocks that it has now; in all else it is Expect and Deliver at once.
func (w *World) Load(light *lighting.Column) error {
	if err := w.checkFit(light); err != nil {
		return err
	}
	x, z := light.Pos()
	w.Expect(Pos{x, z})
	w.bring(w.columns[Pos{x, z}], light)
	return nil
}

// bring gives an expected column its blocks.
func (w *World) bring(c *column, light *lighting.Column) {
	c.light, c.state = light, present
	if light.Lit(lighting.Block) {
		c.state = arrived
	}
	w.touch(c)
	w.enqueue(c)
}

// renew makes a column one whose blocks are to come, or are not known.
func (w *World) renew(c *column, s state) {
	w.touch(c)
	c.state, c.light, c.changes, c.origin, c.away = s, nil, nil, c.revision, false
}

// touch gives a column a revision that none has had.
func (w *World) touch(c *column) {
	w.edition++
	c.revision = w.edition
}

// checkFit reports why a column cannot be one of the world's.
func (w *World) checkFit(light *lighting.Column) error {
	kinds := w.conf.kinds()
	for _, k := range kinds[1:] {
		if light.Lit(k) != light.Lit(kinds[0]) {
			return errors.New("areas: a column is lit in one kind of light only")
		}
	}
	if bottom, sections := light.Range(); bottom != w.conf.Bottom || sections != w.conf.Sections {
		return fmt.Errorf("areas: a column has %d sections from %d, the world %d from %d", sections, bottom, w.conf.Sections, w.conf.Bottom)
	}
	return nil
}

// Unload removes a column. The light that came out of it stays with its neighbours until it comes again.
func (w *World) Unload(p Pos) {
	c := w.columns[p]
	if c == nil {
		return
	}
	w.detach(c)
	delete(w.columns, p)
	w.dequeue(c)
}

// detach freezes the borders of the lit neighbours of a lit column, which is about to lose its light or to go.
func (w *World) detach(c *column) {
	if !c.lit() {
		return
	}
	for _, side := range [4]lighting.Side{lighting.West, lighting.East, lighting.North, lighting.South} {
		if n := w.columns[c.pos.beside(side)]; n != nil && n.lit() {
			n.light.Freeze(opposite(side), c.light, w.conf.Shapes)
			w.touch(n)
		}
	}
}

// opposite returns the side across.
func opposite(s lighting.Side) lighting.Side { return s ^ 1 }

// beside returns the chunk next to p on a vertical side.
func (p Pos) beside(side lighting.Side) Pos {
	switch side {
	case lighting.West:
		return p.Add(-1, 0)
	case lighting.East:
		return p.Add(1, 0)
	case lighting.North:
		return p.Add(0, -1)
	}
	return p.Add(0, 1)
}

// Change records that a cell has a class from now on, and reports whether its column is there to know of it. It must be called for
// every change in the order in which they happen. A cell above or below the build height has no light to keep and is nobody's. A
// class with a shape that the world's table does not hold panics.
func (w *World) Change(ch lighting.Change) bool {
	if int(ch.Class.Shape()) >= w.conf.Shapes.Len() {
		panic(fmt.Sprintf("areas: ch.Class has shape %d, the table holds %d", ch.Class.Shape(), w.conf.Shapes.Len()))
	}
	c := w.columns[Pos{ch.X >> 4, ch.Z >> 4}]
	if n := ch.Y>>4 - w.conf.Bottom; c == nil || n < 0 || n >= int32(w.conf.Sections) {
		return false
	}
	w.stats.Changes++
	if c.state == unknown {
		return true // It is to be built anew from the world as it will be then.
	}
	if len(c.changes) >= w.conf.MaxChanges {
		w.stats.Overflows++
		w.forget(c)
		return true
	}
	c.changes = append(c.changes, ch)
	if c.state != expected {
		w.enqueue(c)
	}
	return true
}

// Forget says that the blocks of a column have changed in a way that nobody recorded. The column asks to be built anew.
func (w *World) Forget(p Pos) {
	if c := w.columns[p]; c != nil {
		w.forget(c)
	}
}

func (w *World) forget(c *column) {
	w.detach(c)
	w.renew(c, unknown)
	w.enqueue(c)
}

// Level returns the level of a kind at a cell, and whether the column there has settled. No light of a block reaches more than a section
// beyond the build height; there, the level of the sky is 15 above and 0 below.
func (w *World) Level(kind lighting.Kind, x, y, z int32) (level uint8, known bool) {
	c := w.columns[Pos{x >> 4, z >> 4}]
	if c == nil || c.light == nil || !c.light.Lit(kind) {
		return 0, false
	}
	switch n := y>>4 - w.conf.Bottom; {
	case n > int32(w.conf.Sections) && kind == lighting.Sky:
		return 15, c.settled()
	case n < -1 || n > int32(w.conf.Sections):
		return 0, c.settled()
	}
	return c.light.At(kind, int(x&15), int(y), int(z&15)), c.settled()
}

// Settled reports whether the column of a chunk is lit, and no change of it is waiting or away with a detached job.
func (w *World) Settled(p Pos) bool {
	c := w.columns[p]
	return c != nil && c.settled()
}

// SettledAround reports whether a chunk is settled and so are those of its eight neighbours that the World has: whatever changes its light
// is known to the light already.
func (w *World) SettledAround(p Pos) bool {
	if !w.Settled(p) {
		return false
	}
	for dz := int32(-1); dz <= 1; dz++ {
		for dx := int32(-1); dx <= 1; dx++ {
			if c := w.columns[p.Add(dx, dz)]; c != nil && !c.settled() {
				return false
			}
		}
	}
	return true
}

// Column returns the column of a chunk to read, or nil. It must not be changed, and is valid until the next call of the World.
func (w *World) Column(p Pos) *lighting.Column {
	if c := w.columns[p]; c != nil {
		return c.light
	}
	return nil
}

// Idle reports whether nothing is waiting, detached or expected.
func (w *World) Idle() bool {
	if len(w.queue) > 0 || len(w.detached) > 0 {
		return false
	}
	for _, c := range w.columns {
		if c.state == expected {
			return false
		}
	}
	return true
}
