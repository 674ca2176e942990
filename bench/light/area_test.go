package light

import (
	"testing"

	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/lighting"
)

// square is 3x3 chunks for both engines.
type square struct {
	hosts  []*chunk.Chunk
	cols   []*lighting.Column
	area   *lighting.Area
	engine *lighting.Engine
}

func newSquare(t testing.TB) *square {
	t.Helper()
	s := &square{engine: lighting.NewEngine(nil)}
	var err error
	if s.area, err = lighting.NewArea(0, 0, 3, 3); err != nil {
		t.Fatal(err)
	}
	r := &reader{builder: lighting.NewBuilder(nil)}
	for i := range 9 {
		c := caves(i%3, i/3)
		col, err := lighting.NewColumn(int32(i%3), int32(i/3), int32(span[0]>>4), 24)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.read(col, c); err != nil {
			t.Fatal(err)
		}
		r.builder.Uniform(col.Section(int32(span[0]>>4)-1), classes[stone])
		if err := s.area.Put(col); err != nil {
			t.Fatal(err)
		}
		s.hosts, s.cols = append(s.hosts, c), append(s.cols, col)
	}
	return s
}

func (s *square) light() {
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		for _, c := range s.cols {
			c.SetLit(kind, false)
		}
		s.engine.Light(s.area, kind)
	}
}

// spread fills each chunk and then spreads the light of all nine, as Dragonfly does when the last of them loads.
func (s *square) spread() {
	for i, c := range s.hosts {
		chunk.LightArea([]*chunk.Chunk{c}, i%3, i/3).Fill()
	}
	chunk.LightArea(s.hosts, 0, 0).Spread()
}

func (s *square) same(t testing.TB) {
	t.Helper()
	for i, c := range s.hosts {
		(&side{host: c, col: s.cols[i]}).same(t)
	}
}

// TestSpread compares nine chunks with what Dragonfly's Fill and Spread make of them.
func TestSpread(t *testing.T) {
	s := newSquare(t)
	s.light()
	s.spread()
	s.same(t)
}

// BenchmarkArea lights 3x3 chunks, both kinds, from planes and from Dragonfly's chunks.
func BenchmarkArea(b *testing.B) {
	s := newSquare(b)
	s.light()
	s.spread()
	s.same(b)
	b.Run("kestrel-flood", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.light()
		}
	})
	b.Run("dragonfly", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.spread()
		}
	})
}
