package item

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// compactComponents is 25w02a, where enchantments, dyed colours and more lost the compound round them.
const compactComponents = text.NBT

// components writes what changed into the components of a stack since 1.20.5.
func (w *writer) components(c nbt.Compound) {
	was, is := w.was, w.is
	put := func(name string, v any, present bool) {
		delete(c, name)
		set(c, namespace+name, v, present)
	}
	if was.name != is.name {
		put("custom_name", text.Save(is.name, w.version), is.name != "")
	}
	if changed(was.lore, is.lore) {
		put("lore", w.texts(is.lore), len(is.lore) > 0)
	}
	if was.damage != is.damage {
		put("damage", int32(is.damage), is.damage > 0)
	}
	if was.repairCost != is.repairCost {
		put("repair_cost", int32(is.repairCost), is.repairCost > 0)
	}
	if was.unbreakable != is.unbreakable {
		put("unbreakable", nbt.Compound{}, is.unbreakable)
	}
	if changed(was.enchantments, is.enchantments) {
		w.componentEnchantments(c)
	}
	if was.potion != is.potion {
		contents := copied(component(c, "potion_contents"))
		set(contents, "potion", full(is.potion), is.potion != "")
		put("potion_contents", contents, len(contents) > 0)
	}
	if was.colour != is.colour {
		var v any = int32(is.colour)
		if w.version < compactComponents {
			v = nbt.Compound{"rgb": v}
		}
		put("dyed_color", v, is.colour >= 0)
	}
	if was.trim != is.trim {
		put("trim", nbt.Compound{"material": full(is.trim.material), "pattern": full(is.trim.pattern)}, is.trim != trim{})
	}
	if was.horn != is.horn && is.horn >= 0 && is.horn < len(horns) {
		put("instrument", namespace+horns[is.horn], true)
	}
	if was.stew != is.stew && is.stew >= 0 && is.stew < len(stews) {
		put("suspicious_stew_effects", compounds(stewEffect(is.stew)), true)
	}
	if changed(was.user, is.user) || was.variant != is.variant {
		data := copied(component(c, "custom_data"))
		w.hostData(data)
		put("custom_data", data, len(data) > 0)
	}
	w.componentBook(put)
	w.componentFireworks(put)
	w.componentBlock(put)
	if changed(was.charged, is.charged) {
		list := nbt.List{Elem: nbt.TagCompound}
		if is.charged != nil {
			list.Items = append(list.Items, w.innerForm(*is.charged))
		}
		put("charged_projectiles", list, is.charged != nil)
	}
}

// copied answers a copy of a compound, empty if the value is none.
func copied(v any) nbt.Compound {
	old, _ := v.(nbt.Compound)
	c := make(nbt.Compound, len(old)+1)
	for k, v := range old {
		c[k] = v
	}
	return c
}

// texts writes a list of components. A list of mixed elements is one of compounds, whose key "" holds what is none.
func (w *writer) texts(lines []string) nbt.List {
	list := nbt.List{Elem: nbt.TagString}
	for _, line := range lines {
		v := text.Save(line, w.version)
		if _, ok := v.(string); !ok {
			list.Elem = nbt.TagCompound
		}
		list.Items = append(list.Items, v)
	}
	if list.Elem == nbt.TagCompound {
		for i, v := range list.Items {
			if s, ok := v.(string); ok {
				list.Items[i] = nbt.Compound{"": s}
			}
		}
	}
	return list
}

// componentEnchantments changes the levels that changed, and leaves the enchantments that Dragonfly does not know.
func (w *writer) componentEnchantments(c nbt.Compound) {
	name := "enchantments"
	if w.is.id == "minecraft:enchanted_book" {
		name = "stored_enchantments"
	}
	outer := copied(component(c, name))
	levels, wrapped := outer, false
	if inner, ok := outer["levels"].(nbt.Compound); ok {
		levels, wrapped = copied(inner), true
	} else if len(outer) == 0 && w.version < compactComponents {
		wrapped, levels = true, nbt.Compound{}
	}
	for _, e := range w.was.enchantments {
		delete(levels, full(e.id))
		delete(levels, e.id)
	}
	for _, e := range w.is.enchantments {
		levels[full(e.id)] = int32(e.level)
	}
	if wrapped {
		outer["levels"] = levels
	}
	delete(c, name)
	set(c, namespace+name, outer, len(levels) > 0)
}

func (w *writer) componentBook(put func(string, any, bool)) {
	was, is := w.was, w.is
	pages := nbt.List{Elem: nbt.TagCompound}
	switch is.id {
	case "minecraft:writable_book":
		if !changed(was.pages, is.pages) {
			return
		}
		for _, p := range is.pages {
			pages.Items = append(pages.Items, nbt.Compound{"raw": p})
		}
		put("writable_book_content", nbt.Compound{"pages": pages}, len(is.pages) > 0)
	case "minecraft:written_book":
		if !changed(was.pages, is.pages) && was.title == is.title && was.author == is.author && was.generation == is.generation {
			return
		}
		for _, p := range is.pages {
			pages.Items = append(pages.Items, nbt.Compound{"raw": text.Save(p, w.version)})
		}
		content := nbt.Compound{"title": nbt.Compound{"raw": is.title}, "author": is.author, "resolved": uint8(1)}
		set(content, "pages", pages, len(is.pages) > 0)
		set(content, "generation", int32(is.generation), is.generation > 0)
		put("written_book_content", content, true)
	}
}

func (w *writer) componentFireworks(put func(string, any, bool)) {
	was, is := w.was, w.is
	switch is.id {
	case "minecraft:firework_rocket":
		if rocket := w.rocket("flight_duration", "explosions", explosion.component); rocket != nil {
			put("fireworks", rocket, is.flight != 1 || len(is.explosions) > 0)
		}
	case "minecraft:firework_star":
		if changed(was.explosions, is.explosions) && len(is.explosions) > 0 {
			put("firework_explosion", is.explosions[0].component(), true)
		}
	}
}

func (e explosion) component() nbt.Compound {
	c := nbt.Compound{"shape": shapes[min(max(e.shape, 0), len(shapes)-1)], "colors": []int32{fireworkColours[e.colour&15]}}
	if e.fade >= 0 {
		c["fade_colors"] = []int32{fireworkColours[e.fade&15]}
	}
	set(c, "has_trail", uint8(1), e.trail)
	set(c, "has_twinkle", uint8(1), e.twinkle)
	return c
}

func (w *writer) componentBlock(put func(string, any, bool)) {
	was, is := w.was, w.is
	if changed(was.patterns, is.patterns) {
		list := nbt.List{Elem: nbt.TagCompound}
		for _, p := range is.patterns {
			name, known := PatternName(p.code)
			if !known {
				name = p.code
			}
			list.Items = append(list.Items, nbt.Compound{"pattern": name, "color": colours[p.colour&15]})
		}
		put("banner_patterns", list, len(list.Items) > 0)
	}
	if changed(was.contents, is.contents) && w.depth < maxNesting {
		list := nbt.List{Elem: nbt.TagCompound}
		for _, s := range is.contents {
			if c := w.inner(s.disk); c != nil {
				list.Items = append(list.Items, nbt.Compound{"slot": int32(s.slot), "item": c})
			}
		}
		put("container", list, len(list.Items) > 0)
	}
	if was.sherds != is.sherds {
		put("pot_decorations", sherdList(is.sherds), is.sherds != [4]string{})
	}
}
