package anvilprovider_test

import (
	"log/slog"
	"path/filepath"
	"strings"
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

// TestPotsOfBedrock saves flower pots as a Bedrock world holds them, one block with the plant in its block entity, named as today and as
// before the plants had names of their own. Each becomes Java's block for that plant, and comes back as it was; then plants are exchanged.
func TestPotsOfBedrock(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Log: slog.New(slog.DiscardHandler)}, dir)
	plant := func(name string, version int32, states map[string]any) map[string]any {
		return map[string]any{"id": "FlowerPot", "PlantBlock": map[string]any{"name": name, "states": states, "version": version}}
	}
	const old, today = 17959425, 18168865 // 1.18.10, 1.21.60
	pots := []struct {
		data map[string]any
		java string
	}{
		{map[string]any{"id": "FlowerPot"}, "flower_pot"},
		{plant("minecraft:poppy", today, map[string]any{}), "potted_poppy"},
		{plant("minecraft:red_flower", old, map[string]any{"flower_type": "orchid"}), "potted_blue_orchid"},
		{plant("minecraft:sapling", old, map[string]any{"sapling_type": "jungle", "age_bit": uint8(0)}), "potted_jungle_sapling"},
		{plant("minecraft:azalea", today, map[string]any{}), "potted_azalea_bush"},
		{plant("minecraft:bamboo", today, map[string]any{"age_bit": uint8(0), "bamboo_leaf_size": "no_leaves", "bamboo_stalk_thickness": "thin"}), "potted_bamboo"},
		{plant("minecraft:cactus", today, map[string]any{"age": int32(0)}), "potted_cactus"},
		{plant("minecraft:stone", today, map[string]any{}), "flower_pot"}, // of which Java has no pot
	}
	col := columnOf("minecraft:stone", 9)
	for i, pot := range pots {
		put(col, uint8(i), 10, 0, "minecraft:flower_pot")
		col.BlockEntities = append(col.BlockEntities, chunk.BlockEntity{Pos: cube.Pos{i, 10, 0}, Data: pot.data})
	}
	save(t, p, pos, col)
	c := rawChunk(t, filepath.Join(dir, "region"), pos)
	for i, pot := range pots {
		if got := c.State(i, 10, 0); got != "minecraft:"+pot.java {
			t.Errorf("%v is stored as %s", pot.data, got)
		}
	}
	if s := p.Stats(); s.Lost["block_part"] != 1 {
		t.Errorf("lost: %v", s.Lost)
	}
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	for i := range col.BlockEntities {
		be := &col.BlockEntities[i]
		plant, has := be.Data["PlantBlock"].(map[string]any)
		if java := pots[be.Pos[0]].java; has != (java != "flower_pot") || has && !strings.Contains(java, strings.TrimPrefix(plant["name"].(string), "minecraft:")) {
			t.Errorf("%s comes back with %v", java, plant)
		}
		switch be.Pos[0] {
		case 0:
			be.Data = pots[1].data
		case 1:
			be.Data = map[string]any{"id": "FlowerPot"}
		}
	}
	save(t, p, pos, col)
	c = rawChunk(t, filepath.Join(dir, "region"), pos)
	for i, want := range []string{"minecraft:potted_poppy", "minecraft:flower_pot", "minecraft:potted_blue_orchid"} {
		if got := c.State(i, 10, 0); got != want {
			t.Errorf("after the exchange, %d is %s, want %s", i, got, want)
		}
	}
}
