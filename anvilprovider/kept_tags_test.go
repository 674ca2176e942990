package anvilprovider_test

import (
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestChangedChestKeepsTags changes one slot of a chest that has a tag, and an item, which nobody knows: both stay, and so do
// the block entities of other blocks, which the server was given, or was not because they are at a block that has none, or
// outside.
func TestChangedChestKeepsTags(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col := columnOf(placed[1], 0)
	put(col, 1, 64, 2, "minecraft:chest[facing=north,type=single,waterlogged=false]")
	put(col, 3, 64, 2, "minecraft:spawner")
	save(t, p, pos, col)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	gem := nbt.Compound{"Slot": uint8(5), "id": "mod:gem", "count": int32(2), "components": nbt.Compound{"mod:cut": "brilliant"}}
	stick := nbt.Compound{"Slot": uint8(0), "id": "minecraft:stick", "count": int32(3)}
	chest := nbt.Compound{"id": "minecraft:chest", "x": int32(1), "y": int32(64), "z": int32(2), "keepPacked": uint8(0), "mod:tag": "kept",
		"Items": nbt.List{Elem: nbt.TagCompound, Items: []any{stick, gem}}}
	spawner := nbt.Compound{"id": "minecraft:mob_spawner", "x": int32(3), "y": int32(64), "z": int32(2), "Delay": int16(7)}
	odd := nbt.Compound{"id": "mod:odd", "x": int32(1), "y": int32(0), "z": int32(1)}
	stray := nbt.Compound{"id": "mod:stray", "x": int32(300), "y": int32(64), "z": int32(2)}
	tree := rawTree(t, dir, 0)
	tree["block_entities"] = nbt.List{Elem: nbt.TagCompound, Items: []any{chest, spawner, odd, stray}}
	putTree(t, filepath.Join(dir, "region"), pos, tree)
	p = open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	changeItem(t, col, cube.Pos{1, 64, 2})
	save(t, p, pos, col)
	stick["count"] = int32(9)
	got, _ := rawTree(t, dir, 0).List("block_entities")
	if diff := cmp.Diff([]any{chest, spawner, odd, stray}, got.Items); diff != "" {
		t.Error(diff)
	}
}

// changeItem makes nine of the items in slot 0 of a container.
func changeItem(t *testing.T, col *chunk.Column, pos cube.Pos) {
	t.Helper()
	for _, be := range col.BlockEntities {
		items, _ := be.Data["Items"].([]any)
		for _, item := range items {
			if m := item.(map[string]any); be.Pos == pos && m["Slot"] == uint8(0) {
				m["Count"] = uint8(9)
				return
			}
		}
	}
	t.Fatalf("no item in slot 0 at %v: %v", pos, col.BlockEntities)
}

// TestUnshownFluidTickStays changes the ticks of a chunk with one of a fluid that the server does not have: it stays.
func TestUnshownFluidTickStays(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	tree := blankTree(t)
	oil := nbt.Compound{"i": "mod:oil", "x": int32(5), "y": int32(6), "z": int32(7), "t": int32(33), "p": int32(-2)}
	tree["fluid_ticks"] = nbt.List{Elem: nbt.TagCompound, Items: []any{oil}}
	putTree(t, filepath.Join(dir, "region"), pos, tree)
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.ScheduledBlocks) != 0 {
		t.Fatal(err, col.ScheduledBlocks)
	}
	const water = "minecraft:water[level=0]"
	put(col, 3, 10, 4, water)
	col.ScheduledBlocks = []chunk.ScheduledBlockUpdate{{Pos: cube.Pos{3, 10, 4}, Block: imageOf(water).block, Tick: 5}}
	save(t, p, pos, col)
	got, _ := rawTree(t, dir, 0).List("fluid_ticks")
	if len(got.Items) != 2 || cmp.Diff(oil, got.Items[0]) != "" {
		t.Errorf("fluid ticks are %v", got.Items)
	}
}

// TestBedrockBlockThatJavaReplaced has a block that Java does not have in a cell where there is another Java state by now than
// the one that stood for it: the entry no longer counts.
func TestBedrockBlockThatJavaReplaced(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	rid, ok := world.DefaultBlockRegistry.StateToRuntimeID("minecraft:element_1", nil)
	if !ok {
		t.Fatal("the host has no such block")
	}
	col := columnOf(placed[1], 0)
	col.Chunk.SetBlock(1, 20, 3, 0, rid)
	col.Chunk.SetBlock(2, 20, 3, 0, rid)
	save(t, p, pos, col)
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	tree := rawTree(t, dir, 0)
	entries, _ := tree.List("kestrel:bedrock_states")
	if len(entries.Items) != 2 {
		t.Fatalf("entries %v", entries)
	}
	first := entries.Items[0].(nbt.Compound)
	first["java"] = "minecraft:stone"
	putTree(t, filepath.Join(dir, "region"), pos, tree)
	p = open(t, anvilprovider.Config{ReadOnly: true}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	shown := 0
	for x := range uint8(2) {
		if col.Chunk.Block(1+x, 20, 3, 0) == rid {
			shown++
		}
	}
	if shown != 1 {
		t.Errorf("%d of 2 are shown, want the one that still counts", shown)
	}
}
