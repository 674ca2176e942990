package register

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// LaunchKey is the configuration key that numbers the process launches of a run in its raw text.
const LaunchKey = "launch"

// DoneKey is the configuration key that marks a launch as complete in raw text. Like LaunchKey it is no provenance.
const DoneKey = "done"

// packageKey is the line in which a test binary names its package.
const packageKey = "pkg"

// Run holds the samples of one benchmark run, and what was recorded of its surroundings.
type Run struct {
	// Config has the configuration lines of the raw text in the order in which they were first seen, LaunchKey aside.
	Config []Field
	series map[seriesKey]*series
	order  []Name
}

// Field is one line of provenance.
type Field struct{ Key, Value string }

// Name is the name of a benchmark taken apart: the function, and the parts of its sub-name in order. A part without a key is a
// side of a comparison and gets the key SideKey.
type Name struct {
	Package string // the import path, if the text tells
	Base    string
	Parts   string // "/key=value/key=value", without the GOMAXPROCS suffix; comparable
}

// SideKey is the key of sub-name parts that have none, such as kestrel in LoadColumn/kestrel.
const SideKey = "side"

type seriesKey struct {
	name Name
	unit string
}

type series struct {
	samples    []float64
	launches   map[string]bool
	iterations int // of the last sample
}

// Parse reads benchmark text. Lines that are not in the format are passed over, as benchstat does, since test output mixes with
// it; a text without a single result is an error.
func Parse(r io.Reader, file string) (*Run, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	run := &Run{series: map[seriesKey]*series{}}
	reader := benchfmt.NewReader(bytes.NewReader(text), file)
	for reader.Scan() {
		if res, ok := reader.Result().(*benchfmt.Result); ok {
			run.add(res)
		}
	}
	if err := reader.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	if len(run.order) == 0 {
		return nil, fmt.Errorf("read %s: no benchmark result in it", file)
	}
	run.addTrailing(text)
	return run, nil
}

// addTrailing adds the configuration lines behind the last result, which the format gives to no result: what was read after the run.
func (run *Run) addTrailing(text []byte) {
	tail := text[bytes.LastIndex(text, []byte("\nBenchmark"))+1:]
	for line := range strings.Lines(string(tail)) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.ContainsAny(key, " \t") && strings.ToLower(key) == key {
			run.addConfig(key, value)
		}
	}
}

// addConfig adds a line of provenance once, the keys that steer the runner aside.
func (run *Run) addConfig(key, value string) {
	f := Field{key, value}
	if key != LaunchKey && key != DoneKey && key != packageKey && !slices.Contains(run.Config, f) {
		run.Config = append(run.Config, f)
	}
}

// add files one result line under its name and units.
func (run *Run) add(res *benchfmt.Result) {
	launch, name := "", parseName(res.Name)
	for _, c := range res.Config {
		switch c.Key {
		case LaunchKey:
			launch = string(c.Value)
		case packageKey:
			name.Package = string(c.Value)
		}
		if c.File {
			run.addConfig(c.Key, string(c.Value))
		}
	}
	if !slices.Contains(run.order, name) {
		run.order = append(run.order, name)
	}
	for _, v := range res.Values {
		key := seriesKey{name, v.Unit}
		s := run.series[key]
		if s == nil {
			s = &series{launches: map[string]bool{}}
			run.series[key] = s
		}
		s.samples = append(s.samples, v.Value)
		s.launches[launch] = true
		s.iterations = res.Iters
	}
}

func parseName(n benchfmt.Name) Name {
	base, parts := n.Parts()
	name := Name{Base: string(base)}
	for _, p := range parts {
		part, isSub := strings.CutPrefix(string(p), "/")
		if !isSub {
			continue // The GOMAXPROCS suffix, which provenance has too.
		}
		if !strings.Contains(part, "=") {
			part = SideKey + "=" + part
		}
		name.Parts += "/" + part
	}
	return name
}

// Part returns the value of a key in the sub-name.
func (n Name) Part(key string) (string, bool) {
	for part := range strings.SplitSeq(strings.TrimPrefix(n.Parts, "/"), "/") {
		if value, ok := strings.CutPrefix(part, key+"="); ok {
			return value, true
		}
	}
	return "", false
}

// Without returns the sub-name less one key, for grouping the sides of a comparison.
func (n Name) Without(key string) string {
	var rest []string
	for part := range strings.SplitSeq(strings.TrimPrefix(n.Parts, "/"), "/") {
		if !strings.HasPrefix(part, key+"=") && part != "" {
			rest = append(rest, part)
		}
	}
	return strings.Join(rest, ", ")
}

// Names lists the benchmarks of the run whose function is base, in the order of the text.
func (run *Run) Names(base string) []Name {
	var names []Name
	for _, n := range run.order {
		if n.Base == base {
			names = append(names, n)
		}
	}
	return names
}

// Interval returns the interval of a benchmark in a unit, such as "sec/op" or "B/op", and whether it was measured.
func (run *Run) Interval(name Name, unit string) (Interval, bool) {
	s, ok := run.series[seriesKey{name, unit}]
	if !ok {
		return Interval{}, false
	}
	return Of(s.samples, len(s.launches)), true
}

// Iterations returns how many operations each sample of a benchmark is the mean of.
func (run *Run) Iterations(name Name) int {
	for key, s := range run.series {
		if key.name == name {
			return s.iterations
		}
	}
	return 0
}

// Value returns the first value of a configuration key.
func (run *Run) Value(key string) string {
	for _, f := range run.Config {
		if f.Key == key {
			return f.Value
		}
	}
	return ""
}
