package plugin_test

import (
	"log/slog"
	"math"
	"strings"
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

// flat is a generator of stone up to a height.
type flat struct {
	br  world.BlockRegistry
	top int16
}

func (flat) DefaultSpawn(world.Dimension) cube.Pos { return cube.Pos{0, 80, 0} }

func (f flat) GenerateChunk(_ world.ChunkPos, c *chunk.Chunk) {
	stone := f.br.BlockRuntimeID(block.Stone{})
	for y := int16(c.Range()[0]); y <= f.top; y++ {
		for i := range 256 {
			c.SetBlock(uint8(i&15), y, uint8(i>>4), 0, stone)
		}
	}
}

// TestRightAfterTheTransaction digs a hole, places a lamp, and takes both back, in a live world. The next transaction has the light.
func TestRightAfterTheTransaction(t *testing.T) {
	w := world.Config{Generator: flat{world.DefaultBlockRegistry, 64}, Entities: entity.DefaultRegistry}.New()
	defer w.Close()
	l := attach(t, w, plugin.Config{Follow: everyone(3)})
	join(t, w, mgl64.Vec3{8, 100, 8})
	settle(t, l, circle(3))
	want := func(what string, pos cube.Pos, light, sky uint8) {
		t.Helper()
		do(t, w, func(tx *world.Tx) {
			if have, haveSky := tx.Light(pos), tx.SkyLight(pos); have != light || haveSky != sky {
				t.Errorf("%s at %v: light %d, sky light %d; want %d and %d", what, pos, have, haveSky, light, sky)
			}
			block, levelSky, known := l.Level(tx, pos)
			if max(block, levelSky) != light || levelSky != sky || !known {
				t.Errorf("%s at %v: Level has block light %d, sky light %d, known %v; want %d and %d", what, pos, block, levelSky, known, light, sky)
			}
		})
	}
	change := func(pos cube.Pos, b world.Block) {
		t.Helper()
		do(t, w, func(tx *world.Tx) { tx.SetBlock(pos, b, nil) })
	}
	hole, lamp := cube.Pos{15, 64, 8}, cube.Pos{8, 20, 8}
	want("stone", hole, 0, 0)
	change(hole, block.Air{})
	want("hole", hole, 15, 15)
	change(hole.Side(cube.FaceEast), block.Air{}) // in the next chunk
	want("hole beside", hole.Side(cube.FaceEast), 15, 15)
	change(hole.Add(cube.Pos{0, 3, 0}), block.Stone{})
	want("hole below a roof", hole, 14, 14)

	change(lamp.Side(cube.FaceUp), block.Air{})
	change(lamp, block.Glowstone{})
	want("lamp's neighbour", lamp.Side(cube.FaceUp), 14, 0)
	change(lamp, block.Stone{})
	want("place without lamp", lamp.Side(cube.FaceUp), 0, 0)

	do(t, w, func(tx *world.Tx) { // and within one transaction
		tx.SetBlock(lamp, block.Glowstone{}, nil)
		if block, _, known := l.Level(tx, lamp.Side(cube.FaceUp)); block != 14 || !known {
			t.Errorf("Level within the transaction is %d, known %v; want 14", block, known)
		}
		if have := tx.Light(lamp.Side(cube.FaceUp)); have != 14 {
			t.Errorf("light after Level within the transaction is %d, want 14", have)
		}
	})
	check(t, l, false)
}

// TestWheat grows wheat in a room deep below the ground, with the game's own code: it needs a light of 8.
func TestWheat(t *testing.T) {
	for _, c := range []struct {
		name          string
		attach, torch bool
		want          bool
	}{
		{"torch", true, true, true},
		{"torch taken away", true, false, false},
		{"torch without the plug-in", false, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := world.Config{Synchronous: true, Generator: flat{world.DefaultBlockRegistry, 64}, Entities: entity.DefaultRegistry, RandomTickSpeed: 400}.New()
			defer w.Close()
			join(t, w, mgl64.Vec3{8, 100, 8})
			crop, torch := cube.Pos{8, 20, 8}, cube.Pos{10, 20, 8}
			if c.attach {
				settle(t, attach(t, w, plugin.Config{Follow: everyone(1)}), circle(1))
			}
			do(t, w, func(tx *world.Tx) {
				for x := 7; x <= 10; x++ {
					for z := 7; z <= 9; z++ {
						tx.SetBlock(cube.Pos{x, 19, z}, block.Farmland{Hydration: 7}, nil)
						tx.SetBlock(cube.Pos{x, 20, z}, block.Air{}, nil)
						tx.SetBlock(cube.Pos{x, 21, z}, block.Air{}, nil)
					}
				}
				tx.SetBlock(crop.Add(cube.Pos{-1, -1, 0}), block.Water{Depth: 8, Still: true}, nil)
				tx.SetBlock(torch.Side(cube.FaceDown), block.Stone{}, nil)
				tx.SetBlock(torch, block.Torch{Facing: cube.FaceDown}, nil)
				tx.SetBlock(crop, block.WheatSeeds{}, nil)
				if !c.torch {
					tx.SetBlock(torch, block.Air{}, nil)
				}
			})
			grown := -1
			for range 1500 {
				w.AdvanceTick()
				do(t, w, func(tx *world.Tx) {
					if wheat, ok := tx.Block(crop).(block.WheatSeeds); ok {
						grown = wheat.Growth
					} else if grown < 7 {
						grown = -1 // broken by the dark
					}
				})
			}
			if got := grown == 7; got != c.want {
				t.Errorf("the wheat is at %d, grown: %v; want %v", grown, got, c.want)
			}
		})
	}
}

