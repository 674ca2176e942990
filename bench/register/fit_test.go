package register

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// heights is a table whose kestrel side takes 5 + 2x and at 8 half as much again.
func heights(t *testing.T) Filled {
	t.Helper()
	var raw strings.Builder
	raw.WriteString("launch: 1\n")
	for _, x := range []int{1, 2, 4, 8} {
		ns := 5 + 2*x
		if x == 8 {
			ns += ns / 2
		}
		for range 2 {
			fmt.Fprintf(&raw, "BenchmarkHeight/kestrel/light=sky/sections=%d-2 10 %d ns/op\n", x, ns)
		}
	}
	run, err := Parse(strings.NewReader(raw.String()), "raw")
	if err != nil {
		t.Fatal(err)
	}
	return Table{Bench: "Height", Ours: "kestrel", Axis: "sections", FitTo: 4}.Fill(run)
}

func TestFits(t *testing.T) {
	fits := heights(t).Fits()
	if len(fits) != 1 || len(fits[0].Points) != 4 {
		t.Fatalf("%+v", fits)
	}
	fit := fits[0]
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }
	if fit.Label != "kestrel, light=sky" || !near(fit.Start, 5e-9) || !near(fit.Slope, 2e-9) {
		t.Errorf("line %q: %v + %v x", fit.Label, fit.Start, fit.Slope)
	}
	last := fit.Points[3]
	if last.Fitted || math.Abs(last.Residual-31.0/21+1) > 1e-9 || !fit.Points[2].Fitted || math.Abs(fit.Points[2].Residual) > 1e-9 {
		t.Errorf("points: %+v", fit.Points)
	}
	if text := heights(t).FitLines()[0]; !strings.Contains(text, "5.000 ns + 2.000 ns × sections") || !strings.Contains(text, "8: +47.6 % (predicted)") {
		t.Errorf("sentence: %s", text)
	}
}

func TestCurves(t *testing.T) {
	c := heights(t).Curves()
	if len(c.Curves) != 1 || len(c.Curves[0].Dots) != 4 || !c.Curves[0].Ours {
		t.Fatalf("%+v", c)
	}
	for i, d := range c.Curves[0].Dots {
		if d.X < curveLeft || d.X > curveWidth || d.Y < 0 || d.Y > curveHeight || i > 0 && (d.X <= c.Curves[0].Dots[i-1].X || d.Y >= c.Curves[0].Dots[i-1].Y) {
			t.Errorf("dot %d: %+v", i, d)
		}
	}
	if len(Table{Bench: "None"}.Fill(&Run{}).Curves().Curves) != 0 {
		t.Error("a table without an axis has curves")
	}
}

// Two tables share a benchmark, and a third has the same name in another package.
func TestSelect(t *testing.T) {
	run, err := Parse(strings.NewReader(`launch: 1
pkg: example.org/bench/model
BenchmarkSection/kestrel/mix=uniform-2 10 10 ns/op
BenchmarkSection/kestrel/mix=mixed-2 10 20 ns/op
pkg: example.org/lighting
BenchmarkSection/kestrel/mix=uniform-2 10 30 ns/op
`), "raw")
	if err != nil {
		t.Fatal(err)
	}
	f := Table{Bench: "Section", Package: "bench/model", Select: "/mix=mixed", Ours: "kestrel"}.Fill(run)
	if len(f.Rows) != 1 || math.Abs(f.Rows[0].Cells[0].Time.Mean-20e-9) > 1e-12 || f.Rows[0].Cells[0].Iterations != 10 {
		t.Errorf("%+v", f.Rows)
	}
	if run.Value("pkg") != "" {
		t.Error("the package is provenance")
	}
}
