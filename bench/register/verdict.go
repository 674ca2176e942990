package register

import (
	"fmt"
	"math"
)

// Kind says how much a pair of intervals admits to be said.
type Kind int

const (
	// Unresolved means that the intervals overlap: no difference is shown, which is not a tie.
	Unresolved Kind = iota
	// NoFactor means that a half-width reaches its mean: the pair does not constrain a ratio.
	NoFactor
	// BoundsOnly means that the intervals are disjoint but too wide for a factor: rounded bounds stand alone.
	BoundsOnly
	// Factor means that the intervals are disjoint and narrow enough for a factor beside its bounds.
	Factor
)

// Verdict is what may be said of b against a: how many times a's value b's is.
type Verdict struct {
	Kind Kind
	// Ratio is mean b / mean a; Lo and Hi are its conservative bounds. They mean something from BoundsOnly on.
	Ratio, Lo, Hi float64
	// Digits are the decimals that Ratio may carry.
	Digits int
}

// The widest relative half-width of a pair that still admits two decimals, and one.
const (
	twoDecimals = 0.10
	oneDecimal  = 0.25
)

// Compare judges b against a.
func Compare(a, b Interval) Verdict {
	v := Verdict{Ratio: b.Mean / a.Mean}
	switch wide := max(a.Relative(), b.Relative()); {
	case math.IsNaN(v.Ratio) || wide >= 1:
		return Verdict{Kind: NoFactor}
	case a.Lo() <= b.Hi() && b.Lo() <= a.Hi():
		return Verdict{Kind: Unresolved}
	case wide > oneDecimal:
		v.Kind = BoundsOnly
	case wide > twoDecimals:
		v.Kind, v.Digits = Factor, 1
	default:
		v.Kind, v.Digits = Factor, 2
	}
	v.Lo, v.Hi = b.Lo()/a.Hi(), b.Hi()/a.Lo()
	return v
}

// String tells the verdict from a's side, as the register prints it. Lower is taken to be better.
func (v Verdict) String() string {
	switch v.Kind {
	case NoFactor:
		return "no factor admissible"
	case Unresolved:
		return "no difference resolved"
	case BoundsOnly:
		return fmt.Sprintf("between %s× and %s×", rounded(v.Lo, math.Floor), rounded(v.Hi, math.Ceil))
	}
	return fmt.Sprintf("%.*f× (%.2f–%.2f)", v.Digits, v.Ratio, v.Lo, v.Hi)
}

// rounded writes a bound with one significant decimal below ten and none above, moved outwards so that it stays a bound.
func rounded(x float64, outwards func(float64) float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", outwards(x*10)/10)
	}
	return fmt.Sprintf("%.0f", outwards(x))
}
