package blockentity_test

import (
	"maps"
	"reflect"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
)

// TestUpgrade rewrites block entities as the game does when it loads an older chunk.
func TestUpgrade(t *testing.T) {
	pos := nbt.Compound{"x": int32(1), "y": int32(2), "z": int32(3)}
	with := func(entries nbt.Compound) nbt.Compound {
		c := maps.Clone(pos)
		maps.Copy(c, entries)
		return c
	}
	for _, c := range []struct {
		name, state    string
		from, to       int32
		java, upgraded nbt.Compound
	}{
		{"chest of 1.8", "minecraft:chest[facing=north,type=single,waterlogged=false]", 0, 2860,
			with(nbt.Compound{"id": "Chest", "Lock": "", "CustomName": "Box", "Items": compounds(nbt.Compound{"Slot": uint8(2), "id": "minecraft:wool", "Count": uint8(3), "Damage": int16(14)})}),
			with(nbt.Compound{"id": "minecraft:chest", "Lock": "", "CustomName": `{"text":"Box"}`, "Items": compounds(nbt.Compound{"Slot": uint8(2), "id": "minecraft:red_wool", "Count": uint8(3)})})},
		{"bed of 1.12", "minecraft:red_bed[facing=north,occupied=false,part=head]", 1343, 2860,
			with(nbt.Compound{"id": "minecraft:bed", "color": int32(14)}), with(nbt.Compound{"id": "minecraft:bed"})},
		{"bed for 26.2", "minecraft:red_bed[facing=north,occupied=false,part=head]", 2860, 4903, with(nbt.Compound{"id": "minecraft:bed"}), nil},
		{"note block", "minecraft:note_block[instrument=harp,note=3,powered=false]", 1343, 2860, with(nbt.Compound{"id": "minecraft:noteblock", "note": uint8(3)}), nil},
		{"skull", "minecraft:zombie_head[powered=false,rotation=8]", 1343, 2860,
			with(nbt.Compound{"id": "minecraft:skull", "SkullType": uint8(2), "Rot": uint8(8)}), with(nbt.Compound{"id": "minecraft:skull"})},
		{"banner of 1.12", "minecraft:black_banner[rotation=1]", 1343, 2860,
			with(nbt.Compound{"id": "minecraft:banner", "Base": int32(0), "Patterns": compounds(nbt.Compound{"Pattern": "cre", "Color": int32(1)})}),
			with(nbt.Compound{"id": "minecraft:banner", "Patterns": compounds(nbt.Compound{"Pattern": "cre", "Color": int32(14)})})},
		{"banner for 1.20.5", "minecraft:black_banner[rotation=1]", 2860, 3837,
			with(nbt.Compound{"id": "minecraft:banner", "Patterns": compounds(nbt.Compound{"Pattern": "cre", "Color": int32(14)})}),
			with(nbt.Compound{"id": "minecraft:banner", "patterns": compounds(nbt.Compound{"pattern": "minecraft:creeper", "color": "red"})})},
		{"sign of 1.12", "minecraft:oak_sign[rotation=1,waterlogged=false]", 1343, 2860,
			with(nbt.Compound{"id": "minecraft:sign", "Text1": styled, "Text2": `""`, "Text3": `""`, "Text4": `""`}),
			with(nbt.Compound{"id": "minecraft:sign", "Text1": styled, "Text2": `""`, "Text3": `""`, "Text4": `""`})},
		{"sign for 1.20", "minecraft:oak_sign[rotation=1,waterlogged=false]", 2860, 3837,
			with(nbt.Compound{"id": "minecraft:sign", "Text1": styled, "Text2": `""`, "Text3": `""`, "Text4": `""`, "Color": "red", "GlowingText": uint8(1)}),
			with(nbt.Compound{"id": "minecraft:sign", "is_waxed": uint8(0), "back_text": side("black", strings4(`""`, `""`, `""`, `""`)),
				"front_text": nbt.Compound{"messages": strings4(styled, `""`, `""`, `""`), "color": "red", "has_glowing_text": uint8(1)}})},
		{"sign for 1.21.5", "minecraft:oak_sign[rotation=1,waterlogged=false]", 3837, 4325,
			with(nbt.Compound{"id": "minecraft:sign", "front_text": side("red", strings4(`"a"`, `""`, `""`, `""`))}),
			with(nbt.Compound{"id": "minecraft:sign", "front_text": side("red", strings4("a", "", "", ""))})},
		{"furnace for 1.21.4", "minecraft:furnace[facing=north,lit=true]", 3837, 4189,
			with(nbt.Compound{"id": "minecraft:furnace", "BurnTime": int16(3), "CookTime": int16(4), "CookTimeTotal": int16(200)}),
			with(nbt.Compound{"id": "minecraft:furnace", "lit_time_remaining": int16(3), "cooking_time_spent": int16(4), "cooking_total_time": int16(200)})},
		{"beacon for 1.20.2", "minecraft:beacon", 2860, 3837,
			with(nbt.Compound{"id": "minecraft:beacon", "Primary": int32(1), "Secondary": int32(0), "Levels": int32(4)}),
			with(nbt.Compound{"id": "minecraft:beacon", "primary_effect": "minecraft:speed", "Levels": int32(4)})},
		{"dispenser of 1.8", "minecraft:dispenser[facing=up,triggered=false]", 0, 2860,
			with(nbt.Compound{"id": "Trap", "Mine": int64(4)}), with(nbt.Compound{"id": "minecraft:dispenser", "Mine": int64(4)})},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := maps.Clone(c.java)
			if got := blockentity.Upgrade(c.java, c.state, c.from, c.to); !reflect.DeepEqual(got, c.upgraded) {
				t.Errorf("got  %v\nwant %v", got, c.upgraded)
			}
			if !reflect.DeepEqual(c.java, before) {
				t.Error("the stored compound was changed")
			}
		})
	}
}

