package lighting_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// sequences returns how many random edit sequences to run.
func sequences() int {
	switch {
	case os.Getenv("KESTREL_LONG") != "":
		return 100_000
	case testing.Short():
		return 500
	}
	return 4_000
}

// edit draws a batch of changes, and makes them in the grid.
func (w *world) edit(r *rand.Rand, m mix, n int) []lighting.Change {
	var out []lighting.Change
	x, y, z := r.IntN(w.w*16), 16+r.IntN(w.n*16), r.IntN(w.d*16)
	for range n {
		if r.IntN(3) == 0 {
			x, y, z = r.IntN(w.w*16), 16+r.IntN(w.n*16), r.IntN(w.d*16)
		} else { // near the last one, often the same cell again
			x, y, z = min(max(x+r.IntN(3)-1, 0), w.w*16-1), min(max(y+r.IntN(3)-1, 16), w.n*16+15), min(max(z+r.IntN(3)-1, 0), w.d*16-1)
		}
		var c lighting.Class
		if r.IntN(3) > 0 {
			c = m.class(r, w.shapes)
			if r.IntN(4) == 0 {
				c = lighting.MustClass(uint8(r.IntN(16)), c.Opacity(), c.Shape())
			}
		}
		w.grid.Classes[w.grid.Index(x, y, z)] = c
		px, py, pz := w.pos(x, y, z)
		out = append(out, lighting.Change{X: px, Y: py, Z: pz, Class: c})
	}
	return out
}

// TestReplaySequences replays random sequences of edits on small worlds; the light must always be what the oracle computes anew.
func TestReplaySequences(t *testing.T) {
	shapes := testShapes(t)
	names := []string{"caves", "water", "costs", "shapes", "all", "open", "dense"}
	sizes := [][3]int{{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}}
	per := 8
	for s := 0; s < sequences(); s += per {
		r := rand.New(rand.NewPCG(uint64(s), 7))
		m := mixes[names[r.IntN(len(names))]]
		size := sizes[r.IntN(len(sizes))]
		w := newWorld(t, size[0], size[1], size[2], shapes)
		m.fill(w, r)
		w.build(t)
		w.light()
		for range per {
			ch := w.edit(r, m, 1+r.IntN(1+r.IntN(12)))
			res, err := w.eng.Replay(w.area, ch)
			if err != nil {
				t.Fatal(err)
			}
			_ = res
		}
		w.check(t, fmt.Sprintf("sequence %d", s))
	}
}
