package lighting

import (
	"errors"
	"fmt"
)

// ErrPosition is the cause of the error for a change outside the columns of an area.
var ErrPosition = errors.New("position outside the area")

// Change tells that the cell at a position in the world has a class from now on.
type Change struct {
	X, Y, Z int32
	Class   Class
}

// effect is what a change can do to the light about it.
type effect struct {
	col, sec, i int
	opens       bool // light may come in more easily, or leave
	skyChanged  bool // the sky may fall another way
	darkens     [2]bool
	brightens   bool    // emits more
	raises      [2]bool // something may have more light than before
}

// Replay changes the cells given, in order, and brings the light of all columns to what Light would give them from scratch, in every
// kind that they are lit in. Columns that are not lit take the change and stay unlit. A position outside the build height of the
// area's columns (ErrPosition), or a class with a shape that the engine's table does not hold, is an error that names the change;
// then nothing is changed.
func (e *Engine) Replay(a *Area, changes []Change) (Result, error) {
	e.start()
	checkArea(a, Block)
	for i := range changes {
		if err := e.checkChange(a, &changes[i]); err != nil {
			return Result{}, fmt.Errorf("lighting: changes[%d]: %w", i, err)
		}
	}
	e.effects = e.effects[:0]
	for i := range changes {
		e.apply(a, &changes[i])
	}
	for kind := Block; kind <= Sky; kind++ {
		e.replay(a, kind)
	}
	return e.result(), nil
}

func (e *Engine) checkChange(a *Area, ch *Change) error {
	if a.Column(ch.X>>4, ch.Z>>4) == nil {
		return fmt.Errorf("x %d, z %d: %w", ch.X, ch.Z, ErrPosition)
	}
	if y := int64(ch.Y) - int64(a.bottom)*16; y < 0 || y >= int64(a.height-2)*16 {
		return fmt.Errorf("y %d: %w", ch.Y, ErrPosition)
	}
	if int(ch.Class.Shape()) >= e.shapes.Len() {
		return fmt.Errorf("class has shape %d, the table holds %d", ch.Class.Shape(), e.shapes.Len())
	}
	return nil
}

// apply changes the planes of one cell and notes what that can do.
func (e *Engine) apply(a *Area, ch *Change) {
	col, _ := a.index(ch.X>>4, ch.Z>>4)
	sec := int(ch.Y>>4-a.bottom) + 1
	i := index(int(ch.X), int(ch.Y), int(ch.Z))
	s := &a.cols[col].secs[sec]
	old, now := s.Class(i), ch.Class
	if old == now {
		return
	}
	s.setClass(i, now, e.shapes, &e.sided)
	f := effect{col: col, sec: sec, i: i}
	costs, cost := enter(old), enter(now)
	less, more := true, true // the new faces are part of the old ones, and the other way round
	if old.Shape() != now.Shape() {
		less, more = e.shapes.within(now.Shape(), old.Shape()), e.shapes.within(old.Shape(), now.Shape())
	}
	f.opens = cost < costs || !more
	f.skyChanged = (old.Opacity() == 0) != (now.Opacity() == 0) || old.Shape() != now.Shape()
	// A lower cost makes nothing darker by itself, but lower knows what a cell depends on by its cost, and the cell got its level at
	// the old one. So it has to start anew, too, unless it could not be entered at all.
	darker := cost != costs && costs < 16 || !less
	f.darkens[Block] = darker || now.Emission() < old.Emission()
	f.darkens[Sky] = darker
	f.brightens = now.Emission() > old.Emission()
	// No way through the cell can give more than a full emitter in it gave.
	f.raises[Block] = f.brightens || !more || cost < costs && old.Emission() < 15
	f.raises[Sky] = f.opens
	e.effects = append(e.effects, f)
}

// enter returns the cost of a step into a class, 16 if it cannot be entered.
func enter(c Class) uint8 {
	if c.Opacity() == Opaque {
		return 16
	}
	return c.Cost()
}

// within reports whether each face of shape a is part of the same face of shape b.
func (s *Shapes) within(a, b uint8) bool {
	for side, m := range s.faces[a] {
		for k, w := range m {
			if w&^s.faces[b][side][k] != 0 {
				return false
			}
		}
	}
	return true
}

// replay brings one kind of light up to date with the effects.
func (e *Engine) replay(a *Area, kind Kind) {
	concerned := false
	for k := range e.effects {
		concerned = concerned || a.cols[e.effects[k].col].lit[kind]
	}
	if !concerned {
		return
	}
	e.begin(a, kind)
	e.gains = e.gains[:0]
	for k := range e.effects {
		f := &e.effects[k]
		if a.cols[f.col].lit[kind] {
			e.disturb(f)
		}
	}
	if kind == Sky {
		e.refallAll()
	}
	e.lower()
	e.restore()
	e.refilling = len(e.gains) == 0
	for k := range e.effects {
		f := &e.effects[k]
		e.refilling = e.refilling && !f.raises[kind]
	}
	if e.refilling {
		e.prepareRefill()
	}
	for k := range e.gains {
		g := &e.gains[k]
		e.wait(g.w, 15, g.y, g.cells)
	}
	e.raise()
	e.refilling = false
	e.finish()
}

// prepareRefill makes sections plain for a flood that can only give light back to the cells that lost theirs: these are what is free
// in it. No other cell can come out of it brighter than before, if no change raises anything: take the best way of light to a cell in
// the changed world, and the last changed cell on it; that cell has no more light than it had, and the rest of the way was there.
func (e *Engine) prepareRefill() {
	for _, w := range e.used {
		if w.goneMask == 0 || len(w.sec.costs) > 0 || e.crossOf(w) != nil {
			continue
		}
		if w.lev != nil {
			e.save(w)
		}
		w.plain, w.free, w.spent = true, Plane{}, 0
		for m := w.goneMask; m != 0; m &= m - 1 {
			y := trailing(m)
			w.free.setLayer(y, w.gone.layer(y).and(w.open.layer(y)))
		}
	}
}

// disturb starts what one effect does.
func (e *Engine) disturb(f *effect) {
	if !f.opens && !f.darkens[e.kind] && !(e.kind == Block && f.brightens) {
		return
	}
	w := e.touch(f.col, f.sec)
	y := f.i >> 8 & 15
	cell := single(f.i)
	if f.darkens[e.kind] {
		if w.lev != nil || w.sec.light[e.kind].level != 0 {
			e.drop(w, f.i)
		}
	} else if f.opens {
		e.mark(w, y, cell)
	}
	w.lose(y, cell)
	if f.opens || f.darkens[e.kind] {
		// What is about the cell gives to it again, even if it had no light to lose.
		e.wait(w, 16, y, cell)
	}
}

// refallAll follows the sky down the shafts in which it may fall another way, column by column.
func (e *Engine) refallAll() {
	for k := range e.effects {
		f := &e.effects[k]
		if !f.skyChanged || !e.area.cols[f.col].lit[Sky] {
			continue
		}
		// Take all effects of this column together; the flag keeps them from being taken twice.
		var mask Layer
		top, lowest := 0, e.area.height<<4
		for j := k; j < len(e.effects); j++ {
			g := &e.effects[j]
			if g.col != f.col || !g.skyChanged {
				continue
			}
			layer := g.sec<<4 | g.i>>8&15
			top, lowest = max(top, layer), min(lowest, layer)
			mask = mask.or(single(g.i))
			if j > k {
				g.skyChanged = false
			}
		}
		e.refall(f.col, top, lowest, mask)
	}
}
