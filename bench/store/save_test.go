package store

import (
	"context"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
)

// input is a set of chunks that is saved again and again, each time with one more change.
type input struct {
	name    string
	columns []*chunk.Column
	at      []world.ChunkPos
	dir     string
}

// inputs are the terrain and chunks of many states, as a server holds them.
func inputs(b *testing.B) []input {
	natural, err := terrain.Square(8)
	if err != nil {
		b.Fatal(err)
	}
	list := []input{newInput(b, "terrain", natural)}
	for _, n := range []int{8, 200} {
		chunks, err := terrain.Distinct(n, 8)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, newInput(b, map[int]string{8: "states-8", 200: "states-200"}[n], chunks))
	}
	return list
}

func newInput(b *testing.B, name string, chunks []terrain.Chunk) input {
	fixture.Input(name, chunks)
	in := input{name: name, dir: fixture.Anvil(b, chunks)}
	p := fixture.Open(b, in.dir, anvilprovider.Config{ReadOnly: true, ReadAhead: -1})
	in.at = p.Full(b)
	for _, pos := range in.at {
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			b.Fatal(err)
		}
		in.columns = append(in.columns, col)
	}
	if err := p.Close(); err != nil {
		b.Fatal(err)
	}
	return in
}

// change puts another kind of stone into one cell deep in the chunk, so that there is something to save. From the second time on it
// is as opaque as what was there.
func (in input) change(i int) (world.ChunkPos, *chunk.Column) {
	stone, _ := chunk.BlockRegistry(world.DefaultBlockRegistry).StateToRuntimeID("minecraft:stone", nil)
	tuff, _ := chunk.BlockRegistry(world.DefaultBlockRegistry).StateToRuntimeID("minecraft:tuff", nil)
	n := i % len(in.columns)
	c := in.columns[n].Chunk
	rid := stone
	if c.Block(8, -20, 8, 0) == stone {
		rid = tuff
	}
	c.SetBlock(8, -20, 8, 0, rid)
	return in.at[n], in.columns[n]
}

// saveAll saves each chunk once, with a change.
func (in input) saveAll(b *testing.B, p world.Provider) {
	b.Helper()
	for i := range in.at {
		pos, col := in.change(i)
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			b.Fatal(err)
		}
	}
}

// checkSaved fails unless what was saved comes back from disk.
func checkSaved(b *testing.B, in input, load func(world.ChunkPos, world.Dimension) (*chunk.Column, error)) {
	b.Helper()
	for i, pos := range in.at {
		col, err := load(pos, world.Overworld)
		if err != nil {
			b.Fatal(err)
		}
		if err := fixture.Same(in.columns[i].Chunk, col.Chunk); err != nil {
			b.Fatalf("saved chunk %v: %v", pos, err)
		}
	}
}

// BenchmarkStoreColumn saves chunks in each of which one block changed. kestrel_tick and mcdb are the time on the caller's
// goroutine, which is the server's tick; kestrel_total and mcdb_total the processor time of the whole process until all is in the
// files, compressed. Neither side waits for the disk. Each chunk has been saved once before the clock runs: that fills a cave here and
// there, which changes light that Java stores and mcdb does not, and makes what is made once in a process.
func BenchmarkStoreColumn(b *testing.B) {
	for _, in := range inputs(b) {
		b.Run("kestrel_tick/input="+in.name, func(b *testing.B) { kestrelTick(b, in) })
		b.Run("kestrel_total/input="+in.name, func(b *testing.B) { kestrelTotal(b, in) })
		b.Run("mcdb/input="+in.name, func(b *testing.B) { mcdbStore(b, in, false) })
		b.Run("mcdb_total/input="+in.name, func(b *testing.B) { mcdbStore(b, in, true) })
	}
}

// kestrelTick times StoreColumn alone: what happens behind it waits meanwhile.
func kestrelTick(b *testing.B, in input) {
	gate := &fixture.Gate{}
	p := fixture.Open(b, in.dir, anvilprovider.Config{FS: gate, ReadAhead: -1, SaveQueue: 1024})
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if i%len(in.at) == 0 {
			b.StopTimer()
			if i > 0 {
				gate.Release()
				flush(b, p)
			}
			gate.Shut()
			b.StartTimer()
		}
		pos, col := in.change(i)
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			b.Fatal(err)
		}
		i++
	}
	gate.Release()
	flush(b, p)
	checkSaved(b, in, p.LoadColumn)
}

func flush(b *testing.B, p fixture.Provider) {
	b.Helper()
	if err := p.Flush(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// kestrelTotal counts the processor time from the call to the last byte in the file.
func kestrelTotal(b *testing.B, in input) {
	p := fixture.Open(b, in.dir, anvilprovider.Config{FS: &fixture.Gate{}, ReadAhead: -1})
	in.saveAll(b, p)
	flush(b, p)
	b.ReportAllocs()
	began, i := fixture.ProcessorTime(), 0
	for b.Loop() {
		pos, col := in.change(i)
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			b.Fatal(err)
		}
		// Each save is to be written: one that waits would be replaced by the next of its chunk.
		if i++; i%len(in.at) == 0 {
			flush(b, p)
		}
	}
	flush(b, p)
	b.ReportMetric(float64((fixture.ProcessorTime()-began).Nanoseconds())/float64(b.N), "ns/op")
	if s := p.Stats(); s.Written != int64(i+len(in.at)) {
		b.Fatalf("%d chunks written after %d saves", s.Written, i+len(in.at))
	}
	checkSaved(b, in, p.LoadColumn)
}

func mcdbStore(b *testing.B, in input, total bool) {
	db := fixture.EmptyMCDB(b)
	in.saveAll(b, db)
	db.Reopen(b)
	b.ReportAllocs()
	began := fixture.ProcessorTime()
	for i := 0; b.Loop(); i++ {
		pos, col := in.change(i)
		if err := db.StoreColumn(pos, world.Overworld, col); err != nil {
			b.Fatal(err)
		}
	}
	if total {
		// What is saved lies in a journal first. Opening the world again puts it into compressed tables, as compaction does while
		// a server runs.
		db.Reopen(b)
		b.ReportMetric(float64((fixture.ProcessorTime()-began).Nanoseconds())/float64(b.N), "ns/op")
	}
	checkSaved(b, in, db.LoadColumn)
}
