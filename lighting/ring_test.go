package lighting_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// TestRelightUnchanged lights columns again in which nothing changed, and joins one: the ring must be trusted, so that nothing is
// taken back and nothing reported.
func TestRelightUnchanged(t *testing.T) {
	for _, name := range []string{"caves", "water", "costs", "open"} {
		w := newWorld(t, 3, 3, 2, mustShapes(nil))
		r := rand.New(rand.NewPCG(2, 5))
		m := mixes[name]
		m.sided = 0
		m.fill(w, r)
		w.build(t)
		w.light()
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			for _, set := range []int{1 << 4, 1<<4 | 1<<3, 1<<9 - 1} {
				for i, c := range w.cols {
					c.SetLit(kind, set>>i&1 == 0)
				}
				if res := w.eng.Light(w.area, kind); len(res.Changed) > 0 || res.Work.Removed > 0 {
					t.Errorf("%s, %v light, columns %09b: %d sections reported, %+v", name, kind, set, len(res.Changed), res.Work)
				}
			}
			x, z := w.cols[4].Pos()
			res, err := w.eng.Join(w.area, kind, x, z)
			if err != nil || len(res.Changed) > 0 || res.Work != (lighting.Work{}) && name != "costs" {
				t.Errorf("%s, %v light, join: %v, %d sections reported, %+v", name, kind, err, len(res.Changed), res.Work)
			}
		}
		w.check(t, name)
	}
}

// TestDebts takes what shines across a border out of a column behind the engine's back, in each way that light can stop to cross it: the
// lamp goes, a wall comes, a face closes. What the ring owes to it, over corners and back into the column, must go with it.
func TestDebts(t *testing.T) {
	shapes := testShapes(t)
	b := lighting.NewBuilder(shapes)
	closed := lighting.MustClass(0, 0, 8)
	for side := lighting.West; side <= lighting.South; side++ {
		if side == lighting.Down || side == lighting.Up {
			continue
		}
		dx, dz := map[lighting.Side][2]int{lighting.West: {-1, 0}, lighting.East: {1, 0}, lighting.North: {0, -1}, lighting.South: {0, 1}}[side][0], 0
		if side >= lighting.North {
			dx, dz = 0, int(side-lighting.North)*2-1
		}
		for what, now := range map[string]lighting.Class{"wall": stone, "closed": closed, "leaves": lighting.MustClass(0, 1, 0), "cost": lighting.MustClass(0, 4, 0)} {
			w := newWorld(t, 3, 3, 1, shapes)
			for y := 16; y < 32; y++ {
				for x := range 48 {
					for z := range 48 {
						w.grid.Classes[w.grid.Index(x, y, z)] = stone
					}
				}
			}
			// A tunnel from the middle out, round a corner in the ring, and back in beside itself.
			x, z := 24, 24
			path := [][2]int{}
			for range 10 {
				path = append(path, [2]int{x, z})
				x, z = x+dx, z+dz
			}
			path = append(path, [2]int{x, z}, [2]int{x + dz, z + dx}, [2]int{x + 2*dz, z + 2*dx}, [2]int{x + 2*dz - dx, z + 2*dx - dz},
				[2]int{x + 2*dz - 2*dx, z + 2*dx - 2*dz}, [2]int{x + 2*dz - 3*dx, z + 2*dx - 3*dz})
			for _, p := range path {
				w.grid.Classes[w.grid.Index(p[0], 20, p[1])] = 0
			}
			w.grid.Classes[w.grid.Index(24, 20, 24)] = lamp
			w.build(t)
			w.light()
			w.check(t, "tunnel")
			at := 1 + int(side)
			w.grid.Classes[w.grid.Index(path[at][0], 20, path[at][1])] = now
			for _, gone := range []bool{false, true} {
				if gone {
					w.grid.Classes[w.grid.Index(24, 20, 24)] = stone
				}
				w.buildColumn(t, b, 4)
				w.cols[4].SetLit(lighting.Block, false)
				w.cols[4].SetLit(lighting.Sky, false)
				w.light()
				w.check(t, fmt.Sprintf("%v, %s, lamp gone %v", side, what, gone))
			}
		}
	}
}

// FuzzRelight reads a small world and blocks that change behind the engine's back from bytes: once their columns, and others that the
// second byte names, have been lit again, the light must be the oracle's.
func FuzzRelight(f *testing.F) {
	f.Add([]byte{0, 3, 2, 3, 4, 5, 6, 7, 8, 0, 5, 5, 5, 240, 1, 5, 5, 5, 0})
	f.Add([]byte{14, 1, 1, 1, 1, 1, 1, 1, 1, 1, 15, 0, 15, 2, 15, 15, 15, 31})
	f.Add([]byte{17, 0, 7, 7, 7, 7, 7, 7, 7, 0, 16, 0, 8, 255, 0, 15, 1, 8, 255, 1, 8, 2, 8, 0, 1, 16, 15, 16, 15})
	shapes := testShapes(f)
	names := []string{"caves", "water", "costs", "shapes", "all", "open", "dense"}
	eng, b := lighting.NewEngine(shapes), lighting.NewBuilder(shapes)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 10 || len(data) > 200 {
			t.Skip("too short or too long")
		}
		w := newWorld(t, 2, 2, 1, shapes)
		w.eng = eng
		mixes[names[int(data[0])%len(names)]].fill(w, rand.New(rand.NewPCG(uint64(data[0]), uint64(data[2])<<8|uint64(data[3]))))
		w.build(t)
		w.light()
		again := int(data[1]) & 15
		for e := data[4:]; len(e) >= 4; e = e[4:] {
			x, y, z := int(e[0])%32, 16+int(e[1])%16, int(e[2])%32
			var shape uint8
			if e[3]&15 < 15 {
				shape = e[0] >> 5 % uint8(shapes.Len())
			}
			w.grid.Classes[w.grid.Index(x, y, z)] = lighting.MustClass(e[3]>>4, e[3]&15, shape)
			again |= 1 << (z>>4<<1 | x>>4)
		}
		for i, c := range w.cols {
			if again>>i&1 != 0 {
				w.buildColumn(t, b, i)
				c.SetLit(lighting.Block, false)
				c.SetLit(lighting.Sky, false)
			}
		}
		w.light()
		w.check(t, fmt.Sprintf("columns %04b lit again", again))
	})
}

// TestUnderOpenSky: a whole layer of leaves right under a section of air has its light from that section alone.
func TestUnderOpenSky(t *testing.T) {
	w := newWorld(t, 3, 3, 2, mustShapes(nil))
	for k := range 48 * 48 {
		w.grid.Classes[w.grid.Index(k%48, 31, k/48)] = lighting.MustClass(0, 1, 0)
	}
	w.build(t)
	w.light()
	w.check(t, "leaves")
	w.cols[4].SetLit(lighting.Sky, false)
	if res := w.eng.Light(w.area, lighting.Sky); len(res.Changed) > 0 {
		t.Errorf("%d sections reported", len(res.Changed))
	}
	w.check(t, "leaves, the middle lit again")
}
