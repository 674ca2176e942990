package register

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/perf/benchunit"
)

// Text writes an interval with its unit: a common prefix for mean and half-width, unless the latter is an order of magnitude larger,
// and "≈" before derived ones.
func (iv Interval) Text(unit string) string {
	if math.IsNaN(iv.Mean) {
		return "–"
	}
	about := ""
	if iv.Derived {
		about = "≈ "
	}
	scale := scaleOf(iv.Mean, unit)
	switch {
	case math.IsInf(iv.Half, 0):
		return fmt.Sprintf("%s%s ± ? %s", about, scale.number(iv.Mean), scale.unit)
	case iv.Half >= 10*math.Abs(iv.Mean):
		wide := scaleOf(iv.Half, unit)
		return fmt.Sprintf("%s%s %s ± %s %s", about, scale.number(iv.Mean), scale.unit, wide.number(iv.Half), wide.unit)
	}
	return fmt.Sprintf("%s%s ± %s %s", about, scale.number(iv.Mean), scale.number(iv.Half), scale.unit)
}

// plain writes the mean alone.
func (iv Interval) plain(unit string) string {
	scale := scaleOf(iv.Mean, unit)
	if scale.factor == 1 && iv.Mean == math.Trunc(iv.Mean) {
		scale.digits = 0
	}
	return scale.number(iv.Mean) + " " + scale.unit
}

// scale is how figures of one magnitude are written.
type scale struct {
	factor float64
	digits int
	unit   string
}

func scaleOf(v float64, unit string) scale {
	if strings.HasPrefix(unit, "allocs") { // A thousandth of an allocation is no unit.
		return scale{1, 1, "allocs"}
	}
	if strings.HasSuffix(unit, "%tick") {
		return scale{1, 2, "% of a tick"}
	}
	s := benchunit.CommonScale([]float64{math.Abs(v)}, benchunit.ClassOf(unit))
	return scale{s.Factor, s.Prec, s.Prefix + shortUnit(unit)}
}

func (s scale) number(v float64) string { return fmt.Sprintf("%.*f", s.digits, v/s.factor) }

// shortUnit drops "/op", which every unit of a table has in common, and names seconds as a person does.
func shortUnit(unit string) string {
	unit = strings.TrimSuffix(unit, "/op")
	if unit == "sec" || strings.HasPrefix(unit, "sec/") {
		return "s" + strings.TrimPrefix(unit, "sec")
	}
	return unit
}

// short writes a round mean for an axis.
func (iv Interval) short(unit string) string {
	scale := scaleOf(iv.Mean, unit)
	return fmt.Sprintf("%g %s", math.Round(iv.Mean/scale.factor*1000)/1000, scale.unit)
}
