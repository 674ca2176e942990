package plugin_test

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// scatter changes blocks at random, most of them near borders of chunks.
func scatter(tx *world.Tx, r *rand.Rand, n, reach int) {
	for range n {
		x, z := r.IntN(2*reach)-reach, r.IntN(2*reach)-reach
		if r.IntN(2) == 0 {
			x = x&^15 + r.IntN(2)*15
		}
		pos := cube.Pos{x, tx.Range()[0] + 1 + r.IntN(60), z}
		if _, ok := tx.BlockLoaded(pos); ok {
			tx.SetBlock(pos, palette[r.IntN(5)], &world.SetOpts{DisableBlockUpdates: true, DisableRedstoneUpdates: true})
		}
	}
}

// TestStall holds all workers up while chunks arrive and blocks change.
func TestStall(t *testing.T) {
	release := make(chan struct{})
	conf := plugin.Config{Follow: everyone(2), Workers: 2, Interval: 5 * time.Millisecond}
	plugin.SetHooks(&conf, func(run func()) { <-release; run() }, nil)
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, conf)
	h := join(t, w, mgl64.Vec3{8, 120, 8})
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 40 {
		if i%10 == 9 {
			teleport(t, w, h, mgl64.Vec3{float64(8 + i*2), 120, 8})
		}
		do(t, w, func(tx *world.Tx) { scatter(tx, r, 500, 60) })
		do(t, w, func(*world.Tx) {
			if arrivals, suspects, away, queued := l.Bounds(); arrivals > 100 || suspects > 100 || away > 40 || queued > 100 {
				t.Errorf("%d arrivals, %d suspects, %d away, %d queued", arrivals, suspects, away, queued)
			}
		})
		time.Sleep(5 * time.Millisecond)
	}
	close(release)
	settle(t, l, circle(2))
	check(t, l, true)
}

// TestLate delays and reorders all results.
func TestLate(t *testing.T) {
	var mu sync.Mutex
	r := rand.New(rand.NewPCG(2, 2))
	conf := plugin.Config{Follow: everyone(2), Workers: 4, Interval: 3 * time.Millisecond, Budget: 300 * time.Microsecond}
	plugin.SetHooks(&conf, func(run func()) {
		mu.Lock()
		d := time.Duration(r.IntN(8000)) * time.Microsecond
		mu.Unlock()
		if d < 4*time.Millisecond {
			time.Sleep(d)
			run()
		} else {
			run()
			time.Sleep(d)
		}
	}, nil)
	plugin.SetDetached(&conf)
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, conf)
	h := join(t, w, mgl64.Vec3{8, 120, 8})
	own := rand.New(rand.NewPCG(3, 3))
	rounds := 60
	if long() {
		rounds = 3000
	}
	for i := range rounds {
		n, reach := 20, 40
		if i%7 == 0 {
			n, reach = 4000, 16 // enough in a chunk for a pass in full, on a worker
		}
		do(t, w, func(tx *world.Tx) { scatter(tx, own, n, reach) })
		if i%20 == 19 {
			teleport(t, w, h, mgl64.Vec3{float64(own.IntN(48) - 24), 120, float64(own.IntN(48) - 24)})
		}
		time.Sleep(4 * time.Millisecond)
	}
	settle(t, l, circle(2))
	check(t, l, true)
	if s := l.Stats(); s.Passes == 0 || s.Stale == 0 {
		t.Errorf("no pass in full, or no result that came too late: %+v", s)
	}
}

// TestTakenBack takes a change back while a worker has it: the block is the same again as the core shows it, but not as the worker knows it.
func TestTakenBack(t *testing.T) {
	var hold atomic.Bool
	release := make(chan struct{})
	conf := plugin.Config{Follow: everyone(2)}
	plugin.SetHooks(&conf, func(run func()) {
		if hold.Load() {
			<-release
		}
		run()
	}, nil)
	plugin.SetDetached(&conf)
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, conf)
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	hold.Store(true)
	pos := cube.Pos{8, 100, 8}
	do(t, w, func(tx *world.Tx) { tx.SetBlock(pos, block.Glowstone{}, nil) })
	eventually(t, "a worker has the change", func() bool { return l.Stats().Away > 0 })
	do(t, w, func(tx *world.Tx) {
		tx.SetBlock(pos, block.Air{}, nil)
		if _, _, known := l.Level(tx, pos); known {
			t.Error("Level is sure of itself")
		}
	})
	close(release)
	check(t, l, false)
	do(t, w, func(tx *world.Tx) {
		if block, _, known := l.Level(tx, pos); block != 0 || !known {
			t.Errorf("Level is %d, known %v", block, known)
		}
	})
}

// TestFloodOfChanges makes 100,000 changes in one transaction.
func TestFloodOfChanges(t *testing.T) {
	for _, synchronous := range []bool{true, false} {
		w := newWorld(t, synchronous, world.Overworld)
		l := attach(t, w, plugin.Config{Follow: everyone(2)})
		join(t, w, mgl64.Vec3{8, 120, 8})
		settle(t, l, circle(2))
		n := 100_000
		if synchronous {
			n = 5_000 // each is replayed at once
		}
		do(t, w, func(tx *world.Tx) {
			r := rand.New(rand.NewPCG(4, 4))
			for range n {
				tx.SetBlock(cube.Pos{r.IntN(48) - 16, -60 + r.IntN(100), r.IntN(48) - 16}, palette[r.IntN(5)], &world.SetOpts{DisableBlockUpdates: true, DisableRedstoneUpdates: true, DisableLiquidDisplacement: true})
			}
			if _, _, _, queued := l.Bounds(); queued > circle(2) {
				t.Errorf("%d queued", queued)
			}
		})
		check(t, l, false)
		if s := l.Stats(); !synchronous && s.Overflows == 0 {
			t.Errorf("no chunk had too many changes: %+v", s)
		}
	}
}

