package register

import (
	"fmt"
	"math"
	"strings"
)

// Curve is one series of a table over its axis, in the coordinates of a drawing that is Curves.Width wide.
type Curve struct {
	Label string
	Ours  bool
	// Dash is the pattern of its line, which tells the series apart without colour.
	Dash string
	// Path joins the means; Dots are the points with the ends of their intervals.
	Path           string
	Dots           []Dot
	KeyX, KeyY     int
	KeyEnd, KeyMid int
}

// Dot is one point and its interval.
type Dot struct{ X, Y, Lo, Hi float64 }

// Curves is a table drawn over its axis, both scales logarithmic.
type Curves struct {
	Curves        []Curve
	Width, Height int
	Ticks, Levels []Tick
}

// Tick is a labelled place on an axis.
type Tick struct {
	At    float64
	Label string
}

// Geometry of the drawing.
const (
	curveWidth, curveHeight = 440, 300
	curveLeft, curveBottom  = 52, 24
	keyHeight               = 16
)

var dashes = []string{"", "6 3", "2 3", "8 3 2 3", "1 2"}

// Curves draws the table. Without an axis, or anything to draw, it has no curves.
func (f Filled) Curves() Curves {
	c := Curves{Width: curveWidth}
	if f.Axis == "" {
		return c
	}
	labels, points, sides := f.seriesOver()
	xLo, xHi, yLo, yHi := math.Inf(1), 0.0, math.Inf(1), 0.0
	for _, series := range points {
		for _, p := range series {
			xLo, xHi, yLo, yHi = min(xLo, p.x), max(xHi, p.x), min(yLo, p.iv.Mean), max(yHi, p.iv.Mean)
		}
	}
	if len(labels) == 0 || xLo <= 0 || xHi <= xLo {
		return c
	}
	yLo, yHi = yLo/1.5, yHi*1.5
	x := func(v float64) float64 {
		return curveLeft + math.Log(v/xLo)/math.Log(xHi/xLo)*(curveWidth-curveLeft-10)
	}
	y := func(v float64) float64 {
		v = min(max(v, yLo), yHi)
		return 8 + (1-math.Log(v/yLo)/math.Log(yHi/yLo))*(curveHeight-curveBottom-8)
	}
	for v := math.Pow(2, math.Ceil(math.Log2(xLo))); v <= xHi; v *= 4 {
		c.Ticks = append(c.Ticks, Tick{x(v), fmt.Sprintf("%g", v)})
	}
	for v := math.Pow(10, math.Ceil(math.Log10(yLo))); v <= yHi; v *= 10 {
		c.Levels = append(c.Levels, Tick{y(v), Interval{Mean: v}.short(f.Unit)})
	}
	for i, label := range labels {
		curve := Curve{Label: label, Ours: sides[label] == f.Ours, Dash: dashes[i%len(dashes)], KeyX: 4, KeyEnd: 34, KeyY: curveHeight + 12 + i*keyHeight}
		curve.KeyMid = curve.KeyY - 4
		var path strings.Builder
		for k, p := range points[label] {
			d := Dot{X: x(p.x), Y: y(p.iv.Mean), Lo: y(p.iv.Mean), Hi: y(p.iv.Mean)}
			if !math.IsInf(p.iv.Half, 0) {
				d.Lo, d.Hi = y(p.iv.Lo()), y(p.iv.Hi())
			}
			curve.Dots = append(curve.Dots, d)
			fmt.Fprintf(&path, "%s%.1f %.1f", map[bool]string{true: "M", false: " L"}[k == 0], d.X, d.Y)
		}
		curve.Path = path.String()
		c.Curves = append(c.Curves, curve)
	}
	c.Height = curveHeight + 12 + len(labels)*keyHeight
	return c
}
