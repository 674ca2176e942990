package lighting_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// layered fills a 5x5 world as the model's own figures for changes have it: 30 % stone in 16 layers, four lamps a chunk in them, a
// closed layer of stone on top, and nothing below.
func layered(w *world) {
	r := rand.New(rand.NewPCG(20260731, 2))
	const floor = 16 + 96 // y 32 in a world from -64
	for c := range w.cols {
		x0, z0 := c%w.w*16, c/w.w*16
		for i := range 4096 {
			if r.IntN(100) < 30 {
				w.grid.Classes[w.grid.Index(x0+i&15, floor+i>>8, z0+i>>4&15)] = stone
			}
		}
		for range 4 {
			w.grid.Classes[w.grid.Index(x0+r.IntN(16), floor+r.IntN(16), z0+r.IntN(16))] = lamp
		}
		for i := range 256 {
			w.grid.Classes[w.grid.Index(x0+i&15, floor+16, z0+i>>4)] = stone
		}
	}
}

// scenes are the 5x5 worlds that changes are replayed in and columns lit again in, with the height at which a lamp or a block against
// the sky is put at (x, z), and what is put there against the sky. The real one comes last, because it is skipped where it is absent.
var scenes = []struct {
	name   string
	shapes func(testing.TB) *lighting.Shapes
	fill   func(t testing.TB, w *world)
	lamp   func(w *world, x, z int) int
	sky    func(w *world, x, z int) (int, lighting.Class)
}{
	{
		"layered", noShapes, func(_ testing.TB, w *world) { layered(w) },
		func(*world, int, int) int { return 16 + 96 + 8 },
		func(*world, int, int) (int, lighting.Class) { return 16 + 96 + 16, 0 },
	},
	{
		"caves", noShapes, func(_ testing.TB, w *world) { terrain(w) },
		func(*world, int, int) int { return 80 },
		func(w *world, x, z int) (int, lighting.Class) { return w.surface(x, z) + 2, stone },
	},
	{
		"java-1.21", javaShapes, realTerrain,
		func(w *world, x, z int) int { return w.surface(x, z) },
		func(w *world, x, z int) (int, lighting.Class) { return w.surface(x, z) + 2, stone },
	},
}

func noShapes(testing.TB) *lighting.Shapes { return mustShapes(nil) }

// lightOnly lights a world in one kind, as if there were no other.
func (w *world) lightOnly(kind lighting.Kind) {
	for _, c := range w.cols {
		c.SetLit(kind, false)
		c.SetLit(1-kind, true)
	}
	w.eng.Light(w.area, kind)
	for _, c := range w.cols {
		c.SetLit(1-kind, false)
	}
}

// checkKind fails if the light of one kind is not the oracle's.
func (w *world) checkKind(t testing.TB, kind lighting.Kind) {
	t.Helper()
	want := w.grid.Block
	if kind == lighting.Sky {
		want = w.grid.Sky
	}
	if d := w.diff(kind, want()); d != "" {
		t.Fatal(d)
	}
}

// BenchmarkReplay puts lamps (block light) into a world of 5x5 chunks and takes them away again, in turn, or opens and closes the way of
// the sky; full is the pass of the whole area from scratch that it saves.
func BenchmarkReplay(b *testing.B) {
	for _, scene := range scenes {
		w := newWorld(b, 5, 5, 24, scene.shapes(b))
		scene.fill(b, w)
		w.build(b)
		r := rand.New(rand.NewPCG(8, 8))
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			w.lightOnly(kind)
			for _, n := range []int{1, 16, 1000} {
				var put [2][]lighting.Change
				for range n {
					x, z := 40, 40
					if n > 1 {
						x, z = r.IntN(80), r.IntN(80)
					}
					y, there := scene.lamp(w, x, z), lamp
					if kind == lighting.Sky {
						y, there = scene.sky(w, x, z)
					}
					px, py, pz := w.pos(x, y, z)
					put[0] = append(put[0], lighting.Change{X: px, Y: py, Z: pz, Class: there})
					put[1] = append(put[1], lighting.Change{X: px, Y: py, Z: pz, Class: w.grid.Classes[w.grid.Index(x, y, z)]})
				}
				row := fmt.Sprintf("light=%v/changes=%d/world=%s", kind, n, scene.name)
				b.Run("replay/"+row, func(b *testing.B) {
					b.ReportAllocs()
					for i := 0; b.Loop(); i++ {
						if _, err := w.eng.Replay(w.area, put[i&1]); err != nil {
							b.Fatal(err)
						}
					}
				})
				if _, err := w.eng.Replay(w.area, put[1]); err != nil {
					b.Fatal(err)
				}
				b.Run("full/"+row, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						w.relight(kind, 5)
					}
				})
			}
			w.checkKind(b, kind)
		}
	}
}

// relight lights the columns of the square in the middle of a 5x5 world again.
func (w *world) relight(kind lighting.Kind, edge int) {
	for i := range edge * edge {
		unlit(w.cols[(2-edge/2+i/edge)*5+2-edge/2+i%edge], kind)
	}
	w.eng.Light(w.area, kind)
}

// BenchmarkRelight lights columns again in a lit world of 5x5 chunks: the one in the middle, or the nine there, the others being their
// ring; full is all 25. join is a column that comes lit and finds all as it must be: that is its borders, the least that the arrival of
// a chunk costs.
func BenchmarkRelight(b *testing.B) {
	for _, scene := range scenes {
		w := newWorld(b, 5, 5, 24, scene.shapes(b))
		scene.fill(b, w)
		w.build(b)
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			w.lightOnly(kind)
			x, z := w.cols[12].Pos()
			for _, side := range []struct {
				name, row string
				f         func()
			}{
				{"ring", "columns=1", func() { w.relight(kind, 1) }},
				{"full", "columns=1", func() { w.relight(kind, 5) }},
				{"join", "columns=1", func() {
					if _, err := w.eng.Join(w.area, kind, x, z); err != nil {
						b.Fatal(err)
					}
				}},
				{"ring", "columns=9", func() { w.relight(kind, 3) }},
				{"full", "columns=9", func() { w.relight(kind, 5) }},
			} {
				b.Run(fmt.Sprintf("%s/light=%v/%s/world=%s", side.name, kind, side.row, scene.name), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						side.f()
					}
				})
			}
			w.checkKind(b, kind)
		}
	}
}
