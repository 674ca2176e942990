package areas

import (
	"slices"

	"github.com/kestrel-mc/kestrel/lighting"
)

// Detached is a job on copies of its columns. It may be solved on any goroutine; nothing else of the package may.
type Detached struct {
	Job
	pass      pass
	taken     [][]lighting.Change // per member
	origins   []uint64            // per member
	revisions []uint64            // members, then ring
	found     []found
	err       error
	solved    bool
}

// found is the light that a solved job changed in one section.
type found struct {
	column  *lighting.Column
	section int32
	kind    lighting.Kind
	cells   lighting.Plane
}

// Detach copies the columns of a job, so that it can be solved elsewhere. Until it comes back through Apply or Discard, no other job
// that touches its columns is handed out; changes in them are kept.
func (w *World) Detach(job Job) *Detached {
	d := &Detached{Job: job, pass: w.pass(job)}
	for _, m := range job.Members {
		c := w.columns[m]
		changes := w.take(job, c)
		c.away = len(changes) > 0
		d.pass.members = append(d.pass.members, c.light.Clone())
		d.pass.changes = append(d.pass.changes, changes...)
		d.taken, d.origins = append(d.taken, changes), append(d.origins, c.origin)
		d.revisions = append(d.revisions, c.revision)
	}
	for _, r := range job.Ring {
		c := w.columns[r]
		d.pass.ring = append(d.pass.ring, c.light.Clone())
		d.revisions = append(d.revisions, c.revision)
	}
	w.detached = append(w.detached, d)
	return d
}

// holds reports whether the job has copied a column.
func (d *Detached) holds(p Pos) bool {
	_, member := slices.BinarySearchFunc(d.Members, p, comparePos)
	_, ring := slices.BinarySearchFunc(d.Ring, p, comparePos)
	return member || ring
}

// Solve does the work on the copies with an engine that nothing else uses at the time. An error is a *PassError, and Apply returns
// it too; the engine must not be used again then.
func (d *Detached) Solve(e *lighting.Engine) error {
	var area lighting.Area
	d.err = d.pass.run(&area, e, func(c lighting.Changed) {
		d.found = append(d.found, found{c.Column, c.Section, c.Kind, *c.Cells})
	})
	d.solved = true
	return d.err
}

// Apply takes the result of a solved job in, and reports whether it did: not if any of the columns has another revision by now, for
// then the members are queued again with their changes. Visit is called for each section with other light than before.
func (w *World) Apply(d *Detached, visit Visit) (applied bool, err error) {
	if !d.solved || !w.settle(d) {
		return false, nil
	}
	if d.err != nil {
		// The copies are lost, the columns are not; but their blocks may be what the pass cannot digest.
		return false, w.failed(d.Job, d.err)
	}
	if !w.holds(d) {
		w.stats.Stale++
		w.giveBack(d)
		return false, nil
	}
	for i, c := range slices.Concat(d.pass.members, d.pass.ring) {
		own := w.columns[d.pos(i)]
		own.light = c
		w.touch(own)
	}
	w.finish(d.Job)
	for i := range d.found {
		f := &d.found[i]
		visit(lighting.Changed{Column: f.column, Section: f.section, Kind: f.kind, Cells: &f.cells})
	}
	return true, nil
}

// Discard gives up a detached job, whether it was solved or not. Its members are queued again.
func (w *World) Discard(d *Detached) {
	if w.settle(d) {
		w.giveBack(d)
	}
}

// settle takes a job off the list of those away, and reports whether it was on it: a job comes back once.
func (w *World) settle(d *Detached) bool {
	i := slices.Index(w.detached, d)
	if i < 0 {
		return false
	}
	w.detached = slices.Delete(w.detached, i, i+1)
	for i, p := range d.Members {
		if c := w.columns[p]; c != nil && c.origin == d.origins[i] {
			c.away = false
		}
	}
	return true
}

// holds reports whether all columns of a job are as they were when it was detached.
func (w *World) holds(d *Detached) bool {
	for i, rev := range d.revisions {
		if c := w.columns[d.pos(i)]; c == nil || c.revision != rev {
			return false
		}
	}
	return true
}

// pos returns the position of the job's column i, members first.
func (d *Detached) pos(i int) Pos {
	if i < len(d.Members) {
		return d.Members[i]
	}
	return d.Ring[i-len(d.Members)]
}

// giveBack queues the members of a job that came to nothing, with their changes before those that have come since. A member that was
// built anew meanwhile has taken its changes from the world itself.
func (w *World) giveBack(d *Detached) {
	for i, p := range d.Members {
		c := w.columns[p]
		if c == nil || c.origin != d.origins[i] {
			continue
		}
		c.attempts++
		c.changes = append(d.taken[i], c.changes...)
		w.enqueue(c)
	}
}
