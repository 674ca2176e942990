package areas

import (
	"fmt"
	"runtime/debug"

	"github.com/kestrel-mc/kestrel/lighting"
)

// PassError says that a pass failed. Its members, and all columns that it may have touched, ask to be built anew; the engine that it
// ran on must not be used again.
type PassError struct {
	Job   Job
	Cause any    // what the pass panicked with
	Stack []byte // where
}

// Error names the job and the cause.
func (e *PassError) Error() string {
	return fmt.Sprintf("areas: %v of %v failed: %v", e.Job.Mode, e.Job.Members, e.Cause)
}

// Visit is called for each section whose light a pass changed, once for a kind. The cells are valid during the call only.
type Visit func(lighting.Changed)

// pass is the work of a job on columns that may be the World's own or copies.
type pass struct {
	mode    Mode
	kinds   []lighting.Kind
	members []*lighting.Column
	ring    []*lighting.Column
	changes []lighting.Change
}

// run does the work. A panic of the engine comes back as an error without a job.
func (p *pass) run(area *lighting.Area, e *lighting.Engine, visit Visit) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = &PassError{Cause: cause, Stack: debug.Stack()}
		}
	}()
	if err := p.lay(area); err != nil {
		return err
	}
	if p.mode == Full {
		for _, m := range p.members {
			for _, k := range p.kinds {
				m.SetLit(k, false)
			}
		}
	}
	if len(p.changes) > 0 && p.mode != Join {
		// Unlit members only take the blocks over; lit ones are done with it.
		res, err := e.Replay(area, p.changes)
		if err != nil {
			return err
		}
		visitAll(res, visit)
	}
	for _, k := range p.kinds {
		switch p.mode {
		case Full:
			visitAll(e.Light(area, k), visit)
		case Join:
			x, z := p.members[0].Pos()
			res, err := e.Join(area, k, x, z)
			if err != nil {
				return err
			}
			visitAll(res, visit)
		}
	}
	return nil
}

func visitAll(res lighting.Result, visit Visit) {
	for _, c := range res.Changed {
		visit(c)
	}
}

// lay puts the columns into the area, which gets their bounds.
func (p *pass) lay(area *lighting.Area) error {
	low := Pos{1<<31 - 1, 1<<31 - 1}
	high := Pos{-1 << 31, -1 << 31}
	each := func(f func(*lighting.Column) error) error {
		for _, cs := range [2][]*lighting.Column{p.members, p.ring} {
			for _, c := range cs {
				if err := f(c); err != nil {
					return err
				}
			}
		}
		return nil
	}
	_ = each(func(c *lighting.Column) error {
		x, z := c.Pos()
		low, high = Pos{min(low.X, x), min(low.Z, z)}, Pos{max(high.X, x), max(high.Z, z)}
		return nil
	})
	if err := area.Reset(low.X, low.Z, int(high.X-low.X)+1, int(high.Z-low.Z)+1); err != nil {
		return err
	}
	return each(area.Put)
}
