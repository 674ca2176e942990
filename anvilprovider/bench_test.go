package anvilprovider_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// fullChunks returns the positions of the chunks of the overworld that load.
func fullChunks(b testing.TB, p *anvilprovider.Provider, from, to int32) []world.ChunkPos {
	b.Helper()
	var list []world.ChunkPos
	for x := from; x < to; x++ {
		for z := from; z < to; z++ {
			_, err := p.LoadColumn(world.ChunkPos{x, z}, world.Overworld)
			if err == nil {
				list = append(list, world.ChunkPos{x, z})
			} else if !errors.Is(err, leveldb.ErrNotFound) {
				b.Fatal(err)
			}
		}
	}
	return list
}

// BenchmarkLoadColumn loads the full chunks of a world in turn; inflate only reads and inflates the same chunks.
func BenchmarkLoadColumn(b *testing.B) {
	for _, name := range []string{"java-1.18.1", "java-1.21"} {
		dir := testworld.Dir(b, name)
		p := open(b, anvilprovider.Config{ReadOnly: true, ReadAhead: -1}, dir)
		chunks := fullChunks(b, p, -32, 32)
		b.Run("kestrel/world="+name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := p.LoadColumn(chunks[i%len(chunks)], world.Overworld); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("inflate/world="+name, func(b *testing.B) {
			s, err := region.Options{ReadOnly: true}.Open(dir + "/region")
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			var buf []byte
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				pos := chunks[i%len(chunks)]
				if buf, _, err = s.Read(buf[:0], pos[0], pos[1]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkStoreColumn stores changed columns: tick is the part on the caller's goroutine, total all of it.
func BenchmarkStoreColumn(b *testing.B) {
	dir := testworld.Copy(b, "java-1.21")
	p := open(b, anvilprovider.Config{ReadAhead: -1, Sync: region.SyncNone}, dir)
	chunks := fullChunks(b, p, 0, 32)
	var columns []*chunk.Column
	for _, pos := range chunks {
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			b.Fatal(err)
		}
		columns = append(columns, col)
	}
	var tick time.Duration
	blocks := []uint32{imageOf("minecraft:stone").block, imageOf("minecraft:glass").block}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		k := i % len(chunks)
		columns[k].Chunk.SetBlock(uint8(i&15), 70, 3, 0, blocks[i/len(chunks)%2])
		columns[k].Chunk.Compact()
		start := time.Now()
		if err := p.StoreColumn(chunks[k], world.Overworld, columns[k]); err != nil {
			b.Fatal(err)
		}
		tick += time.Since(start)
		if err := p.Flush(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(tick.Nanoseconds())/float64(b.N)/1000, "tick-us/op")
}

// TestAllocations bounds what loading a chunk of terrain allocates: everything that it allocates, the server keeps.
func TestAllocations(t *testing.T) {
	p := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1}, testworld.Dir(t, "java-1.18.1"))
	chunks, i := fullChunks(t, p, -4, 4), 0
	n := testing.AllocsPerRun(len(chunks), func() {
		if _, err := p.LoadColumn(chunks[i%len(chunks)], world.Overworld); err != nil {
			t.Fatal(err)
		}
		i++
	})
	t.Logf("%.0f allocations a chunk", n)
	if n >= 150 {
		t.Errorf("%.0f allocations a chunk", n)
	}
}
