package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testclient"
	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/sandertv/gophertunnel/minecraft/protocol"
)

// What TestPlay plays with in the world java-1.20.5.
var (
	stoneChest = [2][3]int{{14, -59, 5}, {13, -59, 5}} // a double chest of building blocks: the right half, which comes first, and the left
	frameChest = [3]int{31, -60, 5}                    // half of one with an item frame
)

// bedrockItem has the items of these chests that Bedrock has another name for.
var bedrockItem = map[string]string{"minecraft:bricks": "minecraft:brick_block", "minecraft:item_frame": "minecraft:frame"}

// TestPlay plays on a world that nobody here wrote: it looks into a double chest, reads a sign, takes an item frame from a chest, puts it
// up, and finds it after a restart. What must be seen is what an independent reader finds in the files.
func TestPlay(t *testing.T) {
	root := testworld.Copy(t, "java-1.20.5")
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	entities := map[[3]int]map[string]any{}
	for _, at := range [][3]int{stoneChest[0], stoneChest[1], frameChest} {
		stored(t, root, at, entities)
	}
	signs, _ := interesting(t, filepath.Join(root, "region"))
	conf := filepath.Join(t.TempDir(), "config.toml")
	srv := serve(t, "--config", conf, "--world", root)
	c := srv.join(ctx, t)

	lookInto(ctx, t, c, entities)
	stand(ctx, t, c, [3]int{int(signs[0].X)*16 + 8, 100, int(signs[0].Z)*16 + 8}, -64, 319)
	if compareSigns(t, c, signs[0]) == 0 {
		t.Error("there is no sign")
	}
	frame := hang(ctx, t, c, entities[frameChest])
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	srv.wait(t)

	if n := framesAt(t, root, frame); n != 1 {
		t.Errorf("the files have %d item frames at %v", n, frame)
	}
	again := serve(t, "--config", conf, "--world", root).join(ctx, t)
	stand(ctx, t, again, frame, frame[1], frame[1])
	if b, _ := again.Block(frame[0], frame[1], frame[2]); b.Name != "minecraft:frame" {
		t.Errorf("after the restart the item frame is %v", b)
	}
	if data, ok := again.BlockEntity(frame[0], frame[1], frame[2]); !ok || data["id"] != "ItemFrame" {
		t.Errorf("after the restart the item frame's data are %v", data)
	}
	left, err := again.Open(ctx, frameChest[0], frameChest[1], frameChest[2])
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range left.Items {
		if again.ItemName(item) == "minecraft:frame" {
			t.Error("after the restart the item frame is in the chest as well")
		}
	}
}

// stored reads the block entity at a position, and all others of its chunk.
func stored(t *testing.T, root string, at [3]int, entities map[[3]int]map[string]any) {
	t.Helper()
	file, err := slowanvil.ReadRegion(filepath.Join(root, "region", fmt.Sprintf("r.%d.%d.mca", at[0]>>9, at[2]>>9)))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range file {
		if int(e.X) != at[0]>>4 || int(e.Z) != at[2]>>4 {
			continue
		}
		chunk, err := e.Chunk()
		if err != nil {
			t.Fatal(err)
		}
		list, _ := chunk.Root["block_entities"].([]any)
		for _, e := range list {
			e := e.(map[string]any)
			entities[[3]int{slowanvil.Int(e["x"]), slowanvil.Int(e["y"]), slowanvil.Int(e["z"])}] = e
		}
	}
	if entities[at] == nil {
		t.Fatalf("there is no block entity at %v", at)
	}
}

// contents returns what a container's slots hold, as "slot name count", by Bedrock's names and from a first slot on.
func contents(entity map[string]any, first int) (slots []string) {
	items, _ := entity["Items"].([]any)
	for _, item := range items {
		item := item.(map[string]any)
		name := item["id"].(string)
		if other, ok := bedrockItem[name]; ok {
			name = other
		}
		slots = append(slots, fmt.Sprintf("%02d %s %d", first+slowanvil.Int(item["Slot"]), name, slowanvil.Int(item["count"])))
	}
	return slots
}

