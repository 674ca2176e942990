package suite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/kestrel-mc/kestrel/bench/provenance"
	"github.com/kestrel-mc/kestrel/bench/register"
)

// Options say how much is run, and where its results go. The zero value is a full run of every table.
type Options struct {
	// Module is the folder of the module's work tree.
	Module string
	// Out is the folder for the raw text and the pages; it is made if absent.
	Out string
	// Filter picks tables by the name of their benchmark, Numbers by their number; nil picks all.
	Filter  *regexp.Regexp
	Numbers []int
	// Quick divides the iterations by ten and takes two launches.
	Quick bool
	// Launches is the number of process launches, and so of samples, of every benchmark; 10 if zero, at least 2.
	Launches int
	// Dirty allows a run with changes that no commit holds; without it such a run is refused.
	Dirty bool
	// Resume goes on with the raw text already in Out: launches that it holds are not repeated.
	Resume bool
	// Command is recorded as the command of the run.
	Command string
	// Progress, if set, is called before each launch with the launches done and the launches in all.
	Progress func(done, all int, what string)
	// Log takes what the benchmarks print beside their results.
	Log io.Writer
}

// defaultLaunches gives ten samples an interval of 1.5 standard deviations to either side.
const defaultLaunches, leastLaunches, quickDivisor = 10, 2, 10

// Result names the files that a run wrote.
type Result struct {
	Raw, Markdown, HTML string
	// Runs is the number of launches made, Tables the number of tables with rows.
	Runs, Tables int
}

// Run measures every table that the options pick, one process launch a sample, going round the tables so that neither side of a
// comparison, nor any table, has a stretch of time to itself. It stops between launches when ctx ends; what was measured by then
// is on disk, composed into pages, and returned together with the context's error.
func Run(ctx context.Context, tables []register.Table, o Options) (Result, error) {
	o = o.defaults()
	all := tables
	tables = slices.DeleteFunc(slices.Clone(tables), func(t register.Table) bool {
		return o.Filter != nil && !o.Filter.MatchString(t.Bench) || len(o.Numbers) > 0 && !slices.Contains(o.Numbers, t.Number)
	})
	measured := withOwners(tables, all)
	if len(measured) == 0 {
		return Result{}, errors.New("run benchmarks: the filter and the numbers pick no table")
	}
	source := provenance.Source{Module: o.Module}
	fields := source.Read(ctx, time.Now(), o.Command)
	if i := slices.Index(fields, register.Field{Key: "tree", Value: provenance.Dirty}); i >= 0 && !o.Dirty {
		return Result{}, fmt.Errorf("run benchmarks: the work tree in %s has changes that no commit holds; commit them, or allow it with --dirty", o.Module)
	}
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return Result{}, fmt.Errorf("run benchmarks: %w", err)
	}
	binaries, err := build(ctx, measured, o)
	if err != nil {
		return Result{}, err
	}
	defer os.RemoveAll(binaries.dir)
	raw, err := openRaw(filepath.Join(o.Out, "raw.txt"), o, fields)
	if err != nil {
		return Result{}, err
	}
	defer raw.Close()

	done, stopped := measureAll(ctx, measured, binaries, raw, o)
	part := ""
	switch {
	case stopped != nil:
		part = "not every launch came to its end"
	case len(tables) < len(all):
		part = fmt.Sprintf("%d of %d tables", len(tables), len(all))
	case o.Quick:
		part = "quick"
	}
	raw.end(source.Load(), part)
	res, err := Compose(tables, raw.path)
	res.Runs = done
	return res, errors.Join(stopped, err)
}

// measureAll goes round the tables. A table that fails is left out from then on, and the others are measured to their end.
func measureAll(ctx context.Context, tables []register.Table, binaries binaries, raw *rawFile, o Options) (done int, err error) {
	failed := map[int]bool{}
	for launch := 1; launch <= o.Launches; launch++ {
		for _, t := range tables {
			if o.Progress != nil {
				o.Progress(done, o.Launches*len(tables), fmt.Sprintf("%s (table %d), launch %d of %d", t.Bench, t.Number, launch, o.Launches))
			}
			if failed[t.Number] {
				continue
			}
			if !raw.has(t, launch) {
				e := raw.launch(ctx, binaries.of(t), t, launch, o)
				if ctx.Err() != nil {
					return done, errors.Join(err, ctx.Err())
				}
				if e != nil {
					failed[t.Number] = true
					err = errors.Join(err, fmt.Errorf("table %d: %w", t.Number, e))
					continue
				}
			}
			done++
		}
	}
	return done, err
}

// withOwners lists the tables to measure: those picked, and in the place of those that share another table's passes, that table.
func withOwners(picked, all []register.Table) []register.Table {
	var list []register.Table
	for _, t := range picked {
		if t.Shared {
			i := slices.IndexFunc(all, func(o register.Table) bool { return !o.Shared && o.Bench == t.Bench && o.Package == t.Package })
			if i < 0 {
				continue
			}
			t = all[i]
		}
		if !slices.ContainsFunc(list, func(o register.Table) bool { return o.Number == t.Number }) {
			list = append(list, t)
		}
	}
	return list
}

func (o Options) defaults() Options {
	if o.Launches == 0 {
		o.Launches = defaultLaunches
		if o.Quick {
			o.Launches = leastLaunches
		}
	}
	o.Launches = max(o.Launches, leastLaunches)
	if o.Log == nil {
		o.Log = io.Discard
	}
	return o
}

// binaries are the compiled test binaries, one a package, kept for the whole run so that no launch compiles.
type binaries struct {
	dir   string
	paths map[string]string
}

func (b binaries) of(t register.Table) string { return b.paths[t.Package] }

func build(ctx context.Context, tables []register.Table, o Options) (binaries, error) {
	dir, err := os.MkdirTemp("", "kestrel-bench-")
	if err != nil {
		return binaries{}, fmt.Errorf("build benchmarks: %w", err)
	}
	b := binaries{dir: dir, paths: map[string]string{}}
	for _, t := range tables {
		if b.paths[t.Package] != "" {
			continue
		}
		path := filepath.Join(dir, fmt.Sprintf("suite%d.test", len(b.paths)))
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-o", path, ".")
		cmd.Dir = filepath.Join(o.Module, t.Package)
		if out, err := cmd.CombinedOutput(); err != nil {
			os.RemoveAll(dir)
			return binaries{}, fmt.Errorf("build benchmarks of %s: %w\n%s", t.Package, err, out)
		}
		b.paths[t.Package] = path
	}
	return b, nil
}
