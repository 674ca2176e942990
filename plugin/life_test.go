package plugin_test

import (
	"math"
	"sync"
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

// counted counts the chunks that a generator makes, by position.
type counted struct {
	world.Generator
	mu   sync.Mutex
	made map[world.ChunkPos]int
}

func (c *counted) GenerateChunk(pos world.ChunkPos, ch *chunk.Chunk) {
	c.mu.Lock()
	c.made[pos]++
	c.mu.Unlock()
	c.Generator.GenerateChunk(pos, ch)
}

// visit is a player as a server has one: with a loader of its own, as its session would have.
type visit struct {
	w      *world.World
	h      *world.EntityHandle
	loader *world.Loader
	pos    mgl64.Vec3
}

func enter(t testing.TB, w *world.World, pos mgl64.Vec3, radius int) *visit {
	v := &visit{w: w, h: join(t, w, pos), pos: pos}
	do(t, w, func(tx *world.Tx) {
		v.loader = world.NewLoader(radius, w, world.NopViewer{})
		v.loader.Move(tx, pos)
		v.loader.Load(tx, 1000)
	})
	return v
}

func (v *visit) fly(t testing.TB, pos mgl64.Vec3) {
	v.pos = pos
	teleport(t, v.w, v.h, pos)
	do(t, v.w, func(tx *world.Tx) {
		v.loader.Move(tx, pos)
		v.loader.Load(tx, 1000)
	})
}

func (v *visit) leave(t testing.TB) {
	do(t, v.w, func(tx *world.Tx) {
		v.loader.Close(tx)
		e, _ := v.h.Entity(tx)
		tx.RemoveEntity(e)
	})
}

// TestUnload flies and leaves, with and without the plug-in: the same chunks are loaded, each as often, and all are unloaded afterwards.
func TestUnload(t *testing.T) {
	steps := 12
	if long() {
		steps = 250 // 500 chunks
	}
	var made [2]map[world.ChunkPos]int
	for i, attached := range []bool{false, true} {
		g := &counted{Generator: flat{world.DefaultBlockRegistry, 10}, made: map[world.ChunkPos]int{}}
		w := world.Config{Generator: g, Entities: entity.DefaultRegistry, ChunkUnloadInterval: 500 * time.Millisecond, SaveInterval: -1}.New()
		var l *plugin.Light
		if attached {
			l = attach(t, w, plugin.Config{Follow: everyone(3), Interval: 5 * time.Millisecond})
		}
		v := enter(t, w, mgl64.Vec3{8, 100, 8}, 3)
		for n := range steps {
			v.fly(t, mgl64.Vec3{float64(n*32 + 8), 100, 8})
			want := circle(3)
			eventually(t, "the chunks in view load", func() bool {
				n := 0
				do(t, w, func(*world.Tx) {
					centre := cube.PosFromVec3(v.pos)
					for x := -3; x <= 3; x++ {
						for z := -3; z <= 3; z++ {
							if _, ok := v.loader.Chunk(world.ChunkPos{int32(centre[0]>>4 + x), int32(centre[2]>>4 + z)}); ok {
								n++
							}
						}
					}
				})
				return n == want && (l == nil || l.Stats().Columns == want)
			})
		}
		v.leave(t)
		eventually(t, "all chunks unload", func() bool {
			loaded := 0
			do(t, w, func(tx *world.Tx) {
				for x := -4; x < steps*2+4; x++ {
					for z := -4; z <= 4; z++ {
						if _, ok := tx.BlockLoaded(cube.Pos{x * 16, 0, z * 16}); ok {
							loaded++
						}
					}
				}
			})
			return loaded == 0 && (l == nil || l.Stats().Columns == 0 && l.Stats().Players == 0)
		})
		var before, after int64
		do(t, w, func(tx *world.Tx) { before = tx.CurrentTick() })
		time.Sleep(200 * time.Millisecond)
		do(t, w, func(tx *world.Tx) { after = tx.CurrentTick() })
		if after != before {
			t.Errorf("attached=%v: the world ticks %d times without players", attached, after-before)
		}
		if l != nil {
			do(t, w, func(*world.Tx) {
				if n := l.Held(); n != 0 {
					t.Errorf("%d columns are held", n)
				}
			})
			_ = l.Close()
		}
		_ = w.Close()
		g.mu.Lock()
		made[i] = g.made
		g.mu.Unlock()
	}
	for p := range made[1] {
		if made[0][p] == 0 {
			t.Errorf("chunk %v is loaded with the plug-in only", p)
		}
	}
	for p := range made[0] {
		if made[1][p] == 0 {
			t.Errorf("chunk %v is loaded without the plug-in only", p)
		}
	}
}

// eventually waits for a condition.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain until %s", what)
		}
	}
}

// dark is a generator of wheat in the dark in every chunk, which breaks at the first random tick.
type dark struct{ flat }

func (d dark) GenerateChunk(pos world.ChunkPos, c *chunk.Chunk) {
	d.flat.GenerateChunk(pos, c)
	wheat, farm := d.br.BlockRuntimeID(block.WheatSeeds{}), d.br.BlockRuntimeID(block.Farmland{})
	for i := range 256 {
		c.SetBlock(uint8(i&15), 0, uint8(i>>4), 0, farm)
		c.SetBlock(uint8(i&15), 1, uint8(i>>4), 0, wheat)
	}
}

