package register

import (
	"math"

	"golang.org/x/perf/benchmath"
)

// Confidence is the level of every interval of the register.
const Confidence = 0.999

// Interval is a mean with the half-width of its confidence interval, in the unit of its samples.
type Interval struct {
	Mean, Half float64
	// N counts the samples, and Launches the process launches that they are pooled over.
	N, Launches int
	// Derived says that the interval was computed from others rather than measured.
	Derived bool
}

// Of returns the interval of the samples, which came from the number of launches passed. Fewer than two samples say nothing of
// their dispersion: the half-width is then infinite, and no difference can be resolved with it.
func Of(samples []float64, launches int) Interval {
	iv := Interval{N: len(samples), Launches: launches, Half: math.Inf(1)}
	if len(samples) == 0 {
		iv.Mean = math.NaN()
		return iv
	}
	own := append([]float64(nil), samples...)
	s := benchmath.AssumeNormal.Summary(benchmath.NewSample(own, &benchmath.DefaultThresholds), Confidence)
	iv.Mean = s.Center
	if len(samples) > 1 {
		iv.Half = s.Hi - s.Center
	}
	return iv
}

// Lo and Hi are the ends of the interval.
func (iv Interval) Lo() float64 { return iv.Mean - iv.Half }

// Hi is the upper end of the interval.
func (iv Interval) Hi() float64 { return iv.Mean + iv.Half }

// Relative is the half-width as a share of the mean, infinite where the mean is zero but the half-width is not.
func (iv Interval) Relative() float64 {
	switch {
	case iv.Half == 0:
		return 0
	case iv.Mean == 0:
		return math.Inf(1)
	}
	return iv.Half / math.Abs(iv.Mean)
}

// Plus is the derived sum of two intervals, Minus their derived difference: half-widths add, whichever the sign.
func (iv Interval) Plus(o Interval) Interval { return derive(iv, o, iv.Mean+o.Mean) }

// Minus is the derived difference of two intervals.
func (iv Interval) Minus(o Interval) Interval { return derive(iv, o, iv.Mean-o.Mean) }

func derive(a, b Interval, mean float64) Interval {
	return Interval{Mean: mean, Half: a.Half + b.Half, N: min(a.N, b.N), Launches: min(a.Launches, b.Launches), Derived: true}
}
