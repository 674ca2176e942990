package translate

import (
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/lighting/java"
)

// wire lays redstone wire: to wire beside, above and below, and to what gives or takes a signal. A wire that would run
// to one side alone runs on to the other. One that was a dot by a player's choice stays one.
func (p place) wire(n native) {
	sides := map[string]string{}
	for _, d := range directions {
		side, ok := p.side(d)
		if !ok {
			return
		}
		sides[d.name] = side
	}
	connected := func(a, b string) bool { return sides[a] != "none" || sides[b] != "none" }
	if !connected("north", "south") && !connected("east", "west") && p.dot(n) {
		return
	}
	along, beside := connected("north", "south"), connected("east", "west")
	for _, d := range directions {
		other := beside
		if d.dx != 0 {
			other = along
		}
		if sides[d.name] == "none" && !other {
			sides[d.name] = "side"
		}
		n.set(d.name, sides[d.name])
	}
}

// dot says whether a wire connects to nothing.
func (p place) dot(n native) bool {
	return !slices.ContainsFunc(directions, func(d direction) bool { return n.get(d.name) != "none" })
}

// side returns how wire runs in a direction: none, side or up. ok is false if not all that matters is known.
func (p place) side(d direction) (side string, ok bool) {
	beside, above, below := p.at(d.dx, 0, d.dz), p.at(0, 1, 0), p.at(d.dx, -1, d.dz)
	if beside == "" || above == "" || below == "" {
		return "", false
	}
	if !p.conducts(above) {
		up := p.at(d.dx, 1, d.dz)
		if up == "" {
			return "", false
		}
		holds := ends(beside, "_trapdoor") || p.t.sturdy(beside)&face("up") != 0 || named(beside, "hopper")
		if holds && named(up, "redstone_wire") {
			if p.t.sturdy(beside)&facing(d.name) != 0 {
				return "up", true
			}
			return "side", true
		}
	}
	if signals(beside, d) || !p.conducts(beside) && named(below, "redstone_wire") {
		return "side", true
	}
	return "none", true
}

// conducts says whether a block carries a signal: an opaque cube, but for a few.
func (p place) conducts(key string) bool {
	if p.t.sturdy(key) != 63 || named(key, "redstone_block", "observer", "piston", "sticky_piston", "tinted_glass", "glowstone") {
		return false
	}
	class, _ := java.New(newestData).Class(key)
	return class.Opacity() == opaque
}

// signals says whether wire runs to a block that lies in a direction.
func signals(key string, d direction) bool {
	switch {
	case named(key, "redstone_wire"):
		return true
	case named(key, "repeater"):
		turned, _ := turn(d.name, 2)
		f := value(key, "facing")
		return f == d.name || f == turned.name
	case named(key, "observer"):
		return value(key, "facing") == d.name
	}
	return ends(key, "_button", "_pressure_plate", "lightning_rod") || named(key, "redstone_block", "redstone_torch", "redstone_wall_torch",
		"lever", "comparator", "daylight_detector", "detector_rail", "tripwire_hook", "trapped_chest", "target", "lectern", "jukebox",
		"sculk_sensor", "calibrated_sculk_sensor")
}

// repeater is locked by a repeater or comparator beside it that gives it a signal.
func (p place) repeater(n native) {
	locked := false
	for _, quarters := range []int{1, -1} {
		d, ok := turn(n.get("facing"), quarters)
		if !ok {
			return
		}
		key := p.at(d.dx, 0, d.dz)
		if key == "" {
			return
		}
		if named(key, "repeater", "comparator") && value(key, "facing") == d.name && value(key, "powered") == "true" {
			locked = true
		}
	}
	n.set("locked", truth(locked))
}

// note takes the instrument of a note block from the head above it, or else from the block below.
func (p place) note(n native) {
	above, below := p.at(0, 1, 0), p.at(0, -1, 0)
	if above == "" || below == "" {
		return
	}
	name, _, _ := strings.Cut(above, "[")
	if i, ok := headInstruments[strings.TrimPrefix(name, "minecraft:")]; ok {
		n.set("instrument", i)
		return
	}
	n.set("instrument", instrument(below))
}

var headInstruments = map[string]string{
	"zombie_head": "zombie", "skeleton_skull": "skeleton", "creeper_head": "creeper", "dragon_head": "dragon",
	"wither_skeleton_skull": "wither_skeleton", "piglin_head": "piglin", "player_head": "custom_head",
}

// instruments are those of single blocks.
var instruments = map[string]string{
	"gold_block": "bell", "clay": "flute", "honeycomb_block": "flute", "packed_ice": "chime", "bone_block": "xylophone",
	"iron_block": "iron_xylophone", "soul_sand": "cow_bell", "pumpkin": "didgeridoo", "emerald_block": "bit", "hay_block": "banjo",
	"glowstone": "pling", "sand": "snare", "red_sand": "snare", "gravel": "snare", "suspicious_sand": "snare", "suspicious_gravel": "snare",
	"sea_lantern": "hat", "beacon": "hat", "note_block": "bass", "crafting_table": "bass", "bookshelf": "bass", "chest": "bass",
	"barrel": "bass", "jukebox": "bass", "netherrack": "basedrum", "bedrock": "basedrum", "obsidian": "basedrum",
}

// instrument returns what a note block plays on a block: its own entry, or else the material that its name tells.
func instrument(key string) string {
	name, _, _ := strings.Cut(key, "[")
	if i, ok := instruments[strings.TrimPrefix(name, "minecraft:")]; ok {
		return i
	}
	switch {
	case ends(key, "_wool"):
		return "guitar"
	case ends(key, "_concrete_powder"):
		return "snare"
	case ends(key, "glass", "glass_pane"):
		return "hat"
	case ends(key, "_planks", "_log", "_wood", "_stem", "_hyphae") && !named(key, "melon_stem", "pumpkin_stem"):
		return "bass"
	case ends(key, "stone", "bricks", "_ore", "_concrete", "terracotta", "deepslate", "andesite", "diorite", "granite", "tuff", "basalt", "quartz_block"):
		return "basedrum"
	}
	return "harp"
}
