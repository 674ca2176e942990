package anvilprovider_test

import (
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestFlowerPots shows the plant in a pot to clients, and a plain save of it writes nothing.
func TestFlowerPots(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	section := nbt.Compound{"Y": uint8(0), "block_states": nbt.Compound{"palette": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Name": "minecraft:potted_poppy"}}}},
		"biomes": nbt.Compound{"palette": nbt.List{Elem: nbt.TagString, Items: []any{"minecraft:plains"}}}}
	root := blankTree(t)
	root["sections"] = nbt.List{Elem: nbt.TagCompound, Items: []any{section}}
	writeDoc(t, filepath.Join(dir, "region"), root)
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	if len(col.BlockEntities) != 4096 {
		t.Fatalf("%d block entities", len(col.BlockEntities))
	}
	plant, _ := col.BlockEntities[0].Data["PlantBlock"].(map[string]any)
	if plant["name"] != "minecraft:poppy" {
		t.Errorf("the pot holds %v", plant)
	}
	save(t, p, pos, col)
	if s := p.Stats(); s.Unchanged != 1 {
		t.Errorf("%+v", s)
	}
}

// TestUpgradedForm upgrades a chunk in a world of a later version than the one whose form its block entities get: the chunk
// says that one, and the game takes it on from there.
func TestUpgradedForm(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	blocks, data := make([]byte, 4096), make([]byte, 2048)
	blocks[0] = 26 // a bed
	section := nbt.Compound{"Y": uint8(0), "Blocks": blocks, "Data": data, "BlockLight": make([]byte, 2048), "SkyLight": make([]byte, 2048)}
	bed := nbt.Compound{"id": "minecraft:bed", "x": int32(0), "y": int32(0), "z": int32(0), "color": int32(3)}
	writeDoc(t, filepath.Join(dir, "region"), nbt.Compound{"DataVersion": int32(1343), "Level": nbt.Compound{
		"xPos": int32(0), "zPos": int32(0), "TerrainPopulated": uint8(1), "LightPopulated": uint8(1), "Biomes": make([]byte, 256),
		"Sections":     nbt.List{Elem: nbt.TagCompound, Items: []any{section}},
		"TileEntities": nbt.List{Elem: nbt.TagCompound, Items: []any{bed}},
	}})
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, DataVersion: 4910}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	put(col, 5, 5, 5, "minecraft:stone")
	save(t, p, pos, col)
	root := readDoc(t, filepath.Join(dir, "region"))
	if root["DataVersion"] != int32(anvil.DefaultDataVersion) || len(list(root, "block_entities")) != 1 {
		t.Errorf("version %v, block entities %v", root["DataVersion"], root["block_entities"])
	}
	if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(0, 0, 0); got != "minecraft:light_blue_bed[facing=south,occupied=false,part=foot]" {
		t.Errorf("the bed is %s", got)
	}
}

// TestModernChunkWithoutVersion saves a chunk of 1.18 or later whose DataVersion is not given, or is one of before. Its structure
// says what it is, for its block entities as for its blocks.
func TestModernChunkWithoutVersion(t *testing.T) {
	for _, version := range []int32{0, 1343} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		col := columnOf(placed[1], 0)
		put(col, 1, 64, 2, "minecraft:white_banner[rotation=0]")
		save(t, p, pos, col)
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		tree := rawTree(t, dir, 0)
		tree["DataVersion"] = version
		tree["block_entities"] = nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{
			"id": "minecraft:banner", "x": int32(1), "y": int32(64), "z": int32(2),
			"Patterns": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Pattern": "cre", "Color": int32(14)}}}, // red
		}}}
		putTree(t, filepath.Join(dir, "region"), pos, tree)
		p = open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil || len(col.BlockEntities) != 1 {
			t.Fatalf("%v, %+v", err, col)
		}
		banner, _ := col.BlockEntities[0].Data["Patterns"].([]any)
		if len(banner) != 1 || banner[0].(map[string]any)["Color"] != int32(1) { // red, as Bedrock counts
			t.Errorf("version %d: the banner shows %v", version, banner)
		}
		put(col, 5, 64, 5, "minecraft:chest[facing=north,type=single,waterlogged=false]")
		col.BlockEntities = append(col.BlockEntities, chunk.BlockEntity{Pos: cube.Pos{5, 64, 5}, Data: map[string]any{"id": "Chest"}})
		save(t, p, pos, col)
		got, _ := rawTree(t, dir, 0).List("block_entities")
		if len(got.Items) != 2 || got.Items[1].(nbt.Compound)["id"] != "minecraft:chest" {
			t.Errorf("version %d: the chunk has %v", version, got)
		}
	}
}
