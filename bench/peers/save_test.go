package peers

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/Tnze/go-mc/level"
	"github.com/Tnze/go-mc/level/block"
	"github.com/Tnze/go-mc/save"
	gomc "github.com/Tnze/go-mc/save/region"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
)

// saved is a set of chunks of n states each, as every side holds them.
type saved struct {
	n       int
	dir     string
	at      []world.ChunkPos
	columns []*chunk.Column
}

func newSaved(b *testing.B, n int) *saved {
	chunks, err := terrain.Distinct(n, 4)
	if err != nil {
		b.Fatal(err)
	}
	fixture.Input(fmt.Sprintf("states-%d", n), chunks)
	s := &saved{n: n, dir: fixture.Anvil(b, chunks)}
	p := fixture.Open(b, s.dir, anvilprovider.Config{ReadOnly: true, ReadAhead: -1})
	s.at = p.Full(b)
	for _, pos := range s.at {
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			b.Fatal(err)
		}
		if got := fixture.Distinct(col.Chunk); got != n {
			b.Fatalf("a chunk of %d Java states has %d for the host", n, got)
		}
		s.columns = append(s.columns, col)
	}
	if err := p.Close(); err != nil {
		b.Fatal(err)
	}
	return s
}

// change exchanges stone and tuff in one cell.
func (s *saved) change(i int) (world.ChunkPos, *chunk.Column) {
	rid := func(name string) uint32 {
		id, _ := chunk.BlockRegistry(world.DefaultBlockRegistry).StateToRuntimeID(name, nil)
		return id
	}
	c := s.columns[i%len(s.columns)].Chunk
	next := rid("minecraft:stone")
	if c.Block(8, -20, 8, 0) == next {
		next = rid("minecraft:tuff")
	}
	c.SetBlock(8, -20, 8, 0, next)
	return s.at[i%len(s.at)], s.columns[i%len(s.columns)]
}

// BenchmarkSave saves whole chunks of which one block changed, from the server's form to the file. The time is that of the processor,
// whichever goroutine it was spent on. level=5 is the level of LevelDB's tables, level=6 that of go-mc, and "shipped" means each side
// at its own: 2 for Kestrel.
func BenchmarkSave(b *testing.B) {
	for _, n := range []int{1, 16, 64, 256, 1024} {
		s := newSaved(b, n)
		for _, level := range []struct {
			name  string
			level int
		}{{"5", 5}, {"6", 6}, {"shipped", 0}} {
			b.Run(fmt.Sprintf("kestrel/level=%s/states=%d", level.name, n), func(b *testing.B) { s.kestrel(b, level.level) })
			if level.name != "6" {
				b.Run(fmt.Sprintf("mcdb/level=%s/states=%d", level.name, n), s.mcdb)
			}
			// go-mc leaves the palette out of sections of more than 256 states: what it writes then is no chunk.
			if level.name != "5" && n <= 256 {
				b.Run(fmt.Sprintf("gomc/level=%s/states=%d", level.name, n), s.gomc)
			}
		}
	}
}

func (s *saved) kestrel(b *testing.B, level int) {
	p := fixture.Open(b, s.dir, anvilprovider.Config{FS: &fixture.Gate{}, ReadAhead: -1, Level: level})
	b.ReportAllocs()
	began := fixture.ProcessorTime()
	for i := 0; b.Loop(); i++ {
		pos, col := s.change(i)
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			b.Fatal(err)
		}
		if i%len(s.at) == len(s.at)-1 {
			flush(b, p)
		}
	}
	flush(b, p)
	b.ReportMetric(float64((fixture.ProcessorTime()-began).Nanoseconds())/float64(b.N), "ns/op")
	s.check(b, p.LoadColumn)
}

func flush(b *testing.B, p fixture.Provider) {
	b.Helper()
	if err := p.Flush(context.Background()); err != nil {
		b.Fatal(err)
	}
}

// check fails unless what was saved comes back.
func (s *saved) check(b *testing.B, load func(world.ChunkPos, world.Dimension) (*chunk.Column, error)) {
	b.Helper()
	for i := range min(b.N, len(s.at)) {
		col, err := load(s.at[i], world.Overworld)
		if err != nil {
			b.Fatal(err)
		}
		if err := fixture.Same(s.columns[i].Chunk, col.Chunk); err != nil {
			b.Fatalf("chunk %v: %v", s.at[i], err)
		}
	}
}

