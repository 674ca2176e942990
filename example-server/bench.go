package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/kestrel-mc/kestrel/bench/server"
	"github.com/spf13/cobra"
)

// benchOptions are the flags of bench.
type benchOptions struct {
	world, out      string
	json, quick     bool
	clients, radius int
	changes, rounds int
	play            time.Duration
	sides           []string
}

func (a *app) benchCommand() *cobra.Command {
	opt := benchOptions{clients: 1, radius: 8, changes: 20, rounds: 5, play: 10 * time.Second, sides: []string{server.Kestrel, server.Dragonfly}}
	cmd := &cobra.Command{
		Use:   "bench [DIR]",
		Short: "Measure what players of a Java world would feel, beside plain Dragonfly",
		Long: "Serves a copy of the chunks near the spawn point of a Java world, or of the showcase world, to simulated clients: through Kestrel with live light, and through plain\n" +
			"Dragonfly with the same blocks in its own format. It measures how fast the view arrives, how long a tick keeps others waiting, how long light takes to follow a\n" +
			"change, how long a save takes, and the memory. The world is not changed. Ctrl-C ends it with what was measured until then.",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return exactly("DIR")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if opt.world != "" {
					return fmt.Errorf("bench measures one world: give %s or --world %s", args[0], opt.world)
				}
				opt.world = args[0]
			}
			if opt.play <= 0 {
				return fmt.Errorf("--play %v is not longer than nothing", opt.play)
			}
			if opt.quick {
				opt.rounds, opt.play, opt.radius = min(opt.rounds, 2), min(opt.play, 4*time.Second), min(opt.radius, 6)
			}
			return a.bench(cmd.Context(), opt)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opt.world, "world", "", "folder `DIR` of a Java world; the showcase world if empty")
	f.StringVar(&opt.out, "out", "", "folder `DIR` for the raw text and the report (default bench-DATE)")
	f.BoolVar(&opt.json, "json", false, "print the result as one JSON object")
	f.BoolVar(&opt.quick, "quick", false, "two sessions a side with a smaller view: under three minutes, and wide intervals")
	f.IntVar(&opt.clients, "clients", opt.clients, "number of clients")
	f.IntVar(&opt.radius, "radius", opt.radius, "how far a client sees, in chunks")
	f.IntVar(&opt.changes, "changes", opt.changes, "number of blocks that change in each tick")
	f.Var((*positive)(&opt.rounds), "rounds", "number of sessions a side")
	f.DurationVar(&opt.play, "play", opt.play, "how long blocks change in a session")
	f.StringSliceVar(&opt.sides, "sides", opt.sides, "what to measure, one or both of these")
	return cmd
}

// bench measures and prints.
func (a *app) bench(ctx context.Context, opt benchOptions) error {
	if opt.world == "" {
		dir, err := os.MkdirTemp("", "kestrel-showcase-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		opt.world = filepath.Join(dir, "showcase")
		if err := writeShowcase(opt.world); err != nil {
			return err
		}
	} else if err := checkFolder(opt.world, "a Java world"); err != nil {
		return err
	}
	var err error
	if opt.world, err = filepath.Abs(opt.world); err != nil {
		return err
	}
	if opt.out == "" {
		opt.out = "bench-" + time.Now().Format("2006-01-02-150405")
	}
	bar := newProgress(a.stderr, "sessions", opt.rounds*len(opt.sides))
	result, err := server.Run(ctx, server.RunOptions{
		Options: server.Options{World: opt.world, Clients: opt.clients, Radius: opt.radius, Changes: opt.changes, Play: opt.play},
		Rounds:  opt.rounds, Sides: opt.sides, Out: opt.out, Command: opt.command(),
		Progress: func(done, _ int, _ string) { bar.add(min(done, 1)) },
	})
	bar.finish()
	if err != nil {
		return err
	}
	if opt.json {
		err = printJSON(a.stdout, result)
	} else {
		a.printBench(result)
	}
	if err == nil && !result.Complete {
		return errors.Join(errProblems, ctx.Err())
	}
	return err
}

// command is how the run is recorded.
func (o benchOptions) command() string {
	return fmt.Sprintf("example-server bench %s --clients %d --radius %d --changes %d --rounds %d --play %v --sides %s",
		filepath.Base(o.world), o.clients, o.radius, o.changes, o.rounds, o.play, strings.Join(o.sides, ","))
}

// printBench writes the result for people.
func (a *app) printBench(r server.Outcome) {
	for _, side := range []string{server.Kestrel, server.Dragonfly} {
		s, ok := r.Sides[side]
		if !ok {
			continue
		}
		light := "never"
		if s.LightMillis != nil {
			light = fmt.Sprintf("%.2f ms", *s.LightMillis)
		}
		fmt.Fprintf(a.stdout, "%-10s %6.1f chunks/s to a client; a tick keeps others waiting %.2f ms (99 %%), %.2f ms (half); light follows after: %s; save %.1f ms; heap %.0f MB, at most %.0f MB\n",
			side, s.ChunksPerSecond, s.Play.P99, s.Play.P50, light, s.SaveMillis, float64(s.HeldBytes)/1e6, float64(s.PeakBytes)/1e6)
	}
	if !r.Complete {
		fmt.Fprintln(a.stdout, "Broken off: these are the figures until then.")
	}
	fmt.Fprintf(a.stdout, "%s of %s, intervals and all: %s, %s, %s\n", count(r.Runs, "session"), count(r.Chunks, "chunk"), r.Report, r.HTML, r.Raw)
}
