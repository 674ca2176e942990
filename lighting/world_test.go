package lighting_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/internal/oracle"
)

// world is an area with the same blocks in an oracle's grid. The grid has the two outer sections as the area has.
type world struct {
	w, d, n int // chunks along x and z, sections of the build height
	area    *lighting.Area
	cols    []*lighting.Column
	grid    *oracle.Grid
	shapes  *lighting.Shapes
	eng     *lighting.Engine
}

const bottom = -3 // section number of the lowest section in test worlds

func newWorld(t testing.TB, w, d, n int, shapes *lighting.Shapes) *world {
	t.Helper()
	area, err := lighting.NewArea(-1, 5, w, d)
	if err != nil {
		t.Fatal(err)
	}
	wd := &world{w: w, d: d, n: n, area: area, shapes: shapes, eng: lighting.NewEngine(shapes), grid: oracle.New(w*16, (n+2)*16, d*16, shapes)}
	for z := range d {
		for x := range w {
			c, err := lighting.NewColumn(int32(x-1), int32(z+5), bottom, n)
			if err != nil {
				t.Fatal(err)
			}
			wd.cols = append(wd.cols, c)
			if err := area.Put(c); err != nil {
				t.Fatal(err)
			}
		}
	}
	return wd
}

// build fills all sections from the grid.
func (w *world) build(t testing.TB) {
	t.Helper()
	b := lighting.NewBuilder(w.shapes)
	for i := range w.cols {
		w.buildColumn(t, b, i)
	}
}

func (w *world) buildColumn(t testing.TB, b *lighting.Builder, i int) {
	t.Helper()
	cx, cz := i%w.w, i/w.w
	for s := range w.n {
		var palette []lighting.Class
		var idx [4096]uint8
		seen := map[lighting.Class]uint8{}
		for k := range idx {
			c := w.grid.Classes[w.grid.Index(cx*16+k&15, (s+1)*16+k>>8, cz*16+k>>4&15)]
			p, ok := seen[c]
			if !ok {
				p = uint8(len(palette))
				seen[c] = p
				palette = append(palette, c)
			}
			idx[k] = p
		}
		if err := b.Bytes(w.cols[i].Section(int32(bottom+s)), palette, &idx); err != nil {
			t.Fatal(err)
		}
	}
}

// at returns the world position of a grid cell.
func (w *world) pos(x, y, z int) (int32, int32, int32) {
	return int32(x - 16), int32(y + (bottom-1)*16), int32(z + 5*16)
}

// light lights everything that is not lit.
func (w *world) light() {
	w.eng.Light(w.area, lighting.Block)
	w.eng.Light(w.area, lighting.Sky)
}

// diff compares the light of all columns with the oracle's and describes the first difference.
func (w *world) diff(kind lighting.Kind, want []uint8) string {
	wrong, first := 0, ""
	for i, c := range w.cols {
		if w.area.Column(c.Pos()) == nil {
			continue
		}
		cx, cz := i%w.w*16, i/w.w*16
		for y := range w.grid.H {
			s := c.Section(int32(bottom - 1 + y>>4))
			l, u := s.Levels(kind)
			for k := range 256 {
				x, z := k&15, k>>4
				got := u
				if l != nil {
					got = l.At(y&15<<8 | k)
				}
				if exp := want[w.grid.Index(cx+x, y, cz+z)]; got != exp {
					if wrong == 0 {
						first = fmt.Sprintf("%v light at grid (%d, %d, %d): got %d, want %d", kind, cx+x, y, cz+z, got, exp)
					}
					wrong++
				}
			}
		}
	}
	if wrong > 0 {
		return fmt.Sprintf("%d cells differ, first %s", wrong, first)
	}
	return ""
}

// check fails the test if any light differs from the oracle's.
func (w *world) check(t testing.TB, what string) {
	t.Helper()
	if d := w.diff(lighting.Block, w.grid.Block()); d != "" {
		t.Fatalf("%s: %s", what, d)
	}
	if d := w.diff(lighting.Sky, w.grid.Sky()); d != "" {
		t.Fatalf("%s: %s", what, d)
	}
}

