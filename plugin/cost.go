package plugin

import (
	"time"

	"github.com/kestrel-mc/kestrel/areas"
)

// costs are what work has taken lately, to judge what the next takes.
type costs struct {
	change time.Duration // to replay a change
	column time.Duration // to light a column in full
	clone  time.Duration // to copy a column
}

// firstCosts are guesses to begin with.
var firstCosts = costs{change: 8 * time.Microsecond, column: 80 * time.Microsecond, clone: 15 * time.Microsecond}

// estimate returns what a job will take.
func (c *costs) estimate(job *areas.Job) time.Duration {
	if job.Mode == areas.Full {
		return c.column * time.Duration(len(job.Members))
	}
	return c.change * time.Duration(job.Changes)
}

// detach reports whether a job should be solved on a worker: if it does not fit the time left, and copying its columns costs clearly
// less than solving it. A column that came lit is always joined in place.
func (c *costs) detach(job *areas.Job, left time.Duration) bool {
	est := c.estimate(job)
	return job.Mode != areas.Join && est > left && est > 2*c.clone*time.Duration(len(job.Members)+len(job.Ring))
}

// ran learns from a job that was run in place.
func (c *costs) ran(job *areas.Job, took time.Duration) {
	switch job.Mode {
	case areas.Full:
		learn(&c.column, took/time.Duration(max(1, len(job.Members))))
	case areas.Replay:
		learn(&c.change, took/time.Duration(max(1, job.Changes)))
	}
}

// cloned learns from a job that was copied.
func (c *costs) cloned(job *areas.Job, took time.Duration) {
	learn(&c.clone, took/time.Duration(len(job.Members)+len(job.Ring)))
}

func learn(v *time.Duration, seen time.Duration) { *v += (min(seen, 8**v) - *v) / 8 }
