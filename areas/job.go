package areas

import (
	"fmt"
	"slices"

	"github.com/kestrel-mc/kestrel/lighting"
)

// Mode is what a job does.
type Mode uint8

const (
	// Replay brings the light up to date with recorded changes.
	Replay Mode = iota
	// Join makes one column that came lit exchange light with its neighbours.
	Join
	// Full lights its members from nothing.
	Full
	// Rebuild asks for one column to be expected and loaded anew; there is nothing to run.
	Rebuild
)

// String returns the mode's name in lower case.
func (m Mode) String() string {
	if m > Rebuild {
		return fmt.Sprintf("mode(%d)", uint8(m))
	}
	return [4]string{"replay", "join", "full", "rebuild"}[m]
}

// Job is a piece of work that Ready hands out. It is to be run, detached, or answered (Rebuild) before the next call of Ready.
type Job struct {
	Mode Mode
	// Members are the columns that the job is for, Ring those around them that it may touch; both in the order of Pos, z first.
	Members, Ring []Pos
	// Changes is the number of changes that it takes in.
	Changes int
	// InPlace says that the job must not be detached: its results came too late before.
	InPlace bool
}

// Ready takes the next job out of the queue. It returns false when nothing waits, or all that waits touches a detached job.
func (w *World) Ready() (Job, bool) {
	for _, p := range w.queue {
		head := w.columns[p]
		members := w.gather(head)
		ring := w.ring(members)
		if w.overlaps(members) || w.overlaps(ring) || w.besideDetached(members) {
			continue
		}
		job := Job{Mode: w.mode(head), Members: positions(members), Ring: positions(ring)}
		for _, c := range members {
			job.Changes += len(c.changes)
			job.InPlace = job.InPlace || c.attempts >= w.conf.MaxAttempts
		}
		w.dequeueAll(members)
		return job, true
	}
	return Job{}, false
}

// mode tells what a queued column wants.
func (w *World) mode(c *column) Mode {
	switch {
	case c.state == unknown:
		return Rebuild
	case c.state == arrived:
		return Join
	case !c.light.Lit(lighting.Block), len(c.changes) > w.conf.ReplayLimit:
		return Full
	}
	return Replay
}

// gather returns the head and the queued columns that are 4-connected with it and want the same, breadth first. Columns that want
// to be joined or rebuilt stay alone.
func (w *World) gather(head *column) []*column {
	members := []*column{head}
	mode := w.mode(head)
	if mode == Join || mode == Rebuild {
		return members
	}
	for i := 0; i < len(members); i++ {
		for _, side := range [4]lighting.Side{lighting.West, lighting.East, lighting.North, lighting.South} {
			n := w.columns[members[i].pos.beside(side)]
			if len(members) < w.conf.MaxArea && n != nil && n.queued && w.mode(n) == mode && !slices.Contains(members, n) {
				members = append(members, n)
			}
		}
	}
	return members
}

// ring returns the lit columns among the eight neighbours of the members.
func (w *World) ring(members []*column) []*column {
	var ring []*column
	for _, m := range members {
		for dz := int32(-1); dz <= 1; dz++ {
			for dx := int32(-1); dx <= 1; dx++ {
				n := w.columns[m.pos.Add(dx, dz)]
				if n != nil && n.lit() && !slices.Contains(members, n) && !slices.Contains(ring, n) {
					ring = append(ring, n)
				}
			}
		}
	}
	return ring
}

// overlaps reports whether any of the columns belongs to a detached job.
func (w *World) overlaps(cs []*column) bool {
	return slices.ContainsFunc(w.detached, func(d *Detached) bool {
		return slices.ContainsFunc(cs, func(c *column) bool { return d.holds(c.pos) })
	})
}

// besideDetached reports whether any of the members is among the eight neighbours of a member of a detached job. Such a member is in
// no ring while it is not lit, but the two have light to exchange.
func (w *World) besideDetached(members []*column) bool {
	return slices.ContainsFunc(w.detached, func(d *Detached) bool {
		return slices.ContainsFunc(members, func(c *column) bool {
			return slices.ContainsFunc(d.Members, func(p Pos) bool {
				dx, dz := p.X-c.pos.X, p.Z-c.pos.Z
				return dx*dx <= 1 && dz*dz <= 1
			})
		})
	})
}

// positions returns the positions of columns, sorted.
func positions(cs []*column) []Pos {
	ps := make([]Pos, len(cs))
	for i, c := range cs {
		ps[i] = c.pos
	}
	slices.SortFunc(ps, comparePos)
	return ps
}

func comparePos(a, b Pos) int {
	if a.Z != b.Z {
		return int(a.Z) - int(b.Z)
	}
	return int(a.X) - int(b.X)
}
