package plugin

import (
	"slices"
	"time"
)

// Stats counts what a [Light] has done since it was attached, and tells what it holds now.
type Stats struct {
	Changes    int // changes of blocks that matter to light
	Replays    int // areas in which changes were replayed
	Joins      int // chunks that came and were joined with their neighbours
	Passes     int // areas that were lit in full, and Lit how many chunks that were
	Lit        int
	Areas      int // pieces of work of all kinds
	Cells      int // levels written
	Corrected  int // of these, those that Dragonfly had raised
	Arrivals   int // chunks that came into view, and Departures those that went
	Departures int
	Overflows  int // chunks with too many changes to keep, which were read again
	Stale      int // results of workers that came too late
	Failures   int // passes that failed
	Verified   int // chunks that were verified in the background, and Wrong those that were not right
	Wrong      int

	Players int // players that are followed
	Columns int // chunks in view
	Waiting int // chunks that wait to be read, lit or brought up to date
	Away    int // pieces of work that are with the workers

	// Time is the time spent on the world's goroutine in an interval, of the last 1,024 intervals.
	Time Percentiles
}

// Percentiles describe a set of durations. All are zero for an empty one.
type Percentiles struct{ P50, P99, Max time.Duration }

// Stats returns the counts as of the last work done.
func (l *Light) Stats() Stats {
	l.mu.Lock()
	s, times := l.stats, l.times
	l.mu.Unlock()
	s.Time = times.percentiles()
	return s
}

// publish makes the counts those that Stats returns.
func (l *Light) publish() {
	s := l.counts
	core := l.core.Stats()
	s.Replays, s.Joins, s.Passes, s.Lit = core.Replays, core.Joins, core.Passes, core.Columns
	s.Overflows, s.Stale, s.Failures = core.Overflows, core.Stale, core.Failures
	s.Players, s.Columns, s.Away = len(l.shadows), len(l.columns), l.away
	s.Waiting = l.core.Queued() + len(l.arrivals)
	l.mu.Lock()
	l.stats = s
	l.mu.Unlock()
}

// keepTime adds the time of an interval.
func (l *Light) keepTime(d time.Duration) {
	l.mu.Lock()
	l.times.add(d)
	l.mu.Unlock()
}

// durations are the last of a row of durations.
type durations struct {
	last [1024]time.Duration
	n    int // ever added
}

func (d *durations) add(v time.Duration) {
	d.last[d.n%len(d.last)] = v
	d.n++
}

func (d *durations) percentiles() Percentiles {
	s := slices.Sorted(slices.Values(d.last[:min(d.n, len(d.last))]))
	if len(s) == 0 {
		return Percentiles{}
	}
	at := func(share int) time.Duration { return s[(len(s)-1)*share/100] }
	return Percentiles{at(50), at(99), s[len(s)-1]}
}
