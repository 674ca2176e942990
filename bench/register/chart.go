package register

import (
	"math"
)

// Bar is one bar of a chart, in the coordinates of a drawing that is Width wide.
type Bar struct {
	Label, Value  string
	Ours          bool
	Y             int
	Length        float64
	Lo, Hi        float64
	First         bool
	ConfigY       int
	Config        string
	LabelY, BarHi int
}

// Chart is a table's rows as horizontal bars with their intervals drawn.
type Chart struct {
	Bars          []Bar
	Width, Height int
	Log           bool
	Unit          string
}

// Geometry of a chart, in drawing units: they scale with the page.
const (
	chartWidth   = 600
	barHeight    = 14
	barGap       = 22
	groupGap     = 26
	logThreshold = 1000 // Three orders of magnitude are drawn on a log scale.
)

// Chart draws the measured rows. A table with nothing to draw gives a chart without bars.
func (f Filled) Chart() Chart {
	lo, hi := math.Inf(1), 0.0
	for _, row := range f.Rows {
		for _, c := range row.Cells {
			if c.Present && c.Time.Mean > 0 {
				lo, hi = min(lo, c.Time.Mean), max(hi, c.Time.Mean)
			}
		}
	}
	chart := Chart{Width: chartWidth, Unit: shortUnit(f.Unit), Log: hi/lo >= logThreshold}
	if hi == 0 {
		return chart
	}
	scale := func(v float64) float64 {
		top := hi * 1.15
		if !chart.Log {
			return clamp(v/top) * chartWidth
		}
		bottom := lo / 2
		return clamp(math.Log(max(v, bottom)/bottom)/math.Log(top/bottom)) * chartWidth
	}
	y := 0
	for _, row := range f.Rows {
		first := true
		for i, c := range row.Cells {
			if !c.Present || c.Time.Mean <= 0 {
				continue
			}
			b := Bar{Label: f.Sides[i], Value: c.Time.Text(f.Unit), Ours: f.Sides[i] == f.Ours, Length: scale(c.Time.Mean), First: first, Config: row.Label}
			if first {
				y += groupGap
				b.ConfigY = y - 6
			}
			b.Y, b.LabelY, b.BarHi = y, y+barHeight-3, barHeight
			if math.IsInf(c.Time.Half, 0) {
				b.Lo, b.Hi = b.Length, b.Length
			} else {
				b.Lo, b.Hi = scale(c.Time.Lo()), scale(c.Time.Hi())
			}
			chart.Bars = append(chart.Bars, b)
			y += barGap
			first = false
		}
	}
	chart.Height = y + 4
	return chart
}

func clamp(x float64) float64 { return min(max(x, 0), 1) }
