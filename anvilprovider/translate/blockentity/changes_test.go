package blockentity_test

import (
	"image/color"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/item/inventory"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
)

const v1205 = 3837

// at is a place that knows nothing of its neighbours.
func at(state string, version int32) blockentity.Place {
	return blockentity.Place{State: state, X: 1, Y: 2, Z: 3, Version: version}
}

// entity makes a stored block entity at the place of at.
func entity(id string, entries nbt.Compound) nbt.Compound {
	c := nbt.Compound{"id": "minecraft:" + id, "x": int32(1), "y": int32(2), "z": int32(3), "keepPacked": uint8(0), "Unknown": "kept"}
	maps.Copy(c, entries)
	return c
}

func compounds(cs ...any) nbt.List { return nbt.List{Elem: nbt.TagCompound, Items: cs} }
func strings4(a, b, c, d string) nbt.List {
	return nbt.List{Elem: nbt.TagString, Items: []any{a, b, c, d}}
}

// contents answers the inventory of a container.
func contents(b world.Block) *inventory.Inventory {
	return b.(interface {
		Inventory(tx *world.Tx, pos cube.Pos) *inventory.Inventory
	}).Inventory(nil, cube.Pos{})
}

// change is a stored block entity, what is done to the host's block, and what differs in the compound afterwards.
type change struct {
	name    string
	state   string
	version int32
	java    nbt.Compound
	play    func(b world.Block) world.Block
	differs nbt.Compound // A nil value says that the entry is gone.
}

var twoStacks = compounds(nbt.Compound{"Slot": uint8(0), "id": "minecraft:stick", "count": int32(3)},
	nbt.Compound{"Slot": uint8(4), "id": "minecraft:mace", "count": int32(1), "components": nbt.Compound{"minecraft:rarity": "epic"}})

func side(colour string, messages nbt.List) nbt.Compound {
	return nbt.Compound{"messages": messages, "color": colour, "has_glowing_text": uint8(0)}
}

var styled = `{"text":"b","clickEvent":{"action":"run_command","value":"say b"}}`

