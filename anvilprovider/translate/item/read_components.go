package item

import (
	"sort"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// component answers a component by its name without namespace, which the game accepts with and without.
func component(c nbt.Compound, name string) any {
	if v, ok := c[namespace+name]; ok {
		return v
	}
	return c[name]
}

// components reads the components of a stack since 1.20.5.
func (r reader) components(c nbt.Compound, f *form) {
	for _, key := range []string{"item_name", "custom_name"} {
		if s, ok := text.Load(component(c, key), r.version); ok {
			f.name = s
		}
	}
	if list, ok := component(c, "lore").(nbt.List); ok {
		for _, line := range list.Items {
			if s, ok := text.Load(line, r.version); ok {
				f.lore = append(f.lore, s)
			}
		}
	}
	f.damage = number(c, "damage", 0)
	f.repairCost = number(c, "repair_cost", 0)
	f.unbreakable = component(c, "unbreakable") != nil
	key := "enchantments"
	if f.id == "minecraft:enchanted_book" {
		key = "stored_enchantments"
	}
	f.enchantments = componentEnchantments(component(c, key))
	switch p := component(c, "potion_contents").(type) {
	case string:
		f.potion = p
	case nbt.Compound:
		f.potion, _ = p["potion"].(string)
	}
	switch d := component(c, "dyed_color").(type) {
	case int32:
		f.colour = int(d) & 0xffffff
	case nbt.Compound:
		if n, ok := d.Int("rgb"); ok {
			f.colour = int(n) & 0xffffff
		}
	}
	if m, ok := component(c, "trim").(nbt.Compound); ok {
		f.trim.material, _ = m["material"].(string)
		f.trim.pattern, _ = m["pattern"].(string)
	}
	if horn, ok := component(c, "instrument").(string); ok {
		f.horn = indexOf(horns, strings.TrimPrefix(horn, namespace))
	}
	if list, ok := component(c, "suspicious_stew_effects").(nbt.List); ok {
		f.stew = tagStew(nbt.Compound{"effects": list})
	}
	if data, ok := component(c, "custom_data").(nbt.Compound); ok {
		f.hostData(data)
	}
	r.componentBook(c, f)
	r.componentFireworks(c, f)
	if list, ok := component(c, "charged_projectiles").(nbt.List); ok {
		r.charge(list, f)
	}
	if list, ok := component(c, "banner_patterns").(nbt.List); ok {
		f.patterns = readPatterns(list)
	}
	if list, ok := component(c, "container").(nbt.List); ok && strings.HasSuffix(f.id, "shulker_box") {
		r.contents(list, "slot", "item", f)
	}
	if list, ok := component(c, "pot_decorations").(nbt.List); ok {
		readSherds(list, f)
	}
}

func (r reader) componentFireworks(c nbt.Compound, f *form) {
	if f.id == "minecraft:firework_rocket" {
		f.flight = 1 // What the item has without the component.
	}
	if fw, ok := component(c, "fireworks").(nbt.Compound); ok {
		f.flight = 0
		if n, ok := fw.Int("flight_duration"); ok {
			f.flight = int(n)
		}
		list, _ := fw["explosions"].(nbt.List)
		f.explosions = explosions(list, componentExplosion)
	}
	if e, ok := component(c, "firework_explosion").(nbt.Compound); ok && f.id == "minecraft:firework_star" {
		f.explosions = append(f.explosions, componentExplosion(e))
	}
}

func number(c nbt.Compound, name string, otherwise int) int {
	if v := component(c, name); v != nil {
		if n, ok := (nbt.Compound{"": v}).Int(""); ok {
			return int(n)
		}
	}
	return otherwise
}

// componentEnchantments reads enchantments with or without the wrapping that 1.21.5 dropped, in the order of their names.
func componentEnchantments(v any) (es []enchantment) {
	c, _ := v.(nbt.Compound)
	if levels, ok := c["levels"].(nbt.Compound); ok {
		c = levels
	}
	for id := range c {
		if n, ok := c.Int(id); ok {
			es = append(es, enchantment{enchantmentToday(id), int(n)})
		}
	}
	sort.Slice(es, func(i, j int) bool { return es[i].id < es[j].id })
	return es
}

// readPatterns reads the layers of a banner as 1.20.5 spells them, in items and in block entities: {pattern, color}.
func readPatterns(list nbt.List) (ps []pattern) {
	for _, v := range list.Items {
		c, ok := v.(nbt.Compound)
		if !ok {
			continue
		}
		id, _ := c["pattern"].(string)
		colour, _ := c["color"].(string)
		code, known := patternCodes[strings.TrimPrefix(id, namespace)]
		if !known {
			code = id
		}
		ps = append(ps, pattern{code, colourIndex(colour)})
	}
	return ps
}
