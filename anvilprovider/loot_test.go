package anvilprovider_test

import (
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestLootTables counts the containers whose loot nobody has drawn yet: those of Java when they are shown without, which leaves them as they
// are, and those of Bedrock, whose tables are others, when they are saved without.
func TestLootTables(t *testing.T) {
	const name, chest = "minecraft:chests/simple_dungeon", "minecraft:chest[facing=north,type=single,waterlogged=false]"
	dir, pos := t.TempDir(), world.ChunkPos{}
	root := blankTree(t)
	sections, _ := root.List("sections")
	sections.Items[4].(nbt.Compound)["block_states"] = nbt.Compound{"palette": nbt.List{Elem: nbt.TagCompound, Items: []any{
		nbt.Compound{"Name": "minecraft:air"}, nbt.Compound{"Name": "minecraft:chest", "Properties": nbt.Compound{"facing": "north", "type": "single", "waterlogged": "false"}}}},
		"data": append([]int64{1}, make([]int64, 255)...)}
	at := int32(sections.Items[4].(nbt.Compound)["Y"].(uint8)) << 4
	stored := nbt.Compound{"id": "minecraft:chest", "x": int32(0), "y": at, "z": int32(0), "LootTable": name, "LootTableSeed": int64(7)}
	root["block_entities"] = nbt.List{Elem: nbt.TagCompound, Items: []any{stored}}
	writeDoc(t, filepath.Join(dir, "region"), root)
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Log: slog.New(slog.DiscardHandler)}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	put(col, 5, int16(at), 5, chest)
	col.BlockEntities = append(col.BlockEntities, chunk.BlockEntity{Pos: cube.Pos{5, int(at), 5}, Data: map[string]any{
		"id": "Chest", "LootTable": "loot_tables/chests/simple_dungeon.json", "LootTableSeed": int32(7)}})
	save(t, p, pos, col)
	if s := p.Stats(); s.Skipped["loot_table"] != 1 || s.Lost["loot_table"] != 1 {
		t.Errorf("skipped %v, lost %v", s.Skipped, s.Lost)
	}
	entities, _ := rawTree(t, dir, 0).List("block_entities")
	for _, e := range entities.Items {
		c := e.(nbt.Compound)
		if x, _ := c.Int("x"); (c["LootTable"] == name) != (x == 0) {
			t.Errorf("stored: %v", c)
		}
	}
	if len(entities.Items) != 2 {
		t.Errorf("%d block entities", len(entities.Items))
	}
}
