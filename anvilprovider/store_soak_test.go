package anvilprovider_test

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// soakBlocks are what the soak places. Not all have the same light or height, and chests and liquids bring things along.
var soakBlocks = append(slices.Clone(placed), "minecraft:chest[facing=north,type=single,waterlogged=false]")

// soakTime is how long the soak runs: seconds, ten minutes with KESTREL_LONG=1, and what KESTREL_SOAK says, such as 60s.
func soakTime(t *testing.T) time.Duration {
	if s := os.Getenv("KESTREL_SOAK"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	switch {
	case os.Getenv("KESTREL_LONG") != "":
		return 10 * time.Minute
	case testing.Short():
		return time.Second
	}
	return 4 * time.Second
}

// soakBound is the memory in bytes by which the heap may grow over what it is after the first tenth of the time.
const soakBound = 96 << 20

// soaked is one dimension of the soak: its world, and the model of what is in it. It belongs to one goroutine.
type soaked struct {
	dim   world.Dimension
	rnd   *rand.Rand
	model map[world.ChunkPos]*soakedChunk
	// loads and stores count.
	loads, stores int
}

// soakedChunk is the model of a chunk: the last content of the cells that were ever placed, the entities' number, and the
// ticks' positions with their delays.
type soakedChunk struct {
	cells map[cube.Pos]image
	ticks map[cube.Pos]int64
	eggs  int
}

// TestSoak edits, saves and reloads chunks of three dimensions at once, at random, and closes and opens the world again and
// again. Whatever is loaded is compared with the model; the heap does not grow.
func TestSoak(t *testing.T) {
	dir, end := t.TempDir(), time.Now().Add(soakTime(t))
	start := time.Now()
	worlds := make([]*soaked, 0, 3)
	for i, dim := range []world.Dimension{world.Overworld, world.Nether, world.End} {
		worlds = append(worlds, &soaked{dim: dim, rnd: rand.New(rand.NewPCG(uint64(i), 77)), model: make(map[world.ChunkPos]*soakedChunk)})
	}
	var base, peak uint64
	rounds := 0
	for ; rounds < 2 || time.Now().Before(end); rounds++ {
		p, err := anvilprovider.Config{
			Log: slog.New(slog.NewTextHandler(logWriter{t}, nil)), SaveQueue: 8, SaveWorkers: 2, ReadAhead: 24, ReadWorkers: 2, MaxOpen: 3,
			Sync: region.SyncNone, KeepUntouched: true, // The model has chunks in which there is nothing but air.
		}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		var failed atomic.Bool
		for _, s := range worlds {
			wg.Add(1)
			go func() {
				defer wg.Done()
				for range 60 {
					if err := s.step(p); err != nil {
						t.Errorf("round %d: %v", rounds, err)
						failed.Store(true)
						return
					}
				}
			}()
		}
		wg.Wait()
		if rounds%3 == 0 {
			if err := flushed(p); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if failed.Load() {
			return
		}
		heap := heapNow()
		if peak = max(peak, heap); base == 0 || time.Since(start) < end.Sub(start)/10 {
			base = heap
		}
		if heap > base+soakBound {
			t.Fatalf("round %d: the heap grew from %d to %d MiB", rounds, base>>20, heap>>20)
		}
	}
	p := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1}, dir)
	for _, s := range worlds {
		for pos := range s.model {
			if _, err := s.load(p, pos); err != nil {
				t.Error(err)
			}
		}
		t.Logf("%v: %d chunks, %d loads, %d stores", s.dim, len(s.model), s.loads, s.stores)
	}
	t.Logf("%d rounds, heap %d MiB at first, %d MiB at most", rounds, base>>20, peak>>20)
}