// testShapes is a table with full, half and odd faces: slabs, a stair, a thin layer, a post with no full face, a closed box.
func testShapes(t testing.TB) *lighting.Shapes {
	t.Helper()
	box := func(x0, y0, z0, x1, y1, z1 int) (f lighting.Faces) {
		rect := func(r0, c0, r1, c1 int) (m lighting.Mask) {
			for r := r0; r < r1; r++ {
				for c := c0; c < c1; c++ {
					m[r>>2] |= 1 << (r&3<<4 | c)
				}
			}
			return m
		}
		if x0 == 0 {
			f[lighting.West] = rect(y0, z0, y1, z1)
		}
		if x1 == 16 {
			f[lighting.East] = rect(y0, z0, y1, z1)
		}
		if y0 == 0 {
			f[lighting.Down] = rect(z0, x0, z1, x1)
		}
		if y1 == 16 {
			f[lighting.Up] = rect(z0, x0, z1, x1)
		}
		if z0 == 0 {
			f[lighting.North] = rect(y0, x0, y1, x1)
		}
		if z1 == 16 {
			f[lighting.South] = rect(y0, x0, y1, x1)
		}
		return f
	}
	join := func(a, b lighting.Faces) lighting.Faces {
		for s := range a {
			for k := range a[s] {
				a[s][k] |= b[s][k]
			}
		}
		return a
	}
	lower, upper := box(0, 0, 0, 16, 8, 16), box(0, 8, 0, 16, 16, 16)
	s, err := lighting.NewShapes([]lighting.Faces{
		lower, upper, join(lower, box(0, 8, 0, 8, 16, 16)), join(lower, box(0, 8, 8, 16, 16, 16)), join(upper, box(8, 0, 0, 16, 8, 16)),
		box(0, 0, 0, 16, 2, 16), box(4, 4, 4, 12, 16, 12), box(0, 0, 0, 16, 16, 16), box(0, 0, 0, 8, 16, 16), box(8, 0, 0, 16, 16, 16),
		box(0, 0, 0, 16, 16, 1),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// mix is a random choice of classes.
type mix struct {
	solid, dim, costs, sided, sources float64
	opaqueSources                     bool
}

// class draws one class.
func (m mix) class(r *rand.Rand, shapes *lighting.Shapes) lighting.Class {
	var opacity, shape, emission uint8
	switch v := r.Float64(); {
	case v < m.solid:
		opacity = 15
	case v < m.solid+m.dim:
		opacity = 1
	case v < m.solid+m.dim+m.costs:
		opacity = uint8(2 + r.IntN(13))
	}
	if r.Float64() < m.sided && opacity < 15 {
		shape = uint8(1 + r.IntN(shapes.Len()-1))
	}
	if r.Float64() < m.sources && (opacity < 15 || m.opaqueSources) {
		emission = uint8(1 + r.IntN(15))
	}
	return lighting.MustClass(emission, opacity, shape)
}

// fill draws the whole build height; each section has its own chance to be empty, and its own ground.
func (m mix) fill(w *world, r *rand.Rand) {
	for s := range w.n {
		for c := range w.cols {
			empty := r.IntN(3) == 0
			for k := range 4096 {
				x, y, z := c%w.w*16+k&15, (s+1)*16+k>>8, c/w.w*16+k>>4&15
				var cl lighting.Class
				if !empty {
					cl = m.class(r, w.shapes)
				}
				w.grid.Classes[w.grid.Index(x, y, z)] = cl
			}
		}
	}
}

var mixes = map[string]mix{
	"caves":  {solid: 0.4, sources: 0.002},
	"water":  {solid: 0.2, dim: 0.3, sources: 0.004, opaqueSources: true},
	"costs":  {solid: 0.1, dim: 0.1, costs: 0.4, sources: 0.01, opaqueSources: true},
	"shapes": {solid: 0.1, sided: 0.5, sources: 0.006},
	"all":    {solid: 0.25, dim: 0.15, costs: 0.1, sided: 0.2, sources: 0.01, opaqueSources: true},
	"open":   {solid: 0.01, sources: 0.001},
	"dense":  {solid: 0.9, dim: 0.02, sources: 0.05, opaqueSources: true},
}
