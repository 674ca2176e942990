package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kestrel-mc/kestrel/bench/provenance"
	"github.com/kestrel-mc/kestrel/bench/register"
	"github.com/kestrel-mc/kestrel/bench/suite"
)

// RunOptions say how often sessions are measured and where the results go.
type RunOptions struct {
	Options
	// Rounds is how many sessions each side has, in turns; 3 if zero. With one, no interval can be given.
	Rounds int
	// Sides are the sides to measure, both if empty.
	Sides []string
	// Out is the folder for the raw text and the pages, made if absent.
	Out string
	// Command is recorded as the command of the run.
	Command string
	// Progress, if set, is called before each session with the sessions done and the sessions in all.
	Progress func(done, all int, what string)
}

// Outcome is what a run measured, as the command prints it. Times are in milliseconds and the means of the sessions that got that far.
type Outcome struct {
	// Runs is how many sessions were measured to their end, and Complete is false if the run was broken off before all were.
	Runs     int  `json:"runs"`
	Complete bool `json:"complete"`
	// Report, HTML and Raw are the files written.
	Report string `json:"report"`
	HTML   string `json:"html"`
	Raw    string `json:"raw"`
	// World is the folder that was measured, Chunks how many of its chunks each side had, Clients and Radius what was simulated.
	World   string `json:"world"`
	Chunks  int    `json:"chunks"`
	Clients int    `json:"clients"`
	Radius  int    `json:"radius"`
	// Sides has the figures of each side by its name.
	Sides map[string]SideOutcome `json:"sides"`
}

// SideOutcome is the figures of one side.
type SideOutcome struct {
	Sessions int `json:"sessions"`
	// ChunksPerSecond is how fast the view came to each client, joining included.
	ChunksPerSecond float64 `json:"chunks_per_second"`
	// Stream, Play and Save are how long the world's goroutine kept others waiting in each tick, while the view came, while blocks
	// changed, and while the world was saved.
	Stream WaitsOutcome `json:"stream_wait_ms"`
	Play   WaitsOutcome `json:"tick_wait_ms"`
	Save   WaitsOutcome `json:"save_wait_ms"`
	// SaveMillis is how long World.Save took.
	SaveMillis float64 `json:"save_ms"`
	// LightMillis is how long light took to follow a change, null if it never did.
	LightMillis *float64 `json:"light_ms"`
	// HeldBytes is what the heap held more once the view was loaded, PeakBytes the most that it grew by.
	HeldBytes int64 `json:"heap_held_bytes"`
	PeakBytes int64 `json:"heap_peak_bytes"`
}

