package anvilprovider_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/biome"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/dragonfly/server/world/generator"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// begun is an unfinished chunk with terrain, a spawner in it, ticks, an entity, structures and tags that nobody knows.
func begun(t *testing.T) nbt.Compound {
	t.Helper()
	tree := ground(t, world.ChunkPos{})
	tree["Status"], tree["mod:tag"], tree["InhabitedTime"], tree["isLightOn"] = "minecraft:light", int32(3), int64(77), uint8(1)
	tree["entities"] = nbt.List{Elem: nbt.TagCompound, Items: []any{pig(9, 9, 9, 9), egg(20, 1, 2, 3, 4)}}
	tree["block_entities"] = nbt.List{Elem: nbt.TagCompound, Items: []any{
		nbt.Compound{"id": "minecraft:mob_spawner", "x": int32(3), "y": int32(10), "z": int32(3), "mod:tag": int32(1)}}}
	tree["fluid_ticks"] = nbt.List{Elem: nbt.TagCompound, Items: []any{
		nbt.Compound{"i": "minecraft:water", "p": int32(0), "t": int32(5), "x": int32(2), "y": int32(64), "z": int32(2)}}}
	tree["structures"] = nbt.Compound{"starts": nbt.Compound{"minecraft:fortress": nbt.Compound{"id": "minecraft:fortress"}}}
	return tree
}

// emptyColumn is what a server generates that has nothing outside the map.
func emptyColumn() *chunk.Column {
	world.DefaultBlockRegistry.Finalize()
	return &chunk.Column{Chunk: chunk.New(world.DefaultBlockRegistry, world.Overworld.Range())}
}

// TestUnfinishedIsLaidOver stores what a server has built in an unfinished chunk that it was shown nothing of. Whatever was stored
// stays, but in the cells that were built in. The server goes on with what it has, and each save says what it built since; once it has
// loaded the chunk, it is one like any other.
func TestUnfinishedIsLaidOver(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	folder := filepath.Join(dir, "region")
	aWorld(t, dir)
	writeDoc(t, folder, begun(t))
	before := readDoc(t, folder)
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Generator: nothing}, dir)
	if _, err := p.LoadColumn(pos, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
		t.Fatal(err)
	}
	col := emptyColumn()
	put(col, 1, 1, 1, "minecraft:water[level=2]") // flowed in
	col.ScheduledBlocks = []chunk.ScheduledBlockUpdate{{Pos: cube.Pos{1, 1, 1}, Block: imageOf("minecraft:water[level=2]").block, Tick: 3}}
	save(t, p, pos, col)
	if diff := cmp.Diff(before, readDoc(t, folder)); diff != "" {
		t.Fatalf("before anything was built: %s", diff)
	}

	put(col, 4, 20, 4, "minecraft:oak_planks") // in the terrain
	put(col, 4, 90, 4, "minecraft:oak_planks") // above it
	put(col, 5, 90, 4, "minecraft:chest[facing=north,type=single,waterlogged=false]")
	col.BlockEntities = []chunk.BlockEntity{{Pos: cube.Pos{5, 90, 4}, Data: map[string]any{"id": "Chest", "CustomName": "mine", "Items": []any{}}}}
	save(t, p, pos, col)
	state := func(x, y, z int) string { return nameOf(rawChunk(t, folder, pos).State(x, y, z)) }
	check := func(when string, blocks map[[3]int]string) {
		t.Helper()
		doc := readDoc(t, folder)
		if doc["Status"] != "minecraft:full" || doc["isLightOn"] != uint8(0) {
			t.Errorf("%s: status %v, light %v", when, doc["Status"], doc["isLightOn"])
		}
		for _, tag := range []string{"mod:tag", "InhabitedTime", "structures", "fluid_ticks", "entities", "DataVersion"} {
			if diff := cmp.Diff(before[tag], doc[tag]); diff != "" {
				t.Errorf("%s: %s: %s", when, tag, diff)
			}
		}
		if list := list(doc, "block_entities"); len(list) == 0 || cmp.Diff(before["block_entities"].([]any)[0], list[0]) != "" {
			t.Errorf("%s: block entities %v", when, list)
		}
		c, other := rawChunk(t, folder, pos), 0
		each(c, func(x, y, z int, key string) {
			if want := blocks[[3]int{x, y, z}]; want != "" && want != nameOf(key) || want == "" && (y > 63 || key != "minecraft:stone") {
				t.Errorf("%s: %s at %d, %d, %d, want %q", when, key, x, y, z, want)
			}
			other++
		})
		if want := 128 * 256; other < want {
			t.Errorf("%s: %d blocks are left of %d", when, other, want)
		}
	}
	check("built", map[[3]int]string{{4, 20, 4}: "minecraft:oak_planks", {4, 90, 4}: "minecraft:oak_planks", {5, 90, 4}: "minecraft:chest"})

	put(col, 4, 90, 4, "minecraft:air") // taken away again
	put(col, 6, 90, 4, "minecraft:glass")
	put(col, 1, 70, 1, "minecraft:water[level=8]") // flows on
	col.BlockEntities[0].Data["CustomName"] = "ours"
	save(t, p, pos, col)
	check("built on", map[[3]int]string{{4, 20, 4}: "minecraft:oak_planks", {6, 90, 4}: "minecraft:glass", {5, 90, 4}: "minecraft:chest"})
	if got := state(4, 90, 4); got != "minecraft:air" {
		t.Errorf("what was taken away is %s", got)
	}

	put(col, 7, 20, 7, "minecraft:stone") // which is stored there, though nobody sees it
	save(t, p, pos, col)
	put(col, 7, 20, 7, "minecraft:air")
	save(t, p, pos, col)
	if got := state(7, 20, 7); got != "minecraft:air" {
		t.Errorf("what was put in the place of the same and taken away is %s", got)
	}

	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 1 || col.Chunk.Block(6, 90, 4, 0) != imageOf("minecraft:glass").block || col.Chunk.Block(3, 3, 3, 0) != imageOf("minecraft:stone").block {
		t.Fatalf("loaded: %v, %v", col, err)
	}
	put(col, 3, 3, 3, "minecraft:air")
	put(col, 6, 90, 4, "minecraft:air")
	save(t, p, pos, col)
	if a, b := state(3, 3, 3), state(6, 90, 4); a != "minecraft:air" || b != "minecraft:air" {
		t.Errorf("after it was loaded, broken blocks are %s and %s", a, b)
	}
}