var changes = []change{
	{"nothing", "minecraft:barrel[facing=up,open=false]", v1205, entity("barrel", nbt.Compound{"Items": twoStacks, "LootTable": "x"}),
		func(b world.Block) world.Block { return b }, nbt.Compound{}},
	{"item taken", "minecraft:barrel[facing=up,open=false]", v1205, entity("barrel", nbt.Compound{"Items": twoStacks}),
		func(b world.Block) world.Block { _ = contents(b).SetItem(0, item.Stack{}); return b },
		nbt.Compound{"Items": compounds(twoStacks.Items[1])}},
	{"item moved", "minecraft:barrel[facing=up,open=false]", v1205, entity("barrel", nbt.Compound{"Items": twoStacks}),
		func(b world.Block) world.Block {
			mace, _ := contents(b).Item(4)
			_ = contents(b).SetItem(4, item.Stack{})
			_ = contents(b).SetItem(2, mace)
			return b
		},
		nbt.Compound{"Items": compounds(twoStacks.Items[0], nbt.Compound{"Slot": uint8(2), "id": "minecraft:mace", "count": int32(1),
			"components": nbt.Compound{"minecraft:rarity": "epic"}})}},
	{"item added", "minecraft:hopper[enabled=true,facing=down]", v1205, entity("hopper", nbt.Compound{"Items": nbt.List{}, "TransferCooldown": int32(2)}),
		func(b world.Block) world.Block {
			_ = contents(b).SetItem(3, item.NewStack(item.Apple{}, 5))
			return b
		},
		nbt.Compound{"Items": compounds(nbt.Compound{"Slot": uint8(3), "id": "minecraft:apple", "count": int32(5)})}},
	{"beside what nobody understands", "minecraft:barrel[facing=up,open=false]", v1205,
		entity("barrel", nbt.Compound{"Items": compounds(nbt.Compound{"Slot": uint8(1), "id": int32(7)}, nbt.Compound{"id": "no slot"},
			nbt.Compound{"Slot": uint8(90), "id": "minecraft:stick", "count": int32(1)}, twoStacks.Items[1])}),
		func(b world.Block) world.Block { _ = contents(b).SetItem(4, item.Stack{}); return b },
		nbt.Compound{"Items": compounds(nbt.Compound{"Slot": uint8(1), "id": int32(7)}, nbt.Compound{"id": "no slot"},
			nbt.Compound{"Slot": uint8(90), "id": "minecraft:stick", "count": int32(1)})}},
	{"loot", "minecraft:chest[facing=north,type=single,waterlogged=false]", v1205, entity("chest", nbt.Compound{"LootTable": "x", "LootTableSeed": int64(3)}),
		func(b world.Block) world.Block {
			_ = contents(b).SetItem(3, item.NewStack(item.Apple{}, 5))
			return b
		},
		nbt.Compound{"LootTable": nil, "LootTableSeed": nil, "Items": compounds(nbt.Compound{"Slot": uint8(3), "id": "minecraft:apple", "count": int32(5)})}},
	{"line of 1.20", "minecraft:oak_sign[rotation=0,waterlogged=false]", v1205,
		entity("sign", nbt.Compound{"front_text": side("black", strings4(`"a"`, styled, `""`, `""`)), "back_text": side("red", strings4(`"z"`, `""`, `""`, `""`)), "is_waxed": uint8(0)}),
		func(b world.Block) world.Block { s := b.(block.Sign); s.Front.Text = "new\nb"; return s },
		nbt.Compound{"front_text": side("black", strings4(`"new"`, styled, `""`, `""`))}},
	{"colour of 1.20", "minecraft:oak_sign[rotation=0,waterlogged=false]", v1205,
		entity("sign", nbt.Compound{"front_text": side("black", strings4(`"a"`, styled, `""`, `""`)), "back_text": side("red", strings4(`"z"`, `""`, `""`, `""`)), "is_waxed": uint8(0)}),
		func(b world.Block) world.Block {
			s := b.(block.Sign)
			s.Back.BaseColour = item.ColourLime().SignRGBA()
			s.Waxed = true
			return s
		},
		nbt.Compound{"back_text": side("lime", strings4(`"z"`, `""`, `""`, `""`)), "is_waxed": uint8(1)}},
	{"line of 1.18", "minecraft:oak_sign[rotation=0,waterlogged=false]", 2860,
		entity("sign", nbt.Compound{"Text1": `{"text":"a"}`, "Text2": styled, "Text3": `{"text":""}`, "Text4": `{"text":""}`, "Color": "black"}),
		func(b world.Block) world.Block { s := b.(block.Sign); s.Front.Text = "a\nb\n\nd"; return s },
		nbt.Compound{"Text4": `{"text":"d"}`}},
	{"line of 1.21.5", "minecraft:oak_sign[rotation=0,waterlogged=false]", 4325,
		entity("sign", nbt.Compound{"front_text": side("black", compounds(nbt.Compound{"": "a"}, nbt.Compound{"text": "b", "color": "red"}, nbt.Compound{"": ""}, nbt.Compound{"": ""})), "is_waxed": uint8(0)}),
		func(b world.Block) world.Block { s := b.(block.Sign); s.Front.Text = "a\n§cb\nc"; return s },
		nbt.Compound{"front_text": side("black", compounds(nbt.Compound{"": "a"}, nbt.Compound{"text": "b", "color": "red"}, nbt.Compound{"": "c"}, nbt.Compound{"": ""}))}},
	{"glow of 1.18", "minecraft:oak_sign[rotation=0,waterlogged=false]", 2860, entity("sign", nbt.Compound{"Text1": `{"text":"a"}`}),
		func(b world.Block) world.Block {
			s := b.(block.Sign)
			s.Front.Glowing, s.Front.BaseColour = true, color.RGBA{R: 0xb0, G: 0x2e, B: 0x26, A: 0xff}
			return s
		},
		nbt.Compound{"GlowingText": uint8(1), "Color": "red"}},
	{"book written", "minecraft:lectern[facing=north,has_book=true,powered=false]", v1205,
		entity("lectern", nbt.Compound{"Book": nbt.Compound{"id": "minecraft:writable_book", "count": int32(1)}, "Page": int32(0)}),
		func(b world.Block) world.Block {
			l := b.(block.Lectern)
			l.Book = item.NewStack(item.BookAndQuill{Pages: []string{"Hey"}}, 1)
			return l
		},
		nbt.Compound{"Book": nbt.Compound{"id": "minecraft:writable_book", "count": int32(1), "components": nbt.Compound{
			"minecraft:writable_book_content": nbt.Compound{"pages": compounds(nbt.Compound{"raw": "Hey"})}}}}},
	{"book taken", "minecraft:lectern[facing=north,has_book=true,powered=false]", v1205,
		entity("lectern", nbt.Compound{"Book": nbt.Compound{"id": "minecraft:writable_book", "count": int32(1)}, "Page": int32(0)}),
		func(b world.Block) world.Block { l := b.(block.Lectern); l.Book = item.Stack{}; return l },
		nbt.Compound{"Book": nil, "Page": nil}},
	{"disc taken", "minecraft:jukebox[has_record=true]", v1205,
		entity("jukebox", nbt.Compound{"RecordItem": nbt.Compound{"id": "minecraft:music_disc_13", "count": int32(1)}, "TickCount": int64(7)}),
		func(b world.Block) world.Block { j := b.(block.Jukebox); j.Item = item.Stack{}; return j },
		nbt.Compound{"RecordItem": nil}},
	{"pot filled", "minecraft:decorated_pot[cracked=false,facing=north,waterlogged=false]", v1205,
		entity("decorated_pot", nbt.Compound{"sherds": strings4("minecraft:brick", "minecraft:blade_pottery_sherd", "minecraft:brick", "minecraft:brick")}),
		func(b world.Block) world.Block {
			p := b.(block.DecoratedPot)
			p.Item = item.NewStack(item.Stick{}, 2)
			return p
		},
		nbt.Compound{"item": nbt.Compound{"id": "minecraft:stick", "count": int32(2)}}},
	{"banner painted", "minecraft:white_banner[rotation=3]", v1205,
		entity("banner", nbt.Compound{"patterns": compounds(nbt.Compound{"color": "red", "pattern": "minecraft:cross"}, nbt.Compound{"color": "red", "pattern": "mod:own"})}),
		func(b world.Block) world.Block {
			f := b.(block.Banner)
			f.Patterns = append(slices.Clone(f.Patterns), block.BannerPatternLayer{Type: block.BorderBannerPattern(), Colour: item.ColourBlue()})
			return f
		},
		nbt.Compound{"patterns": compounds(nbt.Compound{"color": "red", "pattern": "mod:own"}, nbt.Compound{"color": "red", "pattern": "minecraft:cross"},
			nbt.Compound{"color": "blue", "pattern": "minecraft:border"})}},
	{"campfire", "minecraft:campfire[facing=north,lit=true,signal_fire=false,waterlogged=false]", v1205,
		entity("campfire", nbt.Compound{"Items": compounds(nbt.Compound{"Slot": uint8(1), "id": "minecraft:beef", "count": int32(1)}),
			"CookingTimes": []int32{0, 100, 0, 0}, "CookingTotalTimes": []int32{0, 600, 0, 0}}),
		func(b world.Block) world.Block { c := b.(block.Campfire); c.Items[1].Time -= 1e9; return c },
		nbt.Compound{"CookingTimes": []int32{0, 120, 0, 0}}},
}

