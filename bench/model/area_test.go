package model

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/scene"
	"github.com/kestrel-mc/kestrel/lighting"
)

// BenchmarkArea lights 1 to 16 chunks from packed indices: together, and each on its own with the chunks around it, which is how an
// engine without areas has to make a chunk's borders right.
func BenchmarkArea(b *testing.B) {
	for _, kind := range kinds {
		for edge := 1; edge <= 4; edge++ {
			s := scene.Area(edge)
			fixture.Config(fmt.Sprintf("input-area-%d-sha256", edge*edge), s.SHA256())
			p := pack(s)
			e, _ := check(b, p, kind)
			alone := newAlone(b, e, kind)
			alone.check(b)
			name := fmt.Sprintf("chunks=%d/light=%v", edge*edge, kind)
			run(b, "area/"+name, func() {
				e.build(b)
				e.light(kind)
			})
			run(b, "perchunk/"+name, func() { alone.light(b) })
		}
	}
}

// alone lights each chunk of a scene in its own 3x3 area.
type alone struct {
	whole *engine
	kind  lighting.Kind
	area  *lighting.Area
	cols  [][]*lighting.Column // per chunk of the scene: itself and those around it
	from  [][]int              // the chunks of the scene that these are
}

func newAlone(tb testing.TB, whole *engine, kind lighting.Kind) *alone {
	tb.Helper()
	a := &alone{whole: whole, kind: kind}
	var err error
	if a.area, err = lighting.NewArea(0, 0, 3, 3); err != nil {
		tb.Fatal(err)
	}
	for c := range whole.columns {
		x, z := c%whole.W, c/whole.W
		var cols []*lighting.Column
		var from []int
		for i := range 9 {
			nx, nz := x+i%3-1, z+i/3-1
			if nx < 0 || nz < 0 || nx >= whole.W || nz >= whole.D {
				continue
			}
			col, err := lighting.NewColumn(int32(nx), int32(nz), 0, whole.N)
			if err != nil {
				tb.Fatal(err)
			}
			whole.closed(col, kind)
			cols, from = append(cols, col), append(from, nz*whole.W+nx)
		}
		a.cols, a.from = append(a.cols, cols), append(a.from, from)
	}
	return a
}

// light lights every chunk.
func (a *alone) light(tb testing.TB) {
	for c, cols := range a.cols {
		x, z := int32(c%a.whole.W), int32(c/a.whole.W)
		if err := a.area.Reset(x-1, z-1, 3, 3); err != nil {
			tb.Fatal(err)
		}
		for i, col := range cols {
			a.whole.buildColumn(tb, a.from[c][i], col)
			col.SetLit(a.kind, false)
			if err := a.area.Put(col); err != nil {
				tb.Fatal(err)
			}
		}
		a.whole.engine.Light(a.area, a.kind)
	}
}

// check fails unless each chunk has the light that it has in the whole area.
func (a *alone) check(tb testing.TB) {
	tb.Helper()
	a.light(tb)
	for c, cols := range a.cols {
		for i, col := range cols {
			if a.from[c][i] != c {
				continue
			}
			own := &engine{packed: a.whole.packed, columns: []*lighting.Column{col}}
			if !bytes.Equal(own.collect(nil, 0, a.kind), a.whole.collect(nil, c, a.kind)) {
				tb.Fatalf("%v light of chunk %d is another on its own", a.kind, c)
			}
		}
	}
}