// TestUnfinishedUnderUnknownGenerator lets a server generate flat land over an unfinished chunk, without telling the provider. What
// may be generated does not replace what the game has made; what is put above does no harm. A provider that is told knows which
// is which.
func TestUnfinishedUnderUnknownGenerator(t *testing.T) {
	world.DefaultBlockRegistry.Finalize()
	flat := generator.NewFlat(biome.Plains{}, []world.Block{dfblock.Grass{}, dfblock.Dirt{}, dfblock.Bedrock{}})
	for _, told := range []bool{false, true} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		folder := filepath.Join(dir, "region")
		aWorld(t, dir)
		writeDoc(t, folder, begun(t))
		before := readDoc(t, folder)
		var log strings.Builder
		conf := anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Log: slog.New(slog.NewTextHandler(&log, nil))}
		if told {
			conf.Generator = func(world.Dimension) world.Generator { return flat }
		}
		p := open(t, conf, dir)
		col := emptyColumn()
		flat.GenerateChunk(pos, col.Chunk)
		save(t, p, pos, col)
		if diff := cmp.Diff(before, readDoc(t, folder)); diff != "" {
			t.Fatalf("told %v: flown over: %s", told, diff)
		}
		put(col, 8, 20, 8, "minecraft:glass")
		put(col, 8, 100, 8, "minecraft:glass")
		put(col, 9, -64, 9, "minecraft:air") // generated bedrock, not the stored stone
		save(t, p, pos, col)
		c := rawChunk(t, folder, pos)
		want := map[int]string{-64: "minecraft:stone", 20: "minecraft:stone", 100: "minecraft:glass"}
		if told {
			want[20] = "minecraft:glass"
		}
		for y, name := range want {
			if got := c.State(8, y, 8); got != name {
				t.Errorf("told %v: at y=%d is %s, want %s", told, y, got, name)
			}
		}
		if got := c.State(9, -64, 9); got != "minecraft:stone" {
			t.Errorf("told %v: %s where generated bedrock was broken", told, got)
		}
		if told == strings.Contains(log.String(), "Config.Generator") {
			t.Errorf("told %v: logged %q", told, log.String())
		}
	}
}

// TestEntitiesDriftOut stores entities in a chunk that the world does not have, or that is unfinished: they go into the file of entities,
// and the chunk stays as it is. What the server then takes away is gone; what it was not shown, since it has got the chunk anew,
// stays.
func TestEntitiesDriftOut(t *testing.T) {
	for _, terrain := range []string{"absent", "unfinished"} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		folder, entities := filepath.Join(dir, "region"), filepath.Join(dir, "entities")
		aWorld(t, dir)
		if terrain == "unfinished" {
			writeDoc(t, folder, begun(t))
		}
		before := readDoc(t, folder)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Generator: nothing}, dir)
		gone := func() {
			t.Helper()
			if _, err := p.LoadColumn(pos, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
				t.Fatal(err)
			}
		}
		saved := func(when string, want int, ids ...int64) {
			t.Helper()
			col := emptyColumn()
			for _, id := range ids {
				col.Entities = append(col.Entities, newEgg(id))
			}
			save(t, p, pos, col)
			if got := list(readDoc(t, entities), "Entities"); len(got) != want {
				t.Errorf("%s: %s: %d entities are stored, want %d", terrain, when, len(got), want)
			}
			if diff := cmp.Diff(before, readDoc(t, folder)); diff != "" {
				t.Errorf("%s: %s: the chunk has changed: %s", terrain, when, diff)
			}
		}
		gone()
		saved("two have come", 2, 71, 72)
		saved("again", 2, 71, 72)
		saved("one is picked up", 1, 72)
		gone()
		saved("the server has the chunk anew", 1)
		saved("another has come", 2, 73)
		saved("it is picked up", 1)
		saved("and saved again", 1)

		col := emptyColumn()
		put(col, 4, 90, 4, "minecraft:oak_planks")
		save(t, p, pos, col)
		col, err := p.LoadColumn(pos, world.Overworld)
		want := 1
		if terrain == "unfinished" {
			want++ // what the game has put there
		}
		if err != nil || len(col.Entities) != want {
			t.Errorf("%s: the chunk is built in: %d entities, want %d: %v", terrain, len(col.Entities), want, err)
		}
	}
}
