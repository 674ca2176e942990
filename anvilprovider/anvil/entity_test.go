package anvil_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// c is a compound, l a list of compounds.
type c = nbt.Compound

func l(items ...any) nbt.List { return nbt.List{Elem: nbt.TagCompound, Items: items} }

func texts(items ...any) nbt.List { return nbt.List{Elem: nbt.TagString, Items: items} }

// TestBlockEntityUpgrades has rows for each step: a block entity as a version has it, and as 1.21.11 does.
func TestBlockEntityUpgrades(t *testing.T) {
	tests := []struct {
		name          string
		version       int32
		at            string
		before, after c
	}{
		{"id of 1.8", 0, "", c{"id": "Trap"}, c{"id": "minecraft:dispenser"}},
		{"id of a newer version than it looks", 1343, "", c{"id": "RecordPlayer"}, c{"id": "minecraft:jukebox"}},
		{"unknown id", 0, "", c{"id": "mymod.tile"}, c{"id": "minecraft:mymod.tile"}},
		{"pot", 1343, "", c{"id": "minecraft:flower_pot"}, nil},
		{"note", 1343, "", c{"id": "minecraft:noteblock", "note": uint8(3)}, nil},
		{"trapped chest", 1343, "minecraft:trapped_chest[type=single]", c{"id": "minecraft:chest"}, c{"id": "minecraft:trapped_chest"}},
		{"moving piston", 1343, "", c{"id": "minecraft:piston", "blockId": int32(35), "blockData": int32(14)},
			c{"id": "minecraft:piston", "blockState": c{"Name": "minecraft:red_wool"}}},
		{"banner of 1.12", 1343, "", c{"id": "minecraft:banner", "Base": int32(4), "Patterns": l(c{"Pattern": "mr", "Color": int32(15)})},
			c{"id": "minecraft:banner", "patterns": l(c{"pattern": "minecraft:rhombus", "color": "white"})}},
		{"banner of 1.16", 2578, "", c{"id": "minecraft:banner", "Patterns": l(c{"Pattern": "pig", "Color": int32(14)})},
			c{"id": "minecraft:banner", "patterns": l(c{"pattern": "minecraft:piglin", "color": "red"})}},
		{"skull of 1.12", 1343, "", c{"id": "minecraft:skull", "SkullType": uint8(3), "Rot": uint8(1), "Owner": c{"Id": "00000001-0002-0003-0004-000500060007",
			"Name": "A", "Properties": c{"textures": l(c{"Value": "v", "Signature": "s"})}}},
			c{"id": "minecraft:skull", "profile": c{"id": []int32{1, 0x20003, 0x40005, 0x60007}, "name": "A",
				"properties": l(c{"name": "textures", "value": "v", "signature": "s"})}}},
		{"skull of 1.7", 0, "", c{"id": "Skull", "ExtraType": "Notch"}, c{"id": "minecraft:skull", "profile": c{"name": "Notch"}}},
		{"skull of 1.17", 2730, "", c{"id": "minecraft:skull", "SkullOwner": c{"Id": []int32{1, 2, 3, 4}}},
			c{"id": "minecraft:skull", "profile": c{"id": []int32{1, 2, 3, 4}}}},
		{"sign of 1.12", 1343, "", c{"id": "minecraft:sign", "Text1": `{"text":"a"}`, "Text2": `"b"`, "Text3": `{"text":"","extra":["x",{"text":"y","bold":true}]}`, "Text4": ""},
			c{"id": "minecraft:sign", "is_waxed": uint8(0),
				"front_text": c{"color": "black", "has_glowing_text": uint8(0), "messages": l(c{"text": "a"}, c{"text": "b"},
					c{"text": "", "extra": l(c{"text": "x"}, c{"text": "y", "bold": uint8(1)})}, c{"text": ""})},
				"back_text": c{"color": "black", "has_glowing_text": uint8(0), "messages": texts("", "", "", "")}}},
		{"sign of 1.17", 2730, "", c{"id": "minecraft:sign", "Text1": `{"text":"a"}`, "Text2": `{"text":""}`, "Text3": `null`, "Text4": `plain {`, "Color": "red", "GlowingText": uint8(1)},
			c{"id": "minecraft:sign", "is_waxed": uint8(0),
				"front_text": c{"color": "red", "has_glowing_text": uint8(1), "messages": texts("a", "", "", "plain {")},
				"back_text":  c{"color": "black", "has_glowing_text": uint8(0), "messages": texts("", "", "", "")}}},
		{"click events", 2730, "", c{"id": "minecraft:chest", "CustomName": `[{"text":"a","clickEvent":{"action":"run_command","value":"/x"}},{"translate":"k","with":["w"],"hoverEvent":{"action":"show_text","contents":{"text":"h"}}}]`},
			c{"id": "minecraft:chest", "CustomName": c{"text": "a", "click_event": c{"action": "run_command", "command": "/x"},
				"extra": l(c{"translate": "k", "with": l(c{"text": "w"}), "hover_event": c{"action": "show_text", "value": "h"}})}}},
		{"other events", 2730, "", c{"id": "minecraft:chest", "CustomName": `{"text":"a","bold":1,"width":1.5,"clickEvent":{"action":"change_page","value":"3"},"hoverEvent":{"action":"show_item","contents":{"id":"minecraft:stone","count":2}}}`},
			c{"id": "minecraft:chest", "CustomName": c{"text": "a", "bold": int32(1), "width": 1.5, "click_event": c{"action": "change_page", "page": int32(3)},
				"hover_event": c{"action": "show_item", "id": "minecraft:stone", "count": int32(2)}}}},
		{"scores and links", 2730, "", c{"id": "minecraft:chest", "CustomName": `{"score":{"name":"a","objective":"b"},"extra":[],"clickEvent":{"action":"open_url","value":"http://x"},"insertion":null}`},
			c{"id": "minecraft:chest", "CustomName": c{"score": c{"name": "a", "objective": "b"}, "click_event": c{"action": "open_url", "url": "http://x"}}}},
		{"empty list", 2730, "", c{"id": "minecraft:chest", "CustomName": `[]`}, c{"id": "minecraft:chest", "CustomName": ""}},
		{"list of numbers", 2730, "", c{"id": "minecraft:chest", "CustomName": `[5,true]`}, c{"id": "minecraft:chest", "CustomName": c{"text": "5", "extra": l(c{"text": "true"})}}},
		{"piston with a state", 1343, "", c{"id": "minecraft:piston", "blockId": int32(17), "blockData": int32(4)},
			c{"id": "minecraft:piston", "blockState": c{"Name": "minecraft:oak_log", "Properties": c{"axis": "x"}}}},
		{"owner without a valid id", 1631, "", c{"id": "minecraft:skull", "Owner": c{"Id": "nonsense", "Name": "A"}}, c{"id": "minecraft:skull", "profile": c{"name": "A"}}},
		{"owner by name", 2730, "", c{"id": "minecraft:skull", "SkullOwner": "A"}, c{"id": "minecraft:skull", "profile": c{"name": "A"}}},
		{"unknown pattern", 2730, "", c{"id": "minecraft:banner", "Patterns": l(c{"Pattern": "zz", "Color": int32(1)})}, c{"id": "minecraft:banner"}},
		{"command block", 1343, "", c{"id": "minecraft:command_block", "CustomName": "@", "Command": "say"}, c{"id": "minecraft:command_block", "CustomName": "@", "Command": "say"}},
		{"named chest of 1.12", 1343, "", c{"id": "minecraft:chest", "CustomName": "My \"box\"", "Lock": ""}, c{"id": "minecraft:chest", "CustomName": "My \"box\""}},
		{"locked chest", 2730, "", c{"id": "minecraft:chest", "Lock": "key"}, c{"id": "minecraft:chest", "lock": c{"components": c{"minecraft:custom_name": "key"}}}},
		{"spawner of 1.8", 0, "", c{"id": "MobSpawner", "EntityId": "PigZombie", "SpawnPotentials": l(c{"Type": "Pig", "Weight": int32(3), "Properties": c{}})},
			c{"id": "minecraft:mob_spawner", "SpawnData": c{"entity": c{"id": "minecraft:zombified_piglin"}},
				"SpawnPotentials": l(c{"data": c{"entity": c{"id": "minecraft:pig"}}, "weight": int32(3)})}},
		{"spawner of 1.16", 2578, "", c{"id": "minecraft:mob_spawner", "SpawnData": c{"id": "minecraft:zombie"}, "SpawnPotentials": l(c{"Entity": c{"id": "minecraft:bat"}, "Weight": int32(1)})},
			c{"id": "minecraft:mob_spawner", "SpawnData": c{"entity": c{"id": "minecraft:zombie"}},
				"SpawnPotentials": l(c{"data": c{"entity": c{"id": "minecraft:bat"}}, "weight": int32(1)})}},
		{"beacon", 2730, "", c{"id": "minecraft:beacon", "Primary": int32(1), "Secondary": int32(-1)}, c{"id": "minecraft:beacon", "primary_effect": "minecraft:speed"}},
		{"furnace", 2730, "", c{"id": "minecraft:furnace", "BurnTime": int16(7), "CookTime": int16(8), "CookTimeTotal": int16(200)},
			c{"id": "minecraft:furnace", "lit_time_remaining": int16(7), "cooking_time_spent": int16(8), "cooking_total_time": int16(200)}},
		{"beehive", 2730, "", c{"id": "minecraft:beehive", "FlowerPos": c{"X": int32(1), "Y": int32(2), "Z": int32(3)}, "Bees": l(c{"EntityData": c{}, "TicksInHive": int32(4), "MinOccupationTicks": int32(5)})},
			c{"id": "minecraft:beehive", "flower_pos": []int32{1, 2, 3}, "bees": l(c{"entity_data": c{}, "ticks_in_hive": int32(4), "min_ticks_in_hive": int32(5)})}},
		{"gateway", 2730, "", c{"id": "minecraft:end_gateway", "ExitPortal": c{"X": int32(1), "Y": int32(2), "Z": int32(3)}}, c{"id": "minecraft:end_gateway", "exit_portal": []int32{1, 2, 3}}},
		{"record", 1343, "", c{"id": "minecraft:jukebox", "RecordItem": c{"id": "minecraft:record_cat", "Count": int8(1), "Damage": int16(0)}},
			c{"id": "minecraft:jukebox", "RecordItem": c{"id": "minecraft:music_disc_cat", "count": int32(1)}}},
		{"nothing to do", 4671, "", c{"id": "minecraft:chest", "CustomName": "x"}, c{"id": "minecraft:chest", "CustomName": "x"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			be := tt.before
			if keep := anvil.UpgradeEntity(be, tt.at, tt.version); keep != (tt.after != nil) {
				t.Fatalf("kept %v", keep)
			}
			if tt.after == nil {
				return
			}
			if d := cmp.Diff(tt.after, be); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if _, err := nbt.AppendPayload(nil, be); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestItemUpgrades(t *testing.T) {
	tests := []struct {
		name          string
		version       int32
		before, after c
	}{
		{"number", 0, c{"id": int16(35), "Count": int8(3), "Damage": int16(14)}, c{"id": "minecraft:red_wool", "count": int32(3)}},
		{"number of a mod", 0, c{"id": int16(4097), "Count": int8(1), "Damage": int16(2)}, c{"id": "kestrel:item_4097", "count": int32(1)}},
		{"name and damage", 1343, c{"id": "minecraft:log2", "Count": int8(1), "Damage": int16(1)}, c{"id": "minecraft:dark_oak_log", "count": int32(1)}},
		{"damage without a kind", 1343, c{"id": "minecraft:stone", "Count": int8(1), "Damage": int16(12)}, c{"id": "minecraft:stone", "count": int32(1)}},
		{"a block that was renamed later", 1343, c{"id": "minecraft:tallgrass", "Count": int8(1), "Damage": int16(1)}, c{"id": "minecraft:short_grass", "count": int32(1)}},
		{"sign", 1343, c{"id": "minecraft:sign", "Count": int8(1), "Damage": int16(0)}, c{"id": "minecraft:oak_sign", "count": int32(1)}},
		{"dye", 1343, c{"id": "minecraft:dye", "Count": int8(1), "Damage": int16(1)}, c{"id": "minecraft:red_dye", "count": int32(1)}},
		{"dye of 1.13", 1631, c{"id": "minecraft:cactus_green", "Count": int8(1)}, c{"id": "minecraft:green_dye", "count": int32(1)}},
		{"worn tool", 1343, c{"id": "minecraft:iron_sword", "Count": int8(1), "Damage": int16(33)},
			c{"id": "minecraft:iron_sword", "count": int32(1), "components": c{"minecraft:damage": int32(33)}}},
		{"map", 1343, c{"id": "minecraft:filled_map", "Count": int8(1), "Damage": int16(7)},
			c{"id": "minecraft:filled_map", "count": int32(1), "components": c{"minecraft:map_id": int32(7)}}},
		{"egg of 1.8", 0, c{"id": "minecraft:spawn_egg", "Count": int8(1), "Damage": int16(57)}, c{"id": "minecraft:zombified_piglin_spawn_egg", "count": int32(1)}},
		{"egg of 1.10", 512, c{"id": "minecraft:spawn_egg", "Count": int8(1), "Damage": int16(0), "tag": c{"EntityTag": c{"id": "Cow"}}}, c{"id": "minecraft:cow_spawn_egg", "count": int32(1)}},
		{"potion of 1.8", 0, c{"id": "minecraft:potion", "Count": int8(1), "Damage": int16(16421)},
			c{"id": "minecraft:splash_potion", "count": int32(1), "components": c{"minecraft:potion_contents": c{"potion": "minecraft:strong_healing"}}}},
		{"enchanted book", 1343, c{"id": "minecraft:enchanted_book", "Count": int8(1), "Damage": int16(0), "tag": c{"StoredEnchantments": l(c{"id": int16(22), "lvl": int16(3)})}},
			c{"id": "minecraft:enchanted_book", "count": int32(1), "components": c{"minecraft:stored_enchantments": c{"minecraft:sweeping_edge": int32(3)}}}},
		{"named and enchanted", 1343, c{"id": "minecraft:bow", "Count": int8(1), "Damage": int16(0), "Slot": uint8(2), "tag": c{"ench": l(c{"id": int16(48), "lvl": int16(5)}),
			"display": c{"Name": "Bob", "Lore": texts("one", "two")}, "RepairCost": int32(3), "Unbreakable": uint8(1), "foo": "bar"}},
			c{"id": "minecraft:bow", "count": int32(1), "Slot": uint8(2), "components": c{"minecraft:enchantments": c{"minecraft:power": int32(5)},
				"minecraft:custom_name": "Bob", "minecraft:lore": texts("one", "two"), "minecraft:repair_cost": int32(3), "minecraft:unbreakable": c{},
				"minecraft:custom_data": c{"foo": "bar"}}}},
		{"lore of 1.16", 2578, c{"id": "minecraft:stick", "Count": int8(1), "tag": c{"display": c{"Name": `{"text":"N","italic":false}`, "Lore": texts(`{"text":"L"}`), "color": int32(5)}}},
			c{"id": "minecraft:stick", "count": int32(1), "components": c{"minecraft:custom_name": c{"text": "N", "italic": uint8(0)}, "minecraft:lore": texts("L"),
				"minecraft:dyed_color": int32(5)}}},
		{"book", 1343, c{"id": "minecraft:written_book", "Count": int8(1), "Damage": int16(0), "tag": c{"title": "T", "author": "A", "pages": texts(`{"text":"p"}`)}},
			c{"id": "minecraft:written_book", "count": int32(1), "components": c{"minecraft:written_book_content": c{"title": c{"raw": "T"}, "author": "A",
				"generation": int32(0), "resolved": uint8(0), "pages": l(c{"raw": "p"})}}}},
		{"head", 2730, c{"id": "minecraft:player_head", "Count": int8(1), "tag": c{"SkullOwner": "Notch"}},
			c{"id": "minecraft:player_head", "count": int32(1), "components": c{"minecraft:profile": c{"name": "Notch"}}}},
		{"banner of 1.12", 1343, c{"id": "minecraft:banner", "Count": int8(1), "Damage": int16(1), "tag": c{"BlockEntityTag": c{"Patterns": l(c{"Pattern": "bs", "Color": int32(0)})}}},
			c{"id": "minecraft:red_banner", "count": int32(1), "components": c{"minecraft:banner_patterns": l(c{"pattern": "minecraft:stripe_bottom", "color": "black"})}}},
		{"egg of 1.12", 1343, c{"id": "minecraft:spawn_egg", "Count": int8(1), "Damage": int16(0), "tag": c{"EntityTag": c{"id": "minecraft:villager_golem", "Age": int32(1)}}},
			c{"id": "minecraft:iron_golem_spawn_egg", "count": int32(1), "components": c{"minecraft:entity_data": c{"id": "minecraft:iron_golem", "Age": int32(1)}}}},
		{"egg of nothing", 1343, c{"id": "minecraft:spawn_egg", "Count": int8(1), "Damage": int16(0)}, c{"id": "minecraft:pig_spawn_egg", "count": int32(1)}},
		{"awkward potion of 1.8", 0, c{"id": "minecraft:potion", "Count": int8(1), "Damage": int16(16)},
			c{"id": "minecraft:potion", "count": int32(1), "components": c{"minecraft:potion_contents": c{"potion": "minecraft:awkward"}}}},
		{"long potion of 1.8", 0, c{"id": "minecraft:potion", "Count": int8(1), "Damage": int16(0x2042)},
			c{"id": "minecraft:potion", "count": int32(1), "components": c{"minecraft:potion_contents": c{"potion": "minecraft:long_swiftness"}}}},
		{"potion of 1.12", 1343, c{"id": "minecraft:potion", "Count": int8(1), "Damage": int16(0), "tag": c{"Potion": "leaping", "CustomPotionColor": int32(9)}},
			c{"id": "minecraft:potion", "count": int32(1), "components": c{"minecraft:potion_contents": c{"potion": "minecraft:leaping", "custom_color": int32(9)}}}},
		{"model and state", 2730, c{"id": "minecraft:stick", "Count": int8(1), "tag": c{"CustomModelData": int32(7), "BlockStateTag": c{"a": "b"}}},
			c{"id": "minecraft:stick", "count": int32(1), "components": c{"minecraft:custom_model_data": c{"floats": nbt.List{Elem: nbt.TagFloat, Items: []any{float32(7)}}},
				"minecraft:block_state": c{"a": "b"}}}},
		{"translated name", 1343, c{"id": "minecraft:stick", "Count": int8(1), "Damage": int16(0), "tag": c{"display": c{"LocName": "key"}}},
			c{"id": "minecraft:stick", "count": int32(1), "components": c{"minecraft:custom_name": c{"translate": "key"}}}},
		{"head with a profile", 1631, c{"id": "minecraft:player_head", "Count": int8(1), "tag": c{"SkullOwner": c{"Id": "00000001-0002-0003-0004-000500060007"}}},
			c{"id": "minecraft:player_head", "count": int32(1), "components": c{"minecraft:profile": c{"id": []int32{1, 0x20003, 0x40005, 0x60007}}}}},
		{"shield", 1631, c{"id": "minecraft:shield", "Count": int8(1), "tag": c{"BlockEntityTag": c{"Base": int32(3), "x": "y"}}},
			c{"id": "minecraft:shield", "count": int32(1), "components": c{"minecraft:base_color": "light_blue", "minecraft:custom_data": c{"BlockEntityTag": c{"x": "y"}}}}},
		{"unknown enchantment", 1343, c{"id": "minecraft:bow", "Count": int8(1), "Damage": int16(0), "tag": c{"ench": l(c{"id": int16(200), "lvl": int16(1)})}},
			c{"id": "minecraft:bow", "count": int32(1), "components": c{"minecraft:enchantments": c{"minecraft:unknown_200": int32(1)}}}},
		{"writable book", 2730, c{"id": "minecraft:writable_book", "Count": int8(1), "tag": c{"pages": texts("p")}},
			c{"id": "minecraft:writable_book", "count": int32(1), "components": c{"minecraft:writable_book_content": c{"pages": l(c{"raw": "p"})}}}},
		{"empty stack", 1343, c{}, c{}},
		{"shulker box with items", 1343, c{"id": "minecraft:purple_shulker_box", "Count": int8(1), "Damage": int16(0), "tag": c{"BlockEntityTag": c{"Items": l(c{"Slot": int8(4), "id": "minecraft:wool", "Count": int8(9), "Damage": int16(1)})}}},
			c{"id": "minecraft:purple_shulker_box", "count": int32(1), "components": c{"minecraft:container": l(c{"slot": int32(4), "item": c{"id": "minecraft:orange_wool", "count": int32(9)}})}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			be := c{"id": "minecraft:chest", "Items": l(tt.before)}
			anvil.UpgradeEntity(be, "", tt.version)
			list, _ := be.List("Items")
			if d := cmp.Diff(tt.after, list.Items[0]); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// TestBlockEntitiesOfOldWorlds looks at all block entities of the old worlds, as they come out: today's ids and forms only.
func TestBlockEntitiesOfOldWorlds(t *testing.T) {
	gone := map[string]bool{"Text1": true, "Owner": true, "SkullOwner": true, "Base": true, "Patterns": true, "SkullType": true, "BurnTime": true, "Lock": true,
		"EntityId": true, "Primary": true, "Bees": true, "FlowerPos": true, "Color": true}
	kinds := map[string]int{}
	for _, world := range oldWorlds {
		var d anvil.Decoder
		var ch anvil.Chunk
		entries(t, world, func(_ string, e slowanvil.Entry) {
			if d.Decode(e.NBT, &ch) != nil {
				return
			}
			for _, raw := range ch.BlockEntities {
				be, err := raw.Compound()
				if err != nil {
					t.Fatal(err)
				}
				id, _ := be.Str("id")
				kinds[id]++
				for name := range be {
					if gone[name] {
						t.Errorf("%s: %s has %s", world, id, name)
					}
				}
				items, _ := be.List("Items")
				for _, v := range items.Items {
					item := v.(nbt.Compound)
					_, named := item.Str("id")
					_, counted := item["count"].(int32)
					if _, tagged := item["tag"]; !named || !counted || tagged {
						t.Errorf("%s: item %v", world, item)
					}
				}
				if id == "minecraft:sign" {
					front, _ := be.Compound("front_text")
					if messages, ok := front.List("messages"); !ok || len(messages.Items) != 4 {
						t.Errorf("%s: sign %v", world, be)
					}
				}
			}
		})
	}
	t.Log(kinds)
	for _, kind := range []string{"sign", "banner", "skull", "chest", "shulker_box", "mob_spawner", "beehive", "trapped_chest"} {
		if kinds["minecraft:"+kind] == 0 {
			t.Errorf("no %s was seen", kind)
		}
	}
	for _, kind := range []string{"flower_pot", "noteblock"} {
		if kinds["minecraft:"+kind] != 0 {
			t.Errorf("%s is no block entity any more", kind)
		}
	}
}
