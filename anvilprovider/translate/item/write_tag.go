package item

import (
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// tag writes what changed into the tag of a stack before 1.20.5.
func (w *writer) tag(t nbt.Compound) {
	was, is := w.was, w.is
	w.within(t, "display", w.display)
	if w.how == tagged && (was.damage != is.damage || was.id != is.id) {
		// Tools always have the tag, new ones with 0.
		set(t, "Damage", int32(is.damage), is.damage > 0 || durable(is.id))
	}
	if changed(was.enchantments, is.enchantments) {
		w.tagEnchantments(t)
	}
	if was.unbreakable != is.unbreakable {
		set(t, "Unbreakable", uint8(1), is.unbreakable)
	}
	if was.repairCost != is.repairCost {
		set(t, "RepairCost", int32(is.repairCost), is.repairCost > 0)
	}
	if was.potion != is.potion {
		set(t, "Potion", full(is.potion), is.potion != "")
	}
	if was.trim != is.trim {
		set(t, "Trim", nbt.Compound{"material": full(is.trim.material), "pattern": full(is.trim.pattern)}, is.trim != trim{})
	}
	if was.horn != is.horn && is.horn >= 0 && is.horn < len(horns) {
		t["instrument"] = namespace + horns[is.horn]
	}
	if was.stew != is.stew && is.stew >= 0 && is.stew < len(stews) {
		w.tagStew(t)
	}
	w.hostData(t)
	w.tagBook(t)
	w.tagFireworks(t)
	if changed(was.charged, is.charged) {
		w.tagCharged(t)
	}
	w.within(t, "BlockEntityTag", w.tagBlock)
}

// hostData writes what the host knows of a stack and Java has no words for.
func (w *writer) hostData(c nbt.Compound) {
	if changed(w.was.user, w.is.user) {
		set(c, userKey, w.is.user, w.is.user != nil)
	}
	if w.was.variant != w.is.variant {
		set(c, variantKey, int32(w.is.variant), w.is.variant >= 0)
	}
}

func (w *writer) display(d nbt.Compound) {
	was, is := w.was, w.is
	if was.name != is.name {
		var v any = is.name
		if w.how == tagged {
			v = text.Save(is.name, w.version)
		}
		set(d, "Name", v, is.name != "")
	}
	if changed(was.lore, is.lore) {
		list := nbt.List{Elem: nbt.TagString}
		for _, line := range is.lore {
			var v any = line
			if w.how == tagged && w.version >= text.LoreJSON {
				v = text.Save(line, w.version)
			}
			list.Items = append(list.Items, v)
		}
		set(d, "Lore", list, len(is.lore) > 0)
	}
	if was.colour != is.colour {
		set(d, "color", int32(is.colour), is.colour >= 0)
	}
}

// tagEnchantments writes the list anew, but keeps the entries that Dragonfly did not know.
func (w *writer) tagEnchantments(t nbt.Compound) {
	key := "Enchantments"
	if w.how == numeric {
		key = "ench"
	}
	if w.is.id == "minecraft:enchanted_book" {
		key = "StoredEnchantments"
	}
	known := map[string]bool{}
	for _, e := range w.was.enchantments {
		known[e.id] = true
	}
	list := nbt.List{Elem: nbt.TagCompound}
	for _, e := range w.is.enchantments {
		known[e.id] = true
		list.Items = append(list.Items, w.tagEnchantment(e))
	}
	old, _ := t[key].(nbt.List)
	for i, e := range tagEnchantments(nbt.Compound{"": old}, "") {
		if !known[e.id] && len(old.Items) > i {
			list.Items = append(list.Items, w.tagEnchantment(e))
		}
	}
	set(t, key, list, len(list.Items) > 0)
}

func (w *writer) tagEnchantment(e enchantment) nbt.Compound {
	c := nbt.Compound{"lvl": clamp16(e.level)}
	if w.how == numeric {
		for n, name := range numericEnchantments {
			if name == e.id {
				c["id"] = n
				return c
			}
		}
		w.find("enchantment newer than the chunk", e.id)
	}
	if e.id == "sweeping_edge" {
		e.id = "sweeping"
	}
	c["id"] = full(e.id)
	return c
}

// stewEffect is the effect of a stew as it has been written since 1.20.2.
func stewEffect(stew int) nbt.Compound {
	s := stews[min(max(stew, 0), len(stews)-1)]
	return nbt.Compound{"id": namespace + s.effect, "duration": s.ticks}
}

func (w *writer) tagStew(t nbt.Compound) {
	s := stews[w.is.stew]
	// 1.20.2 is data version 3578.
	if w.version >= 3578 {
		t["effects"] = compounds(stewEffect(w.is.stew))
		return
	}
	t["Effects"] = compounds(nbt.Compound{"EffectId": s.number, "EffectDuration": s.ticks})
}

func compounds(cs ...nbt.Compound) nbt.List {
	list := nbt.List{Elem: nbt.TagCompound}
	for _, c := range cs {
		list.Items = append(list.Items, c)
	}
	return list
}

func (w *writer) tagCharged(t nbt.Compound) {
	if w.is.charged == nil {
		delete(t, "ChargedProjectiles")
		t["Charged"] = uint8(0)
		return
	}
	t["ChargedProjectiles"], t["Charged"] = compounds(w.innerForm(*w.is.charged)), uint8(1)
}

func (w *writer) tagBook(t nbt.Compound) {
	was, is := w.was, w.is
	if changed(was.pages, is.pages) {
		list := nbt.List{Elem: nbt.TagString}
		for _, p := range is.pages {
			var v any = p
			if is.id == "minecraft:written_book" {
				v = text.Save(p, w.version)
			}
			list.Items = append(list.Items, v)
		}
		set(t, "pages", list, len(is.pages) > 0)
	}
	if was.title != is.title {
		t["title"] = is.title
	}
	if was.author != is.author {
		t["author"] = is.author
	}
	if was.generation != is.generation {
		t["generation"] = int32(is.generation)
	}
}

func (w *writer) tagFireworks(t nbt.Compound) {
	was, is := w.was, w.is
	switch is.id {
	case "minecraft:firework_rocket":
		if rocket := w.rocket("Flight", "Explosions", explosion.tag); rocket != nil {
			t["Fireworks"] = rocket
		}
	case "minecraft:firework_star":
		if changed(was.explosions, is.explosions) && len(is.explosions) > 0 {
			t["Explosion"] = is.explosions[0].tag()
		}
	}
}

func (e explosion) tag() nbt.Compound {
	c := nbt.Compound{"Type": uint8(e.shape), "Colors": []int32{fireworkColours[e.colour&15]}}
	if e.fade >= 0 {
		c["FadeColors"] = []int32{fireworkColours[e.fade&15]}
	}
	set(c, "Trail", uint8(1), e.trail)
	set(c, "Flicker", uint8(1), e.twinkle)
	return c
}

// tagBlock writes the block entity tag of a block item.
func (w *writer) tagBlock(be nbt.Compound) {
	was, is := w.was, w.is
	if changed(was.patterns, is.patterns) {
		list := nbt.List{Elem: nbt.TagCompound}
		for _, p := range is.patterns {
			colour := p.colour
			if w.how == numeric {
				colour = 15 - colour
			}
			list.Items = append(list.Items, nbt.Compound{"Pattern": p.code, "Color": int32(colour)})
		}
		set(be, "Patterns", list, len(list.Items) > 0)
	}
	if changed(was.contents, is.contents) && w.depth < maxNesting {
		list := nbt.List{Elem: nbt.TagCompound}
		for _, s := range is.contents {
			if c := w.inner(s.disk); c != nil {
				c["Slot"] = uint8(s.slot)
				list.Items = append(list.Items, c)
			}
		}
		set(be, "Items", list, len(list.Items) > 0)
	}
	if was.sherds != is.sherds {
		be["sherds"] = sherdList(is.sherds)
	}
	if len(be) > 0 && w.version >= Flattened {
		if _, ok := be["id"]; !ok && (len(is.contents) > 0 || is.sherds != [4]string{} || len(is.patterns) > 0) {
			be["id"] = blockEntityID(is.id)
		}
	}
}

// blockEntityID answers the block entity that a block item belongs to.
func blockEntityID(item string) string {
	for _, family := range []string{"shulker_box", "banner"} {
		if strings.HasSuffix(item, family) {
			return namespace + family
		}
	}
	return item
}

func sherdList(sherds [4]string) nbt.List {
	list := nbt.List{Elem: nbt.TagString}
	for _, s := range sherds {
		if s == "" {
			s = "minecraft:brick"
		}
		list.Items = append(list.Items, s)
	}
	return list
}
