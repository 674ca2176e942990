package register

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// Table defines one table of the register: which benchmark it is read from, and how its sides are told apart.
type Table struct {
	// Number orders the tables; Title heads the table.
	Number int
	Title  string
	// Bench is the benchmark's function name without "Benchmark"; Package is the folder of its package under the module, which may
	// lie in a module of its own.
	Bench, Package string
	// Passes say how often each sub-benchmark runs in one launch.
	Passes []Pass
	// Shared is true if the table is read from the passes of another table with the same benchmark. It has none of its own then.
	Shared bool
	// Select, if not empty, is a regular expression that the sub-name must match, such as "/mix=mixed". It is for tables that share
	// a benchmark; their passes then have to share it out as well.
	Select string
	// Side is the key of the sub-name that tells the sides of a comparison apart, SideKey for parts without a key. Ours is our
	// side, against which every other side is judged.
	Side, Ours string
	// Unit is the unit that is compared and drawn, "sec/op" if empty. Allocations are shown in any case.
	Unit string
	// Derived lists rows computed from measured ones.
	Derived []Derived
	// Axis, if not empty, is a key whose values are numbers: the table is drawn over it, and a straight line is fitted to the points
	// up to FitTo.
	Axis  string
	FitTo float64
	// Means says what the figures can mean, Cannot what they cannot.
	Means, Cannot string
	// Loses explains the rows in which another side is ahead of ours, empty if there are none.
	Loses string
}

// Pass is a part of a table's benchmark with a fixed number of iterations, chosen beforehand so that it takes neither too long nor
// too short a time on a machine like the one it was made on.
type Pass struct {
	// Match is what follows the function's name in the pattern of go test's -bench, such as "/side$/size=8$". Empty is all.
	Match      string
	Iterations int
}

// Derived is a row that is the sum of the Plus rows less the Minus rows, named by their sub-names without the side.
type Derived struct {
	Label       string
	Plus, Minus []string
}

// Filled is a table filled from a run.
type Filled struct {
	Table
	Sides []string
	Rows  []Row
}

// Row is one configuration with the figures of its sides, in the order of Filled.Sides.
type Row struct {
	Label   string
	Derived bool
	Cells   []Cell
}

// Cell is one side's figures; Present is false where the side was not measured in that configuration.
type Cell struct {
	Present       bool
	Time          Interval
	Bytes, Allocs Interval
	// Iterations is how many operations each sample is the mean of.
	Iterations int
	// Verdict judges this side against ours; Judged is false for our own side and where ours was not measured.
	Judged  bool
	Verdict Verdict
}

// Fill reads the table's rows out of a run. A table that was not measured comes back without rows.
func (t Table) Fill(run *Run) Filled {
	if t.Side == "" {
		t.Side = SideKey
	}
	if t.Unit == "" {
		t.Unit = "sec/op"
	}
	f := Filled{Table: t}
	names := t.names(run)
	for _, n := range names {
		if side, _ := n.Part(t.Side); !slices.Contains(f.Sides, side) {
			f.Sides = append(f.Sides, side)
		}
	}
	if i := slices.Index(f.Sides, t.Ours); i > 0 {
		f.Sides = slices.Insert(slices.Delete(f.Sides, i, i+1), 0, t.Ours)
	}
	for _, n := range names {
		side, _ := n.Part(t.Side)
		row := f.row(n.Without(t.Side))
		row.Cells[slices.Index(f.Sides, side)] = cell(run, n, t.Unit)
	}
	f.derive()
	f.judge()
	return f
}

// names lists the benchmarks of the run that the table is about.
func (t Table) names(run *Run) []Name {
	pattern := regexp.MustCompile(t.Select)
	return slices.DeleteFunc(run.Names(t.Bench), func(n Name) bool {
		if _, ok := run.Interval(n, t.Unit); !ok {
			return true
		}
		return !pattern.MatchString(n.Parts) || n.Package != "" && path.Clean(t.Package) != "." && !strings.HasSuffix("/"+n.Package, "/"+t.Package)
	})
}

// row returns the row of a label, adding it if it is new.
func (f *Filled) row(label string) *Row {
	i := slices.IndexFunc(f.Rows, func(r Row) bool { return r.Label == label })
	if i < 0 {
		i = len(f.Rows)
		f.Rows = append(f.Rows, Row{Label: label, Cells: make([]Cell, len(f.Sides))})
	}
	return &f.Rows[i]
}

func cell(run *Run, n Name, unit string) Cell {
	c := Cell{}
	c.Time, c.Present = run.Interval(n, unit)
	c.Bytes, _ = run.Interval(n, "B/op")
	c.Allocs, _ = run.Interval(n, "allocs/op")
	c.Iterations = run.Iterations(n)
	return c
}

// derive appends the derived rows for the sides that have all their terms.
func (f *Filled) derive() {
	for _, d := range f.Derived {
		row := Row{Label: d.Label, Derived: true, Cells: make([]Cell, len(f.Sides))}
		for side := range f.Sides {
			row.Cells[side] = f.sum(d, side)
		}
		if slices.ContainsFunc(row.Cells, func(c Cell) bool { return c.Present }) {
			f.Rows = append(f.Rows, row)
		}
	}
}

func (f *Filled) sum(d Derived, side int) Cell {
	total := Interval{Derived: true}
	for i, label := range slices.Concat(d.Plus, d.Minus) {
		at := slices.IndexFunc(f.Rows, func(r Row) bool { return r.Label == label })
		if at < 0 || !f.Rows[at].Cells[side].Present {
			return Cell{}
		}
		term := f.Rows[at].Cells[side].Time
		switch {
		case i == 0:
			total = Interval{}.Plus(term)
			total.N, total.Launches = term.N, term.Launches
		case i < len(d.Plus):
			total = total.Plus(term)
		default:
			total = total.Minus(term)
		}
	}
	return Cell{Present: true, Time: total}
}

// judge compares every other side with ours, row by row.
func (f *Filled) judge() {
	ours := slices.Index(f.Sides, f.Ours)
	if ours < 0 {
		return
	}
	for _, row := range f.Rows {
		for i := range row.Cells {
			if c := &row.Cells[i]; i != ours && c.Present && row.Cells[ours].Present {
				c.Judged, c.Verdict = true, Compare(row.Cells[ours].Time, c.Time)
			}
		}
	}
}
