package areas

// Stats counts what a World has done since it was made. The counts depend on the calls alone, not on the machine.
type Stats struct {
	Changes   int // changes recorded
	Replays   int // jobs that replayed changes
	Joins     int // columns that came lit and were joined
	Passes    int // jobs that lit columns in full
	Columns   int // columns lit in full
	Overflows int // columns with more changes than they keep
	Stale     int // detached results that came too late
	Failures  int // jobs that failed
}

// Stats returns the counts.
func (w *World) Stats() Stats { return w.stats }

// Len returns the number of columns, Queued how many of them wait, Detached how many jobs are away.
func (w *World) Len() int { return len(w.columns) }

// Queued returns the number of columns that wait for a job.
func (w *World) Queued() int { return len(w.queue) }

// Detached returns the number of jobs that are away.
func (w *World) Detached() int { return len(w.detached) }
