package light

import (
	"testing"

	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/lighting"
)

// side is one chunk for both engines.
type side struct {
	host   *chunk.Chunk
	col    *lighting.Column
	area   *lighting.Area
	engine *lighting.Engine
	reader *reader
}

func newSide(t testing.TB, c *chunk.Chunk) *side {
	t.Helper()
	s := &side{host: c, engine: lighting.NewEngine(nil), reader: &reader{builder: lighting.NewBuilder(nil)}}
	var err error
	if s.area, err = lighting.NewArea(0, 0, 1, 1); err != nil {
		t.Fatal(err)
	}
	if s.col, err = lighting.NewColumn(0, 0, int32(span[0]>>4), 24); err != nil {
		t.Fatal(err)
	}
	// Dragonfly has nothing below its range, where Java's light can go round.
	s.reader.builder.Uniform(s.col.Section(int32(span[0]>>4)-1), classes[stone])
	if err := s.area.Put(s.col); err != nil {
		t.Fatal(err)
	}
	return s
}

// read makes the column's planes.
func (s *side) read(t testing.TB) {
	if err := s.reader.read(s.col, s.host); err != nil {
		t.Fatal(err)
	}
}

// light lights the column in both kinds from scratch.
func (s *side) light() {
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		s.col.SetLit(kind, false)
		s.engine.Light(s.area, kind)
	}
}

// fill does the same with Dragonfly's engine.
func (s *side) fill() { chunk.LightArea([]*chunk.Chunk{s.host}, 0, 0).Fill() }

// same fails unless both have the same light in every cell.
func (s *side) same(t testing.TB) {
	t.Helper()
	for i, sub := range s.host.Sub() {
		for k := range 4096 {
			x, y, z := k&15, k>>8, k>>4&15
			wy := span[0] + i*16 + y
			block, sky := sub.BlockLight(byte(x), byte(y), byte(z)), sub.SkyLight(byte(x), byte(y), byte(z))
			if b := s.col.At(lighting.Block, x, wy, z); b != block {
				t.Fatalf("block light at %d, %d, %d: engine %d, Dragonfly %d", x, wy, z, b, block)
			}
			if b := s.col.At(lighting.Sky, x, wy, z); b != sky {
				t.Fatalf("sky light at %d, %d, %d: engine %d, Dragonfly %d", x, wy, z, b, sky)
			}
		}
	}
}

// TestFill compares with Dragonfly's Fill where its rules and Java's coincide.
func TestFill(t *testing.T) {
	for i := range 12 {
		s := newSide(t, caves(i, i*7))
		s.read(t)
		s.light()
		s.fill()
		s.same(t)
	}
}

// BenchmarkColumn lights one chunk of 24 sections, both kinds: the engine from the chunk, planes included, and the flood alone.
func BenchmarkColumn(b *testing.B) {
	s := newSide(b, caves(3, 5))
	s.read(b)
	s.light()
	s.fill()
	s.same(b)
	b.Run("kestrel", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.read(b)
			s.light()
		}
	})
	b.Run("kestrel-flood", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.light()
		}
	})
	b.Run("dragonfly", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			s.fill()
		}
	})
}