// TestTicksNothingMore compares the chunks that tick with and without the plug-in.
func TestTicksNothingMore(t *testing.T) {
	var ticked [2]map[world.ChunkPos]bool
	for i, attached := range []bool{false, true} {
		w := world.Config{Generator: dark{flat{world.DefaultBlockRegistry, 10}}, Entities: entity.DefaultRegistry, RandomTickSpeed: 600}.New()
		w.SetTickRange(2)
		v := enter(t, w, mgl64.Vec3{8, 100, 8}, 5)
		if attached {
			settle(t, attach(t, w, plugin.Config{Follow: everyone(4)}), circle(4))
		} else {
			time.Sleep(300 * time.Millisecond)
		}
		for range 60 {
			w.AdvanceTick()
		}
		ticked[i] = map[world.ChunkPos]bool{}
		do(t, w, func(tx *world.Tx) {
			for x := -5; x <= 5; x++ {
				for z := -5; z <= 5; z++ {
					n := 0
					for k := range 256 {
						if b, ok := tx.BlockLoaded(cube.Pos{x*16 + k&15, 1, z*16 + k>>4}); ok {
							if _, wheat := b.(block.WheatSeeds); !wheat {
								n++
							}
						}
					}
					if n > 0 {
						ticked[i][world.ChunkPos{int32(x), int32(z)}] = true
					}
				}
			}
		})
		v.leave(t)
		_ = w.Close()
	}
	if len(ticked[0]) < 9 || len(ticked[0]) != len(ticked[1]) {
		t.Errorf("%d chunks tick without the plug-in, %d with", len(ticked[0]), len(ticked[1]))
	}
	for p := range ticked[1] {
		if !ticked[0][p] {
			t.Errorf("chunk %v ticks with the plug-in only", p)
		}
	}
}

// TestUnconnected leaves players without a connection alone, as the host does.
func TestUnconnected(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Interval: time.Millisecond})
	join(t, w, mgl64.Vec3{8, 120, 8})
	time.Sleep(50 * time.Millisecond)
	if err := l.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := l.Stats(); s.Players != 0 || s.Columns != 0 {
		t.Errorf("have %+v", s)
	}
}

// TestRadius changes the radius, and moves and teleports.
func TestRadius(t *testing.T) {
	for _, synchronous := range []bool{true, false} {
		w := newWorld(t, synchronous, world.Overworld)
		l := attach(t, w, plugin.Config{Radius: 3, Follow: everyone(64)})
		h := join(t, w, mgl64.Vec3{8, 120, 8})
		settle(t, l, circle(3))
		if err := l.SetRadius(1); err != nil {
			t.Fatal(err)
		}
		settle(t, l, circle(1))
		if err := l.SetRadius(2); err != nil {
			t.Fatal(err)
		}
		settle(t, l, circle(2))
		teleport(t, w, h, mgl64.Vec3{25, 120, 8})
		settle(t, l, circle(2))
		check(t, l, true)
		teleport(t, w, h, mgl64.Vec3{2000, 120, 8})
		settle(t, l, circle(2))
		check(t, l, false)
		if err := l.SetRadius(0); err == nil {
			t.Error("a radius of 0 is taken")
		}
	}
}

// TestNowhere has a player go to positions that are in no chunk or in one that no number tells from others: nothing of the view that it
// had is left.
func TestNowhere(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, 3e9, 1 << 32} {
		w := newWorld(t, true, world.Overworld)
		l := attach(t, w, plugin.Config{Follow: everyone(1)})
		h := join(t, w, mgl64.Vec3{8, 120, 8})
		settle(t, l, circle(1))
		do(t, w, func(tx *world.Tx) {
			e, _ := h.Entity(tx)
			e.(*player.Player).Teleport(mgl64.Vec3{x, 120, 8})
		})
		settle(t, l, circle(1))
		do(t, w, func(*world.Tx) {
			if l.Chunks()[world.ChunkPos{}] != nil {
				t.Errorf("at %v the player views chunk 0,0", x)
			}
		})
	}
}

// TestDimensions has a player go from one world to another.
func TestDimensions(t *testing.T) {
	a, b := newWorld(t, false, world.Overworld), newWorld(t, false, world.Nether)
	la, lb := attach(t, a, plugin.Config{Follow: everyone(2)}), attach(t, b, plugin.Config{Follow: everyone(2)})
	h := join(t, a, mgl64.Vec3{8, 120, 8})
	settle(t, la, circle(2))
	do(t, a, func(tx *world.Tx) {
		e, _ := h.Entity(tx)
		tx.RemoveEntity(e)
	})
	do(t, b, func(tx *world.Tx) { tx.AddEntity(h) })
	settle(t, la, 0)
	settle(t, lb, circle(2))
	check(t, lb, false)
}

// TestTogether has two players view the same chunks, of whom either leaves: changes go on to be heard, and each once.
func TestTogether(t *testing.T) {
	for leaves := range 2 {
		w := newWorld(t, false, world.Overworld)
		l := attach(t, w, plugin.Config{Follow: everyone(2)})
		players := [2]*world.EntityHandle{join(t, w, mgl64.Vec3{8, 120, 8}), join(t, w, mgl64.Vec3{24, 120, 8})}
		eventually(t, "both are followed", func() bool { return l.Stats().Players == 2 })
		settle(t, l, -1)
		pos := cube.Pos{16, 100, 8}
		before := l.Stats().Changes
		do(t, w, func(tx *world.Tx) { tx.SetBlock(pos, block.Glowstone{}, nil) })
		check(t, l, false)
		if n := l.Stats().Changes - before; n != 1 {
			t.Errorf("one change counts as %d", n)
		}
		do(t, w, func(tx *world.Tx) {
			e, _ := players[leaves].Entity(tx)
			tx.RemoveEntity(e)
		})
		settle(t, l, circle(2))
		do(t, w, func(tx *world.Tx) {
			tx.SetBlock(pos, block.Air{}, nil)
			tx.BuildStructure(pos.Add(cube.Pos{-3, -20, 0}), box{5, block.Glowstone{}})
		})
		check(t, l, true)
	}
}