// box is a structure of one block everywhere.
type box struct {
	size int
	b    world.Block
}

func (b box) Dimensions() [3]int { return [3]int{b.size, b.size, b.size} }

func (b box) At(int, int, int, func(x, y, z int) world.Block) (world.Block, world.Liquid) {
	return b.b, nil
}

// TestSameAgain has a block be placed, be built over by a structure, of which no viewer hears block by block, and be placed again.
func TestSameAgain(t *testing.T) {
	for _, synchronous := range []bool{true, false} {
		w := newWorld(t, synchronous, world.Overworld)
		l := attach(t, w, plugin.Config{Follow: everyone(1)})
		join(t, w, mgl64.Vec3{8, 120, 8})
		settle(t, l, circle(1))
		pos := cube.Pos{8, 100, 8}
		for _, f := range []func(tx *world.Tx){
			func(tx *world.Tx) { tx.SetBlock(pos, block.Glowstone{}, nil) },
			func(tx *world.Tx) { tx.BuildStructure(pos, box{1, block.Air{}}) },
			func(tx *world.Tx) { tx.SetBlock(pos, block.Glowstone{}, nil) },
			func(tx *world.Tx) {
				tx.BuildStructure(pos, box{3, block.Air{}})
				tx.SetBlock(pos, block.Glowstone{}, nil)
			},
		} {
			do(t, w, f)
			check(t, l, false)
		}
	}
}

// TestOnChange hears of the chunks in which light changes, and of no others.
func TestOnChange(t *testing.T) {
	for _, synchronous := range []bool{true, false} {
		w := world.Config{Generator: flat{world.DefaultBlockRegistry, 64}, Entities: entity.DefaultRegistry, Synchronous: synchronous}.New()
		heard := map[world.ChunkPos]int{}
		placed := false
		l := attach(t, w, plugin.Config{Follow: everyone(3), OnChange: func(tx *world.Tx, pos world.ChunkPos) {
			heard[pos]++
			if pos == (world.ChunkPos{1, 0}) && !placed { // It may change the world.
				placed = true
				tx.SetBlock(cube.Pos{20, 66, 8}, block.Glowstone{}, nil)
			}
		}})
		join(t, w, mgl64.Vec3{8, 100, 8})
		settle(t, l, circle(3))
		do(t, w, func(tx *world.Tx) {
			clear(heard)
			tx.SetBlock(cube.Pos{14, 66, 8}, block.Glowstone{}, nil)
		})
		check(t, l, false)
		do(t, w, func(*world.Tx) {
			if heard[world.ChunkPos{0, 0}] == 0 || heard[world.ChunkPos{1, 0}] == 0 || heard[world.ChunkPos{-2, 0}] != 0 || heard[world.ChunkPos{0, 3}] != 0 {
				t.Errorf("heard of %v", heard)
			}
		})
		_ = l.Close()
		_ = w.Close()
	}
}

