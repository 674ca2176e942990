package lighting_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

var (
	stone = lighting.MustClass(0, 15, 0)
	lamp  = lighting.MustClass(15, 15, 0)
	torch = lighting.MustClass(14, 0, 0)
)

// TestGrid is one section with every pairing of sources and solid share, uniform and mixed brightness.
func TestGrid(t *testing.T) {
	emitters := []lighting.Class{lamp, lighting.MustClass(15, 0, 0), torch, lighting.MustClass(7, 0, 0), lighting.MustClass(3, 15, 0)}
	for _, sources := range []int{0, 1, 2, 4, 8, 16, 64, 128, 512} {
		for _, solid := range []int{0, 10, 30, 50, 70, 90} {
			for _, kinds := range []int{1, 5} {
				w := newWorld(t, 1, 1, 1, mustShapes(nil))
				r := rand.New(rand.NewPCG(uint64(sources), uint64(solid)))
				for i := range 4096 {
					if r.IntN(100) < solid {
						w.grid.Classes[4096+i] = stone
					}
				}
				for k := range sources {
					w.grid.Classes[4096+r.IntN(4096)] = emitters[k%kinds]
				}
				w.build(t)
				w.light()
				w.check(t, fmt.Sprintf("sources %d, solid %d %%, kinds %d", sources, solid, kinds))
			}
		}
	}
}

// put changes cells of the world and of the grid.
func (w *world) put(t testing.TB, c lighting.Class, at ...[3]int) {
	t.Helper()
	var ch []lighting.Change
	for _, p := range at {
		w.grid.Classes[w.grid.Index(p[0], p[1], p[2])] = c
		x, y, z := w.pos(p[0], p[1], p[2])
		ch = append(ch, lighting.Change{X: x, Y: y, Z: z, Class: c})
	}
	if _, err := w.eng.Replay(w.area, ch); err != nil {
		t.Fatal(err)
	}
}

// TestBordersAndCorners lights a lamp at each distance from every border and corner of the middle chunk, in the open and in a dark
// cave behind a wall on the border with one hole, and takes it away again.
func TestBordersAndCorners(t *testing.T) {
	spots := []int{0, 1, 7, 14, 15}
	for _, walls := range []bool{false, true} {
		w := newWorld(t, 3, 3, 1, mustShapes(nil))
		for y := 16; y < 32; y++ {
			for x := range 48 {
				for z := range 48 {
					border := x == 15 || x == 32 || z == 15 || z == 32
					if y == 16 || y == 31 || walls && border && (x+y+z)%11 != 0 {
						w.grid.Classes[w.grid.Index(x, y, z)] = stone
					}
				}
			}
		}
		w.build(t)
		w.light()
		for _, x := range spots {
			for _, z := range spots {
				for _, y := range []int{17, 23, 30} {
					at := [3]int{16 + x, y, 16 + z}
					w.put(t, lamp, at)
					w.check(t, fmt.Sprintf("lamp at %v, walls %v", at, walls))
					w.put(t, 0, at)
				}
			}
			w.check(t, "lamps gone")
		}
	}
}

// TestTopAndBottom puts lamps and stones into the outermost layers of the build height: light goes round through the outer sections.
func TestTopAndBottom(t *testing.T) {
	for _, n := range []int{1, 2} {
		w := newWorld(t, 2, 2, n, mustShapes(nil))
		top := 16 + n*16 - 1
		for x := range 32 {
			for z := range 32 {
				if x < 30 {
					w.grid.Classes[w.grid.Index(x, top, z)] = stone
				}
				if z < 30 {
					w.grid.Classes[w.grid.Index(x, 16, z)] = stone
				}
			}
		}
		w.build(t)
		w.light()
		w.check(t, "lids")
		for _, y := range []int{16, 17, top - 1, top} {
			for _, x := range []int{0, 15, 16, 31} {
				w.put(t, lamp, [3]int{x, y, 16})
				w.check(t, "lamp")
				w.put(t, 0, [3]int{x, y, 16})
				w.check(t, "hole")
			}
		}
	}
}

