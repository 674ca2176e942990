package register

import "fmt"

// Line is one printed line of a table: a side in a configuration, as text.
type Line struct {
	Config, Side, Value, Bytes, Allocs, Samples, Verdict string
	// First is true on the first line of a configuration, Ours on the lines of our side.
	First, Ours bool
}

// Lines prints the table's rows, one line for each side that was measured.
func (f Filled) Lines() []Line {
	var lines []Line
	for _, row := range f.Rows {
		first := true
		for i, c := range row.Cells {
			if !c.Present {
				continue
			}
			l := Line{
				Config: row.Label, Side: f.Sides[i], First: first, Ours: f.Sides[i] == f.Ours,
				Value:   c.Time.Text(f.Unit),
				Samples: fmt.Sprintf("%d in %d of %d", c.Time.N, c.Time.Launches, c.Iterations),
			}
			if row.Derived {
				l.Config, l.Samples = row.Label+" (derived)", "derived"
			} else if c.Bytes.N > 0 {
				l.Bytes, l.Allocs = exact(c.Bytes, "B/op"), exact(c.Allocs, "allocs/op")
			}
			if c.Judged {
				l.Verdict = c.Verdict.String()
			}
			lines = append(lines, l)
			first = false
		}
	}
	return lines
}

// exact writes a count that did not vary without its empty half-width.
func exact(iv Interval, unit string) string {
	text := iv.Text(unit)
	if iv.Half == 0 {
		return Interval{Mean: iv.Mean}.plain(unit)
	}
	return text
}