// TestOnChangeChanges has OnChange change every chunk that it hears of, from the first on, block by block and as a whole.
func TestOnChangeChanges(t *testing.T) {
	for _, synchronous := range []bool{true, false} {
		for name, change := range map[string]func(tx *world.Tx, at cube.Pos){
			"block": func(tx *world.Tx, at cube.Pos) { tx.SetBlock(at.Add(cube.Pos{15, 0, 8}), block.Glowstone{}, alone) },
			"structure": func(tx *world.Tx, at cube.Pos) {
				tx.BuildStructure(at.Add(cube.Pos{14, 0, 8}), box{4, block.Glowstone{}})
			},
		} {
			t.Run(name+map[bool]string{true: "/synchronous", false: "/live"}[synchronous], func(t *testing.T) {
				w := newWorld(t, synchronous, world.Overworld)
				changed := map[world.ChunkPos]bool{}
				l := attach(t, w, plugin.Config{Follow: everyone(2), OnChange: func(tx *world.Tx, pos world.ChunkPos) {
					if !changed[pos] {
						changed[pos] = true
						change(tx, cube.Pos{int(pos[0]) << 4, 60, int(pos[1]) << 4})
					}
				}})
				join(t, w, mgl64.Vec3{8, 120, 8})
				settle(t, l, circle(2))
				check(t, l, true)
				if len(changed) < circle(2) {
					t.Errorf("%d chunks have changed", len(changed))
				}
			})
		}
	}
}

// spoil makes a level wrong behind the light's back.
func spoil(t testing.TB, w *world.World, l *plugin.Light) {
	t.Helper()
	do(t, w, func(*world.Tx) {
		sub := l.Chunks()[world.ChunkPos{1, 0}].SubChunk(0)
		sub.SetBlockLight(3, 4, 5, sub.BlockLight(3, 4, 5)^1)
		sub.SetSkyLight(3, 4, 5, sub.SkyLight(3, 4, 5)^1)
	})
}

// TestVerify finds light that is wrong, and tells where.
func TestVerify(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2), Interval: time.Second})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	var r plugin.Report
	var err error
	for _, from := range []world.ChunkPos{{math.MaxInt32, math.MaxInt32}, {3, 3}} {
		r, err = l.Verify(t.Context(), from, world.ChunkPos{-from[0] - 1, -from[1] - 1})
		if err != nil || r.Block+r.Sky != 0 || len(r.Wrong) != 0 || r.Chunks == 0 || r.Skipped == 0 || r.Chunks+r.Skipped != circle(2) || r.Cells != r.Chunks*98304 {
			t.Fatalf("have %+v, %v", r, err)
		}
	}
	for range 10 { // The comparison in turn may heal it first.
		spoil(t, w, l)
		if r, err = l.Verify(t.Context(), world.ChunkPos{3, 3}, world.ChunkPos{-3, -3}); err != nil {
			t.Fatal(err)
		}
		if r.Block != 0 {
			break
		}
	}
	if r.Block != 1 || r.Sky != 1 || len(r.Wrong) != 1 || r.Wrong[0] != (world.ChunkPos{1, 0}) {
		t.Errorf("have %+v of a world with one wrong cell", r)
	}
	check(t, l, false)
}

// TestHeals compares chunks in turn, without being asked to.
func TestHeals(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2), Interval: 2 * time.Millisecond})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	before := l.Stats().Corrected
	spoil(t, w, l)
	eventually(t, "the cell is right again", func() bool { return l.Stats().Corrected == before+2 })
}

// TestVerifyEvery finds and heals, in the background, what nothing else looks at.
func TestVerifyEvery(t *testing.T) {
	var log lines
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2), Interval: 10 * time.Second, VerifyEvery: 100 * time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil))})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	eventually(t, "chunks are verified", func() bool { return l.Stats().Verified > 0 })
	if s := l.Stats(); s.Wrong != 0 {
		t.Fatalf("have %+v: %s", s, log.String())
	}
	spoil(t, w, l)
	eventually(t, "the wrong chunk is found", func() bool { return l.Stats().Wrong == 1 })
	if !strings.Contains(log.String(), "X=1 Z=0 block=1 sky=1") {
		t.Errorf("logged: %s", log.String())
	}
	check(t, l, false)
}

// TestSuspects finds what the host raises when chunks arrive, without comparing all chunks in turn.
func TestSuspects(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2), Interval: 10 * time.Second})
	h := join(t, w, mgl64.Vec3{8, 120, 8})
	all := func() (r plugin.Report) {
		t.Helper()
		r, err := l.Verify(t.Context(), world.ChunkPos{-100, -100}, world.ChunkPos{100, 100})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for i := range 8 {
		teleport(t, w, h, mgl64.Vec3{float64(8 + 16*i), 120, 8})
		for n := 0; n < circle(2); {
			if r := all(); r.Block+r.Sky != 0 {
				t.Fatalf("after %d chunks: %+v", i, r)
			}
			do(t, w, func(*world.Tx) { n = len(l.Chunks()) })
		}
	}
	if r, s := all(), l.Stats(); r.Block+r.Sky != 0 || s.Corrected == 0 {
		t.Errorf("have %+v, %+v", r, s)
	}
}