func heapNow() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// step loads a chunk, and mostly changes and stores it. Chunks of a few regions are used again and again.
func (s *soaked) step(p *anvilprovider.Provider) error {
	pos := world.ChunkPos{int32(s.rnd.IntN(7)) - 3, int32(s.rnd.IntN(6))*13 - 35}
	col, err := s.load(p, pos)
	if err != nil {
		return err
	}
	if s.rnd.IntN(3) == 0 {
		return nil
	}
	m := s.model[pos]
	if m == nil {
		m = &soakedChunk{cells: make(map[cube.Pos]image), ticks: make(map[cube.Pos]int64)}
		s.model[pos] = m
	}
	s.edit(col, pos, m)
	s.stores++
	return p.StoreColumn(pos, s.dim, col)
}

// load loads a chunk and compares it with the model. A chunk that the model lacks does not exist, and an empty one is made.
func (s *soaked) load(p *anvilprovider.Provider, pos world.ChunkPos) (*chunk.Column, error) {
	s.loads++
	m := s.model[pos]
	col, err := p.LoadColumn(pos, s.dim)
	if m == nil {
		if !errors.Is(err, leveldb.ErrNotFound) {
			return nil, fmt.Errorf("%v %v: a chunk that was never stored: %w", s.dim, pos, err)
		}
		return &chunk.Column{Chunk: chunk.New(world.DefaultBlockRegistry, s.dim.Range())}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%v %v: %w", s.dim, pos, err)
	}
	for at, want := range m.cells {
		if got := (image{blockAt(col, at, 0), blockAt(col, at, 1)}); got != want {
			return nil, fmt.Errorf("%v %v at %v: %s in %s, want %s in %s", s.dim, pos, at, describe(got.block), describe(got.liquid), describe(want.block), describe(want.liquid))
		}
	}
	ticks := make(map[cube.Pos]int64)
	for _, u := range col.ScheduledBlocks {
		ticks[u.Pos] = u.Tick - col.Tick
	}
	if !maps.Equal(ticks, m.ticks) {
		return nil, fmt.Errorf("%v %v: ticks %v, want %v", s.dim, pos, ticks, m.ticks)
	}
	if len(col.Entities) != m.eggs {
		return nil, fmt.Errorf("%v %v: %d entities, want %d", s.dim, pos, len(col.Entities), m.eggs)
	}
	return col, nil
}

// edit changes a column, and the model in the same way.
func (s *soaked) edit(col *chunk.Column, pos world.ChunkPos, m *soakedChunk) {
	low, height := s.dim.Range()[0], s.dim.Range().Height()
	for range 1 + s.rnd.IntN(12) {
		at := cube.Pos{int(pos[0])<<4 + s.rnd.IntN(16), low + s.rnd.IntN(min(height, 96)), int(pos[1])<<4 + s.rnd.IntN(16)}
		im := imageOf(soakBlocks[s.rnd.IntN(len(soakBlocks))])
		col.Chunk.SetBlock(uint8(at[0]&15), int16(at[1]), uint8(at[2]&15), 0, im.block)
		col.Chunk.SetBlock(uint8(at[0]&15), int16(at[1]), uint8(at[2]&15), 1, im.liquid)
		m.cells[at] = im
		delete(m.ticks, at)
		col.ScheduledBlocks = slices.DeleteFunc(col.ScheduledBlocks, func(u chunk.ScheduledBlockUpdate) bool { return u.Pos == at })
		col.BlockEntities = slices.DeleteFunc(col.BlockEntities, func(b chunk.BlockEntity) bool { return b.Pos == at })
		if world.DefaultBlockRegistry.LiquidBlock(im.block) {
			delay := int64(1 + s.rnd.IntN(40))
			col.ScheduledBlocks = append(col.ScheduledBlocks, chunk.ScheduledBlockUpdate{Pos: at, Block: im.block, Tick: col.Tick + delay})
			m.ticks[at] = delay
		}
	}
	switch s.rnd.IntN(6) {
	case 0:
		id := s.rnd.Int64()
		col.Entities = append(col.Entities, chunk.Entity{ID: id, Data: map[string]any{
			"identifier": "minecraft:egg", "UniqueID": id, "Motion": []float32{0, 0, 0},
			"Pos": []float32{float32(pos[0]<<4) + 8, 30, float32(pos[1]<<4) + 8},
		}})
		m.eggs++
	case 1:
		col.Entities, m.eggs = nil, 0
	}
}
