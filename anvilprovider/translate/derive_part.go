package translate

import "strings"

// The blocks that are part of something larger, and those that look at one neighbour.

// plants are those with a head and a body, and the direction in which they grow.
var plants = []struct {
	head, body string
	dy         int
}{
	{"minecraft:kelp", "minecraft:kelp_plant", 1},
	{"minecraft:twisting_vines", "minecraft:twisting_vines_plant", 1},
	{"minecraft:weeping_vines", "minecraft:weeping_vines_plant", -1},
	{"minecraft:cave_vines", "minecraft:cave_vines_plant", -1},
}

// grows says whether a block is the head or the body of a plant.
func grows(name string) bool {
	for i := range plants {
		if name == plants[i].head || name == plants[i].body {
			return true
		}
	}
	return false
}

// growing returns the state of a plant that has a head and a body, or "" if the block is not one or is as it should be.
// The next block in the direction of growth decides: a body has more of the plant there.
func (p place) growing(n native) string {
	for _, g := range plants {
		if n.name != g.head && n.name != g.body {
			continue
		}
		next := p.at(0, g.dy, 0)
		if next == "" {
			return ""
		}
		name, _, _ := strings.Cut(next, "[")
		more := name == g.head || name == g.body
		if more == (n.name == g.body) {
			return ""
		}
		berries := ""
		if b := n.get("berries"); b != "" {
			berries = "berries=" + b
		}
		switch {
		case more && berries == "":
			return g.body
		case more:
			return g.body + "[" + berries + "]"
		case berries == "":
			return g.head + "[age=0]"
		}
		return g.head + "[age=0," + berries + "]"
	}
	return ""
}

const leavesEnd = "_leaves"

// leafFar is the distance of leaves that decay: no log is within six steps.
const leafFar = "7"

// leaves counts the steps to the nearest log, from what the leaves beside have counted; those of all leaves are right once
// none counts another number. What is not known may be as near to a log as what the leaves say already: they must not decay
// for a log that cannot be seen. Source: the game's leaves block of 26.1, whose tag prevents_nearby_leaf_decay is that of the
// logs.
func (p place) leaves(n native) {
	distance := leafFar
	for _, o := range [][3]int{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}} {
		key := p.at(o[0], o[1], o[2])
		switch {
		case key == "":
			distance = min(distance, n.get("distance"))
		case ends(key, "_log", "_wood", "_stem", "_hyphae") && !named(key, "mushroom_stem", "melon_stem", "pumpkin_stem",
			"attached_melon_stem", "attached_pumpkin_stem"):
			distance = "1"
		case ends(key, leavesEnd):
			_, rest, _ := strings.Cut(key, "distance=")
			if rest != "" && rest[0] >= '1' && rest[0] < leafFar[0] {
				distance = min(distance, string(rest[0]+1))
			}
		}
	}
	n.set("distance", distance)
}

// Unreached returns the state of leaves that have found no log yet. ok is false if the block is none that counts.
func (t *Translator) Unreached(key string) (far string, ok bool) {
	if _, known := t.blocks[blockName(key)]; !known || !ends(key, leavesEnd) {
		return "", false
	}
	n := readKey(key)
	n.set("distance", leafFar)
	return string(n.append(nil)), true
}

// snowy whitens grass below snow.
func (p place) snowy(n native) {
	if key := p.at(0, 1, 0); key != "" {
		n.set("snowy", truth(named(key, "snow", "snow_block", "powder_snow")))
	}
}

// piston is extended if its head is before it. Bedrock keeps that in a block entity. One that moves stays as it is.
func (p place) piston(n native) {
	facing := n.get("facing")
	var key string
	switch facing {
	case "up":
		key = p.at(0, 1, 0)
	case "down":
		key = p.at(0, -1, 0)
	default:
		d, _ := turn(facing, 0)
		key = p.at(d.dx, 0, d.dz)
	}
	if key == "" || named(key, "moving_piston") {
		return
	}
	kind := "normal"
	if n.name == "minecraft:sticky_piston" {
		kind = "sticky"
	}
	n.set("extended", truth(named(key, "piston_head") && value(key, "facing") == facing && value(key, "type") == kind))
}

// campfire sends its smoke higher from a hay bale.
func (p place) campfire(n native) {
	if key := p.at(0, -1, 0); key != "" {
		n.set("signal_fire", truth(named(key, "hay_block")))
	}
}

// door gives the upper half of a door what the lower knows and the host does not: whether it is powered.
func (p place) door(n native) {
	if n.get("half") != "upper" {
		return
	}
	key := p.at(0, -1, 0)
	if name, _, _ := strings.Cut(key, "["); name == n.name && value(key, "half") == "lower" {
		n.set("powered", value(key, "powered"))
	}
}

// chest parts the half of a double chest whose other half is not there.
func (p place) chest(n native) {
	quarters, ok := map[string]int{"left": 1, "right": -1}[n.get("type")]
	if !ok {
		return
	}
	d, ok := turn(n.get("facing"), quarters)
	if !ok {
		return
	}
	key := p.at(d.dx, 0, d.dz)
	if key == "" {
		return
	}
	other := map[string]string{"left": "right", "right": "left"}[n.get("type")]
	if name, _, _ := strings.Cut(key, "["); name != n.name || value(key, "facing") != n.get("facing") || value(key, "type") != other {
		n.set("type", "single")
	}
}
