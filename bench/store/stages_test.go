package store

import (
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
)

// BenchmarkSaveStages takes one save apart: a chunk with one changed block, from StoreColumn to the file. Each stage is the code that
// the provider runs, called on its own; what it does between them is the whole less the stages.
func BenchmarkSaveStages(b *testing.B) {
	for _, in := range inputs(b) {
		s := newStages(b, in)
		b.Run("stage=snapshot/input="+in.name, func(b *testing.B) { kestrelTick(b, in) })
		s.run(b, "read", func(int) error { return s.read() })
		s.run(b, "nbt", s.encode)
		s.run(b, "compress", func(int) error {
			var err error
			s.packed, err = region.Compress(s.packed[:0], s.data, region.ZLib, region.DefaultLevel)
			return err
		})
		s.run(b, "transfer", func(int) error { return s.store.WriteRaw(in.at[0][0], in.at[0][1], s.packed, region.ZLib) })
		b.Run("stage=whole/input="+in.name, func(b *testing.B) { kestrelWhole(b, in) })
	}
}

// stages is the memory that the stages of one input hand on.
type stages struct {
	in           input
	store        *region.Store
	data, packed []byte
	decoder      anvil.Decoder
	chunk        anvil.Chunk
	encoder      anvil.Encoder
	out          []byte
}

func newStages(b *testing.B, in input) *stages {
	s := &stages{in: in}
	var err error
	if s.store, err = (region.Options{FS: &fixture.Gate{}, Sync: region.SyncNone}).Open(b.TempDir()); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := s.store.Close(); err != nil {
			b.Error(err)
		}
	})
	stored, err := region.Options{ReadOnly: true}.Open(in.dir + "/region")
	if err != nil {
		b.Fatal(err)
	}
	defer stored.Close()
	pos := in.at[0]
	if s.data, _, err = stored.Read(nil, pos[0], pos[1]); err != nil {
		b.Fatal(err)
	}
	if err := s.store.Write(pos[0], pos[1], s.data); err != nil {
		b.Fatal(err)
	}
	if s.packed, err = region.Compress(nil, s.data, region.ZLib, region.DefaultLevel); err != nil {
		b.Fatal(err)
	}
	if err := s.read(); err != nil {
		b.Fatal(err)
	}
	return s
}

func (s *stages) run(b *testing.B, name string, do func(i int) error) {
	b.Run("stage="+name+"/input="+s.in.name, func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			if err := do(i); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// read is what a merge begins with: the stored chunk, inflated and decoded.
func (s *stages) read() error {
	pos, err := s.in.at[0], error(nil)
	if s.data, _, err = s.store.Read(s.data[:0], pos[0], pos[1]); err != nil {
		return err
	}
	return s.decoder.Decode(s.data, &s.chunk)
}

// encode writes the chunk again with one cell changed.
func (s *stages) encode(i int) error {
	cells := s.chunk.At(-2).EditBlocks()
	key := "minecraft:tuff"
	if cells.At(0xc88) == key {
		key = "minecraft:stone"
	}
	cells.Set(0xc88, key)
	var err error
	s.out, err = s.encoder.Append(s.out[:0], &s.chunk, &anvil.Edit{Sections: []anvil.SectionEdit{{Y: -2, Blocks: cells}}})
	return err
}

// kestrelWhole saves one chunk at a time and waits for it.
func kestrelWhole(b *testing.B, in input) {
	p := fixture.Open(b, in.dir, anvilprovider.Config{FS: &fixture.Gate{}, ReadAhead: -1})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		pos, col := in.change(i)
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			b.Fatal(err)
		}
		flush(b, p)
	}
	checkSaved(b, in, p.LoadColumn)
}