// TestRoofAndTower closes and opens roofs over several sections, all at once and block by block, with holes, glass and leaves, and
// builds a tower to the top and breaks it.
func TestRoofAndTower(t *testing.T) {
	w := newWorld(t, 3, 3, 4, testShapes(t))
	for x := range 48 {
		for z := range 48 {
			for y := 16; y < 24; y++ {
				w.grid.Classes[w.grid.Index(x, y, z)] = stone
			}
		}
	}
	w.build(t)
	w.light()
	var roof [][3]int
	for x := 3; x < 45; x++ {
		for z := 5; z < 40; z++ {
			roof = append(roof, [3]int{x, 70, z})
		}
	}
	slab, leaves := lighting.MustClass(0, 0, 1), lighting.MustClass(0, 1, 0)
	for _, c := range []lighting.Class{stone, leaves, slab, lighting.MustClass(0, 3, 0), 0, slab, stone, 0} {
		w.put(t, c, roof...)
		w.check(t, fmt.Sprintf("roof of %v", c))
	}
	w.put(t, stone, roof...)
	for _, p := range roof[600:640] {
		w.put(t, 0, p)
	}
	w.check(t, "slit")
	w.put(t, lighting.MustClass(0, 0, 0), roof...)
	for y := 24; y < 80; y++ {
		w.put(t, stone, [3]int{31, y, 16})
	}
	w.check(t, "tower")
	for y := 24; y < 60; y += 3 {
		w.put(t, 0, [3]int{31, y, 16})
	}
	w.check(t, "holes in the tower")
	var rest [][3]int
	for y := 24; y < 80; y++ {
		rest = append(rest, [3]int{31, y, 16})
	}
	w.put(t, 0, rest...)
	w.check(t, "tower broken")
}

// TestOpaqueEmitters: a lamp shines out of a cell that nothing enters, and passes nothing on.
func TestOpaqueEmitters(t *testing.T) {
	w := newWorld(t, 1, 1, 1, mustShapes(nil))
	for i := range 4096 {
		w.grid.Classes[4096+i] = stone
	}
	for x := range 16 { // a tunnel with a dim opaque emitter in the middle and a bright lamp at one end
		w.grid.Classes[w.grid.Index(x, 20, 8)] = 0
	}
	w.grid.Classes[w.grid.Index(0, 20, 8)] = lamp
	w.grid.Classes[w.grid.Index(8, 20, 8)] = lighting.MustClass(3, 15, 0)
	w.build(t)
	w.light()
	w.check(t, "tunnel")
	x, y, z := 9, 20+(bottom-1)*16, 8
	if got := w.cols[0].At(lighting.Block, x, y, z); got != 2 {
		t.Fatalf("behind the dim emitter: %d, want 2", got)
	}
	w.put(t, stone, [3]int{8, 20, 8})
	w.check(t, "emitter gone")
	w.put(t, lighting.MustClass(14, 15, 0), [3]int{8, 20, 8})
	w.check(t, "brighter emitter")
}

// TestSkyless: a dimension without sky has columns that are never lit in sky light; nothing may touch it.
func TestSkyless(t *testing.T) {
	w := newWorld(t, 2, 1, 2, testShapes(t))
	r := rand.New(rand.NewPCG(1, 1))
	mixes["all"].fill(w, r)
	w.build(t)
	w.eng.Light(w.area, lighting.Block)
	for range 20 {
		res, err := w.eng.Replay(w.area, w.edit(r, mixes["all"], 10))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range res.Changed {
			if c.Kind == lighting.Sky {
				t.Fatal("sky light changed")
			}
		}
	}
	if d := w.diff(lighting.Block, w.grid.Block()); d != "" {
		t.Fatal(d)
	}
	if d := w.diff(lighting.Sky, make([]uint8, len(w.grid.Classes))); d != "" {
		t.Fatal(d)
	}
}

// TestReplayReports compares what replay says that it changed with what has changed.
func TestReplayReports(t *testing.T) {
	shapes := testShapes(t)
	for name, m := range mixes {
		w := newWorld(t, 2, 2, 1, shapes)
		r := rand.New(rand.NewPCG(3, 8))
		m.fill(w, r)
		w.build(t)
		w.light()
		for range 12 {
			before := make([]*lighting.Column, len(w.cols))
			for i, c := range w.cols {
				before[i] = c.Clone()
			}
			res, err := w.eng.Replay(w.area, w.edit(r, m, 1+r.IntN(8)))
			if err != nil {
				t.Fatal(name, err)
			}
			for kind := lighting.Block; kind <= lighting.Sky; kind++ {
				checkChanged(t, w, before, res.Changed, kind)
			}
		}
	}
}

// TestManyChanges replays thousands of changes at once.
func TestManyChanges(t *testing.T) {
	shapes := testShapes(t)
	for name, m := range mixes {
		w := newWorld(t, 3, 3, 2, shapes)
		r := rand.New(rand.NewPCG(5, 8))
		m.fill(w, r)
		w.build(t)
		w.light()
		for range 2 {
			if _, err := w.eng.Replay(w.area, w.edit(r, m, 3000)); err != nil {
				t.Fatal(err)
			}
		}
		w.check(t, name)
	}
}

