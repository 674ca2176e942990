package register

import (
	"strings"
	"testing"
)

func TestPages(t *testing.T) {
	run, err := Parse(strings.NewReader(tableRaw), "raw")
	if err != nil {
		t.Fatal(err)
	}
	run.Config = append(run.Config, Field{"cpu", "a | b <c>"})
	p := Compose("Measured", run, []Table{{Number: 1, Title: "Saving", Bench: "Save", Ours: "kestrel", Means: "Where the time goes."}, {Number: 2, Title: "Absent", Bench: "None", Ours: "kestrel"}}, "raw.txt")
	var md, html strings.Builder
	if err := p.Markdown(&md); err != nil {
		t.Fatal(err)
	}
	if err := p.HTML(&html); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## 1. Saving", "| stage=codec | mcdb | 2.712", "2.00× (1.91–2.10)", "Not measured in this run.", "a \\| b"} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, md.String())
		}
	}
	for _, want := range []string{"<svg", "a | b &lt;c&gt;", "2.712", "prefers-color-scheme: dark", "Not measured in this run."} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("the HTML lacks %q", want)
		}
	}
	for _, forbidden := range []string{"<script", "src=", "@import", "http:", "https:", "ZgotmplZ"} {
		if strings.Contains(html.String(), forbidden) {
			t.Errorf("the HTML has %q: it must stand alone", forbidden)
		}
	}
}

func TestChartScale(t *testing.T) {
	cells := func(means ...float64) Filled {
		f := Filled{Table: Table{Unit: "sec/op", Ours: "kestrel"}, Sides: []string{"kestrel"}}
		for _, m := range means {
			f.Rows = append(f.Rows, Row{Cells: []Cell{{Present: true, Time: Interval{Mean: m, Half: m / 10}}}})
		}
		return f
	}
	if c := cells(1, 10).Chart(); c.Log || c.Bars[0].Length*9.9 > c.Bars[1].Length {
		t.Errorf("two close values: %+v", c)
	}
	if c := cells(1e-6, 1e-2).Chart(); !c.Log || c.Bars[0].Length < 1 || c.Bars[1].Hi > chartWidth {
		t.Errorf("four orders of magnitude: %+v", c)
	}
	if c := cells().Chart(); len(c.Bars) != 0 {
		t.Error("an empty table has bars")
	}
}
