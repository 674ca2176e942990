package server

import (
	"fmt"
	"io"
	"time"
)

// Figure is one figure of a session as a benchmark reports it.
type Figure struct {
	// What names the figure in the benchmark's sub-name.
	What  string
	Value float64
	Unit  string
}

// Figures are the figures that the session got to.
func (s Session) Figures() []Figure {
	var list []Figure
	add := func(what string, d time.Duration) {
		list = append(list, Figure{what, float64(d.Nanoseconds()), "ns/op"})
	}
	waits := func(phase string, w Waits) {
		if w.Ticks == 0 {
			return
		}
		add(phase+"-wait-p50", w.P50)
		add(phase+"-wait-p95", w.P95)
		add(phase+"-wait-p99", w.P99)
		add(phase+"-wait-max", w.Max)
	}
	if s.Columns > 0 && s.StreamWaits.Ticks > 0 {
		add("stream-column", s.Stream/time.Duration(s.Columns))
	}
	waits("stream", s.StreamWaits)
	waits("play", s.PlayWaits)
	if s.Follows {
		add("light", s.Light)
	}
	if s.Save > 0 {
		add("save", s.Save)
	}
	if s.Held > 0 {
		list = append(list, Figure{"held", float64(int64(s.Held) - int64(s.Base)), "B/server"})
	}
	if s.Peak > 0 {
		list = append(list, Figure{"peak", float64(int64(s.Peak) - int64(s.Base)), "B/server"})
	}
	return list
}

// Write writes the session's figures as benchmark lines.
func (s Session) Write(w io.Writer, side string) error {
	for _, f := range s.Figures() {
		if _, err := fmt.Fprintf(w, "BenchmarkServer/%s/what=%s 1 %.0f %s\n", side, f.What, f.Value, f.Unit); err != nil {
			return err
		}
	}
	return nil
}
