package lighting_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// layered fills a 5x5 world as Falco's own figures for changes have it: 30 % stone in 16 layers, four lamps a chunk in them, a
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

// toggle is what a row of BenchmarkReplay does: the changes of even steps are undone by the odd ones.
type toggle struct {
	put     string
	changes int // in a step
	steps   [][]lighting.Change
}

// add adds the steps that give cells a class and take it away again, all at once.
func (tg *toggle) add(w *world, cells [][3]int, class lighting.Class) {
	var put, take []lighting.Change
	for _, c := range cells {
		px, py, pz := w.pos(c[0], c[1], c[2])
		put = append(put, lighting.Change{X: px, Y: py, Z: pz, Class: class})
		take = append(take, lighting.Change{X: px, Y: py, Z: pz, Class: w.grid.Classes[w.grid.Index(c[0], c[1], c[2])]})
	}
	tg.steps = append(tg.steps, put, take)
}

// toggles returns the changes to be replayed in one kind of light, in a world that is lit in it.
func toggles(w *world, kind lighting.Kind, lampAt func(w *world, x, z int) int, skyAt func(w *world, x, z int) (int, lighting.Class)) (out []toggle) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, n := range []int{1, 16, 1000} {
		tg := toggle{put: "lamp", changes: n}
		var cells [][3]int
		class := lamp
		for range n {
			x, z := 40, 40
			if n > 1 {
				x, z = r.IntN(80), r.IntN(80)
			}
			y := lampAt(w, x, z)
			if kind == lighting.Sky {
				y, class = skyAt(w, x, z)
				tg.put = map[lighting.Class]string{0: "hole", stone: "stone"}[class]
			}
			cells = append(cells, [3]int{x, y, z})
		}
		tg.add(w, cells, class)
		out = append(out, tg)
	}
	if kind == lighting.Sky {
		return out
	}
	tg := toggle{put: "stone", changes: 1}
	for len(tg.steps) < 2*64 {
		x, y, z := 16+r.IntN(48), 16+r.IntN(w.n*16), 16+r.IntN(48)
		if w.grid.Classes[w.grid.Index(x, y, z)] == 0 && w.cols[z>>4*w.w+x>>4].At(lighting.Block, x&15, y+(bottom-1)*16, z&15) >= 8 {
			tg.add(w, [][3]int{{x, y, z}}, stone)
		}
	}
	return append(out, tg)
}

// BenchmarkReplay changes a world of 5x5 chunks, and changes it back. In block light lamps come and go, and single stones where a lamp
// is near, in 64 places in turn; in sky light the way of the sky is closed and opened. full is the pass of the whole area from scratch
// that a replay saves, on planes that are there, and states the same from packed palettes.
func BenchmarkReplay(b *testing.B) {
	for _, scene := range scenes {
		w := newWorld(b, 5, 5, 24, scene.shapes(b))
		scene.fill(b, w)
		w.build(b)
		stored, bld := w.packed(), lighting.NewBuilder(w.shapes)
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			w.lightOnly(kind)
			for _, tg := range toggles(w, kind, scene.lamp, scene.sky) {
				row := fmt.Sprintf("light=%v/changes=%d/put=%s/world=%s", kind, tg.changes, tg.put, scene.name)
				run := func(side string, do func(b *testing.B, i int)) {
					b.Run(side+"/"+row, func(b *testing.B) {
						b.ReportAllocs()
						for i := 0; b.Loop(); i++ {
							do(b, i)
						}
					})
				}
				replay := func(b *testing.B, i int) {
					if _, err := w.eng.Replay(w.area, tg.steps[i%len(tg.steps)]); err != nil {
						b.Fatal(err)
					}
				}
				run("replay", replay)
				for i := range tg.steps {
					replay(b, i) // and so all is as it was, wherever the benchmark ended
				}
				w.checkKind(b, kind)
				run("full", func(*testing.B, int) { w.relight(kind, 5) })
				run("states", func(b *testing.B, _ int) {
					for c, secs := range stored {
						for i := range secs {
							secs[i].build(b, bld, w.cols[c])
						}
					}
					w.relight(kind, 5)
				})
			}
			w.checkKind(b, kind)
		}
	}
}

// packed returns the sections of all columns as a game stores them.
func (w *world) packed() [][]realSection {
	out := make([][]realSection, len(w.cols))
	for c := range w.cols {
		for n := range w.n {
			s := realSection{number: int32(bottom + n), bits: 4}
			seen, indices := map[lighting.Class]uint16{}, make([]uint16, 4096)
			for i := range indices {
				class := w.grid.Classes[w.grid.Index(c%w.w*16+i&15, (n+1)*16+i>>8, c/w.w*16+i>>4&15)]
				k, ok := seen[class]
				if !ok {
					k = uint16(len(s.palette))
					seen[class], s.palette = k, append(s.palette, class)
				}
				indices[i] = k
			}
			for len(s.palette) > 1<<s.bits {
				s.bits++
			}
			if len(s.palette) > 1 {
				s.data = packAnvil(indices, s.bits)
			}
			out[c] = append(out[c], s)
		}
	}
	return out
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
