package anvil_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// TestItemNames takes names of items to versions and back.
func TestItemNames(t *testing.T) {
	for _, test := range []struct {
		version     int32
		then, today string
	}{
		{1519, "sign", "oak_sign"}, {1631, "rose_red", "red_dye"}, {1631, "stone_slab", "smooth_stone_slab"}, {1976, "stone_slab", "stone_slab"},
		{2230, "zombie_pigman_spawn_egg", "zombified_piglin_spawn_egg"}, {2586, "grass_path", "dirt_path"}, {2730, "scute", "turtle_scute"},
		{3465, "grass", "short_grass"}, {3700, "short_grass", "short_grass"}, {4325, "chain", "iron_chain"}, {4440, "chain", "iron_chain"},
		{4554, "iron_chain", "iron_chain"}, {4671, "iron_chain", "iron_chain"}, {0, "melon", "melon"}, {1343, "kelp", "kelp"},
	} {
		then, today := "minecraft:"+test.then, "minecraft:"+test.today
		if got := anvil.ModerniseItem(then, test.version); got != today {
			t.Errorf("%s of %d is %s, want %s", then, test.version, got, today)
		}
		if got := anvil.SpellItem(today, test.version); got != then {
			t.Errorf("%s is %s in %d, want %s", today, got, test.version, then)
		}
	}
	if got := anvil.SpellItem("mod:iron_chain", 4325); got != "mod:iron_chain" {
		t.Errorf("an item of a mod is %s", got)
	}
}

// TestRespellItem names what is in a stack as another version does, and leaves the stack that it is given alone.
func TestRespellItem(t *testing.T) {
	box := func(chain string) c {
		inside := c{"id": chain, "count": int32(2), "components": c{"minecraft:bundle_contents": l(c{"id": chain, "count": int32(1)})}}
		return c{"id": "minecraft:shulker_box", "count": int32(1), "components": c{"minecraft:container": l(c{"slot": int32(1), "item": inside}),
			"minecraft:custom_name": "minecraft:iron_chain", "mod:tag": c{"id": "minecraft:iron_chain"}}}
	}
	today := box("minecraft:iron_chain")
	if diff := cmp.Diff(box("minecraft:chain"), anvil.RespellItem(today, 4671, 4325)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(today, anvil.RespellItem(box("minecraft:chain"), 4325, 4671)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(box("minecraft:iron_chain"), today); diff != "" {
		t.Error("it was changed: ", diff)
	}
}

// TestUpgradedNames writes upgraded block entities for a version that names things otherwise than the newest.
func TestUpgradedNames(t *testing.T) {
	for version, chain := range map[int32]string{4325: "minecraft:chain", 4671: "minecraft:iron_chain", 0: "minecraft:iron_chain"} {
		be := func(chain string) []any {
			return []any{c{"id": "minecraft:piston", "x": int32(1), "y": int32(1), "z": int32(1), "blockState": c{"Name": chain, "Properties": c{"axis": "y"}}},
				c{"id": "minecraft:chest", "x": int32(2), "y": int32(1), "z": int32(1), "Items": l(c{"id": chain, "count": int32(1), "Slot": uint8(0)})}}
		}
		doc := numericChunk(map[int8]*[2][4096]byte{0: {}})
		var d anvil.Decoder
		var chunk anvil.Chunk
		if err := d.Decode(doc, &chunk); err != nil {
			t.Fatal(err)
		}
		edit := anvil.Edit{DataVersion: version}
		for _, e := range be("minecraft:iron_chain") {
			raw, err := nbt.RawOf(e)
			if err != nil {
				t.Fatal(err)
			}
			edit.BlockEntities = append(edit.BlockEntities, raw)
		}
		var enc anvil.Encoder
		out, err := enc.Append(nil, &chunk, &edit)
		if err != nil {
			t.Fatal(err)
		}
		_, tree, err := nbt.Decode(out, nbt.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got, _ := tree.List("block_entities")
		if diff := cmp.Diff(be(chain), got.Items); diff != "" {
			t.Errorf("%d: %s", version, diff)
		}
	}
}
