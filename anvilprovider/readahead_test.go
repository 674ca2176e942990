package anvilprovider_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// loaderOrder returns the chunks round a centre in the order in which a world.Loader asks for them: in rings by rounded
// distance, each by x and then z.
func loaderOrder(centre world.ChunkPos, radius int32) []world.ChunkPos {
	rings := make([][]world.ChunkPos, radius+1)
	for x := -radius; x <= radius; x++ {
		for z := -radius; z <= radius; z++ {
			d := int32(math.Round(math.Hypot(float64(x), float64(z))))
			if d <= radius {
				rings[d] = append(rings[d], world.ChunkPos{centre[0] + x, centre[1] + z})
			}
		}
	}
	var order []world.ChunkPos
	for _, ring := range rings {
		order = append(order, ring...)
	}
	return order
}

// TestReadAhead loads a world in the order of a Loader, with the time between two loads that a server takes to light a
// chunk, and expects the same columns as without reading ahead, most of them ready.
func TestReadAhead(t *testing.T) {
	dir := testworld.Dir(t, "java-1.18.1")
	plain := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1}, dir)
	p := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: 64, ReadWorkers: 2}, dir)
	order := loaderOrder(world.ChunkPos{0, 0}, 9)
	for i, pos := range order {
		want, wantErr := plain.LoadColumn(pos, world.Overworld)
		got, err := p.LoadColumn(pos, world.Overworld)
		if (err == nil) != (wantErr == nil) || errors.Is(err, leveldb.ErrNotFound) != errors.Is(wantErr, leveldb.ErrNotFound) {
			t.Fatalf("%v: %v, want %v", pos, err, wantErr)
		}
		if err == nil && i%16 == 0 {
			for range 1000 {
				x, y, z := uint8(rand.IntN(16)), int16(rand.IntN(384)-64), uint8(rand.IntN(16))
				if got.Chunk.Block(x, y, z, 0) != want.Chunk.Block(x, y, z, 0) {
					t.Fatalf("%v differs at %d,%d,%d", pos, x, y, z)
				}
			}
		}
	}
	s := p.Stats()
	t.Logf("%d of %d columns were read ahead, %d left over", s.Ahead, len(order), s.Ready)
	if s.Ahead < int64(len(order))/2 || s.Ready > 64 {
		t.Errorf("stats %+v", s)
	}
}

// TestReadAheadSeesSaves saves chunks that have been read ahead: the saved content is what is loaded next.
func TestReadAheadSeesSaves(t *testing.T) {
	dir := testworld.Copy(t, "java-1.18.1")
	p := open(t, anvilprovider.Config{}, dir)
	if _, err := p.LoadColumn(world.ChunkPos{0, 0}, world.Overworld); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); p.Stats().Ready < 8; {
		if time.Now().After(deadline) {
			t.Fatalf("the neighbours are not read ahead: %+v", p.Stats())
		}
		time.Sleep(time.Millisecond)
	}
	for i, flush := range []bool{false, true} {
		pos := world.ChunkPos{1, int32(i)}
		store(t, p, pos, placed[1])
		if flush {
			if err := p.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if got := at(t, p, pos); got != imageOf(placed[1]).block {
			t.Errorf("%v: got %d", pos, got)
		}
	}
}

// TestReadAheadWithManyPlayers walks several players at once with a small cache: the columns are right, and the bound holds.
func TestReadAheadWithManyPlayers(t *testing.T) {
	p := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: 12, ReadWorkers: 2}, testworld.Dir(t, "java-1.18.1"))
	var wg sync.WaitGroup
	for player := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for _, pos := range loaderOrder(world.ChunkPos{int32(player * 5), int32(-player * 3)}, 4) {
				if _, err := p.LoadColumn(pos, world.Overworld); err != nil && !errors.Is(err, leveldb.ErrNotFound) {
					t.Error(err)
				}
				if n := p.Stats().Ready; n > 12 {
					t.Errorf("%d columns are ready, more than the bound", n)
				}
			}
		}()
	}
	wg.Wait()
}

// BenchmarkReadAhead loads chunks in the order of a Loader through one mutex, as a server does, which then takes as long
// again to light each chunk. It reports the time under the mutex.
func BenchmarkReadAhead(b *testing.B) {
	dir := testworld.Dir(b, "java-1.18.1")
	order := loaderOrder(world.ChunkPos{0, 0}, 10)
	for name, ahead := range map[string]int{"off": -1, "on": 0} {
		b.Run("readahead="+name, func(b *testing.B) {
			var under time.Duration
			n := 0
			for b.Loop() {
				p := open(b, anvilprovider.Config{ReadOnly: true, ReadAhead: ahead}, dir)
				if _, err := p.LoadColumn(world.ChunkPos{100, 100}, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
					b.Fatal(err)
				}
				var mu sync.Mutex
				for _, pos := range order {
					start := time.Now()
					mu.Lock()
					_, _ = p.LoadColumn(pos, world.Overworld)
					mu.Unlock()
					under += time.Since(start)
					n++
					for spin := time.Now(); time.Since(spin) < 650*time.Microsecond; {
					}
				}
				if err := p.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(under.Microseconds())/float64(n), "lock-us/chunk")
		})
	}
}
