package areas

import (
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// The blocks of the tests' worlds.
var (
	air   = lighting.Class(0)
	stone = lighting.MustClass(0, lighting.Opaque, 0)
	lamp  = lighting.MustClass(15, lighting.Opaque, 0)
	torch = lighting.MustClass(14, 0, 0)
	water = lighting.MustClass(0, 1, 0)
)

// model is the world as it is: what a server would hold, and what columns are built from. Ground is stone below y 8.
type model struct {
	bottom   int32
	sections int
	cells    map[[3]int32]lighting.Class
}

func newModel() *model {
	return &model{bottom: 0, sections: 2, cells: map[[3]int32]lighting.Class{}}
}

func (m *model) class(x, y, z int32) lighting.Class {
	if c, ok := m.cells[[3]int32{x, y, z}]; ok {
		return c
	}
	if y < 8 {
		return stone
	}
	return air
}

// column builds a column from the world as it is now; lit lights it on its own.
func (m *model) column(t testing.TB, p Pos, lit bool) *lighting.Column {
	t.Helper()
	col, err := lighting.NewColumn(p.X, p.Z, m.bottom, m.sections)
	if err != nil {
		t.Fatal(err)
	}
	palette, index := []lighting.Class{}, map[lighting.Class]uint8{}
	b := lighting.NewBuilder(nil)
	for s := range int32(m.sections) {
		var cells [4096]uint8
		for i := range cells {
			c := m.class(p.X<<4|int32(i&15), (m.bottom+s)<<4|int32(i>>8), p.Z<<4|int32(i>>4&15))
			if _, ok := index[c]; !ok {
				index[c] = uint8(len(palette))
				palette = append(palette, c)
			}
			cells[i] = index[c]
		}
		if err := b.Bytes(col.Section(m.bottom+s), palette, &cells); err != nil {
			t.Fatal(err)
		}
	}
	if lit {
		light(t, col)
	}
	return col
}

// light lights columns together from nothing.
func light(t testing.TB, cols ...*lighting.Column) {
	t.Helper()
	p := pass{mode: Full, kinds: []lighting.Kind{lighting.Block, lighting.Sky}, members: cols}
	var area lighting.Area
	if err := p.run(&area, lighting.NewEngine(nil), func(lighting.Changed) {}); err != nil {
		t.Fatal(err)
	}
}

// differences counts the cells in which the world's columns differ from columns built and lit together from nothing.
func (m *model) differences(t testing.TB, w *World) int {
	t.Helper()
	var fresh []*lighting.Column
	for p := range w.columns {
		fresh = append(fresh, m.column(t, p, false))
	}
	light(t, fresh...)
	wrong := 0
	for _, f := range fresh {
		x, z := f.Pos()
		own := w.columns[Pos{x, z}]
		if !own.lit() {
			t.Fatalf("column %v is not lit", own.pos)
		}
		for _, kind := range []lighting.Kind{lighting.Block, lighting.Sky} {
			for y := int(m.bottom) << 4; y < (int(m.bottom)+m.sections)<<4; y++ {
				for i := range 256 {
					if own.light.At(kind, i&15, y, i>>4) != f.At(kind, i&15, y, i>>4) {
						wrong++
					}
				}
			}
		}
	}
	return wrong
}

// settle runs everything that is ready, in place, and builds anew what asks for it.
func (m *model) settle(t testing.TB, w *World, e *lighting.Engine) {
	t.Helper()
	for range 10_000 {
		job, ok := w.Ready()
		if !ok {
			return
		}
		if job.Mode == Rebuild {
			if err := w.Load(m.column(t, job.Members[0], false)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := w.Run(job, e, func(lighting.Changed) {}); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the queue never emptied")
}
