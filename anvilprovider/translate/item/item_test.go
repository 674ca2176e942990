package item_test

import (
	"reflect"
	"testing"

	dfitem "github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/item/enchantment"
	"github.com/df-mc/dragonfly/server/item/potion"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

// Versions of the three spellings, and of the texts within them.
const (
	v12   = 1343
	v13   = 1631
	v15   = 2230
	v1204 = 3700
	v1205 = 3837
	v1215 = 4325
)

func list(elem nbt.Tag, items ...any) nbt.List { return nbt.List{Elem: elem, Items: items} }

// stack reads a translated stack with Dragonfly's own code.
func stack(t *testing.T, java nbt.Compound, version int32) dfitem.Stack {
	t.Helper()
	m, outcome := item.Load(java, version)
	if outcome == item.Empty {
		t.Fatalf("%v is empty", java)
	}
	delete(m, "Block")
	return dfitem.ReadNBT(m, nil)
}

// numericStack, taggedStack and componentStack spell a stack of one.
func numericStack(id string, damage int16, tag nbt.Compound) nbt.Compound {
	c := nbt.Compound{"id": "minecraft:" + id, "Count": uint8(1), "Damage": damage}
	if tag != nil {
		c["tag"] = tag
	}
	return c
}

func taggedStack(id string, tag nbt.Compound) nbt.Compound {
	return nbt.Compound{"id": "minecraft:" + id, "Count": uint8(1), "tag": tag}
}

func componentStack(id string, components nbt.Compound) nbt.Compound {
	return nbt.Compound{"id": "minecraft:" + id, "count": int32(1), "components": components}
}

// meaning is a stack in a version, what the host's own types say of it, and whether the host knows all of it.
type meaning struct {
	name    string
	java    nbt.Compound
	version int32
	outcome item.Outcome
	says    func(s dfitem.Stack) any
	want    any
}

func name(s dfitem.Stack) any {
	n, meta := s.Item().EncodeItem()
	return [2]any{n, meta}
}

func level(e dfitem.EnchantmentType) func(dfitem.Stack) any {
	return func(s dfitem.Stack) any {
		ench, _ := s.Enchantment(e)
		return ench.Level()
	}
}

var meanings = []meaning{
	{"wool by damage", numericStack("wool", 14, nil), v12, item.Translated, name, [2]any{"minecraft:red_wool", int16(0)}},
	{"numeric id", nbt.Compound{"id": int16(35), "Count": uint8(1), "Damage": int16(14)}, 0, item.Carried, name, [2]any{"minecraft:red_wool", int16(0)}},
	{"bed by damage", numericStack("bed", 11, nil), v12, item.Translated, name, [2]any{"minecraft:bed", int16(11)}},
	{"banner by damage", numericStack("banner", 4, nil), v12, item.Translated, name, [2]any{"minecraft:banner", int16(4)}},
	{"skull by damage", numericStack("skull", 4, nil), v12, item.Translated, name, [2]any{"minecraft:creeper_head", int16(0)}},
	{"record", numericStack("record_13", 0, nil), v12, item.Translated, name, [2]any{"minecraft:music_disc_13", int16(0)}},
	{"worn tool", numericStack("iron_pickaxe", 50, nil), v12, item.Translated, func(s dfitem.Stack) any { return s.MaxDurability() - s.Durability() }, 50},
	{"golden apple", numericStack("golden_apple", 1, nil), v12, item.Translated, name, [2]any{"minecraft:enchanted_golden_apple", int16(0)}},
	{"dye of 1.12", numericStack("dye", 1, nil), v12, item.Translated, name, [2]any{"minecraft:red_dye", int16(0)}},
	{"dye of 1.13", nbt.Compound{"id": "minecraft:rose_red", "Count": uint8(1)}, v13, item.Translated, name, [2]any{"minecraft:red_dye", int16(0)}},
	{"numeric enchantment", numericStack("diamond_sword", 0, nbt.Compound{"ench": list(nbt.TagCompound, nbt.Compound{"id": int16(16), "lvl": int16(5)})}), v12, item.Translated, level(enchantment.Sharpness), 5},
	{"old name", numericStack("stick", 0, nbt.Compound{"display": nbt.Compound{"Name": "§cHot"}}), v12, item.Translated, func(s dfitem.Stack) any { return s.CustomName() }, "§cHot"},
	{"potion of 1.9", numericStack("potion", 0, nbt.Compound{"Potion": "minecraft:long_swiftness"}), v12, item.Translated, func(s dfitem.Stack) any { return s.Item() }, dfitem.Potion{Type: potion.LongSwiftness()}},
	{"potion of 1.8", numericStack("potion", 8226, nil), 0, item.Carried, func(s dfitem.Stack) any { return s.Item() }, dfitem.Potion{Type: potion.StrongSwiftness()}},
	{"splash potion of 1.8", numericStack("potion", 16385, nil), 0, item.Carried, func(s dfitem.Stack) any { return s.Item() }, dfitem.SplashPotion{Type: potion.Regeneration()}},
	{"tool of 1.13", taggedStack("iron_axe", nbt.Compound{"Damage": int32(3)}), v13, item.Translated, func(s dfitem.Stack) any { return s.MaxDurability() - s.Durability() }, 3},
	{"name of 1.13", taggedStack("stick", nbt.Compound{"display": nbt.Compound{"Name": `{"text":"Wand"}`}}), v13, item.Translated, func(s dfitem.Stack) any { return s.CustomName() }, "Wand"},
	{"styled name", taggedStack("stick", nbt.Compound{"display": nbt.Compound{"Name": `{"text":"Wand","color":"gold","bold":true}`}}), v15, item.Carried, func(s dfitem.Stack) any { return s.CustomName() }, "§6§lWand"},
	{"lore of 1.13", taggedStack("stick", nbt.Compound{"display": nbt.Compound{"Lore": list(nbt.TagString, "one", "two")}}), v13, item.Translated, func(s dfitem.Stack) any { return s.Lore() }, []string{"one", "two"}},
	{"lore of 1.14", taggedStack("stick", nbt.Compound{"display": nbt.Compound{"Lore": list(nbt.TagString, `{"text":"one"}`)}}), v15, item.Translated, func(s dfitem.Stack) any { return s.Lore() }, []string{"one"}},
	{"enchanted book", taggedStack("enchanted_book", nbt.Compound{"StoredEnchantments": list(nbt.TagCompound, nbt.Compound{"id": "minecraft:protection", "lvl": int16(4)})}), v15, item.Translated, level(enchantment.Protection), 4},
	{"enchantment that the host lacks", taggedStack("enchanted_book", nbt.Compound{"StoredEnchantments": list(nbt.TagCompound, nbt.Compound{"id": "minecraft:lure", "lvl": int16(2)})}), v15, item.Carried, func(s dfitem.Stack) any { return len(s.Enchantments()) }, 0},
	{"unbreakable", taggedStack("iron_axe", nbt.Compound{"Damage": int32(0), "Unbreakable": uint8(1)}), v15, item.Translated, func(s dfitem.Stack) any { return s.Unbreakable() }, true},
	{"repair cost", taggedStack("iron_axe", nbt.Compound{"Damage": int32(0), "RepairCost": int32(7)}), v15, item.Translated, func(s dfitem.Stack) any { return s.AnvilCost() }, 7},
	{"tipped arrow", taggedStack("tipped_arrow", nbt.Compound{"Potion": "minecraft:weakness"}), v15, item.Translated, func(s dfitem.Stack) any { return s.Item() }, dfitem.Arrow{Tip: potion.Weakness()}},
	{"unknown tag", taggedStack("stick", nbt.Compound{"CustomModelData": int32(3)}), v1204, item.Carried, name, [2]any{"minecraft:stick", int16(0)}},
	{"spawn egg", numericStack("spawn_egg", 0, nbt.Compound{"EntityTag": nbt.Compound{"id": "minecraft:bat"}}), v12, item.StandIn, name, [2]any{"minecraft:nautilus_shell", int16(0)}},
	{"components", componentStack("diamond_sword", nbt.Compound{"minecraft:damage": int32(9), "minecraft:enchantments": nbt.Compound{"levels": nbt.Compound{"minecraft:sharpness": int32(3), "minecraft:mending": int32(1)}}}), v1205, item.Translated, level(enchantment.Mending), 1},
	{"enchantments of 1.21.5", componentStack("diamond_sword", nbt.Compound{"minecraft:enchantments": nbt.Compound{"minecraft:sharpness": int32(3)}}), v1215, item.Translated, level(enchantment.Sharpness), 3},
	{"name of 1.20.5", componentStack("stick", nbt.Compound{"minecraft:custom_name": `"Wand"`}), v1205, item.Translated, func(s dfitem.Stack) any { return s.CustomName() }, "Wand"},
	{"name of 1.21.5", componentStack("stick", nbt.Compound{"minecraft:custom_name": "Wand"}), v1215, item.Translated, func(s dfitem.Stack) any { return s.CustomName() }, "Wand"},
	{"styled name of 1.21.5", componentStack("stick", nbt.Compound{"minecraft:custom_name": nbt.Compound{"text": "Wand", "color": "red"}}), v1215, item.Translated, func(s dfitem.Stack) any { return s.CustomName() }, "§cWand"},
	{"lore of 1.20.5", componentStack("stick", nbt.Compound{"minecraft:lore": list(nbt.TagString, `"one"`, `"two"`)}), v1205, item.Translated, func(s dfitem.Stack) any { return s.Lore() }, []string{"one", "two"}},
	{"goat horn", componentStack("goat_horn", nbt.Compound{"minecraft:instrument": "minecraft:call_goat_horn"}), v1205, item.Translated, name, [2]any{"minecraft:goat_horn", int16(5)}},
	{"stew", componentStack("suspicious_stew", nbt.Compound{"minecraft:suspicious_stew_effects": list(nbt.TagCompound, nbt.Compound{"id": "minecraft:saturation", "duration": int32(7)})}), v1205, item.Translated, name, [2]any{"minecraft:suspicious_stew", int16(5)}},
	{"dyed leather", componentStack("leather_boots", nbt.Compound{"minecraft:dyed_color": nbt.Compound{"rgb": int32(0x123456)}}), v1205, item.Translated, func(s dfitem.Stack) any {
		c := s.Item().(dfitem.Boots).Tier.(dfitem.ArmourTierLeather).Colour
		return [3]uint8{c.R, c.G, c.B}
	}, [3]uint8{0x12, 0x34, 0x56}},
	{"armour trim", componentStack("iron_helmet", nbt.Compound{"minecraft:trim": nbt.Compound{"material": "minecraft:gold", "pattern": "minecraft:rib"}}), v1205, item.Translated, func(s dfitem.Stack) any { return s.Item().(dfitem.Helmet).Trim.Material.TrimMaterial() }, "gold"},
	{"writable book", componentStack("writable_book", nbt.Compound{"minecraft:writable_book_content": nbt.Compound{"pages": list(nbt.TagCompound, nbt.Compound{"raw": "Hey"})}}), v1205, item.Translated, func(s dfitem.Stack) any { return s.Item().(dfitem.BookAndQuill).Pages }, []string{"Hey"}},
	{"written book", componentStack("written_book", nbt.Compound{"minecraft:written_book_content": nbt.Compound{"title": nbt.Compound{"raw": "T"}, "author": "A", "resolved": uint8(1), "pages": list(nbt.TagCompound, nbt.Compound{"raw": `"Hey"`})}}), v1205, item.Translated, func(s dfitem.Stack) any { return s.Item().(dfitem.WrittenBook).Pages[0] }, "Hey"},
	{"firework", componentStack("firework_rocket", nbt.Compound{"minecraft:fireworks": nbt.Compound{"flight_duration": uint8(2), "explosions": list(nbt.TagCompound, nbt.Compound{"shape": "star", "colors": []int32{0xb3312c}})}}), v1205, item.Translated, func(s dfitem.Stack) any { return s.Item().(dfitem.Firework).Explosions[0].Colour }, dfitem.ColourRed()},
	{"firework of two colours", componentStack("firework_rocket", nbt.Compound{"minecraft:fireworks": nbt.Compound{"explosions": list(nbt.TagCompound, nbt.Compound{"shape": "star", "colors": []int32{0xb3312c, 0}})}}), v1205, item.Carried, func(s dfitem.Stack) any { return len(s.Item().(dfitem.Firework).Explosions) }, 1},
	{"loaded crossbow", componentStack("crossbow", nbt.Compound{"minecraft:charged_projectiles": list(nbt.TagCompound, nbt.Compound{"id": "minecraft:arrow", "count": int32(1)})}), v1205, item.Translated, func(s dfitem.Stack) any { return s.Item().(dfitem.Crossbow).Item.Count() }, 1},
	{"more swords than fit", nbt.Compound{"id": "minecraft:wooden_sword", "count": int32(99)}, v1205, item.Carried, func(s dfitem.Stack) any { return s.Count() }, 1},
}

// TestMeanings checks what the host's own types make of stacks, and that saving gives the same compound.
func TestMeanings(t *testing.T) {
	for _, m := range meanings {
		t.Run(m.name, func(t *testing.T) {
			disk, outcome := item.Load(m.java, m.version)
			if outcome != m.outcome {
				t.Errorf("outcome %v, want %v", outcome, m.outcome)
			}
			if got := m.says(stack(t, m.java, m.version)); !reflect.DeepEqual(got, m.want) {
				t.Errorf("the host says %v, want %v", got, m.want)
			}
			back, findings := item.Save(disk, m.version)
			if !reflect.DeepEqual(back, m.java) || len(findings) > 0 {
				t.Errorf("saved as %v, %v", back, findings)
			}
		})
	}
}

// TestChanges changes one thing in a stack that carries its compound: that differs in it and nothing else.
func TestChanges(t *testing.T) {
	java := componentStack("diamond_sword", nbt.Compound{"minecraft:damage": int32(9),
		"minecraft:attribute_modifiers": list(nbt.TagCompound, nbt.Compound{"amount": 3.5}),
		"minecraft:enchantments":        nbt.Compound{"levels": nbt.Compound{"minecraft:sharpness": int32(3), "minecraft:looting": int32(2)}, "show_in_tooltip": uint8(0)}})
	for _, c := range []struct {
		name   string
		change func(dfitem.Stack) dfitem.Stack
		want   func(components nbt.Compound)
	}{
		{"nothing", func(s dfitem.Stack) dfitem.Stack { return s }, func(nbt.Compound) {}},
		{"damage", func(s dfitem.Stack) dfitem.Stack { return s.Damage(1) }, func(c nbt.Compound) { c["minecraft:damage"] = int32(10) }},
		{"name", func(s dfitem.Stack) dfitem.Stack { return s.WithCustomName("Sting") }, func(c nbt.Compound) { c["minecraft:custom_name"] = `"Sting"` }},
		{"enchantment", func(s dfitem.Stack) dfitem.Stack {
			return s.WithForcedEnchantments(dfitem.NewEnchantment(enchantment.Mending, 1))
		}, func(c nbt.Compound) {
			c["minecraft:enchantments"] = nbt.Compound{"levels": nbt.Compound{"minecraft:sharpness": int32(3), "minecraft:looting": int32(2), "minecraft:mending": int32(1)}, "show_in_tooltip": uint8(0)}
		}},
		{"disenchantment", func(s dfitem.Stack) dfitem.Stack { return s.WithoutEnchantments(enchantment.Sharpness) }, func(c nbt.Compound) {
			c["minecraft:enchantments"] = nbt.Compound{"levels": nbt.Compound{"minecraft:looting": int32(2)}, "show_in_tooltip": uint8(0)}
		}},
		{"lore", func(s dfitem.Stack) dfitem.Stack { return s.WithLore("old") }, func(c nbt.Compound) { c["minecraft:lore"] = list(nbt.TagString, `"old"`) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := c.change(stack(t, java, v1205))
			want := componentStack("diamond_sword", nbt.Compound{})
			inner := want["components"].(nbt.Compound)
			for k, v := range java["components"].(nbt.Compound) {
				inner[k] = v
			}
			c.want(inner)
			if got, _ := item.Save(dfitem.WriteNBT(s, true), v1205); !reflect.DeepEqual(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}

// TestStandIns splits a stack of something that the host does not know, and moves it to older and newer chunks.
func TestStandIns(t *testing.T) {
	java := nbt.Compound{"id": "minecraft:mace", "count": int32(10), "components": nbt.Compound{"minecraft:rarity": "epic"}}
	s := stack(t, java, v1205).Grow(-4)
	got, _ := item.Save(dfitem.WriteNBT(s, true), v1205)
	if want := (nbt.Compound{"id": "minecraft:mace", "count": int32(6), "components": java["components"]}); !reflect.DeepEqual(got, want) {
		t.Errorf("split: %v, want %v", got, want)
	}
	older, findings := item.Save(dfitem.WriteNBT(s, true), v1204)
	if older["id"] != "minecraft:mace" || older["Count"] != uint8(6) || len(findings) != 1 {
		t.Errorf("older: %v, %v", older, findings)
	}
	// From the older chunk it comes back with all that it had.
	disk, _ := item.Load(older, v1204)
	if again, _ := item.Save(disk, v1205); !reflect.DeepEqual(again, got) {
		t.Errorf("back: %v, want %v", again, got)
	}
}

// TestUpgrade brings stacks from one spelling to the next, as the game does.
func TestUpgrade(t *testing.T) {
	for _, c := range []struct {
		name     string
		java     nbt.Compound
		from, to int32
		want     nbt.Compound
	}{
		{"wool", numericStack("wool", 14, nil), v12, v15, nbt.Compound{"id": "minecraft:red_wool", "Count": uint8(1)}},
		{"damage that stood for nothing", numericStack("tallgrass", 0, nil), v12, v15, nbt.Compound{"id": "minecraft:tallgrass", "Count": uint8(1)}},
		{"tool", numericStack("iron_axe", 3, nil), v12, v15, taggedStack("iron_axe", nbt.Compound{"Damage": int32(3)})},
		{"name", numericStack("stick", 0, nbt.Compound{"display": nbt.Compound{"Name": "Wand"}, "Mine": int32(1)}), v12, v15,
			taggedStack("stick", nbt.Compound{"display": nbt.Compound{"Name": `{"text":"Wand"}`}, "Mine": int32(1)})},
		{"enchantments", numericStack("bow", 0, nbt.Compound{"ench": list(nbt.TagCompound, nbt.Compound{"id": int16(62), "lvl": int16(2)})}), v12, v15,
			taggedStack("bow", nbt.Compound{"Damage": int32(0), "Enchantments": list(nbt.TagCompound, nbt.Compound{"id": "minecraft:lure", "lvl": int16(2)})})},
		{"to components", taggedStack("stick", nbt.Compound{"display": nbt.Compound{"Name": `{"text":"Wand"}`}, "Mine": int32(1)}), v15, v1205,
			componentStack("stick", nbt.Compound{"minecraft:custom_name": `"Wand"`, "minecraft:custom_data": nbt.Compound{"Mine": int32(1)}})},
		{"to NBT texts", componentStack("stick", nbt.Compound{"minecraft:custom_name": `"Wand"`, "minecraft:rarity": "epic"}), v1205, v1215,
			componentStack("stick", nbt.Compound{"minecraft:custom_name": "Wand", "minecraft:rarity": "epic"})},
		{"renamed", nbt.Compound{"id": "minecraft:grass", "Count": uint8(1)}, v15, v1204, nbt.Compound{"id": "minecraft:short_grass", "Count": uint8(1)}},
		{"slot", nbt.Compound{"id": "minecraft:stick", "Count": uint8(1), "Slot": uint8(4)}, v1204, v1205, nbt.Compound{"id": "minecraft:stick", "count": int32(1), "Slot": uint8(4)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := item.Upgrade(c.java, c.from, c.to); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got  %v\nwant %v", got, c.want)
			}
		})
	}
}

// TestUserData keeps what a plug-in stored with a stack.
func TestUserData(t *testing.T) {
	s := stack(t, nbt.Compound{"id": "minecraft:stick", "count": int32(2)}, v1205).WithValue("quest", 5)
	java, _ := item.Save(dfitem.WriteNBT(s, true), v1205)
	again := stack(t, java, v1205)
	if v, _ := again.Value("quest"); v != 5 {
		t.Errorf("quest is %v after a cycle: %v", v, java)
	}
}