// WaitsOutcome is Waits in milliseconds.
type WaitsOutcome struct {
	P50 float64 `json:"p50"`
	P95 float64 `json:"p95"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

// sides are all that there are.
var sides = []string{Kestrel, Dragonfly}

// Run measures sessions of all sides in turns. If the context ends, what was measured until then is written and returned, with
// Complete false and without an error.
func Run(ctx context.Context, o RunOptions) (Outcome, error) {
	var err error
	if o.Options, err = o.defaults(); err != nil {
		return Outcome{}, err
	}
	if o.Rounds == 0 {
		o.Rounds = 3
	}
	if len(o.Sides) == 0 {
		o.Sides = sides
	}
	for _, side := range o.Sides {
		if !slices.Contains(sides, side) {
			return Outcome{}, fmt.Errorf("no side is called %q: there are %s", side, strings.Join(sides, " and "))
		}
	}
	out := Outcome{World: o.World, Clients: o.Clients, Radius: o.Radius, Sides: map[string]SideOutcome{}}
	source := provenance.Source{Module: "."}
	fields := source.Read(ctx, time.Now(), o.Command)
	copies, err := Prepare(o.Options, "")
	if err != nil {
		return out, err
	}
	defer copies.Close()
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return out, fmt.Errorf("measure a server: %w", err)
	}
	out.Chunks = copies.Chunks()
	fields = append(fields, register.Field{Key: "clients", Value: fmt.Sprint(o.Clients)}, register.Field{Key: "radius", Value: fmt.Sprint(o.Radius)},
		register.Field{Key: "changes-a-tick", Value: fmt.Sprint(max(o.Changes, 0))}, register.Field{Key: "play", Value: o.Play.String()},
		register.Field{Key: "world", Value: filepath.Base(o.World)}, register.Field{Key: "chunks", Value: fmt.Sprint(out.Chunks)})

	sessions, err := o.sessions(ctx, copies)
	out.Complete = err == nil && ctx.Err() == nil
	for side, list := range sessions {
		out.Sides[side] = outcomeOf(list)
		out.Runs += out.Sides[side].Sessions
	}
	return out, errors.Join(err, out.write(o, fields, sessions, source.Load()))
}

// sessions measures the sides in turns.
func (o RunOptions) sessions(ctx context.Context, copies *Copies) (map[string][]Session, error) {
	sessions := map[string][]Session{}
	for round := range o.Rounds {
		for i, side := range o.Sides {
			if ctx.Err() != nil {
				return sessions, nil
			}
			if o.Progress != nil {
				o.Progress(round*len(o.Sides)+i, o.Rounds*len(o.Sides), fmt.Sprintf("%s, session %d of %d", side, round+1, o.Rounds))
			}
			s, err := Measure(ctx, copies, side, o.Options)
			sessions[side] = append(sessions[side], s)
			if err != nil {
				return sessions, err
			}
		}
	}
	return sessions, nil
}

// write writes the raw text and the pages.
func (out *Outcome) write(o RunOptions, fields []register.Field, sessions map[string][]Session, load string) error {
	var text bytes.Buffer
	for _, f := range fields {
		fmt.Fprintf(&text, "%s: %s\n", f.Key, f.Value)
	}
	fmt.Fprintf(&text, "pkg: github.com/kestrel-mc/kestrel/bench/server\n%s: 1\n", register.LaunchKey)
	any := false
	for round := range o.Rounds {
		for _, side := range o.Sides {
			if round < len(sessions[side]) {
				any = any || len(sessions[side][round].Figures()) > 0
				if err := sessions[side][round].Write(&text, side); err != nil {
					return err
				}
			}
		}
	}
	fmt.Fprintf(&text, "load-after: %s\n", load)
	out.Raw = filepath.Join(o.Out, "raw.txt")
	if err := os.WriteFile(out.Raw, text.Bytes(), 0o644); err != nil {
		return fmt.Errorf("measure a server: %w", err)
	}
	if !any { // Broken off before the first figure: there is nothing to make a page of.
		return nil
	}
	res, err := suite.Compose(suite.ServerTables(), out.Raw)
	out.Report, out.HTML = res.Markdown, res.HTML
	return err
}

func outcomeOf(list []Session) SideOutcome {
	var out SideOutcome
	var light, rate, save, held, peak mean
	var stream, play, saving meanWaits
	for _, s := range list {
		if s.Complete {
			out.Sessions++
		}
		if s.StreamWaits.Ticks > 0 && s.Stream > 0 {
			rate.add(float64(s.Columns) / s.Stream.Seconds())
		}
		stream.add(s.StreamWaits)
		play.add(s.PlayWaits)
		saving.add(s.SaveWaits)
		if s.Follows {
			light.add(millis(s.Light))
		}
		if s.Save > 0 {
			save.add(millis(s.Save))
		}
		if s.Held > 0 {
			held.add(float64(int64(s.Held) - int64(s.Base)))
		}
		peak.add(float64(int64(s.Peak) - int64(s.Base)))
	}
	out.ChunksPerSecond, out.SaveMillis = rate.value(), save.value()
	out.Stream, out.Play, out.Save = stream.outcome(), play.outcome(), saving.outcome()
	out.HeldBytes, out.PeakBytes = int64(held.value()), int64(peak.value())
	if light.n > 0 {
		v := light.value()
		out.LightMillis = &v
	}
	return out
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// mean adds up to a mean; that of nothing is 0.
type mean struct {
	sum float64
	n   int
}

func (m *mean) add(v float64) { m.sum, m.n = m.sum+v, m.n+1 }

func (m *mean) value() float64 { return m.sum / float64(max(m.n, 1)) }

type meanWaits struct{ p50, p95, p99, max mean }

func (m *meanWaits) add(w Waits) {
	if w.Ticks > 0 {
		m.p50.add(millis(w.P50))
		m.p95.add(millis(w.P95))
		m.p99.add(millis(w.P99))
		m.max.add(millis(w.Max))
	}
}

func (m *meanWaits) outcome() WaitsOutcome {
	return WaitsOutcome{m.p50.value(), m.p95.value(), m.p99.value(), m.max.value()}
}
