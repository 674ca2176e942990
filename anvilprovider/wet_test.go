package anvilprovider_test

import (
	"path/filepath"
	"strings"
	"testing"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// Blocks that are poured over and dry again. Bedrock Edition has water in blocks that hold none in Java, and flowing water in all of
// them; what is in the block entity is to stay whatever the block holds.

// holders are blocks with a block entity, by their Java states, with what is in it beside the id.
var holders = map[string]nbt.Compound{
	"minecraft:hopper[enabled=true,facing=down]":                                        {"id": "minecraft:hopper", "Items": someItems, "TransferCooldown": int32(3)},
	"minecraft:lectern[facing=north,has_book=true,powered=false]":                       {"id": "minecraft:lectern", "Book": oneItem("minecraft:writable_book"), "Page": int32(0)},
	"minecraft:brewing_stand[has_bottle_0=false,has_bottle_1=false,has_bottle_2=false]": {"id": "minecraft:brewing_stand", "Items": someItems, "Fuel": uint8(7)},
	"minecraft:player_head[powered=false,rotation=3]":                                   {"id": "minecraft:skull", "profile": nbt.Compound{"name": "Somebody"}},
	"minecraft:shulker_box[facing=west]":                                                {"id": "minecraft:shulker_box", "Items": someItems},
	"minecraft:barrel[facing=up,open=false]":                                            {"id": "minecraft:barrel", "Items": someItems},
	"minecraft:furnace[facing=east,lit=false]":                                          {"id": "minecraft:furnace", "Items": someItems, "RecipesUsed": nbt.Compound{"mod:ore": int32(2)}},
	"minecraft:dispenser[facing=east,triggered=false]":                                  {"id": "minecraft:dispenser", "Items": someItems},
	"minecraft:chest[facing=north,type=single,waterlogged=false]":                       {"id": "minecraft:chest", "Items": someItems},
	"minecraft:trapped_chest[facing=south,type=single,waterlogged=false]":               {"id": "minecraft:trapped_chest", "Items": someItems},
	"minecraft:ender_chest[facing=south,waterlogged=false]":                             {"id": "minecraft:ender_chest"},
	"minecraft:jukebox[has_record=true]":                                                {"id": "minecraft:jukebox", "RecordItem": oneItem("minecraft:music_disc_cat"), "ticks_since_song_started": int64(40)},
	"minecraft:oak_sign[rotation=5,waterlogged=false]":                                  {"id": "minecraft:sign", "front_text": signSide("in front"), "back_text": signSide("behind"), "is_waxed": uint8(1)},
	"minecraft:spruce_hanging_sign[attached=false,rotation=5,waterlogged=false]":        {"id": "minecraft:hanging_sign", "front_text": signSide("in front"), "back_text": signSide("behind"), "is_waxed": uint8(0)},
	"minecraft:red_banner[rotation=8]":                                                  {"id": "minecraft:banner", "patterns": compounds(nbt.Compound{"pattern": "minecraft:cross", "color": "blue"}, nbt.Compound{"pattern": "mod:cat", "color": "red"})},
	"minecraft:lime_bed[facing=north,occupied=false,part=foot]":                         {"id": "minecraft:bed"},
	"minecraft:campfire[facing=north,lit=false,signal_fire=false,waterlogged=false]":    {"id": "minecraft:campfire", "Items": compounds(nbt.Compound{"Slot": uint8(1), "id": "minecraft:porkchop", "count": int32(1)}), "CookingTimes": []int32{0, 9, 0, 0}, "CookingTotalTimes": []int32{600, 600, 600, 600}},
	"minecraft:decorated_pot[cracked=false,facing=north,waterlogged=false]":             {"id": "minecraft:decorated_pot", "item": oneItem("minecraft:emerald"), "sherds": nbt.List{Elem: nbt.TagString, Items: []any{"minecraft:brick", "minecraft:skull_pottery_sherd", "minecraft:brick", "minecraft:brick"}}},
	"minecraft:chiseled_bookshelf[facing=north,slot_0_occupied=true,slot_1_occupied=false,slot_2_occupied=false,slot_3_occupied=false,slot_4_occupied=false,slot_5_occupied=false]": {"id": "minecraft:chiseled_bookshelf", "Items": someItems, "last_interacted_slot": int32(0)},
	"minecraft:beehive[facing=north,honey_level=2]": {"id": "minecraft:beehive", "bees": compounds(nbt.Compound{"ticks_in_hive": int32(5), "min_ticks_in_hive": int32(600), "entity_data": nbt.Compound{"id": "minecraft:bee"}})},
	"minecraft:spawner":                             {"id": "minecraft:mob_spawner", "Delay": int16(7), "SpawnData": nbt.Compound{"entity": nbt.Compound{"id": "minecraft:pig"}}},
	"minecraft:beacon":                              {"id": "minecraft:beacon", "Levels": int32(2), "primary_effect": "minecraft:haste"},
	"minecraft:enchanting_table":                    {"id": "minecraft:enchanting_table", "CustomName": "Merlin"},
	"minecraft:potted_poppy":                        nil,
	"minecraft:copper_golem_statue[copper_golem_pose=running,facing=north,waterlogged=false]": {"id": "minecraft:copper_golem_statue", "components": nbt.Compound{"minecraft:custom_name": "Tin"}},
}

var someItems = compounds(nbt.Compound{"Slot": uint8(0), "id": "minecraft:diamond", "count": int32(64)},
	nbt.Compound{"Slot": uint8(2), "id": "mod:gem", "count": int32(2), "components": nbt.Compound{"mod:cut": "brilliant"}})

func oneItem(id string) nbt.Compound { return nbt.Compound{"id": id, "count": int32(1)} }

func compounds(items ...any) nbt.List { return nbt.List{Elem: nbt.TagCompound, Items: items} }

func signSide(line string) nbt.Compound {
	return nbt.Compound{"color": "blue", "has_glowing_text": uint8(1), "messages": nbt.List{Elem: nbt.TagString, Items: []any{line, "", "", "last"}}}
}

// blockTree turns a state key into an entry of a palette.
func blockTree(key string) nbt.Compound {
	name, props, has := strings.Cut(strings.TrimSuffix(key, "]"), "[")
	entry := nbt.Compound{"Name": name}
	if has {
		c := nbt.Compound{}
		for _, p := range strings.Split(props, ",") {
			k, v, _ := strings.Cut(p, "=")
			c[k] = v
		}
		entry["Properties"] = c
	}
	return entry
}

// wetAt is where the block stands in chunk 0,0.
var wetAt = cube.Pos{5, 2, 6}

// withBlock is an empty chunk with one block, and its block entity if that is not nil, which gets a tag that nobody knows.
func withBlock(t *testing.T, key string, entity nbt.Compound) nbt.Compound {
	t.Helper()
	data := make([]int64, 256)
	at := wetAt[1]<<8 | wetAt[2]<<4 | wetAt[0]
	data[at/16] = 1 << (at % 16 * 4)
	root := blankTree(t)
	sectionOf(root, 0)["block_states"] = nbt.Compound{"data": data, "palette": compounds(nbt.Compound{"Name": "minecraft:air"}, blockTree(key))}
	if entity != nil {
		root["block_entities"] = compounds(placedEntity(entity))
	}
	return root
}

// placedEntity is a block entity at wetAt with a tag that nobody knows.
func placedEntity(entity nbt.Compound) nbt.Compound {
	be := nbt.Compound{"x": int32(wetAt[0]), "y": int32(wetAt[1]), "z": int32(wetAt[2]), "mod:owner": "somebody"}
	for k, v := range entity {
		be[k] = v
	}
	return be
}

// liquids are what is poured, on the second layer.
func liquids() map[string]uint32 {
	reg := world.DefaultBlockRegistry
	return map[string]uint32{"water": reg.BlockRuntimeID(dfblock.Water{Still: true, Depth: 8}), "flowing water": reg.BlockRuntimeID(dfblock.Water{Depth: 4}),
		"dry": reg.AirRuntimeID()}
}

// pour sets the liquid of a block.
func pour(col *chunk.Column, liquid uint32) {
	col.Chunk.SetBlock(uint8(wetAt[0]), int16(wetAt[1]), uint8(wetAt[2]), 1, liquid)
}

// entityAt returns the block entity that the server has of a block.
func entityAt(col *chunk.Column, at cube.Pos) map[string]any {
	for _, be := range col.BlockEntities {
		if be.Pos == at {
			return be.Data
		}
	}
	return nil
}

// TestWetBlockEntities pours water on each block, still and flowing, and takes it away, in one session and with a start of the
// server before each step: the server and Java have the same in it all the while.
func TestWetBlockEntities(t *testing.T) {
	for key, entity := range holders {
		for _, restarts := range []bool{false, true} {
			name, _, _ := strings.Cut(key, "[")
			if restarts {
				name += " over restarts"
			}
			t.Run(name, func(t *testing.T) {
				dir, pos := t.TempDir(), world.ChunkPos{}
				root := withBlock(t, key, entity)
				writeDoc(t, filepath.Join(dir, "region"), root)
				conf := anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}
				p := open(t, conf, dir)
				col, err := p.LoadColumn(pos, world.Overworld)
				if err != nil {
					t.Fatal(err)
				}
				block, had := blockAt(col, wetAt, 0), entityAt(col, wetAt)
				if had == nil {
					t.Fatal("the server has no block entity")
				}
				wants, _ := root.List("block_entities")
				for _, step := range []string{"water", "flowing water", "water", "dry", "flowing water", "dry"} {
					if restarts {
						if err := p.Close(); err != nil {
							t.Fatal(err)
						}
						p = open(t, conf, dir)
						if col, err = p.LoadColumn(pos, world.Overworld); err != nil {
							t.Fatal(err)
						}
					}
					pour(col, liquids()[step])
					save(t, p, pos, col)
					tree := rawTree(t, dir, 0)
					got, _ := tree.List("block_entities")
					if diff := cmp.Diff(wants.Items, got.Items); diff != "" {
						t.Errorf("%s: block entities: %s", step, diff)
					}
					entries, _ := tree.List("kestrel:bedrock_states")
					if step == "dry" && len(entries.Items) > 0 {
						t.Errorf("a dry block has %v", entries.Items)
					}
					for _, e := range entries.Items {
						if e.(nbt.Compound)["data"] != nil {
							t.Errorf("%s: the entry holds the block entity: %v", step, e)
						}
					}
					again, err := p.LoadColumn(pos, world.Overworld)
					if err != nil {
						t.Fatal(err)
					}
					if got := [2]uint32{blockAt(again, wetAt, 0), blockAt(again, wetAt, 1)}; got != [2]uint32{block, liquids()[step]} {
						t.Errorf("%s: the block is %s in %s", step, describe(got[0]), describe(got[1]))
					}
					if diff := cmp.Diff(had, entityAt(again, wetAt)); diff != "" {
						t.Errorf("%s: the server has %s", step, diff)
					}
				}
				if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(wetAt[0], wetAt[1], wetAt[2]); got != key {
					t.Errorf("the block is %s", got)
				}
			})
		}
	}
}

