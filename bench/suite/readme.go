package suite

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/bench/register"
)

// The markers between which the figures of README.md stand.
const (
	figuresBegin = "<!-- figures -->"
	figuresEnd   = "<!-- /figures -->"
)

// headline is one line of README.md's figures: one cell of a table beside ours.
type headline struct {
	text      string
	table     int
	row, side string
}

// headlines are the rows that the README shows. It takes them whether they are won or lost: the rows were chosen before they were
// measured.
var headlines = []headline{
	{"Load a chunk of terrain; Dragonfly's own provider (mcdb)", 11, "world=terrain", "mcdb"},
	{"The same; go-mc", 11, "world=terrain", "gomc"},
	{"The same; inflating its bytes alone, as the floor", 11, "world=terrain", "inflate"},
	{"A column under the server's lock, read ahead; without", 16, "", "plain"},
	{"Save a chunk, on the tick; mcdb", 14, "input=terrain", "mcdb"},
	{"Save a chunk, all work; mcdb", 15, "input=terrain", "mcdb_total"},
	{"Read from a region file, 8 goroutines; behind one lock", 2, "op=read, goroutines=8, states=200", "mutex"},
	{"Light one section, 8 sources, 30 % solid; queues over tables", 3, "sources=8, solid=30, mix=uniform", "table"},
	{"The same; Dragonfly's engine", 3, "sources=8, solid=30, mix=uniform", "dragonfly"},
	{"Light one chunk, both kinds; Dragonfly's Fill", 18, "", "dragonfly"},
	{"Light 16 chunks together; each on its own", 6, "chunks=16, light=block", "perchunk"},
	{"Replay one changed block; light 25 chunks again", 7, "light=block, changes=1", "full"},
	{"Bring the view to a client, each column; plain Dragonfly", 12, "what=stream-column", "dragonfly"},
	{"Longest wait for a tick while blocks change, 99th percentile; plain Dragonfly", 12, "what=play-wait-p99", "dragonfly"},
	{"World.Save with changed chunks; plain Dragonfly", 12, "what=save", "dragonfly"},
}

// Newest returns the raw text of the newest complete run under bench/results of a module: the last by the name of its folder, which
// begins with the date. A run of some tables, or one that was broken off, publishes nothing. ok is false if there is none.
func Newest(module string) (path string, ok bool) {
	list, err := filepath.Glob(filepath.Join(module, "bench", "results", "*", "raw.txt"))
	if err != nil || len(list) == 0 {
		return "", false
	}
	slices.Sort(list)
	for _, path := range slices.Backward(list) {
		if complete(path) {
			return path, true
		}
	}
	return "", false
}

// Figures writes the figures of a run as README.md shows them. folder is where the run lies, seen from README.md.
func Figures(page register.Page, folder string) string {
	var b strings.Builder
	b.WriteString("| what; beside it | Kestrel | beside it | factor (99.9 % bounds) |\n|---|---|---|---|\n")
	for _, h := range headlines {
		if line, ok := h.find(page); ok {
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", h.text, line.ours, line.theirs, line.verdict)
		}
	}
	value := func(key string) string {
		for _, f := range page.Provenance {
			if f.Key == key {
				return f.Value
			}
		}
		return "unknown"
	}
	day, _, _ := strings.Cut(value("date"), "T")
	fmt.Fprintf(&b, "\nTaken on %s at commit %.12s (%s tree) on %s with %s logical processors, %s, load %s before and %s after, by `%s`. ", day, value("commit"), value("tree"),
		value("cpu-model"), value("logical-cores"), value("go"), value("load-before"), value("load-after"), value("command"))
	fmt.Fprintf(&b, "All tables, losing rows included: [report](%s/report.md), [as a page](%s/report.html), [raw text](%s/%s). What they can and cannot mean: [docs/measuring.md](docs/measuring.md).\n",
		folder, folder, folder, page.Raw)
	return b.String()
}

// found is a headline with its figures.
type found struct{ ours, theirs, verdict string }

func (h headline) find(page register.Page) (found, bool) {
	for _, t := range page.Tables {
		if t.Number != h.table {
			continue
		}
		for _, row := range t.Rows {
			if row.Label != h.row {
				continue
			}
			ours, side := slices.Index(t.Sides, t.Ours), slices.Index(t.Sides, h.side)
			if ours < 0 || side < 0 || !row.Cells[side].Judged {
				return found{}, false
			}
			return found{row.Cells[ours].Time.Text(t.Unit), row.Cells[side].Time.Text(t.Unit), row.Cells[side].Verdict.String()}, true
		}
	}
	return found{}, false
}

// errMarkers is returned for a README without the two markers.
var errMarkers = errors.New("README.md has no " + figuresBegin + " … " + figuresEnd)

// block returns the text between the markers of README.md, and what is before and after it.
func block(readme []byte) (before, figures, after []byte, err error) {
	before, rest, ok := bytes.Cut(readme, []byte(figuresBegin+"\n"))
	if !ok {
		return nil, nil, nil, errMarkers
	}
	figures, after, ok = bytes.Cut(rest, []byte(figuresEnd))
	if !ok {
		return nil, nil, nil, errMarkers
	}
	return append(before, figuresBegin+"\n"...), figures, append([]byte(figuresEnd), after...), nil
}

// notYet stands in the README of a project that has published no run.
const notYet = "No run has been published yet.\n"

// wanted returns what the README of a module has to show.
func wanted(module string) (string, error) {
	raw, ok := Newest(module)
	if !ok {
		return notYet, nil
	}
	page, err := Read(Tables, raw)
	if err != nil {
		return "", err
	}
	folder, err := filepath.Rel(module, filepath.Dir(raw))
	if err != nil {
		return "", err
	}
	return Figures(page, filepath.ToSlash(folder)), nil
}

// Publish composes the pages of the newest run again and puts its figures into README.md.
func Publish(module string) error {
	if raw, ok := Newest(module); ok {
		if _, err := Compose(Tables, raw); err != nil {
			return fmt.Errorf("publish: %w", err)
		}
	}
	figures, err := wanted(module)
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	path := filepath.Join(module, "README.md")
	readme, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	before, _, after, err := block(readme)
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	return os.WriteFile(path, slices.Concat(before, []byte(figures), after), 0o644)
}
