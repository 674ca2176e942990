package plugin

import (
	"errors"
	"math"
	"time"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

const (
	noLimit  = time.Duration(math.MaxInt64)
	maxTries = 3 // to read a chunk
)

// stepNow is the step that schedule has sent for. After many changes for which there is no time any more the next tick takes over, and
// no further step is scheduled until that.
func (l *Light) stepNow(tx *world.Tx) {
	limit, ok := l.allowance()
	if !ok && l.recent > 0 {
		return
	}
	l.scheduled.Store(false)
	if ok {
		l.step(tx, limit)
		l.report(tx)
	}
}

// allowance returns how long a step may take that is not a tick's, and whether there may be one: what is left of the budget. Without any
// left, a few changes are still replayed, so that a lamp shines at once while chunks arrive in numbers.
func (l *Light) allowance() (limit time.Duration, ok bool) {
	if l.sync {
		return noLimit, true
	}
	if left := l.conf.Budget - l.spent; left > 0 {
		return left, true
	}
	if l.recent == 0 || l.recent > l.grace {
		return 0, false
	}
	l.grace -= l.recent
	return 0, true
}

// grace is how many changes are replayed in an interval when the budget is used up.
const grace = 64

// step works on what waits, for a time: it takes results of workers in, reads chunks that came, and runs jobs, in turn. It does
// something however short the time is.
func (l *Light) step(tx *world.Tx, limit time.Duration) {
	if l.closed || l.busy {
		return
	}
	l.busy = true
	defer func() { l.busy = false }()
	l.recent = 0
	start := time.Now()
	for left, first := limit, true; (first || left > 0) && l.advance(left, first); first = false {
		left = limit - time.Since(start)
	}
	l.spent += time.Since(start)
}

// advance does one piece of each kind of work, and reports whether there was any. The second half of the budget is for jobs alone, so
// that chunks that come in great numbers do not make changes wait.
func (l *Light) advance(left time.Duration, first bool) bool {
	took, read := false, false
	if first && left > 0 || left > l.conf.Budget/2 {
		took, read = l.takeResult(), l.readNext()
	}
	ran := l.runNext(left)
	return took || read || ran
}

// readNext reads the chunk that has waited longest.
func (l *Light) readNext() bool {
	for len(l.arrivals) > 0 {
		if l.pool != nil && !l.pool.room() {
			return false
		}
		col := l.arrivals[0]
		l.arrivals = l.arrivals[1:]
		col.waiting = false
		if col.gone {
			continue
		}
		col.ticket, col.leaky = l.core.Expect(col.pos), 0
		s := take(col.pos, col.chunk)
		if l.pool != nil {
			l.away++
			l.pool.submit(task{col: col, ticket: col.ticket, snapshot: s})
			return true
		}
		light, err := l.reader.column(&s)
		l.deliver(result{task: task{col: col, ticket: col.ticket}, light: light, leaky: l.reader.leaky, err: err})
		return true
	}
	l.arrivals = nil
	return false
}

// takeResult takes one result of the workers in.
func (l *Light) takeResult() bool {
	if l.pool == nil {
		return false
	}
	r, ok := l.pool.next()
	if !ok {
		return false
	}
	l.away--
	if r.job == nil {
		l.deliver(r)
		return true
	}
	applied, err := l.core.Apply(r.job, l.visit)
	l.failed(err)
	if applied {
		l.settle(r.job.Members)
	}
	return true
}

// deliver brings a column that was read.
func (l *Light) deliver(r result) {
	if r.col.gone || r.ticket != r.col.ticket {
		return
	}
	if r.err == nil {
		_, r.err = l.core.Deliver(r.ticket, r.light)
	}
	if r.err == nil {
		r.col.tries = 0
		r.col.host = r.host
		r.col.leaky |= r.leaky // beside what has changed since
		return
	}
	if r.col.tries++; r.col.tries < maxTries {
		l.expect(r.col)
		return
	}
	l.unreadable(r.col, r.err)
}

// unreadable leaves the light of a column to the host, and says so.
func (l *Light) unreadable(col *column, err error) {
	l.conf.Log.Error("light: chunk cannot be read, its light stays the host's: "+err.Error(), "X", col.pos.X, "Z", col.pos.Z)
	l.core.Unload(col.pos)
}

// runNext runs the next job here, or hands it to a worker if that is better.
func (l *Light) runNext(left time.Duration) bool {
	job, ok := l.core.Ready()
	if !ok {
		return false
	}
	if job.Mode == areas.Rebuild {
		if col := l.columns[job.Members[0]]; col != nil {
			l.expect(col)
		} else {
			l.core.Unload(job.Members[0])
		}
		return true
	}
	l.counts.Areas++
	if l.pool != nil && !job.InPlace && (l.cost.detach(&job, left) || l.conf.hooks.detach) && l.pool.room() {
		start := time.Now()
		d := l.core.Detach(job)
		l.cost.cloned(&job, time.Since(start))
		l.away++
		l.pool.submit(task{job: d})
		return true
	}
	start := time.Now()
	if err := l.core.Run(job, l.engine, l.visit); err != nil {
		l.failed(err)
		return true
	}
	l.cost.ran(&job, time.Since(start))
	l.settle(job.Members)
	return true
}

// visit writes the light that a job has changed in one section.
func (l *Light) visit(ch lighting.Changed) {
	if h := l.conf.hooks.job; h != nil {
		h(ch)
	}
	x, z := ch.Column.Pos()
	bottom, sections := ch.Column.Range()
	col, i := l.columns[areas.Pos{X: x, Z: z}], int(ch.Section-bottom)
	if col == nil || col.hollow || i < 0 || i >= sections {
		return
	}
	if !col.primed {
		if col.host != nil {
			col.host[2*i+int(ch.Kind)] = nil
		}
		return
	}
	at, sec := 2*i+int(ch.Kind), ch.Column.Section(ch.Section)
	v := &col.views[at]
	if l.host.holds(v, &col.marks[at]) {
		l.wrote(col, l.write(v, sec, ch.Cells))
	} else {
		l.wrote(col, l.repair(v, sec, nil)) // The host was here meanwhile, and perhaps elsewhere.
		col.touched = true
	}
	col.marks[at] = l.host.mark(v)
}

// settle gives the host the light of columns that a job has lit for the first time since they were read.
func (l *Light) settle(members []areas.Pos) {
	for _, p := range members {
		if col := l.columns[p]; col != nil && !col.primed && !col.hollow && !col.waiting && l.core.Column(p) != nil {
			l.prime(col)
		}
	}
}

// failed reports a pass that failed. The core has its columns read again.
func (l *Light) failed(err error) {
	if err == nil {
		return
	}
	l.engine = lighting.NewEngine(l.rules.shapes)
	var pe *areas.PassError
	if errors.As(err, &pe) {
		l.conf.Log.Error("light: "+err.Error()+"; the chunks are lit anew", "stack", string(pe.Stack))
		return
	}
	l.conf.Log.Error("light: " + err.Error())
}

// report tells what was done: the counts for Stats, and the chunks for OnChange.
func (l *Light) report(tx *world.Tx) {
	l.publish()
	if len(l.changed) == 0 || l.busy {
		return
	}
	changed := l.changed
	l.changed = nil
	for _, col := range changed {
		col.changed = false
	}
	if l.conf.OnChange == nil {
		return
	}
	for _, col := range changed {
		l.conf.OnChange(tx, world.ChunkPos{col.pos.X, col.pos.Z})
	}
}
