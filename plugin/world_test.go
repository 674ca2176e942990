package plugin_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// land is a generator of hills, caves, ponds, forests, lamps and slabs, the same at every position every time.
type land struct{ br world.BlockRegistry }

func (land) DefaultSpawn(world.Dimension) cube.Pos { return cube.Pos{0, 80, 0} }

func (l land) GenerateChunk(pos world.ChunkPos, c *chunk.Chunk) {
	id := l.br.BlockRuntimeID
	stone, dirt, leaves, wood := id(block.Stone{}), id(block.Dirt{}), id(block.Leaves{Type: block.OakLeaves(), Persistent: true}), id(block.Log{Wood: block.OakWood()})
	water, lamp, slab, torch := id(block.Water{Depth: 8, Still: true}), id(block.Glowstone{}), id(block.Slab{Block: block.Stone{}}), id(block.Torch{Facing: cube.FaceDown})
	r := rand.New(rand.NewPCG(uint64(uint32(pos[0])), uint64(uint32(pos[1]))))
	floor := c.Range()[0]
	base := floor + 44
	for x := range 16 {
		for z := range 16 {
			wx, wz := float64(int(pos[0])*16+x), float64(int(pos[1])*16+z)
			h := base + int(6*math.Sin(wx/9)+5*math.Cos(wz/7))
			for y := floor; y <= h; y++ {
				rid := stone
				switch {
				case y > h-3:
					rid = dirt
				case y > floor+2 && math.Sin(wx/5)+math.Sin(float64(y)/4)+math.Cos(wz/6) > 1.1:
					continue
				}
				c.SetBlock(uint8(x), int16(y), uint8(z), 0, rid)
			}
			for y := h + 1; y <= base-3; y++ {
				c.SetBlock(uint8(x), int16(y), uint8(z), 0, water)
			}
			switch n := r.IntN(100); {
			case n < 2:
				c.SetBlock(uint8(x), int16(h+1), uint8(z), 0, torch)
			case n < 5:
				c.SetBlock(uint8(x), int16(h+5), uint8(z), 0, slab)
			case n < 40:
				for y := h + 4; y < h+7; y++ {
					c.SetBlock(uint8(x), int16(y), uint8(z), 0, leaves)
				}
			case n < 42:
				for y := h; y < h+6; y++ {
					c.SetBlock(uint8(x), int16(y), uint8(z), 0, wood)
				}
			case n < 44:
				c.SetBlock(uint8(x), int16(base-10-r.IntN(30)), uint8(z), 0, lamp)
			}
		}
	}
}

// everyone follows all players, which in these tests have no connection.
func everyone(radius int) func(*world.Tx, world.Entity) (int, bool) {
	return func(*world.Tx, world.Entity) (int, bool) { return radius, true }
}

// newWorld returns a world of land that saves nothing.
func newWorld(t testing.TB, synchronous bool, dim world.Dimension) *world.World {
	t.Helper()
	w := world.Config{
		Dim: dim, Generator: land{world.DefaultBlockRegistry}, Entities: entity.DefaultRegistry, Synchronous: synchronous,
		RandSource: rand.NewPCG(1, 2), ChunkUnloadInterval: 2 * time.Second,
	}.New()
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// attach attaches to a world and closes at the end of the test, before the world.
func attach(t testing.TB, w *world.World, conf plugin.Config) *plugin.Light {
	t.Helper()
	l, err := plugin.Attach(w, conf)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// do runs f on the world's goroutine and waits for it.
func do(t testing.TB, w *world.World, f func(tx *world.Tx)) {
	t.Helper()
	if _, err := world.Call(context.Background(), w, func(tx *world.Tx) (struct{}, error) {
		f(tx)
		return struct{}{}, nil
	}); err != nil {
		t.Fatal(err)
	}
}

// join adds a player that floats.
func join(t testing.TB, w *world.World, pos mgl64.Vec3) *world.EntityHandle {
	t.Helper()
	h := world.EntitySpawnOpts{Position: pos}.New(player.Type, player.Config{Name: fmt.Sprint("p", pos), Position: pos, GameMode: world.GameModeCreative})
	do(t, w, func(tx *world.Tx) {
		tx.AddEntity(h).(*player.Player).SetImmobile()
	})
	return h
}

// teleport moves a player. The chunk that it comes to is loaded, and the tick makes the host move the entity there: were the chunk that
// it leaves unloaded first, the player would be gone with it.
func teleport(t testing.TB, w *world.World, h *world.EntityHandle, pos mgl64.Vec3) {
	t.Helper()
	do(t, w, func(tx *world.Tx) { bring(t, tx, h, pos) })
	w.AdvanceTick()
}

// bring is what teleport does within a transaction. A tick must follow.
func bring(t testing.TB, tx *world.Tx, h *world.EntityHandle, pos mgl64.Vec3) {
	t.Helper()
	e, ok := h.Entity(tx)
	if !ok {
		t.Error("the player is gone")
		return
	}
	tx.Block(cube.PosFromVec3(pos))
	e.(*player.Player).Teleport(pos)
}

// settle waits until so many chunks are in view and lit; with -1, as long as chunks keep coming.
func settle(t testing.TB, l *plugin.Light, columns int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	for before, same := -1, 0; ; {
		if err := l.Flush(ctx); err != nil {
			t.Fatalf("flush with %+v: %v", l.Stats(), err)
		}
		s := l.Stats()
		if same++; s.Arrivals != before {
			before, same = s.Arrivals, 0
		}
		if s.Columns == columns || columns < 0 && same == 4 {
			return
		}
		time.Sleep(60 * time.Millisecond)
	}
}

// circle returns how many chunks a loader of a radius views.
func circle(radius int) (n int) {
	for x := -radius; x <= radius; x++ {
		for z := -radius; z <= radius; z++ {
			if int(math.Round(math.Sqrt(float64(x*x+z*z)))) <= radius {
				n++
			}
		}
	}
	return n
}

// percentiles returns the median and the 99th percentile.
func percentiles(ds []time.Duration) (p50, p99 time.Duration) {
	slices.Sort(ds)
	return ds[(len(ds)-1)/2], ds[(len(ds)-1)*99/100]
}
