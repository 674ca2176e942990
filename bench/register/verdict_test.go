package register

import (
	"math"
	"testing"
)

// TestPublishedExamples holds the rules to rows of a published register of another project, whose verdicts are known.
func TestPublishedExamples(t *testing.T) {
	iv := func(mean, half float64) Interval { return Interval{Mean: mean, Half: half, N: 5, Launches: 1} }
	for _, c := range []struct {
		name   string
		a, b   Interval
		kind   Kind
		lo, hi float64
		text   string
	}{
		{"overlap gives no factor", iv(1203, 123), iv(1060, 55), Unresolved, 0, 0, "no difference resolved"},
		{"one decimal", iv(1181, 31), iv(2200, 445), Factor, 1.45, 2.30, "1.9× (1.45–2.30)"},
		{"half-width beyond the mean", iv(1378, 84), iv(11021, 16470), NoFactor, 0, 0, "no factor admissible"},
		{"level is not a verdict", iv(542.4, 15.6), iv(546.6, 27.4), Unresolved, 0, 0, "no difference resolved"},
		{"two decimals", iv(6408.2, 468.2), iv(34390.8, 1738.9), Factor, 4.75, 6.08, "5.37× (4.75–6.08)"},
		{"a losing row is told alike", iv(2200, 445), iv(1181, 31), Factor, 0.43, 0.69, "0.5× (0.43–0.69)"},
		{"wide and disjoint", iv(100, 30), iv(1000, 200), BoundsOnly, 6.15, 17.14, "between 6.1× and 18×"},
		{"one sample resolves nothing", iv(1, math.Inf(1)), iv(10, 0.1), NoFactor, 0, 0, "no factor admissible"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := Compare(c.a, c.b)
			if v.Kind != c.kind || v.String() != c.text {
				t.Errorf("got %v %q, want %v %q", v.Kind, v, c.kind, c.text)
			}
			if math.Abs(v.Lo-c.lo) > 0.005 || math.Abs(v.Hi-c.hi) > 0.005 {
				t.Errorf("bounds %.3f–%.3f, want %.2f–%.2f", v.Lo, v.Hi, c.lo, c.hi)
			}
		})
	}
}

// TestInterval compares the half-width with the textbook: n = 5, t(0.9995, 4) = 8.6103.
func TestInterval(t *testing.T) {
	got := Of([]float64{1, 2, 3, 4, 5}, 1)
	want := 8.610302 * math.Sqrt(2.5) / math.Sqrt(5)
	if got.Mean != 3 || math.Abs(got.Half-want) > 1e-4 {
		t.Errorf("got %v ± %v, want 3 ± %v", got.Mean, got.Half, want)
	}
	if one := Of([]float64{7}, 1); one.Mean != 7 || !math.IsInf(one.Half, 1) {
		t.Errorf("one sample: %v ± %v", one.Mean, one.Half)
	}
	if same := Of([]float64{7, 7, 7}, 1); same.Half != 0 || same.Relative() != 0 {
		t.Errorf("equal samples: ± %v", same.Half)
	}
	if d := Of([]float64{1, 2, 3}, 2).Minus(Of([]float64{1, 2, 3}, 2)); !d.Derived || d.Mean != 0 || d.Half != 2*Of([]float64{1, 2, 3}, 2).Half {
		t.Errorf("difference: %+v", d)
	}
}