// TestUpgraded leaves alone what has been brought up already, although the chunk that it comes from is old.
func TestUpgraded(t *testing.T) {
	stack := nbt.Compound{"Slot": uint8(1), "id": "minecraft:stick", "count": int32(1),
		"components": nbt.Compound{"minecraft:custom_name": nbt.Compound{"text": "Wand", "click_event": nbt.Compound{"action": "run_command"}}}}
	for state, java := range map[string]nbt.Compound{
		"minecraft:barrel[facing=up,open=false]":           entity("barrel", nbt.Compound{"Items": compounds(stack), "CustomName": "Box"}),
		"minecraft:black_banner[rotation=1]":               entity("banner", nbt.Compound{"patterns": compounds(nbt.Compound{"pattern": "minecraft:creeper", "color": "red"})}),
		"minecraft:oak_sign[rotation=1,waterlogged=false]": entity("sign", nbt.Compound{"front_text": side("red", compounds(nbt.Compound{"": "a"}, nbt.Compound{"text": "b", "click_event": nbt.Compound{}}, nbt.Compound{"": ""}, nbt.Compound{"": ""}))}),
		"minecraft:furnace[facing=north,lit=true]":         entity("furnace", nbt.Compound{"lit_time_remaining": int16(4)}),
		"minecraft:beacon":                                 entity("beacon", nbt.Compound{"primary_effect": "minecraft:speed"}),
	} {
		for _, from := range []int32{0, 1343, 2230} {
			if got := blockentity.Upgrade(java, state, from, 4671); !reflect.DeepEqual(got, java) {
				t.Errorf("from %d: got  %v\nwant %v", from, got, java)
			}
		}
	}
}

// TestRestate finds the true state of blocks of before 1.13.
func TestRestate(t *testing.T) {
	for _, c := range []struct {
		state   string
		java    nbt.Compound
		version int32
		want    string
	}{
		{"minecraft:red_bed[facing=north,occupied=false,part=head]", nbt.Compound{"color": int32(3)}, 1343, "minecraft:light_blue_bed[facing=north,occupied=false,part=head]"},
		{"minecraft:red_bed[facing=north,occupied=false,part=head]", nbt.Compound{}, 340, "minecraft:red_bed[facing=north,occupied=false,part=head]"},
		{"minecraft:white_banner[rotation=3]", nbt.Compound{"Base": int32(1)}, 1343, "minecraft:red_banner[rotation=3]"},
		{"minecraft:white_wall_banner[facing=east]", nbt.Compound{"Base": int32(0)}, 1343, "minecraft:black_wall_banner[facing=east]"},
		{"minecraft:skeleton_skull[powered=false,rotation=0]", nbt.Compound{"SkullType": uint8(4), "Rot": uint8(9)}, 1343, "minecraft:creeper_head[powered=false,rotation=9]"},
		{"minecraft:skeleton_wall_skull[facing=east,powered=false]", nbt.Compound{"SkullType": uint8(1), "Rot": uint8(9)}, 1343, "minecraft:wither_skeleton_wall_skull[facing=east,powered=false]"},
		{"minecraft:note_block[instrument=harp,note=0,powered=false]", nbt.Compound{"note": uint8(24)}, 1343, "minecraft:note_block[instrument=harp,note=24,powered=false]"},
		{"minecraft:red_bed[facing=north,occupied=false,part=head]", nbt.Compound{"color": int32(3)}, 1631, "minecraft:red_bed[facing=north,occupied=false,part=head]"},
		{"minecraft:flower_pot", nbt.Compound{"Item": "minecraft:sapling", "Data": int32(5)}, 1343, "minecraft:potted_dark_oak_sapling"},
		{"minecraft:flower_pot", nbt.Compound{"Item": "minecraft:red_flower", "Data": int32(0)}, 1343, "minecraft:potted_poppy"},
		{"minecraft:flower_pot", nbt.Compound{"Item": "minecraft:air"}, 1343, "minecraft:flower_pot"},
		{"minecraft:stone", nbt.Compound{}, 1343, "minecraft:stone"},
	} {
		if got := blockentity.Restate(c.state, c.java, c.version); got != c.want {
			t.Errorf("%s: %s, want %s", c.state, got, c.want)
		}
	}
}
