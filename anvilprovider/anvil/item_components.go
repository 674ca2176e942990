package anvil

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// itemComponents is 1.20.5: Count becomes count, and the tag becomes components. What of the tag has no component here stays,
// as it was, in minecraft:custom_data. Source: V3818 (ItemStackComponentizationFix), in the form of 1.21.5.
func itemComponents(item nbt.Compound, _ *itemTable) nbt.Compound {
	if n, ok := item.Int("Count"); ok {
		item["count"] = int32(n)
		delete(item, "Count")
	}
	tag, ok := item.Compound("tag")
	if !ok {
		return item
	}
	delete(item, "tag")
	id, _ := item.Str("id")
	components := nbt.Compound{}
	for name, convert := range tagComponents {
		if v, ok := tag[name]; ok && convert(components, v, id) {
			delete(tag, name)
		}
	}
	bookComponents(components, tag, id)
	potionComponents(components, tag)
	if len(tag) > 0 {
		components["minecraft:custom_data"] = tag
	}
	if len(components) > 0 {
		item["components"] = components
	}
	return item
}

// tagComponents converts the tags that stand alone. A converter returns false if it does not understand the value.
var tagComponents = map[string]func(c nbt.Compound, v any, id string) bool{
	"Damage":             number("minecraft:damage"),
	"RepairCost":         number("minecraft:repair_cost"),
	"map":                number("minecraft:map_id"),
	"Unbreakable":        unbreakable,
	"Enchantments":       enchantments("minecraft:enchantments"),
	"StoredEnchantments": enchantments("minecraft:stored_enchantments"),
	"display":            display,
	"SkullOwner":         skullOwner,
	"BlockEntityTag":     blockEntityTag,
	"BlockStateTag":      compoundAs("minecraft:block_state"),
	"EntityTag":          compoundAs("minecraft:entity_data"),
	"CustomModelData":    customModelData,
}

func number(to string) func(nbt.Compound, any, string) bool {
	return func(c nbt.Compound, v any, _ string) bool {
		n, ok := nbt.Compound{"": v}.Int("")
		if ok && (n != 0 || to == "minecraft:map_id") {
			c[to] = int32(n)
		}
		return ok
	}
}

func compoundAs(to string) func(nbt.Compound, any, string) bool {
	return func(c nbt.Compound, v any, _ string) bool {
		m, ok := v.(nbt.Compound)
		if ok && len(m) > 0 {
			c[to] = m
		}
		return ok
	}
}

func unbreakable(c nbt.Compound, v any, _ string) bool {
	n, ok := nbt.Compound{"": v}.Int("")
	if ok && n != 0 {
		c["minecraft:unbreakable"] = nbt.Compound{}
	}
	return ok
}

func customModelData(c nbt.Compound, v any, _ string) bool {
	n, ok := nbt.Compound{"": v}.Int("")
	if ok {
		c["minecraft:custom_model_data"] = nbt.Compound{"floats": nbt.List{Elem: nbt.TagFloat, Items: []any{float32(n)}}}
	}
	return ok
}

func enchantments(to string) func(nbt.Compound, any, string) bool {
	return func(c nbt.Compound, v any, _ string) bool {
		list, ok := v.(nbt.List)
		if !ok {
			return false
		}
		levels := nbt.Compound{}
		for _, v := range list.Items {
			e, ok := v.(nbt.Compound)
			if !ok {
				return false
			}
			name, ok := e.Str("id")
			level, _ := e.Int("lvl")
			if !ok || level < 1 {
				continue
			}
			if name = namespaced(name); name == "minecraft:sweeping" {
				name = "minecraft:sweeping_edge"
			}
			levels[name] = int32(min(level, 255))
		}
		if len(levels) > 0 {
			c[to] = levels
		}
		return true
	}
}

// display converts name, lore and colour; what else it holds stays.
func display(c nbt.Compound, v any, _ string) bool {
	d, ok := v.(nbt.Compound)
	if !ok {
		return false
	}
	if name, ok := d.Str("Name"); ok {
		c["minecraft:custom_name"] = name
		delete(d, "Name")
	}
	if lore, ok := d.List("Lore"); ok && lore.Elem == nbt.TagString {
		c["minecraft:lore"] = lore
		delete(d, "Lore")
	}
	if colour, ok := d.Int("color"); ok {
		c["minecraft:dyed_color"] = int32(colour)
		delete(d, "color")
	}
	return len(d) == 0
}

func skullOwner(c nbt.Compound, v any, _ string) bool {
	switch v := v.(type) {
	case string:
		c["minecraft:profile"] = nbt.Compound{"name": v}
	case nbt.Compound:
		c["minecraft:profile"] = profileOf(v)
	default:
		return false
	}
	return true
}

// blockEntityTag converts what an item knows of the block it places.
func blockEntityTag(c nbt.Compound, v any, id string) bool {
	be, ok := v.(nbt.Compound)
	if !ok {
		return false
	}
	if list, ok := be.List("Items"); ok && list.Elem == nbt.TagCompound {
		out := nbt.List{Elem: nbt.TagCompound}
		for _, v := range list.Items {
			item := v.(nbt.Compound)
			slot, _ := item.Int("Slot")
			delete(item, "Slot")
			out.Items = append(out.Items, nbt.Compound{"slot": int32(slot & 255), "item": item})
		}
		if len(out.Items) > 0 {
			c["minecraft:container"] = out
		}
		delete(be, "Items")
	}
	if list, ok := be.List("Patterns"); ok {
		c["minecraft:banner_patterns"] = patternsOf(list)
		delete(be, "Patterns")
	}
	if base, ok := be.Int("Base"); ok && id == "minecraft:shield" {
		c["minecraft:base_color"] = colours[base&15]
		delete(be, "Base")
	}
	delete(be, "id")
	// What is left has no place without knowing the block entity that it is of.
	return len(be) == 0
}

// bookComponents converts the pages of books.
func bookComponents(c, tag nbt.Compound, id string) {
	pages, ok := tag.List("pages")
	if !ok || pages.Elem != nbt.TagString {
		return
	}
	out := nbt.List{Elem: nbt.TagCompound}
	for _, p := range pages.Items {
		out.Items = append(out.Items, nbt.Compound{"raw": p})
	}
	switch id {
	case "minecraft:writable_book":
		c["minecraft:writable_book_content"] = nbt.Compound{"pages": out}
	case "minecraft:written_book":
		title, _ := tag.Str("title")
		author, _ := tag.Str("author")
		generation, _ := tag.Int("generation")
		resolved, _ := tag.Int("resolved")
		c["minecraft:written_book_content"] = nbt.Compound{"pages": out, "title": nbt.Compound{"raw": title}, "author": author,
			"generation": int32(generation), "resolved": uint8(resolved)}
		for _, name := range [...]string{"title", "author", "generation", "resolved"} {
			delete(tag, name)
		}
	default:
		return
	}
	delete(tag, "pages")
}

// potionComponents converts what a potion or a tipped arrow does; effects that the player mixed stay in custom_data.
func potionComponents(c, tag nbt.Compound) {
	contents := nbt.Compound{}
	if potion, ok := tag.Str("Potion"); ok {
		contents["potion"] = namespaced(potion)
		delete(tag, "Potion")
	}
	if colour, ok := tag.Int("CustomPotionColor"); ok {
		contents["custom_color"] = int32(colour)
		delete(tag, "CustomPotionColor")
	}
	if len(contents) > 0 {
		c["minecraft:potion_contents"] = contents
	}
}
