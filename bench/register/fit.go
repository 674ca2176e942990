package register

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Fit is a straight line through the points of one series, by least squares, and how far each point lies from it.
type Fit struct {
	// Label names the series: its side, and its configuration without the axis.
	Label string
	// Start and Slope make the line Start + Slope*x.
	Start, Slope float64
	Points       []FitPoint
}

// FitPoint is a measured point. Residual is what was measured over what the line says, less 1; Fitted says whether the line was
// fitted to it or only predicts it.
type FitPoint struct {
	X, Y, Residual float64
	Fitted         bool
}

// point is one cell of a table over its axis.
type point struct {
	x  float64
	iv Interval
}

// seriesOver takes the table apart into series over its axis, in the order of the rows.
func (f Filled) seriesOver() (labels []string, points map[string][]point, sides map[string]string) {
	points, sides = map[string][]point{}, map[string]string{}
	for _, row := range f.Rows {
		x, rest, ok := f.axis(row.Label)
		if !ok {
			continue
		}
		for i, c := range row.Cells {
			if !c.Present || c.Time.Mean <= 0 {
				continue
			}
			label := strings.TrimSuffix(f.Sides[i]+", "+rest, ", ")
			if !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
			points[label] = append(points[label], point{x, c.Time})
			sides[label] = f.Sides[i]
		}
	}
	for _, p := range points {
		slices.SortFunc(p, func(a, b point) int { return int(math.Copysign(1, a.x-b.x)) })
	}
	return labels, points, sides
}

// axis splits a row's label into its place on the axis and the rest.
func (f Filled) axis(label string) (x float64, rest string, ok bool) {
	var others []string
	for part := range strings.SplitSeq(label, ", ") {
		if v, isAxis := strings.CutPrefix(part, f.Axis+"="); isAxis {
			n, err := strconv.ParseFloat(v, 64)
			x, ok = n, err == nil
			continue
		}
		others = append(others, part)
	}
	return x, strings.Join(others, ", "), ok
}

// Fits fits a line to each series of a table with an axis.
func (f Filled) Fits() []Fit {
	if f.Axis == "" {
		return nil
	}
	labels, points, _ := f.seriesOver()
	var fits []Fit
	for _, label := range labels {
		if fit, ok := leastSquares(points[label], f.FitTo); ok {
			fit.Label = label
			fits = append(fits, fit)
		}
	}
	return fits
}

// leastSquares fits the points up to an x, all of them if it is zero. It takes two at least.
func leastSquares(points []point, to float64) (Fit, bool) {
	var n, sx, sy, sxx, sxy float64
	for _, p := range points {
		if to == 0 || p.x <= to {
			n, sx, sy, sxx, sxy = n+1, sx+p.x, sy+p.iv.Mean, sxx+p.x*p.x, sxy+p.x*p.iv.Mean
		}
	}
	d := n*sxx - sx*sx
	if n < 2 || d == 0 {
		return Fit{}, false
	}
	fit := Fit{Slope: (n*sxy - sx*sy) / d}
	fit.Start = (sy - fit.Slope*sx) / n
	for _, p := range points {
		fit.Points = append(fit.Points, FitPoint{
			X: p.x, Y: p.iv.Mean, Residual: p.iv.Mean/(fit.Start+fit.Slope*p.x) - 1, Fitted: to == 0 || p.x <= to,
		})
	}
	return fit, true
}

// Text writes the fit of a table as a sentence.
func (f Filled) fitText(fit Fit) string {
	var b strings.Builder
	plain := func(v float64) string { return Interval{Mean: v}.plain(f.Unit) }
	fmt.Fprintf(&b, "%s: %s + %s × %s; measured against the line", fit.Label, plain(fit.Start), plain(fit.Slope), f.Axis)
	for i, p := range fit.Points {
		sep := ","
		if i == 0 {
			sep = ""
		}
		fmt.Fprintf(&b, "%s %g: %+.1f %%", sep, p.X, 100*p.Residual)
		if !p.Fitted {
			b.WriteString(" (predicted)")
		}
	}
	return b.String() + "."
}

// FitLines are the fits of the table, a sentence each.
func (f Filled) FitLines() []string {
	var lines []string
	for _, fit := range f.Fits() {
		lines = append(lines, f.fitText(fit))
	}
	return lines
}

// FitHead says what the fits are.
func (t Table) FitHead() string {
	if t.FitTo == 0 {
		return "Straight lines by least squares through all points:"
	}
	return fmt.Sprintf("Straight lines by least squares through the points up to %g of %s, which predict the rest:", t.FitTo, t.Axis)
}