// stand moves to a position and loads the column there.
func stand(ctx context.Context, t *testing.T, c *testclient.Client, at [3]int, minY, maxY int) {
	t.Helper()
	if err := c.Move(mgl32.Vec3{float32(at[0]) + 0.5, float32(at[1]) + 1, float32(at[2]) + 0.5}); err != nil {
		t.Fatal(err)
	}
	if err := c.LoadColumn(ctx, int32(at[0]>>4), int32(at[2]>>4), minY, maxY); err != nil {
		t.Fatal(err)
	}
}

// lookInto opens the double chest and compares its slots.
func lookInto(ctx context.Context, t *testing.T, c *testclient.Client, entities map[[3]int]map[string]any) {
	t.Helper()
	want := append(contents(entities[stoneChest[0]], 0), contents(entities[stoneChest[1]], 27)...)
	slices.Sort(want)
	if len(want) < 50 {
		t.Errorf("the chest has only %d items", len(want))
	}
	at := stoneChest[0]
	stand(ctx, t, c, at, at[1], at[1])
	opened, err := c.Open(ctx, at[0], at[1], at[2])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for slot, item := range opened.Items {
		if item.Stack.Count > 0 {
			got = append(got, fmt.Sprintf("%02d %s %d", slot, c.ItemName(item), item.Stack.Count))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the double chest at %v (-stored +seen):\n%s", at, diff)
	}
	if err := c.CloseContainer(opened); err != nil {
		t.Fatal(err)
	}
}

// hang takes the item frame from the chest, puts it on the ground beside it, and returns where.
func hang(ctx context.Context, t *testing.T, c *testclient.Client, chest map[string]any) [3]int {
	t.Helper()
	at := frameChest
	stand(ctx, t, c, at, at[1]-1, at[1]+1)
	opened, err := c.Open(ctx, at[0], at[1], at[2])
	if err != nil {
		t.Fatal(err)
	}
	slot := slices.IndexFunc(opened.Items, func(item protocol.ItemInstance) bool { return c.ItemName(item) == "minecraft:frame" })
	if slot < 0 || !slices.ContainsFunc(contents(chest, 0), func(s string) bool { return s == fmt.Sprintf("%02d minecraft:frame 1", slot%27) }) {
		t.Fatalf("the item frame is seen in slot %d; the chest has %v", slot, contents(chest, 0))
	}
	if err := c.Take(ctx, opened, slot, 1, 0); err != nil {
		t.Fatal(err)
	}
	if err := c.CloseContainer(opened); err != nil {
		t.Fatal(err)
	}
	for _, beside := range [][2]int{{0, -1}, {0, 1}, {0, -2}, {0, 2}, {-1, -1}, {1, 1}} {
		x, y, z := at[0]+beside[0], at[1], at[2]+beside[1]
		ground, known := c.Block(x, y-1, z)
		if above, _ := c.Block(x, y, z); !known || ground.Name == "minecraft:air" || above.Name != "minecraft:air" {
			continue
		}
		if err := c.Use(0, opened.Items[slot], x, y-1, z, 1); err != nil {
			t.Fatal(err)
		}
		if err := c.WaitBlock(ctx, x, y, z, "minecraft:frame"); err != nil {
			t.Fatal(err)
		}
		return [3]int{x, y, z}
	}
	t.Fatal("there is no room for the item frame")
	return at
}

// framesAt counts the item frames that the world's files have at a position.
func framesAt(t *testing.T, root string, at [3]int) (n int) {
	t.Helper()
	file, err := slowanvil.ReadRegion(filepath.Join(root, "entities", fmt.Sprintf("r.%d.%d.mca", at[0]>>9, at[2]>>9)))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range file {
		chunk, err := slowanvil.Parse(e.NBT)
		if err != nil {
			t.Fatal(err)
		}
		list, _ := chunk["Entities"].([]any)
		for _, e := range list {
			e := e.(map[string]any)
			there := [3]int{slowanvil.Int(e["TileX"]), slowanvil.Int(e["TileY"]), slowanvil.Int(e["TileZ"])}
			if pos := slowanvil.Ints(e["block_pos"]); len(pos) == 3 {
				there = [3]int{int(pos[0]), int(pos[1]), int(pos[2])}
			}
			if e["id"] == "minecraft:item_frame" && there == at {
				n++
			}
		}
	}
	return n
}
