package anvilprovider_test

import (
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestUnresolvedStatesStay has entries that the host cannot show: of a plug-in that is not there, of another version of the host, with a
// liquid or data that it does not take. It shows the Java state, and whatever is saved in the chunk, the entries stay as they are, until
// their own cell changes.
func TestUnresolvedStatesStay(t *testing.T) {
	const chest = "minecraft:chest[facing=north,type=single,waterlogged=false]"
	dir, pos, folder := t.TempDir(), world.ChunkPos{}, ""
	folder = filepath.Join(dir, "region")
	entry := func(x int, java, name string, more nbt.Compound) nbt.Compound {
		e := nbt.Compound{"x": int32(x), "y": int32(20), "z": int32(3), "java": java, "name": name, "states": nbt.Compound{}}
		for k, v := range more {
			e[k] = v
		}
		return e
	}
	air := "minecraft:air"
	entries := []any{
		entry(0, air, "plugin:machine", nbt.Compound{"data": nbt.Compound{"energy": int32(5)}, "later": "kept"}),
		entry(1, air, "minecraft:element_1", nbt.Compound{"states": nbt.Compound{"gone_bit": uint8(0)}}),
		entry(2, air, "minecraft:element_1", nbt.Compound{"liquid": "plugin:oil", "liquid_states": nbt.Compound{}}),
		entry(3, air, "minecraft:decorated_pot", nbt.Compound{"states": nbt.Compound{"direction": int32(0)},
			"data": nbt.Compound{"sherds": nbt.List{Elem: nbt.TagString, Items: []any{"a", "b", "c", "d"}}}}),
		entry(4, chest, "plugin:safe", nbt.Compound{"data": nbt.Compound{"code": "1234"}}),
		entry(6, air, "minecraft:element_1", nil), // The host has this one.
	}
	root := blankTree(t)
	data := make([]int64, 256)
	const cell = 4<<8 | 3<<4 | 4
	data[cell/16] = 1 << (cell % 16 * 4)
	sectionOf(root, 1)["block_states"] = nbt.Compound{"data": data, "palette": compounds(nbt.Compound{"Name": air}, blockTree(chest))}
	root["block_entities"] = compounds(nbt.Compound{"id": "minecraft:chest", "x": int32(4), "y": int32(20), "z": int32(3),
		"Items": compounds(nbt.Compound{"Slot": uint8(0), "id": "minecraft:stick", "count": int32(1)})})
	root["kestrel:bedrock_states"] = nbt.List{Elem: nbt.TagCompound, Items: entries}
	writeDoc(t, folder, root)

	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	check := func(when string, want ...any) {
		t.Helper()
		got, _ := rawTree(t, dir, 0).List("kestrel:bedrock_states")
		if diff := cmp.Diff(want, got.Items); diff != "" {
			t.Errorf("%s: %s", when, diff)
		}
	}
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	for x := range uint8(4) {
		if got := col.Chunk.Block(x, 20, 3, 0); got != imageOf(air).block {
			t.Errorf("entry %d shows %s", x, describe(got))
		}
	}
	if name, _, _ := world.DefaultBlockRegistry.RuntimeIDToState(col.Chunk.Block(6, 20, 3, 0)); name != "minecraft:element_1" {
		t.Errorf("the entry that the host has shows %s", name)
	}
	save(t, p, pos, col)
	if s := p.Stats(); s.Unchanged != 1 {
		t.Errorf("nothing changed, and %+v", s)
	}
	put(col, 9, 30, 9, "minecraft:stone")
	save(t, p, pos, col)
	check("a block elsewhere", entries...)
	changeItem(t, col, [3]int{4, 20, 3})
	save(t, p, pos, col)
	check("an item in the chest", entries...)
	if be := list(readDoc(t, folder), "block_entities"); len(be) != 1 || be[0].(map[string]any)["Items"].([]any)[0].(map[string]any)["count"] != int32(9) {
		t.Errorf("the chest is %v", be)
	}
	put(col, 0, 20, 3, "minecraft:stone")
	put(col, 4, 20, 3, "minecraft:stone")
	col.BlockEntities = nil
	save(t, p, pos, col)
	check("blocks in their place", entries[1], entries[2], entries[3], entries[5])
}

// TestEntityBelowAnotherBlock has a chest of Java in a cell where the server is shown another block: it is not given what is in the chest,
// and Java keeps it.
func TestEntityBelowAnotherBlock(t *testing.T) {
	const chest = "minecraft:chest[facing=north,type=single,waterlogged=false]"
	for name, entry := range map[string]nbt.Compound{
		"minecraft:element_1":       {"states": nbt.Compound{}},
		"minecraft:standing_banner": {"states": nbt.Compound{"ground_sign_direction": int32(3)}, "data": nbt.Compound{"id": "Banner", "Base": int32(3), "Type": int32(0)}},
	} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		root := withBlock(t, chest, holders[chest])
		entry["x"], entry["y"], entry["z"], entry["java"], entry["name"] = int32(wetAt[0]), int32(wetAt[1]), int32(wetAt[2]), chest, name
		root["kestrel:bedrock_states"] = compounds(entry)
		writeDoc(t, filepath.Join(dir, "region"), root)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		for _, be := range col.BlockEntities {
			if be.Data["Items"] != nil {
				t.Errorf("%s is given %v", name, be.Data)
			}
			be.Data["Base"] = int32(5)
		}
		put(col, 9, 30, 9, "minecraft:stone")
		save(t, p, pos, col)
		want, _ := root.List("block_entities")
		if got, _ := rawTree(t, dir, 0).List("block_entities"); cmp.Diff(want, got) != "" {
			t.Errorf("%s: %s", name, cmp.Diff(want, got))
		}
		again, err := p.LoadColumn(pos, world.Overworld)
		if err != nil || blockAt(again, wetAt, 0) != blockAt(col, wetAt, 0) || cmp.Diff(entityAt(col, wetAt), entityAt(again, wetAt)) != "" {
			t.Errorf("%s came back as %s with %v: %v", name, describe(blockAt(again, wetAt, 0)), entityAt(again, wetAt), err)
		}
	}
}

// TestTagOfAnotherKind has something else under the tag's name. Nobody knows what it is: it stays, and makes no chunk one that changed.
func TestTagOfAnotherKind(t *testing.T) {
	for name, tag := range map[string]any{"text": "x", "compound": nbt.Compound{"a": int32(1)}, "numbers": nbt.List{Elem: nbt.TagInt, Items: []any{int32(1)}}, "nothing": nbt.List{}} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		folder := filepath.Join(dir, "region")
		root := blankTree(t)
		root["kestrel:bedrock_states"] = tag
		writeDoc(t, folder, root)
		before := readDoc(t, folder)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		save(t, p, pos, col)
		if s := p.Stats(); s.Written != 0 {
			t.Errorf("%s: a chunk in which nothing changed was written", name)
		}
		put(col, 1, 1, 1, "minecraft:stone")
		save(t, p, pos, col)
		if diff := cmp.Diff(before["kestrel:bedrock_states"], readDoc(t, folder)["kestrel:bedrock_states"]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