// TestChangedWhileWet changes what is in a wet block, or how it looks as far as that is in the block entity, and the block state in
// Java: the server has it after a restart, still in water, and Java has it.
func TestChangedWhileWet(t *testing.T) {
	for _, test := range []struct {
		key    string
		change func(t *testing.T, data map[string]any)
		state  string
		java   func(be nbt.Compound) bool
	}{
		{"minecraft:hopper[enabled=true,facing=down]", func(t *testing.T, data map[string]any) {
			data["Items"].([]any)[0].(map[string]any)["Count"] = uint8(9)
		}, "", func(be nbt.Compound) bool { return cmp.Diff(int32(9), firstItem(be)["count"]) == "" }},
		{"minecraft:lectern[facing=north,has_book=true,powered=false]", func(t *testing.T, data map[string]any) {
			delete(data, "book")
			delete(data, "totalPages")
			data["hasBook"] = uint8(0)
		}, "minecraft:lectern[facing=north,has_book=false,powered=false]", func(be nbt.Compound) bool { return be["Book"] == nil }},
		{"minecraft:player_head[powered=false,rotation=3]", func(t *testing.T, data map[string]any) { data["Rotation"] = float32(90) },
			"minecraft:player_head[powered=false,rotation=4]", func(be nbt.Compound) bool { return be["profile"] != nil }},
		{"minecraft:lime_bed[facing=north,occupied=false,part=foot]", func(t *testing.T, data map[string]any) { data["color"] = uint8(14) },
			"minecraft:red_bed[facing=north,occupied=false,part=foot]", func(be nbt.Compound) bool { return true }},
		{"minecraft:oak_sign[rotation=5,waterlogged=false]", func(t *testing.T, data map[string]any) {
			data["BackText"].(map[string]any)["Text"] = "another"
		}, "", func(be nbt.Compound) bool {
			side, _ := be.Compound("back_text")
			lines, _ := side.List("messages")
			return len(lines.Items) == 4 && lines.Items[0] == "another"
		}},
	} {
		for _, liquid := range []string{"water", "flowing water"} {
			name, _, _ := strings.Cut(test.key, "[")
			t.Run(name+" in "+liquid, func(t *testing.T) {
				dir, pos := t.TempDir(), world.ChunkPos{}
				folder := filepath.Join(dir, "region")
				writeDoc(t, folder, withBlock(t, test.key, holders[test.key]))
				conf := anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}
				reopen := func() (*anvilprovider.Provider, *chunk.Column) {
					p := open(t, conf, dir)
					col, err := p.LoadColumn(pos, world.Overworld)
					if err != nil {
						t.Fatal(err)
					}
					return p, col
				}
				p, col := reopen()
				block := blockAt(col, wetAt, 0)
				pour(col, liquids()[liquid])
				save(t, p, pos, col)
				for _, step := range []string{"changed", "the same", "dry"} {
					if err := p.Close(); err != nil {
						t.Fatal(err)
					}
					p, col = reopen()
					if got := [2]uint32{blockAt(col, wetAt, 0), blockAt(col, wetAt, 1)}; got != [2]uint32{block, liquids()[liquid]} {
						t.Errorf("before %s, the block is %s in %s", step, describe(got[0]), describe(got[1]))
					}
					switch step {
					case "changed":
						test.change(t, entityAt(col, wetAt))
					case "dry":
						pour(col, liquids()["dry"])
					}
					want := entityAt(col, wetAt)
					save(t, p, pos, col)
					if col, err := p.LoadColumn(pos, world.Overworld); err != nil || cmp.Diff(want, entityAt(col, wetAt)) != "" {
						t.Errorf("%s: the server has %v: %v", step, cmp.Diff(want, entityAt(col, wetAt)), err)
					}
					entities, _ := rawTree(t, dir, 0).List("block_entities")
					if len(entities.Items) != 1 || !test.java(entities.Items[0].(nbt.Compound)) || entities.Items[0].(nbt.Compound)["mod:owner"] != "somebody" {
						t.Errorf("%s: Java has %v", step, entities.Items)
					}
				}
				state := test.state
				if state == "" {
					state = test.key
				}
				if got := rawChunk(t, folder, pos).State(wetAt[0], wetAt[1], wetAt[2]); got != state {
					t.Errorf("the block is %s", got)
				}
			})
		}
	}
}

