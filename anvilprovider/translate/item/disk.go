package item

import (
	"strings"

	"github.com/df-mc/dragonfly/server/block"
)

// disk writes a form as Dragonfly's disk format. What Dragonfly's readers would panic at never gets in: unknown banner
// patterns, sherds, shapes and colours are left out.
func (f form) disk() map[string]any {
	tag := map[string]any{}
	name, meta, ok := f.bedrock()
	if !ok {
		return nil
	}
	display := map[string]any{}
	if f.name != "" {
		display["Name"] = f.name
	}
	if len(f.lore) > 0 {
		lore := make([]any, len(f.lore))
		for i, line := range f.lore {
			lore[i] = line
		}
		display["Lore"] = lore
	}
	if len(display) > 0 {
		tag["display"] = display
	}
	if f.damage > 0 {
		tag["Damage"] = clamp16(f.damage)
	}
	var ench []any
	for _, e := range f.enchantments {
		if id, ok := enchantmentIDs[e.id]; ok {
			ench = append(ench, map[string]any{"id": id, "lvl": max(clamp16(e.level), 1)})
		}
	}
	if len(ench) > 0 {
		tag["ench"] = ench
	}
	if f.unbreakable {
		tag["Unbreakable"] = uint8(1)
	}
	if f.repairCost > 0 {
		tag["RepairCost"] = int32(f.repairCost)
	}
	if f.colour >= 0 {
		tag["customColor"] = int32(uint32(f.colour) | 0xff000000)
	}
	if f.trim != (trim{}) {
		tag["Trim"] = map[string]any{"Material": strings.TrimPrefix(f.trim.material, namespace),
			"Pattern": strings.TrimPrefix(f.trim.pattern, namespace)}
	}
	if f.user != nil {
		tag["dragonflyData"] = f.user
	}
	f.diskSpecial(tag)
	m := map[string]any{"Name": name, "Damage": meta, "Count": uint8(f.count)}
	if len(tag) > 0 {
		m["tag"] = tag
	}
	return m
}

// diskSpecial writes what single items have.
func (f form) diskSpecial(tag map[string]any) {
	switch {
	case strings.HasSuffix(f.id, "_bed"):
		// Dragonfly reads the colour of a bed from here, not from the number.
		tag["color"] = uint8(max(colourIndex(strings.TrimSuffix(strings.TrimPrefix(f.id, namespace), "_bed")), 0))
	case strings.HasSuffix(f.id, "_skull") || strings.HasSuffix(f.id, "_head"):
		// Without it every head is a skeleton's.
		tag["SkullType"] = uint8(255)
	case strings.HasSuffix(f.id, "_banner"):
		var layers []any
		for _, p := range f.patterns {
			if _, ok := block.BannerPatternByID(p.code); ok && p.colour >= 0 && p.colour < 16 {
				layers = append(layers, map[string]any{"Pattern": p.code, "Color": int32(15 - p.colour)})
			}
		}
		tag["Patterns"] = layers
	case strings.HasSuffix(f.id, "shulker_box"):
		var items []any
		for _, s := range f.contents {
			m := make(map[string]any, len(s.disk)+1)
			for k, v := range s.disk {
				m[k] = v
			}
			m["Slot"] = uint8(s.slot)
			items = append(items, m)
		}
		tag["Items"] = items
	case f.id == "minecraft:decorated_pot":
		sherds := make([]any, 4)
		for i, s := range f.sherds {
			sherds[i] = Sherd(s)
		}
		tag["sherds"] = sherds
	case f.id == "minecraft:writable_book" || f.id == "minecraft:written_book":
		pages := make([]any, len(f.pages))
		for i, p := range f.pages {
			pages[i] = map[string]any{"text": p}
		}
		tag["pages"] = pages
		if f.id == "minecraft:written_book" {
			tag["title"], tag["author"], tag["generation"] = f.title, f.author, uint8(min(max(f.generation, 0), 2))
		}
	case f.id == "minecraft:firework_rocket":
		list := make([]any, len(f.explosions))
		for i, e := range f.explosions {
			list[i] = e.disk()
		}
		tag["Fireworks"] = map[string]any{"Explosions": list, "Flight": uint8(f.flight)}
	case f.id == "minecraft:firework_star" && len(f.explosions) > 0:
		tag["FireworksItem"] = f.explosions[0].disk()
	case f.id == "minecraft:crossbow" && f.charged != nil:
		if m := f.charged.disk(); m != nil {
			tag["chargedItem"] = m
		}
	}
}

// disk writes an explosion the way Dragonfly does, arrays of one element included.
func (e explosion) disk() map[string]any {
	shape := e.shape
	if shape < 0 || shape >= len(shapes) {
		shape = 0
	}
	m := map[string]any{"FireworkType": uint8(shape), "FireworkColor": [1]uint8{uint8(15 - e.colour&15)},
		"FireworkFade": [0]uint8{}, "FireworkFlicker": bit(e.twinkle), "FireworkTrail": bit(e.trail)}
	if e.fade >= 0 {
		m["FireworkFade"] = [1]uint8{uint8(15 - e.fade&15)}
	}
	return m
}

// bedrock answers the name and number of the item. ok is false for a variant that Bedrock has no number for.
func (f form) bedrock() (name string, meta int16, ok bool) {
	name, ok = bedrockName(f.id), true
	if f.variant >= 0 {
		return name, clamp16(f.variant), true
	}
	short := strings.TrimPrefix(f.id, namespace)
	switch name {
	case "minecraft:bed":
		meta = int16(colourIndex(strings.TrimSuffix(short, "_bed")))
	case "minecraft:banner":
		meta = int16(15 - colourIndex(strings.TrimSuffix(short, "_banner")))
	case "minecraft:potion", "minecraft:splash_potion", "minecraft:lingering_potion":
		meta, ok = f.potionID()
	case "minecraft:arrow":
		if short == "tipped_arrow" {
			meta, ok = f.potionID()
			meta++
		}
	case "minecraft:firework_star":
		meta = 15
		if len(f.explosions) > 0 {
			meta = int16(15 - f.explosions[0].colour&15)
		}
	case "minecraft:goat_horn":
		meta = int16(max(f.horn, 0))
	case "minecraft:suspicious_stew":
		meta = int16(max(f.stew, 0))
	}
	return name, meta, ok
}

func (f form) potionID() (int16, bool) {
	p := strings.TrimPrefix(f.potion, namespace)
	if p == "" || p == "empty" {
		return 0, true
	}
	id, ok := potionIDs[p]
	return id, ok
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

func clamp16(n int) int16 { return int16(min(max(n, -1<<15), 1<<15-1)) }
