package areas

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/lighting"
)

// Verify lights a column again from nothing, together with its ring and on copies, and returns the number of cells, of all kinds,
// in which the column has another light. A column that is not lit, or for which something waits or is away, is an error: it is not
// expected to be right yet.
func (w *World) Verify(p Pos, e *lighting.Engine) (wrong int, err error) {
	c := w.columns[p]
	if c == nil || !c.lit() {
		return 0, fmt.Errorf("areas: column %v is not lit", p)
	}
	v := pass{mode: Full, kinds: w.conf.kinds()}
	for _, own := range append(w.ring([]*column{c}), c) {
		if own.queued || w.overlaps([]*column{own}) {
			return 0, fmt.Errorf("areas: column %v has not settled", own.pos)
		}
		v.members = append(v.members, own.light.Clone())
	}
	var area lighting.Area
	if err := v.run(&area, e, func(ch lighting.Changed) {
		if x, z := ch.Column.Pos(); x == p.X && z == p.Z {
			wrong += ch.Cells.Count()
		}
	}); err != nil {
		return 0, err
	}
	return wrong, nil
}
