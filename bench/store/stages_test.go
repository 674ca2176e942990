package store

import (
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
)

// BenchmarkSaveStages takes one save apart: a chunk with one changed block, from StoreColumn to the file, in processor time. Each
// stage is the code that the provider runs, called on its own on one chunk after the other; unchanged is a save of a chunk in which
// nothing changed, which is read and compared but not written, and whole one of a chunk in which something did.
func BenchmarkSaveStages(b *testing.B) {
	for _, in := range inputs(b) {
		s := newStages(b, in)
		b.Run("stage=snapshot/input="+in.name, func(b *testing.B) { kestrelTick(b, in) })
		s.run(b, "inflate", s.inflate)
		s.run(b, "decode", s.decode)
		s.run(b, "nbt", s.encode)
		s.run(b, "compress", s.compress)
		s.run(b, "transfer", s.transfer)
		b.Run("stage=unchanged/input="+in.name, func(b *testing.B) { kestrelUnchanged(b, in) })
		b.Run("stage=whole/input="+in.name, func(b *testing.B) { kestrelTotal(b, in) })
	}
}

// stages is what the stages of one input work on, a piece for each chunk, and the memory that they use again.
type stages struct {
	in           input
	store        *region.Store
	data, packed [][]byte
	chunks       []anvil.Chunk
	decoder      anvil.Decoder
	chunk        anvil.Chunk
	encoder      anvil.Encoder
	out          []byte
}

func newStages(b *testing.B, in input) *stages {
	n := len(in.at)
	s := &stages{in: in, data: make([][]byte, n), packed: make([][]byte, n), chunks: make([]anvil.Chunk, n)}
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
	for i, pos := range in.at {
		if s.data[i], _, err = stored.Read(nil, pos[0], pos[1]); err != nil {
			b.Fatal(err)
		}
		if err := s.store.Write(pos[0], pos[1], s.data[i]); err != nil {
			b.Fatal(err)
		}
		if s.packed[i], err = region.Compress(nil, s.data[i], region.ZLib, region.DefaultLevel); err != nil {
			b.Fatal(err)
		}
		if err := s.decoder.Decode(s.data[i], &s.chunks[i]); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// run measures a stage. do gets the number of a chunk and how often it has had that before.
func (s *stages) run(b *testing.B, name string, do func(n, round int) error) {
	b.Run("stage="+name+"/input="+s.in.name, func(b *testing.B) {
		b.ReportAllocs()
		began := fixture.ProcessorTime()
		for i := 0; b.Loop(); i++ {
			if err := do(i%len(s.in.at), i/len(s.in.at)); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64((fixture.ProcessorTime()-began).Nanoseconds())/float64(b.N), "ns/op")
	})
}

// inflate is what a merge begins with: the stored chunk is read again.
func (s *stages) inflate(n, _ int) (err error) {
	s.out, _, err = s.store.Read(s.out[:0], s.in.at[n][0], s.in.at[n][1])
	return err
}

func (s *stages) decode(n, _ int) error { return s.decoder.Decode(s.data[n], &s.chunk) }

// encode writes the chunk again with one cell changed.
func (s *stages) encode(n, round int) (err error) {
	cells := s.chunks[n].At(-2).EditBlocks()
	cells.Set(0xc88, []string{"minecraft:tuff", "minecraft:stone"}[round%2])
	edit := &anvil.Edit{Sections: []anvil.SectionEdit{{Y: -2, Blocks: cells}}}
	s.out, err = s.encoder.Append(s.out[:0], &s.chunks[n], edit)
	return err
}

func (s *stages) compress(n, _ int) (err error) {
	s.out, err = region.Compress(s.out[:0], s.data[n], region.ZLib, region.DefaultLevel)
	return err
}

func (s *stages) transfer(n, _ int) error {
	return s.store.WriteRaw(s.in.at[n][0], s.in.at[n][1], s.packed[n], region.ZLib)
}

// kestrelUnchanged saves what is stored already.
func kestrelUnchanged(b *testing.B, in input) {
	p := fixture.Open(b, in.dir, anvilprovider.Config{FS: &fixture.Gate{}, ReadAhead: -1})
	in.saveAll(b, p)
	flush(b, p)
	b.ReportAllocs()
	began, i := fixture.ProcessorTime(), 0
	for b.Loop() {
		n := i % len(in.at)
		if err := p.StoreColumn(in.at[n], world.Overworld, in.columns[n]); err != nil {
			b.Fatal(err)
		}
		if i++; i%len(in.at) == 0 {
			flush(b, p)
		}
	}
	flush(b, p)
	b.ReportMetric(float64((fixture.ProcessorTime()-began).Nanoseconds())/float64(b.N), "ns/op")
	if s := p.Stats(); s.Unchanged != int64(i) {
		b.Fatalf("%d chunks were found unchanged after %d saves", s.Unchanged, i)
	}
}
