package anvilprovider_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/biome"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/dragonfly/server/world/generator"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestFlyOver lets a player fly through a chunk that the game has not finished and one that the world does not have, while the server
// saves. Dragonfly hands both over, since somebody was there, but the files must stay: the game is still to make that terrain. Then a
// block is placed in each, and they are written.
func TestFlyOver(t *testing.T) {
	dir := testworld.Copy(t, "java-1.20.5")
	regions := filepath.Join(dir, "region")
	full := func() map[world.ChunkPos]bool {
		found := map[world.ChunkPos]bool{}
		if err := slowanvil.Chunks(regions, func(c *slowanvil.Chunk) error { found[world.ChunkPos{c.X, c.Z}] = c.Full; return nil }); err != nil {
			t.Fatal(err)
		}
		return found
	}
	partial, absent := world.ChunkPos{}, world.ChunkPos{9000, 9000}
	for pos, full := range full() {
		if !full {
			partial = pos
		}
	}
	fly := func(then func(tx *world.Tx, at cube.Pos)) anvilprovider.Stats {
		p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
		w := world.Config{Provider: p, Generator: world.NopGenerator{}, Synchronous: true, Entities: entity.DefaultRegistry, Log: quiet(t)}.New()
		for _, pos := range []world.ChunkPos{partial, absent} {
			var e world.Entity
			w.Do(func(tx *world.Tx) {
				at := mgl64.Vec3{float64(pos[0])*16 + 8, 150, float64(pos[1])*16 + 8}
				e = tx.AddEntity(world.EntitySpawnOpts{Position: at}.New(player.Type, player.Config{Name: "p", Position: at, GameMode: world.GameModeCreative}))
				then(tx, cube.PosFromVec3(at))
			})
			w.Save()
			w.Do(func(tx *world.Tx) { tx.RemoveEntity(e) })
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return p.Stats()
	}
	before := files(t, regions)
	if s := fly(func(*world.Tx, cube.Pos) {}); s.Untouched == 0 || s.Written != 0 {
		t.Errorf("untouched %d, written %d", s.Untouched, s.Written)
	}
	for name, is := range files(t, regions) {
		if is.content != before[name].content {
			t.Errorf("%s has changed, though nobody changed a block", name)
		}
	}
	fly(func(tx *world.Tx, at cube.Pos) { tx.SetBlock(at, dfblock.Stone{}, nil) })
	if now := full(); !now[partial] || !now[absent] {
		t.Errorf("after a block was placed, finished: %v, %v", now[partial], now[absent])
	}
}

// TestUntouched stores new chunks: empty, as the generator makes them, and with one thing in them that is not. What comes from
// beside by itself does not count.
func TestUntouched(t *testing.T) {
	world.DefaultBlockRegistry.Finalize()
	nothing := func(*chunk.Column) {}
	for _, test := range []struct {
		name    string
		flat    bool // the world's chunks are flat land, and not empty
		told    bool // the provider knows the generator
		keep    bool
		change  func(*chunk.Column)
		written bool
	}{
		{name: "empty", change: nothing},
		{name: "empty, with biomes", change: func(c *chunk.Column) { c.Chunk.SetBiome(1, 1, 1, 5) }},
		{name: "empty, known to the provider", told: true, change: nothing},
		{name: "empty, kept", change: nothing, keep: true, written: true},
		{name: "a block", change: func(c *chunk.Column) { put(c, 1, 1, 1, "minecraft:stone") }, written: true},
		{name: "water", change: func(c *chunk.Column) { put(c, 1, 1, 1, "minecraft:water[level=0]") }, written: true},
		{name: "an entity", change: func(c *chunk.Column) { c.Entities = []chunk.Entity{newEgg(7)} }},
		{name: "water that flows, and is due", change: func(c *chunk.Column) {
			put(c, 1, 1, 1, "minecraft:water[level=1]")
			put(c, 1, 0, 1, "minecraft:water[level=8]")
			c.ScheduledBlocks = []chunk.ScheduledBlockUpdate{{Pos: cube.Pos{641, 1, -639}, Block: imageOf("minecraft:water[level=1]").block, Tick: 5}}
		}},
		{name: "lava that flows", change: func(c *chunk.Column) { put(c, 1, 1, 1, "minecraft:lava[level=2]") }},
		{name: "lava", change: func(c *chunk.Column) { put(c, 1, 1, 1, "minecraft:lava[level=0]") }, written: true},
		{name: "fire", change: func(c *chunk.Column) {
			put(c, 1, 1, 1, "minecraft:fire[age=3,east=false,north=false,south=false,up=false,west=false]")
		}},
		{name: "vines", change: func(c *chunk.Column) {
			put(c, 1, 1, 1, "minecraft:vine[east=true,north=false,south=false,up=false,west=false]")
		}},
		{name: "what lava hardens to", change: func(c *chunk.Column) {
			put(c, 1, 1, 1, "minecraft:cobblestone")
			put(c, 1, 1, 2, "minecraft:stone")
			put(c, 2, 1, 1, "minecraft:lava[level=2]")
			put(c, 1, 0, 2, "minecraft:water[level=2]")
		}},
		{name: "cobblestone", change: func(c *chunk.Column) { put(c, 1, 1, 1, "minecraft:cobblestone") }, written: true},
		{name: "water that flows to a block", change: func(c *chunk.Column) {
			put(c, 1, 1, 1, "minecraft:oak_planks")
			put(c, 2, 1, 1, "minecraft:water[level=1]")
		}, written: true},
		{name: "water that flows, kept", keep: true, change: func(c *chunk.Column) { put(c, 1, 1, 1, "minecraft:water[level=1]") }, written: true},
		{name: "flat", flat: true, told: true, change: nothing},
		{name: "flat, kept", flat: true, told: true, keep: true, change: nothing, written: true},
		{name: "flat, unknown to the provider", flat: true, change: nothing, written: true},
		{name: "flat, a block", flat: true, told: true, change: func(c *chunk.Column) { put(c, 1, 1, 1, "minecraft:stone") }, written: true},
		{name: "flat, a biome", flat: true, told: true, change: func(c *chunk.Column) { c.Chunk.SetBiome(1, 1, 1, 5) }, written: true},
		{name: "flat, emptied", flat: true, told: true, change: func(c *chunk.Column) { c.Chunk = chunk.New(world.DefaultBlockRegistry, c.Chunk.Range()) }, written: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			generators := func(world.Dimension) world.Generator { return world.NopGenerator{} }
			if test.flat {
				generators = func(world.Dimension) world.Generator {
					return generator.NewFlat(biome.Plains{}, []world.Block{dfblock.Grass{}, dfblock.Dirt{}, dfblock.Bedrock{}})
				}
			}
			conf := anvilprovider.Config{Sync: region.SyncNone, KeepUntouched: test.keep}
			if test.told {
				conf.Generator = generators
			}
			p := open(t, conf, t.TempDir())
			for _, dim := range []world.Dimension{world.Overworld, world.Nether, world.End} {
				pos := world.ChunkPos{40, -40}
				col := &chunk.Column{Chunk: chunk.New(world.DefaultBlockRegistry, dim.Range())}
				generators(dim).GenerateChunk(pos, col.Chunk)
				test.change(col)
				col.Chunk.Compact()
				if err := errors.Join(p.StoreColumn(pos, dim, col), p.Flush(context.Background())); err != nil {
					t.Fatal(err)
				}
				got, err := p.LoadColumn(pos, dim)
				if err == nil && got.Chunk.Block(3, 0, 3, 0) != col.Chunk.Block(3, 0, 3, 0) {
					t.Errorf("%v: another block is loaded", dim)
				}
				if (err == nil) != test.written || err != nil && !errors.Is(err, leveldb.ErrNotFound) {
					t.Errorf("%v: the world has the chunk: %v, want %v (%v)", dim, err == nil, test.written, err)
				}
			}
		})
	}
}

// TestTakenBack empties a chunk that the world has by now, and one that it always had: both are written.
func TestTakenBack(t *testing.T) {
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, t.TempDir())
	save(t, p, world.ChunkPos{}, columnOf("minecraft:stone", 0))
	save(t, p, world.ChunkPos{}, &chunk.Column{Chunk: chunk.New(world.DefaultBlockRegistry, world.Overworld.Range())})
	if got := at(t, p, world.ChunkPos{}); got != world.DefaultBlockRegistry.AirRuntimeID() {
		t.Errorf("a chunk that was emptied has block %d", got)
	}
}