func (s *saved) mcdb(b *testing.B) {
	db := fixture.EmptyMCDB(b)
	b.ReportAllocs()
	began := fixture.ProcessorTime()
	for i := 0; b.Loop(); i++ {
		pos, col := s.change(i)
		if err := db.StoreColumn(pos, world.Overworld, col); err != nil {
			b.Fatal(err)
		}
	}
	db.Reopen(b) // Out of the journal, into compressed tables.
	b.ReportMetric(float64((fixture.ProcessorTime()-began).Nanoseconds())/float64(b.N), "ns/op")
	s.check(b, db.LoadColumn)
}

// gomc saves from go-mc's own form of the same chunks: it has no server to come from.
func (s *saved) gomc(b *testing.B) {
	files := openFiles(b, s.dir)
	held, frames := make([]*level.Chunk, len(s.at)), make([]save.Chunk, len(s.at))
	for i, pos := range s.at {
		data, err := files[region.PosOf(pos[0], pos[1])].ReadSector(gomc.In(int(pos[0]), int(pos[1])))
		if err != nil {
			b.Fatal(err)
		}
		if err := frames[i].Load(data); err != nil {
			b.Fatal(err)
		}
		if held[i], err = level.ChunkFromSave(&frames[i]); err != nil {
			b.Fatal(err)
		}
	}
	out, err := gomc.Create(filepath.Join(b.TempDir(), "r.0.0.mca"))
	if err != nil {
		b.Fatal(err)
	}
	defer out.Close()
	b.ReportAllocs()
	began := fixture.ProcessorTime()
	for i := 0; b.Loop(); i++ {
		c := held[i%len(held)]
		s.changeGomc(&c.Sections[2])
		if err := s.gomcSave(out, i, c, &frames[i%len(frames)]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((fixture.ProcessorTime()-began).Nanoseconds())/float64(b.N), "ns/op")
	for i := range min(b.N, len(held)) {
		s.checkGomc(b, out, i, held[i])
	}
}

// changeGomc exchanges two cells: go-mc panics when a palette of 256 states gets another.
func (s *saved) changeGomc(section *level.Section) {
	const at = 0xc88
	if s.n == 1 {
		next := block.ToStateID[block.Stone{}]
		if section.GetBlock(at) == next {
			next = block.ToStateID[block.Tuff{}]
		}
		section.SetBlock(at, next)
		return
	}
	other := at + 1
	for section.GetBlock(other) == section.GetBlock(at) {
		other++
	}
	old := section.GetBlock(at)
	section.SetBlock(at, section.GetBlock(other))
	section.SetBlock(other, old)
}

// gomcSave is what a program has to do to save a chunk with go-mc. Its own Data does not close the compressor, and so leaves the end of
// the stream out; closing it is done here. frame holds what the chunk has beside blocks.
func (s *saved) gomcSave(out *gomc.Region, i int, c *level.Chunk, frame *save.Chunk) error {
	pos := s.at[i%len(s.at)]
	if err := level.ChunkToSave(c, frame); err != nil {
		return err
	}
	plain, err := frame.Data(3)
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	buf.WriteByte(byte(region.ZLib))
	w := zlib.NewWriter(&buf)
	if _, err := w.Write(plain[1:]); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return out.WriteSector(int(pos[0])&31, int(pos[1])&31, buf.Bytes())
}

func (s *saved) checkGomc(b *testing.B, out *gomc.Region, i int, want *level.Chunk) {
	b.Helper()
	data, err := out.ReadSector(int(s.at[i][0])&31, int(s.at[i][1])&31)
	if err != nil {
		b.Fatal(err)
	}
	var c save.Chunk
	if err := c.Load(data); err != nil {
		b.Fatal(err)
	}
	got, err := level.ChunkFromSave(&c)
	if err != nil {
		b.Fatal(err)
	}
	for n := range want.Sections {
		for k := range 4096 {
			if got.Sections[n].GetBlock(k) != want.Sections[n].GetBlock(k) {
				b.Fatalf("go-mc: section %d, cell %d comes back another", n, k)
			}
		}
	}
}
