package register

import (
	"math"
)

// Bar is one bar of a chart, in the coordinates of a drawing that is Chart.Width wide.
type Bar struct {
	// Label and Value are printed above the bar, Config above the first bar of a configuration.
	Label, Value, Config string
	Ours                 bool
	// ConfigY and LabelY are base lines, Y is the top of the bar and Middle where its interval is drawn.
	ConfigY, LabelY, Y, Middle int
	// Length is the mean, Lo and Hi are the ends of the interval.
	Length, Lo, Hi float64
}

// Chart is a table's rows as horizontal bars with their intervals drawn.
type Chart struct {
	Bars                     []Bar
	Width, Height, BarHeight int
	Log                      bool
	Unit                     string
}

// Geometry of a chart, in drawing units: they scale with the page.
const (
	chartWidth   = 440
	barHeight    = 8
	barGap       = 28 // From one side's label to the next one's.
	labelGap     = 4  // From a label's base line to its bar.
	groupGap     = 18
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
	chart := Chart{Width: chartWidth, BarHeight: barHeight, Unit: shortUnit(f.Unit), Log: hi/lo >= logThreshold}
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
	y := 12
	for _, row := range f.Rows {
		first := true
		for i, c := range row.Cells {
			if !c.Present || c.Time.Mean <= 0 {
				continue
			}
			b := Bar{Label: f.Sides[i], Value: c.Time.Text(f.Unit), Ours: f.Sides[i] == f.Ours, Length: scale(c.Time.Mean)}
			if first && row.Label != "" {
				b.Config, b.ConfigY = row.Label, y
				y += groupGap
			}
			b.LabelY, b.Y, b.Middle = y, y+labelGap, y+labelGap+barHeight/2
			b.Lo, b.Hi = b.Length, b.Length
			if !math.IsInf(c.Time.Half, 0) {
				b.Lo, b.Hi = scale(c.Time.Lo()), scale(c.Time.Hi())
			}
			chart.Bars = append(chart.Bars, b)
			y += barGap
			first = false
		}
		y += groupGap / 2
	}
	chart.Height = y
	return chart
}

func clamp(x float64) float64 { return min(max(x, 0), 1) }
