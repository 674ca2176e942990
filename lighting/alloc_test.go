package lighting_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// TestNoAllocations: once its scratch has grown, a pass allocates nothing, be it a flood, a replay, or the building of planes.
func TestNoAllocations(t *testing.T) {
	w := newWorld(t, 2, 2, 6, testShapes(t))
	terrain(w)
	w.build(t)
	w.light()
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		if n := testing.AllocsPerRun(20, func() {
			for _, c := range w.cols {
				c.SetLit(kind, false)
			}
			w.eng.Light(w.area, kind)
		}); n != 0 {
			t.Errorf("a full pass of %v light allocates %v times", kind, n)
		}
	}
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		x, z := w.cols[3].Pos()
		if n := testing.AllocsPerRun(20, func() {
			w.cols[3].SetLit(kind, false)
			w.eng.Light(w.area, kind)
			if _, err := w.eng.Join(w.area, kind, x, z); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("a column of %v light among lit ones allocates %v times", kind, n)
		}
	}
	changes := [2][]lighting.Change{}
	for i := range 40 {
		x, y, z := w.pos(5+i%20, 50+i/3, 9+i%17)
		c := lamp
		if i&1 != 0 {
			c = lighting.MustClass(0, 0, 1)
		}
		changes[0] = append(changes[0], lighting.Change{X: x, Y: y, Z: z, Class: c})
		changes[1] = append(changes[1], lighting.Change{X: x, Y: y, Z: z})
	}
	k := 0
	if n := testing.AllocsPerRun(20, func() {
		if _, err := w.eng.Replay(w.area, changes[k&1]); err != nil {
			t.Fatal(err)
		}
		k++
	}); n != 0 {
		t.Errorf("a replay allocates %v times", n)
	}
	palette, data := sectionInput(8, 30, true)
	palette[3] = lighting.MustClass(0, 2, 0)
	palette[4] = lighting.MustClass(0, 1, 3)
	b := lighting.NewBuilder(testShapes(t))
	s := w.cols[0].Section(bottom)
	words := packDragonfly(make([]uint16, 4096), 4)
	words[7] = 0x12345
	if n := testing.AllocsPerRun(20, func() {
		if err := b.Anvil(s, palette, 4, data); err != nil {
			t.Fatal(err)
		}
		if err := b.Dragonfly(s, palette, 4, words); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("building planes allocates %v times", n)
	}
	var l lighting.Levels
	buf := make([]byte, 0, 4096)
	if n := testing.AllocsPerRun(20, func() {
		buf = l.AppendDragonfly(l.AppendAnvil(buf[:0]))
		_ = l.LoadAnvil(buf[:2048])
	}); n != 0 {
		t.Errorf("nibbles allocate %v times", n)
	}
}
