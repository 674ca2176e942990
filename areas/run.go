package areas

import (
	"errors"
	"slices"

	"github.com/kestrel-mc/kestrel/lighting"
)

// Run does a job on the World's own columns. Visit is called for each section that it changed. An error is a *PassError; the
// columns heal by being built anew.
func (w *World) Run(job Job, e *lighting.Engine, visit Visit) error {
	if job.Mode == Rebuild {
		return nil
	}
	p := w.pass(job)
	for _, m := range job.Members {
		c := w.columns[m]
		p.members, p.changes = append(p.members, c.light), append(p.changes, w.take(job, c)...)
	}
	for _, r := range job.Ring {
		p.ring = append(p.ring, w.columns[r].light)
	}
	if err := p.run(&w.area, e, visit); err != nil {
		return w.failed(job, err)
	}
	for _, pos := range slices.Concat(job.Members, job.Ring) {
		w.touch(w.columns[pos])
	}
	w.finish(job)
	return nil
}

func (w *World) pass(job Job) pass { return pass{mode: job.Mode, kinds: w.conf.kinds()} }

// take hands the changes of a member over to a job. A join leaves them for a replay of their own.
func (w *World) take(job Job, c *column) []lighting.Change {
	if job.Mode == Join {
		return nil
	}
	taken := c.changes
	c.changes = nil
	return taken
}

// finish notes that a job is done.
func (w *World) finish(job Job) {
	for _, m := range job.Members {
		c := w.columns[m]
		c.state, c.attempts, c.failures = present, 0, 0
		if len(c.changes) > 0 {
			w.enqueue(c)
		}
	}
	switch job.Mode {
	case Replay:
		w.stats.Replays++
	case Join:
		w.stats.Joins++
	case Full:
		w.stats.Passes++
		w.stats.Columns += len(job.Members)
	}
}

// failed makes every column that the pass may have left half done be built anew, and the columns around those with it: light that
// they were given may be wrong, light that they gave was not touched. A member that has failed MaxAttempts times in a row is not
// queued again until it is loaded or forgotten by the caller, so that what cannot be lit does not take all time.
func (w *World) failed(job Job, err error) error {
	w.stats.Failures++
	suspects := map[Pos]bool{}
	for _, p := range slices.Concat(job.Members, job.Ring) {
		for dz := int32(-1); dz <= 1; dz++ {
			for dx := int32(-1); dx <= 1; dx++ {
				suspects[p.Add(dx, dz)] = true
			}
		}
	}
	var found []*column
	for p := range suspects {
		if c := w.columns[p]; c != nil && c.state != expected {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b *column) int { return comparePos(a.pos, b.pos) })
	for _, c := range found {
		w.forget(c)
		if slices.Contains(job.Members, c.pos) {
			if c.failures++; c.failures >= w.conf.MaxAttempts {
				w.dequeue(c)
			}
		}
	}
	var pe *PassError
	if !errors.As(err, &pe) {
		pe = &PassError{Cause: err}
	}
	pe.Job = job
	return pe
}
