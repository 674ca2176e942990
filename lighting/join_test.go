package lighting_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// TestLoadOrders covers all 362,880 orders in which nine columns can come, by induction: for each of the 512 sets of columns that are
// there, lit as the oracle lights exactly these, and each column that is not, adding it must give the oracle's light of the larger
// set. So no order can lead anywhere else. Each step is taken with Light, and with Join of a column that was lit alone.
func TestLoadOrders(t *testing.T) {
	shapes := testShapes(t)
	w := newWorld(t, 3, 3, 1, shapes)
	r := rand.New(rand.NewPCG(4, 4))
	mix{solid: 0.15, dim: 0.1, costs: 0.05, sided: 0.1, sources: 0.002, opaqueSources: true}.fill(w, r)
	w.build(t)
	type light [2][]uint8
	want := make([]light, 1<<9)
	for set := range want {
		w.grid.Missing = w.missing(func(i int) bool { return set>>i&1 == 0 })
		want[set] = light{w.grid.Block(), w.grid.Sky()}
	}
	alone := make([]*lighting.Column, 9)
	for i, c := range w.cols {
		alone[i] = c.Clone()
		w.only(t, alone[i])
		w.light()
	}
	step := 1
	if testing.Short() {
		step = 7
	}
	for set := 0; set < 1<<9-1; set += step {
		base := make([]*lighting.Column, 9)
		for i := range base {
			if set>>i&1 != 0 {
				base[i] = w.cols[i].Clone()
			}
		}
		w.only(t, base...)
		w.light()
		for i := range 9 {
			if set>>i&1 != 0 {
				continue
			}
			for _, join := range []bool{false, true} {
				cols := make([]*lighting.Column, 9)
				for j, c := range base {
					if c != nil {
						cols[j] = c.Clone()
					}
				}
				fresh := w.cols[i].Clone()
				if join {
					fresh = alone[i].Clone()
				}
				cols[i] = fresh
				w.only(t, cols...)
				if join {
					for kind := lighting.Block; kind <= lighting.Sky; kind++ {
						if _, err := w.eng.Join(w.area, kind, int32(i%3-1), int32(i/3+5)); err != nil {
							t.Fatal(err)
						}
					}
				} else {
					w.light()
				}
				for kind := range 2 {
					if d := w.diffOf(lighting.Kind(kind), want[set|1<<i][kind], cols); d != "" {
						t.Fatalf("columns %09b and then %d, join %v: %s", set, i, join, d)
					}
				}
			}
		}
	}
}

// missing marks the cells of the columns that are not there.
func (w *world) missing(gone func(i int) bool) []bool {
	m := make([]bool, len(w.grid.Classes))
	for i := range w.cols {
		if !gone(i) {
			continue
		}
		for y := range w.grid.H {
			for k := range 256 {
				m[w.grid.Index(i%w.w*16+k&15, y, i/w.w*16+k>>4)] = true
			}
		}
	}
	return m
}

// only makes the area hold the columns given; nil ones are left out.
func (w *world) only(t testing.TB, cols ...*lighting.Column) {
	t.Helper()
	x, z, wd, d := w.area.Bounds()
	if err := w.area.Reset(x, z, wd, d); err != nil {
		t.Fatal(err)
	}
	for _, c := range cols {
		if c != nil {
			if err := w.area.Put(c); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// diffOf is diff for columns that stand in for the world's own.
func (w *world) diffOf(kind lighting.Kind, want []uint8, cols []*lighting.Column) string {
	own := w.cols
	defer func() { w.cols = own }()
	w.cols = nil
	for i, c := range cols {
		if c == nil {
			c = own[i]
		}
		w.cols = append(w.cols, c)
	}
	return w.diff(kind, want)
}

// TestRelight changes the blocks of columns behind the engine's back and lights them again: their neighbours, which are lit, must
// lose what they had from the old blocks and get what the new ones give.
func TestRelight(t *testing.T) {
	shapes := testShapes(t)
	for name, m := range mixes {
		for seed := range uint64(4) {
			w := newWorld(t, 3, 3, 2, shapes)
			r := rand.New(rand.NewPCG(seed, 9))
			m.fill(w, r)
			w.build(t)
			w.light()
			before := make([]*lighting.Column, len(w.cols))
			for i, c := range w.cols {
				before[i] = c.Clone()
			}
			kept := append([]lighting.Class(nil), w.grid.Classes...)
			m.fill(w, r)
			b := lighting.NewBuilder(shapes)
			set := 1 + r.IntN(1<<9-1)
			for i, c := range w.cols {
				if set>>i&1 == 0 {
					w.restoreColumn(i, kept)
					continue
				}
				w.buildColumn(t, b, i)
				c.SetLit(lighting.Block, false)
				c.SetLit(lighting.Sky, false)
			}
			blocks := w.eng.Light(w.area, lighting.Block)
			checkChanged(t, w, before, blocks.Changed, lighting.Block)
			sky := w.eng.Light(w.area, lighting.Sky)
			checkChanged(t, w, before, sky.Changed, lighting.Sky)
			w.check(t, fmt.Sprintf("%s, columns %09b lit again", name, set))
		}
	}
}

// restoreColumn puts the classes of one column back.
func (w *world) restoreColumn(i int, from []lighting.Class) {
	for y := range w.grid.H {
		for k := range 256 {
			at := w.grid.Index(i%w.w*16+k&15, y, i/w.w*16+k>>4)
			w.grid.Classes[at] = from[at]
		}
	}
}

// checkChanged fails unless a result names exactly the cells whose level differs from before.
func checkChanged(t testing.TB, w *world, before []*lighting.Column, changed []lighting.Changed, kind lighting.Kind) {
	t.Helper()
	type key struct {
		col *lighting.Column
		sec int32
	}
	said := map[key]*lighting.Plane{}
	for _, ch := range changed {
		if ch.Kind != kind {
			continue
		}
		k := key{ch.Column, ch.Section}
		if said[k] != nil || ch.Cells.Count() == 0 {
			t.Fatalf("section %d reported twice or for nothing", ch.Section)
		}
		said[k] = ch.Cells
	}
	for i, c := range w.cols {
		for s := bottom - 1; s <= bottom+w.n; s++ {
			cells := said[key{c, int32(s)}]
			for k := range 4096 {
				x, y, z := k&15, s<<4|k>>8, k>>4&15
				differs := c.At(kind, x, y, z) != before[i].At(kind, x, y, z)
				if got := cells != nil && cells.Has(k); got != differs {
					t.Fatalf("%v light of section %d, cell %d: reported %v, differs %v", kind, s, k, got, differs)
				}
			}
		}
	}
}