// TestClosing closes the world while all workers are in the middle of something.
func TestClosing(t *testing.T) {
	release, held := make(chan struct{}), make(chan struct{}, 100)
	conf := plugin.Config{Follow: everyone(2), Workers: 2, Interval: time.Millisecond}
	plugin.SetHooks(&conf, func(run func()) { held <- struct{}{}; <-release; run() }, nil)
	w := newWorld(t, false, world.Overworld)
	l, err := plugin.Attach(w, conf)
	if err != nil {
		t.Fatal(err)
	}
	join(t, w, mgl64.Vec3{8, 120, 8})
	<-held
	<-held
	_ = w.Close()
	time.AfterFunc(20*time.Millisecond, func() { close(release) })
	_ = l.Close()
}

// island is a provider that can load one chunk, and fails for all others.
type island struct{ world.NopProvider }

func (island) LoadColumn(pos world.ChunkPos, dim world.Dimension) (*chunk.Column, error) {
	if pos != (world.ChunkPos{}) {
		return nil, errors.New("deliberate")
	}
	c := chunk.New(world.DefaultBlockRegistry, dim.Range())
	land{world.DefaultBlockRegistry}.GenerateChunk(pos, c)
	return &chunk.Column{Chunk: c}, nil
}

// TestIsland changes blocks in a chunk whose neighbours never load. A synchronous world puts empty chunks in their place, which have no
// arrays to write to.
func TestIsland(t *testing.T) {
	for _, synchronous := range []bool{true, false} {
		w := world.Config{Provider: island{}, Entities: entity.DefaultRegistry, Synchronous: synchronous, Log: slog.New(slog.DiscardHandler)}.New()
		l := attach(t, w, plugin.Config{Follow: everyone(2)})
		join(t, w, mgl64.Vec3{8, 120, 8})
		r := rand.New(rand.NewPCG(5, 5))
		settle(t, l, map[bool]int{true: circle(2), false: 1}[synchronous])
		for range 30 {
			do(t, w, func(tx *world.Tx) { scatter(tx, r, 20, 16) })
		}
		if synchronous {
			if err := l.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
		} else {
			check(t, l, false)
		}
		_ = l.Close()
		_ = w.Close()
	}
}

// TestPollution has the host raise light in chunks that are right already, by loading chunks in the worst order, beside and beyond
// those in view.
func TestPollution(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2), Interval: 5 * time.Millisecond})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	check(t, l, false)
	corrected := l.Stats().Corrected
	do(t, w, func(tx *world.Tx) { // Loads a ring around what is in view, unheard of.
		for x := -5; x <= 5; x++ {
			for z := -5; z <= 5; z++ {
				tx.Block(cube.Pos{x * 16, 0, z * 16})
			}
		}
		tx.SetBlock(cube.Pos{31, 0, 8}, block.Glowstone{}, nil) // A replay meets what the host has raised.
	})
	check(t, l, false)
	if now := l.Stats().Corrected; now == corrected {
		t.Error("nothing was corrected: the test does not test anything")
	}
}

// TestLeak has light before a wall that the host takes for a hole: stairs of a chunk, whose back is to the next one, where a lamp is.
// When a chunk arrives beyond that, the host lets the light into the stairs once more, two chunks from where the arrival is.
func TestLeak(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2), Interval: 10 * time.Second})
	h := join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	stairs := cube.Pos{31, -50, 8}
	do(t, w, func(tx *world.Tx) {
		for x := stairs[0] - 8; x < stairs[0]+8; x++ {
			for y := -1; y <= 1; y++ {
				for z := -1; z <= 1; z++ {
					tx.SetBlock(cube.Pos{x, stairs[1] + y, stairs[2] + z}, block.Stone{}, alone)
				}
			}
		}
		tx.SetBlock(stairs, block.Stairs{Block: block.Stone{}, Facing: cube.East}, alone)
		tx.SetBlock(stairs.Side(cube.FaceEast), block.Air{}, alone)
		tx.SetBlock(stairs.Side(cube.FaceEast).Side(cube.FaceEast), block.Glowstone{}, alone)
	})
	check(t, l, false)
	corrected := l.Stats().Corrected
	teleport(t, w, h, mgl64.Vec3{24, 120, 8})
	eventually(t, "the chunks beyond come", func() bool {
		n := 0
		do(t, w, func(*world.Tx) {
			for z := int32(-1); z <= 1; z++ {
				if l.Chunks()[world.ChunkPos{3, z}] != nil {
					n++
				}
			}
		})
		return n == 3
	})
	r, err := l.Verify(t.Context(), world.ChunkPos{-100, -100}, world.ChunkPos{100, 100})
	if err != nil {
		t.Fatal(err)
	}
	if r.Block+r.Sky != 0 || l.Stats().Corrected == corrected {
		t.Errorf("have %+v, corrected %d cells", r, l.Stats().Corrected-corrected)
	}
}