// TestChanges does one thing in play. Exactly that differs afterwards.
func TestChanges(t *testing.T) {
	stored.Translator()
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			p := at(c.state, c.version)
			m, _, err := blockentity.Load(c.java, p)
			if err != nil {
				t.Fatal(err)
			}
			b, _, ok := throughHost(c.state, m)
			if !ok {
				t.Fatalf("%s has no block entity", c.state)
			}
			out := c.play(b).(world.NBTer).EncodeNBT()
			want := maps.Clone(c.java)
			for k, v := range c.differs {
				if want[k] = v; v == nil {
					delete(want, k)
				}
			}
			saved := blockentity.Save(c.java, out, p, false)
			if !reflect.DeepEqual(saved.Java, want) {
				t.Errorf("got  %v\nwant %v", saved.Java, want)
			}
			if saved.Changed != (len(c.differs) > 0) {
				t.Errorf("changed is %v", saved.Changed)
			}
		})
	}
}

// TestFurnace burns on, in the names of before and since 1.21.4.
func TestFurnace(t *testing.T) {
	for version, names := range map[int32][3]string{v1205: {"BurnTime", "CookTime", "CookTimeTotal"}, 4671: {"lit_time_remaining", "cooking_time_spent", "cooking_total_time"}} {
		p := at("minecraft:furnace[facing=north,lit=true]", version)
		java := entity("furnace", nbt.Compound{names[0]: int16(80), names[1]: int16(20), names[2]: int16(200), "Items": nbt.List{}})
		m, _, _ := blockentity.Load(java, p)
		_, out, _ := throughHost(p.State, m)
		out["BurnTime"], out["CookTime"] = int16(79), int16(21)
		saved := blockentity.Save(java, out, p, false)
		want := maps.Clone(java)
		want[names[0]], want[names[1]] = int16(79), int16(21)
		if !reflect.DeepEqual(saved.Java, want) {
			t.Errorf("version %d: got %v, want %v", version, saved.Java, want)
		}
	}
}
