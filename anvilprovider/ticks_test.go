package anvilprovider_test

import (
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// TestTicks keeps ticks that the server was not given, and writes those that it has.
func TestTicks(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{0, 0}
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col := columnOf(placed[1], 0)
	put(col, 3, 10, 4, "minecraft:water[level=0]")
	water := imageOf("minecraft:water[level=0]").block
	col.Tick = 1000
	col.ScheduledBlocks = []chunk.ScheduledBlockUpdate{{Pos: cube.Pos{3, 10, 4}, Block: water, Tick: 1007}}
	save(t, p, pos, col)
	c := rawChunk(t, filepath.Join(dir, "region"), pos)
	list, _ := c.Root["fluid_ticks"].([]any)
	if len(list) != 1 {
		t.Fatalf("fluid ticks: %v", c.Root["fluid_ticks"])
	}
	if tick := list[0].(map[string]any); tick["i"] != "minecraft:water" || slowanvil.Int(tick["t"]) != 7 || slowanvil.Int(tick["y"]) != 10 {
		t.Errorf("tick %v", tick)
	}
	again, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(again.ScheduledBlocks) != 1 {
		t.Fatalf("%v, %v", again.ScheduledBlocks, err)
	}
	if u := again.ScheduledBlocks[0]; u.Tick-again.Tick != 7 || u.Block != water || u.Pos != (cube.Pos{3, 10, 4}) {
		t.Errorf("tick %+v at %d", u, again.Tick)
	}
	written := p.Stats().Written
	again.Tick, again.ScheduledBlocks[0].Tick = 500, 507
	save(t, p, pos, again)
	if p.Stats().Written != written {
		t.Error("the same delay was written again")
	}
	again.ScheduledBlocks = nil
	save(t, p, pos, again)
	if list, _ := rawChunk(t, filepath.Join(dir, "region"), pos).Root["fluid_ticks"].([]any); len(list) != 0 {
		t.Errorf("fluid ticks: %v", list)
	}
}

// TestUnshownTicksStay changes the ticks of a chunk that has one which the server is not given: it stays, with all it says.
func TestUnshownTicksStay(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{0, 0}
	doc := blankTree(t)
	doc["block_ticks"] = nbt.List{Elem: nbt.TagCompound, Items: []any{
		nbt.Compound{"i": "mod:machine", "x": int32(5), "y": int32(6), "z": int32(7), "t": int32(33), "p": int32(-2)},
	}}
	putTree(t, filepath.Join(dir, "region"), pos, doc)
	p := open(t, anvilprovider.Config{}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.ScheduledBlocks) != 0 {
		t.Fatal(err, col.ScheduledBlocks)
	}
	put(col, 3, 10, 4, "minecraft:water[level=0]")
	col.ScheduledBlocks = []chunk.ScheduledBlockUpdate{{Pos: cube.Pos{3, 10, 4}, Block: imageOf("minecraft:water[level=0]").block, Tick: 5}}
	save(t, p, pos, col)
	raw := rawChunk(t, filepath.Join(dir, "region"), pos)
	fluids, _ := raw.Root["fluid_ticks"].([]any)
	ticks, _ := raw.Root["block_ticks"].([]any)
	if len(fluids) != 1 || len(ticks) != 1 {
		t.Fatalf("fluid ticks %v, block ticks %v", fluids, ticks)
	}
	tick := ticks[0].(map[string]any)
	if tick["i"] != "mod:machine" || slowanvil.Int(tick["x"]) != 5 || slowanvil.Int(tick["t"]) != 33 || slowanvil.Int(tick["p"]) != -2 {
		t.Errorf("tick %v", tick)
	}
}
