package lighting_test

import (
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// TestStoredLight gives columns light as from a file: joining them changes nothing, and changes are replayed as if it had been computed.
func TestStoredLight(t *testing.T) {
	shapes := testShapes(t)
	w := newWorld(t, 2, 2, 2, shapes)
	r := rand.New(rand.NewPCG(12, 1))
	mixes["all"].fill(w, r)
	w.build(t)
	w.light()
	b := lighting.NewBuilder(shapes)
	lit := append([]*lighting.Column(nil), w.cols...)
	for i, old := range lit {
		x, z := old.Pos()
		c, err := lighting.NewColumn(x, z, bottom, w.n)
		if err != nil {
			t.Fatal(err)
		}
		w.cols[i] = c
		w.buildColumn(t, b, i)
		low, n := old.Range()
		if low != bottom || n != w.n {
			t.Fatalf("range %d, %d", low, n)
		}
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			for s := low - 1; s <= low+int32(n); s++ {
				l, u := old.Section(s).Levels(kind)
				c.Section(s).SetLevels(kind, l, u)
			}
			c.SetLit(kind, true)
		}
		if err := w.area.Put(c); err != nil {
			t.Fatal(err)
		}
	}
	w.check(t, "stored")
	for _, c := range w.cols {
		x, z := c.Pos()
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			res, err := w.eng.Join(w.area, kind, x, z)
			if err != nil || len(res.Changed) != 0 {
				t.Fatalf("joining changed %d sections, %v", len(res.Changed), err)
			}
		}
	}
	for range 5 {
		if _, err := w.eng.Replay(w.area, w.edit(r, mixes["all"], 10)); err != nil {
			t.Fatal(err)
		}
	}
	w.check(t, "changed")
	var l lighting.Levels
	for i := range 4096 {
		l.Set(i, 6)
	}
	s := w.cols[0].Section(bottom)
	s.SetLevels(lighting.Sky, &l, 0)
	if p, u := s.Levels(lighting.Sky); p != nil || u != 6 {
		t.Errorf("levels that are all 6 are kept as %v, %d", p != nil, u)
	}
}

// TestThaw: a column that forgets its neighbour gets nothing from it when it is lit again; one that remembers does, and so does its
// clone.
func TestThaw(t *testing.T) {
	w := newWorld(t, 2, 1, 1, mustShapes(nil))
	for i := range 256 { // stone on top and at the bottom, so that the light stays in
		for x := range 2 {
			w.grid.Classes[w.grid.Index(x*16+i&15, 16, i>>4)] = stone
			w.grid.Classes[w.grid.Index(x*16+i&15, 31, i>>4)] = stone
		}
	}
	w.grid.Classes[w.grid.Index(16, 24, 8)] = lamp
	w.build(t)
	w.light()
	col := w.cols[0]
	y := 24 + (bottom-1)*16
	relit := func(c *lighting.Column) uint8 {
		c.SetLit(lighting.Block, false)
		w.only(t, c)
		w.eng.Light(w.area, lighting.Block)
		return c.At(lighting.Block, 15, y, 8)
	}
	before := col.Bytes()
	col.Freeze(lighting.East, w.cols[1], mustShapes(nil))
	if col.Bytes() <= before {
		t.Error("a memory takes no memory")
	}
	if got := relit(col.Clone()); got != 14 {
		t.Errorf("clone beside a memory: %d, want 14", got)
	}
	if got := relit(col); got != 14 {
		t.Errorf("beside a memory: %d, want 14", got)
	}
	col.Thaw(lighting.East)
	if got := relit(col); got != 0 {
		t.Errorf("without a memory: %d, want 0", got)
	}
	dark, _ := lighting.NewColumn(0, 5, bottom, 1)
	col.Freeze(lighting.East, dark, mustShapes(nil))
	if got := relit(col); got != 0 {
		t.Errorf("beside the memory of an unlit column: %d, want 0", got)
	}
}
