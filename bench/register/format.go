package register

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/perf/benchunit"
)

// Text writes an interval with its unit: a common prefix for mean and half-width, "≈" before derived ones.
func (iv Interval) Text(unit string) string {
	if math.IsNaN(iv.Mean) {
		return "–"
	}
	scale := benchunit.CommonScale([]float64{math.Abs(iv.Mean)}, benchunit.ClassOf(unit))
	about := ""
	if iv.Derived {
		about = "≈ "
	}
	half := "± ?"
	if !math.IsInf(iv.Half, 0) {
		half = fmt.Sprintf("± %.*f", scale.Prec, iv.Half/scale.Factor)
	}
	return fmt.Sprintf("%s%.*f %s %s%s", about, scale.Prec, iv.Mean/scale.Factor, half, scale.Prefix, shortUnit(unit))
}

// plain writes the mean alone.
func (iv Interval) plain(unit string) string {
	scale := benchunit.CommonScale([]float64{math.Abs(iv.Mean)}, benchunit.ClassOf(unit))
	if scale.Prefix == "" && iv.Mean == math.Trunc(iv.Mean) {
		return fmt.Sprintf("%.0f %s", iv.Mean, shortUnit(unit))
	}
	return fmt.Sprintf("%.*f %s%s", scale.Prec, iv.Mean/scale.Factor, scale.Prefix, shortUnit(unit))
}

// shortUnit drops "/op", which every unit of a table has in common, and names seconds as a person does.
func shortUnit(unit string) string {
	unit = strings.TrimSuffix(unit, "/op")
	if unit == "sec" {
		return "s"
	}
	return unit
}

// short writes a round mean for an axis.
func (iv Interval) short(unit string) string {
	scale := benchunit.CommonScale([]float64{iv.Mean}, benchunit.ClassOf(unit))
	return fmt.Sprintf("%g %s%s", math.Round(iv.Mean/scale.Factor*1000)/1000, scale.Prefix, shortUnit(unit))
}
