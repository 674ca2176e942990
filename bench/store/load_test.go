package store

import (
	"sync"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
)

// BenchmarkLoadColumn loads the same blocks as four eras of the game store them.
func BenchmarkLoadColumn(b *testing.B) {
	const edge = 4
	var first []*chunk.Column
	for _, era := range terrain.Eras {
		var chunks []terrain.Chunk
		for i := range int32(edge * edge) {
			data, err := terrain.Old(i%edge, i/edge).Era(era)
			if err != nil {
				b.Fatal(err)
			}
			chunks = append(chunks, terrain.Chunk{X: i % edge, Z: i / edge, NBT: data})
		}
		fixture.Input("era-"+era, chunks)
		p := fixture.Open(b, fixture.Anvil(b, chunks), anvilprovider.Config{ReadOnly: true, ReadAhead: -1})
		positions := p.Full(b)
		if len(positions) != len(chunks) {
			b.Fatalf("era %s: %d chunks load, want %d", era, len(positions), len(chunks))
		}
		for i, pos := range positions {
			col, err := p.LoadColumn(pos, world.Overworld)
			if err != nil {
				b.Fatal(err)
			}
			if era == terrain.Eras[0] {
				first = append(first, col)
			} else if err := fixture.Same(first[i].Chunk, col.Chunk); err != nil {
				b.Fatalf("era %s, chunk %v: %v", era, pos, err)
			}
		}
		b.Run("era="+era, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := p.LoadColumn(positions[i%len(positions)], world.Overworld); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReadAhead loads a view as a server does: in the order of a loader, through one mutex, each column lit by the host before
// the next is asked for. The time is that under the mutex alone.
func BenchmarkReadAhead(b *testing.B) {
	const radius = 6
	chunks, err := terrain.Square(2*radius + 1)
	if err != nil {
		b.Fatal(err)
	}
	fixture.Input("terrain", chunks)
	dir := fixture.Anvil(b, chunks)
	view := fixture.Round(world.ChunkPos{radius, radius}, radius)
	for _, side := range []struct {
		name string
		conf anvilprovider.Config
	}{
		{"ahead", anvilprovider.Config{ReadOnly: true}},
		{"plain", anvilprovider.Config{ReadOnly: true, ReadAhead: -1}},
	} {
		b.Run(side.name, func(b *testing.B) {
			b.ReportAllocs()
			var mu sync.Mutex
			var locked time.Duration
			var p fixture.Provider
			for i := 0; b.Loop(); i++ {
				if i%len(view) == 0 {
					p = fixture.Open(b, dir, side.conf)
				}
				mu.Lock()
				began := time.Now()
				col, err := p.LoadColumn(view[i%len(view)], world.Overworld)
				locked += time.Since(began)
				mu.Unlock()
				if err != nil {
					b.Fatal(err)
				}
				chunk.LightArea([]*chunk.Chunk{col.Chunk}, int(view[i%len(view)][0]), int(view[i%len(view)][1])).Fill()
				if i%len(view) == len(view)-1 {
					if err := p.Close(); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(locked.Nanoseconds())/float64(b.N), "ns/op")
		})
	}
}
