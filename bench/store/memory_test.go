package store

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// BenchmarkMemory holds the chunks of a world in memory and reports what one of them takes, from the size of the heap: what=loaded is a
// column as a provider returns it, what=light its light, lit together with all others, and what=peak the highest the heap stood above
// its start while a view was loaded and kept. The time means nothing here.
func BenchmarkMemory(b *testing.B) {
	natural, err := terrain.Square(12)
	if err != nil {
		b.Fatal(err)
	}
	fixture.Input("terrain", natural)
	dirs := map[string]string{"terrain": fixture.Anvil(b, natural)}
	if dir := filepath.Join(filepath.Dir(testworld.Root(b)), "shared", "worlds", "java-1.20.5"); exists(dir) {
		dirs["java-1.20.5"] = dir
	}
	for _, name := range []string{"terrain", "java-1.20.5"} {
		if dirs[name] == "" {
			continue
		}
		p := fixture.Open(b, dirs[name], anvilprovider.Config{ReadOnly: true, ReadAhead: -1})
		at := fixture.Sample(p.Full(b), 144)
		db := fixture.MCDB(b, p, at)
		memory(b, "kestrel/what=loaded/world="+name, at, nil, func([]*chunk.Column) any { return loadAll(b, p, at) })
		memory(b, "dragonfly/what=loaded/world="+name, at, nil, func([]*chunk.Column) any { return loadAll(b, db, at) })
		memory(b, "dragonfly/what=light/world="+name, at, p, func(columns []*chunk.Column) any {
			for i, col := range columns {
				chunk.LightArea([]*chunk.Chunk{col.Chunk}, int(at[i][0]), int(at[i][1])).Fill()
			}
			return nil
		})
		lightMemory(b, "kestrel/what=light/world="+name, dirs[name], at)
	}
	peak(b, "kestrel/what=peak/world=terrain", func() world.Provider {
		return fixture.Open(b, dirs["terrain"], anvilprovider.Config{ReadOnly: true})
	})
	p := fixture.Open(b, dirs["terrain"], anvilprovider.Config{ReadOnly: true, ReadAhead: -1})
	db := fixture.MCDB(b, p, p.Full(b))
	peak(b, "dragonfly/what=peak/world=terrain", func() world.Provider { return db })
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// heap is the size of what is reachable.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// memory reports by how much the heap grows for each chunk by what do returns and leaves behind. If from is not nil, do gets the
// columns loaded from it, which do not count.
func memory(b *testing.B, name string, at []world.ChunkPos, from world.Provider, do func([]*chunk.Column) any) {
	b.Run(name, func(b *testing.B) {
		total := 0.0
		for b.Loop() {
			var columns []*chunk.Column
			if from != nil {
				columns = loadAll(b, from, at)
			}
			before := heap()
			kept := do(columns)
			total += heap() - before
			runtime.KeepAlive(kept)
			runtime.KeepAlive(columns)
		}
		b.ReportMetric(total/float64(b.N)/float64(len(at)), "B/chunk")
	})
}

func loadAll(b *testing.B, p world.Provider, at []world.ChunkPos) []*chunk.Column {
	columns := make([]*chunk.Column, len(at))
	for i, pos := range at {
		var err error
		if columns[i], err = p.LoadColumn(pos, world.Overworld); err != nil {
			b.Fatal(err)
		}
	}
	return columns
}

// lightMemory reports what the light engine keeps of a lit column: the planes of its blocks and of both kinds of light.
func lightMemory(b *testing.B, name, dir string, at []world.ChunkPos) {
	store, err := region.Options{ReadOnly: true}.Open(filepath.Join(dir, "region"))
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	shapes, err := java.Shapes()
	if err != nil {
		b.Fatal(err)
	}
	var decoder anvil.Decoder
	var c anvil.Chunk
	var palette java.Palette
	builder, engine := lighting.NewBuilder(shapes), lighting.NewEngine(shapes)
	b.Run(name, func(b *testing.B) {
		bytes := 0
		for b.Loop() {
			for _, pos := range at {
				data, _, err := store.Read(nil, pos[0], pos[1])
				if err != nil {
					b.Fatal(err)
				}
				if err := decoder.Decode(data, &c); err != nil {
					b.Fatal(err)
				}
				col, err := lighting.NewColumn(c.X, c.Z, terrain.Lowest/16, terrain.Sections)
				if err != nil {
					b.Fatal(err)
				}
				cache := java.NewCache(java.New(c.DataVersion))
				for i := range c.Sections {
					s := &c.Sections[i]
					if at := int(s.Y) - terrain.Lowest/16; !s.Blocks.Present() || at < 0 || at >= terrain.Sections {
						continue
					}
					palette.Read(cache, s.Blocks.Palette)
					if err := builder.Anvil(col.Section(int32(s.Y)), palette.Classes, max(s.Blocks.Bits, 4), s.Blocks.Words); err != nil {
						b.Fatal(err)
					}
				}
				area, err := lighting.NewArea(c.X, c.Z, 1, 1)
				if err != nil {
					b.Fatal(err)
				}
				if err := area.Put(col); err != nil {
					b.Fatal(err)
				}
				engine.Light(area, lighting.Block)
				engine.Light(area, lighting.Sky)
				bytes += col.Bytes()
			}
		}
		b.ReportMetric(float64(bytes)/float64(b.N)/float64(len(at)), "B/chunk")
	})
}

// peak watches the heap while a view is loaded and kept.
func peak(b *testing.B, name string, open func() world.Provider) {
	view := fixture.Round(world.ChunkPos{6, 6}, 5)
	b.Run(name, func(b *testing.B) {
		total := 0.0
		for b.Loop() {
			p := open()
			before := heap()
			stop, highest := make(chan struct{}), make(chan float64)
			go func() {
				top := 0.0
				for tick := time.NewTicker(time.Millisecond); ; {
					select {
					case <-tick.C:
						var m runtime.MemStats
						runtime.ReadMemStats(&m)
						top = max(top, float64(m.HeapAlloc))
					case <-stop:
						tick.Stop()
						highest <- top
						return
					}
				}
			}()
			kept := loadAll(b, p, view)
			close(stop)
			total += max(<-highest, heap()) - before
			runtime.KeepAlive(kept)
			if q, ok := p.(fixture.Provider); ok {
				if err := q.Close(); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.ReportMetric(total/float64(b.N)/float64(len(view)), "B/chunk")
	})
}