func firstItem(be nbt.Compound) nbt.Compound {
	items, _ := be.List("Items")
	if len(items.Items) == 0 {
		return nil
	}
	return items.Items[0].(nbt.Compound)
}

// TestBothHalvesWet joins two chests that stand in water, over restarts, and takes the water away: it is one double chest.
func TestBothHalvesWet(t *testing.T) {
	for _, liquid := range []string{"water", "flowing water"} {
		dir, pos, other := t.TempDir(), world.ChunkPos{}, wetAt.Add(cube.Pos{1})
		conf := anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}
		p := open(t, conf, dir)
		col := columnOf("minecraft:stone", 0)
		const single = "minecraft:chest[facing=north,type=single,waterlogged=false]"
		put(col, uint8(wetAt[0]), int16(wetAt[1]), uint8(wetAt[2]), single)
		put(col, uint8(other[0]), int16(other[1]), uint8(other[2]), single)
		save(t, p, pos, col)
		reload := func() {
			t.Helper()
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
			var err error
			p = open(t, conf, dir)
			if col, err = p.LoadColumn(pos, world.Overworld); err != nil {
				t.Fatal(err)
			}
		}
		wet := func(liquid string) {
			pour(col, liquids()[liquid])
			col.Chunk.SetBlock(uint8(other[0]), int16(other[1]), uint8(other[2]), 1, liquids()[liquid])
			save(t, p, pos, col)
		}
		reload()
		wet(liquid)
		reload()
		for at, pair := range map[cube.Pos]cube.Pos{wetAt: other, other: wetAt} {
			data := entityAt(col, at)
			data["pairx"], data["pairz"] = int32(pair[0]), int32(pair[2])
		}
		stick := map[string]any{"Slot": uint8(3), "Name": "minecraft:stick", "Count": uint8(5), "Damage": int16(0), "WasPickedUp": uint8(0)}
		entityAt(col, other)["Items"] = []any{stick}
		save(t, p, pos, col)
		reload()
		if got := blockAt(col, other, 1); got != liquids()[liquid] {
			t.Errorf("the chest is in %s", describe(got))
		}
		wet("dry")
		c := rawChunk(t, filepath.Join(dir, "region"), pos)
		left, right := c.State(wetAt[0], wetAt[1], wetAt[2]), c.State(other[0], other[1], other[2])
		if left != "minecraft:chest[facing=north,type=left,waterlogged=false]" || right != "minecraft:chest[facing=north,type=right,waterlogged=false]" {
			t.Errorf("%s: the halves are %s and %s", liquid, left, right)
		}
		if items, _ := entityAt(col, other)["Items"].([]any); len(items) != 1 || items[0].(map[string]any)["Name"] != "minecraft:stick" {
			t.Errorf("%s: in it is %v", liquid, items)
		}
	}
}