// TestSlabOverSection: a slab in the lowest layer of a section lets the sky in from above and closes it off below, so that the
// section under it, all of air, is not bright as a whole.
func TestSlabOverSection(t *testing.T) {
	w := newWorld(t, 1, 1, 3, testShapes(t))
	for _, at := range [][3]int{{4, 48, 4}, {5, 48, 4}, {4, 48, 5}} {
		w.grid.Classes[w.grid.Index(at[0], at[1], at[2])] = lighting.MustClass(0, 0, 1)
	}
	w.build(t)
	w.light()
	w.check(t, "slabs")
	w.put(t, lighting.MustClass(0, 0, 2), [3]int{4, 48, 4})
	w.check(t, "a slab turned over")
	w.put(t, 0, [3]int{4, 48, 4}, [3]int{5, 48, 4}, [3]int{4, 48, 5})
	w.check(t, "slabs gone")
}

// TestUniform: light that is the same all over a section takes no planes, be it that nothing is there or that all of it went.
func TestUniform(t *testing.T) {
	w := newWorld(t, 1, 1, 8, mustShapes(nil))
	w.build(t)
	w.light()
	open := w.cols[0].Bytes()
	w.put(t, lamp, [3]int{8, 60, 8})
	if lit := w.cols[0].Bytes(); lit < open+4096 {
		t.Fatalf("a lamp takes %d bytes in a column of %d", lit-open, open)
	}
	w.put(t, 0, [3]int{8, 60, 8})
	for s := int32(bottom - 1); s <= bottom+8; s++ {
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			if l, u := w.cols[0].Section(s).Levels(kind); l != nil || u != uint8(kind)*15 {
				t.Errorf("%v light of section %d keeps planes, or is %d", kind, s, u)
			}
		}
	}
}

// TestMemory: a lit column of real terrain takes at most 60 KiB on average.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a whole world")
	}
	w := loadReal(t, "java-1.20.5")
	eng, b := lighting.NewEngine(w.shapes), lighting.NewBuilder(w.shapes)
	bytes := 0
	for _, tile := range w.tiles {
		tile.build(t, b)
		eng.Light(tile.area, lighting.Block)
		eng.Light(tile.area, lighting.Sky)
		for _, c := range tile.chunks {
			bytes += c.col.Bytes()
		}
	}
	if mean := bytes / w.chunks; mean > 60<<10 {
		t.Errorf("%d bytes a column", mean)
	} else {
		t.Logf("%d bytes a column, %d chunks", mean, w.chunks)
	}
}

// TestFacesOpen: a lamp in a box of cells that close all their faces, but take nothing from light; one of them opens and closes.
func TestFacesOpen(t *testing.T) {
	w := newWorld(t, 1, 1, 1, testShapes(t))
	closed := lighting.MustClass(0, 0, 8)
	for _, p := range [][3]int{{7, 24, 8}, {9, 24, 8}, {8, 23, 8}, {8, 25, 8}, {8, 24, 7}, {8, 24, 9}} {
		w.grid.Classes[w.grid.Index(p[0], p[1], p[2])] = closed
	}
	w.grid.Classes[w.grid.Index(8, 24, 8)] = torch
	w.build(t)
	w.light()
	w.check(t, "closed box")
	for _, p := range [][3]int{{7, 24, 8}, {8, 25, 8}, {8, 24, 9}} {
		w.put(t, 0, p)
		w.check(t, "open box")
		w.put(t, closed, p)
		w.check(t, "closed again")
		w.put(t, lighting.MustClass(0, 0, 2), p)
		w.check(t, "half open")
		w.put(t, closed, p)
	}
}

// TestUniformEmitters: sections of nothing but a dim emitter have one level and no planes, until something bright comes near, be they
// opaque or not.
func TestUniformEmitters(t *testing.T) {
	for _, c := range []lighting.Class{lighting.MustClass(3, 15, 0), lighting.MustClass(3, 0, 0), lighting.MustClass(14, 1, 0)} {
		w := newWorld(t, 2, 1, 3, testShapes(t))
		for i := range 4096 {
			w.grid.Classes[w.grid.Index(i&15, 32+i>>8, i>>4&15)] = c
		}
		w.build(t)
		w.light()
		w.check(t, "one section emits")
		for _, at := range [][3]int{{16, 40, 8}, {8, 48, 8}, {8, 31, 3}, {5, 36, 5}} {
			was := w.grid.Classes[w.grid.Index(at[0], at[1], at[2])]
			w.put(t, lamp, at)
			w.check(t, "lamp")
			w.put(t, lighting.MustClass(0, 0, 1), at)
			w.check(t, "slab")
			w.put(t, was, at)
			w.check(t, "as before")
		}
	}
}
