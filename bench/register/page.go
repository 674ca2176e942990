package register

import (
	"fmt"
	"strings"
)

// Page is a whole register: the tables of one run, and what is known of how they were taken.
type Page struct {
	Title string
	// Provenance is printed as it stands. What could not be read has a value that says so.
	Provenance []Field
	// Inputs are the digests of what was measured on.
	Inputs []Field
	Tables []Filled
	// Raw is the name of the file with the raw text, relative to the page.
	Raw string
}

// Compose fills the tables from the run. Tables that the run did not measure stay, without rows, and the page says so.
func Compose(title string, run *Run, tables []Table, raw string) Page {
	p := Page{Title: title, Raw: raw}
	for _, f := range run.Config {
		if strings.HasPrefix(f.Key, "input-") {
			p.Inputs = append(p.Inputs, f)
		} else {
			p.Provenance = append(p.Provenance, f)
		}
	}
	for _, t := range tables {
		p.Tables = append(p.Tables, t.Fill(run))
	}
	return p
}

// Command is the command that measures the table again.
func (t Table) Command() string {
	return fmt.Sprintf("go run ./bench/runner --table %d", t.Number)
}

// rules is printed on every page, so that a figure never stands without what it means.
var rules = []string{
	"± is the half-width of the 99.9 % Student-t interval of the mean, pooled over the process launches given beside it (\"20 in 2 of 500\": 20 samples in 2 launches, each the mean of 500 operations).",
	"Overlapping intervals resolve no difference; that is not a tie. A factor says how many times our figure the other side's is, with its conservative bounds in parentheses; below 1 the other side is ahead.",
	"Up to 10 % relative half-width a factor carries two decimals, up to 25 % one, beyond that only rounded bounds; none where a half-width reaches its mean.",
	"Both sides of a comparison were checked to give the same result before they were timed. Compare within a table only: absolute figures belong to the machine.",
}