// TestWetFrame hangs an item frame, pours water on it and takes it away, over restarts. In Java it is an entity in the water, and
// stays the one that it is; a frame that Java has put into water is shown there.
func TestWetFrame(t *testing.T) {
	dir, pos, at := t.TempDir(), world.ChunkPos{}, cube.Pos{5, 70, 6}
	frame := hanging(1, 2, 3, 4)
	frame["Item"], frame["mod:tag"] = oneItem("minecraft:diamond"), "kept"
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	writeDoc(t, filepath.Join(dir, "entities"), entitiesDoc(4671, frame))
	for i, step := range []string{"water", "flowing water", "turned", "water", "dry", "turned", "gone"} {
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil || !isFrame(blockAt(col, at, 0)) || entityAt(col, at)["Item"] == nil {
			t.Fatalf("before step %d there is %s with %v: %v", i, describe(blockAt(col, at, 0)), entityAt(col, at), err)
		}
		liquid := blockAt(col, at, 1)
		switch step {
		case "turned":
			data := entityAt(col, at)
			data["ItemRotation"] = data["ItemRotation"].(uint8) + 1
		case "gone":
			col.Chunk.SetBlock(5, 70, 6, 0, world.DefaultBlockRegistry.AirRuntimeID())
			col.BlockEntities = nil
		default:
			liquid = liquids()[step]
			col.Chunk.SetBlock(5, 70, 6, 1, liquid)
		}
		for range 2 { // The second save finds what the first has written.
			save(t, p, pos, col)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		entities := list(readDoc(t, filepath.Join(dir, "entities")), "Entities")
		if step == "gone" {
			if len(entities) != 0 {
				t.Errorf("left are %v", entities)
			}
			continue
		}
		if len(entities) != 1 {
			t.Fatalf("after step %d there are %v", i, entities)
		}
		e := entities[0].(map[string]any)
		if e["mod:tag"] != "kept" || e["Item"] == nil {
			t.Errorf("after step %d the frame is %v", i, e)
		}
		want := imageOf("minecraft:air").block
		if liquid != want {
			want = liquid
		}
		if got := imageOf(rawChunk(t, filepath.Join(dir, "region"), pos).State(5, 70, 6)).block; got != want {
			t.Errorf("after step %d the frame is in %s, want %s", i, describe(got), describe(want))
		}
	}
}
