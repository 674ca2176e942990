package translate

import (
	"slices"
	"strings"
)

// The blocks that connect to what is beside them. The game keeps one property per direction.

// fence connects to fences of its kind, to gates across, and to sturdy faces.
func (p place) fence(n native) {
	for _, d := range directions {
		if key := p.at(d.dx, 0, d.dz); key != "" {
			n.set(d.name, truth(p.fenceTo(n.name, key, d)))
		}
	}
}

func (p place) fenceTo(name, key string, d direction) bool {
	switch {
	case ends(key, "_fence"):
		return (name == netherFence) == named(key, "nether_brick_fence")
	case ends(key, "_fence_gate"):
		return across(key, d)
	}
	return p.solid(key, d)
}

// netherFence is the one fence that is not wood, and connects to its like alone.
const netherFence = "minecraft:nether_brick_fence"

// across says whether a fence gate is open to the sides that a direction comes from: it faces neither along it nor back.
func across(gate string, d direction) bool {
	f := value(gate, "facing")
	north := f == "north" || f == "south"
	return north != (d.dx == 0)
}

// pane connects glass panes and bars to each other, to walls, and to sturdy faces.
func (p place) pane(n native) {
	for _, d := range directions {
		if key := p.at(d.dx, 0, d.dz); key != "" {
			n.set(d.name, truth(ends(key, "_pane", "_bars", "_wall") || p.solid(key, d)))
		}
	}
}

// solid says whether a neighbour in a direction offers a sturdy face. Some full blocks refuse, as the game has it.
func (p place) solid(key string, d direction) bool {
	if ends(key, "_leaves", "shulker_box") || named(key, "barrier", "carved_pumpkin", "jack_o_lantern", "melon", "pumpkin") {
		return false
	}
	return p.t.sturdy(key)&facing(d.name) != 0
}

// chorus connects a chorus plant to its like, to flowers, and down to end stone.
func (p place) chorus(n native) {
	joins := func(key string) bool { return named(key, "chorus_plant", "chorus_flower") }
	for _, d := range directions {
		if key := p.at(d.dx, 0, d.dz); key != "" {
			n.set(d.name, truth(joins(key)))
		}
	}
	if key := p.at(0, 1, 0); key != "" {
		n.set("up", truth(joins(key)))
	}
	if key := p.at(0, -1, 0); key != "" {
		n.set("down", truth(joins(key) || named(key, "end_stone")))
	}
}

// tripwire connects to tripwire, and to hooks that face it.
func (p place) tripwire(n native) {
	for _, d := range directions {
		if key := p.at(d.dx, 0, d.dz); key != "" {
			back, _ := turn(d.name, 2)
			n.set(d.name, truth(named(key, "tripwire") || named(key, "tripwire_hook") && value(key, "facing") == back.name))
		}
	}
}

// stairs takes the shape of a corner from the stairs before and behind, if they have the same half and another axis.
func (p place) stairs(n native) {
	front, ok := turn(n.get("facing"), 0)
	if !ok {
		return
	}
	known, at := true, p.at
	p.at = func(dx, dy, dz int) string {
		key := at(dx, dy, dz)
		known = known && key != ""
		return key
	}
	if shape := p.shape(n, front); known {
		n.set("shape", shape)
	}
}

func (p place) shape(n native, front direction) string {
	for _, side := range []struct {
		kind string
		sign int // 1 before, -1 behind
	}{{"outer_", 1}, {"inner_", -1}} {
		key := p.at(side.sign*front.dx, 0, side.sign*front.dz)
		if !ends(key, "_stairs") || value(key, "half") != n.get("half") {
			continue
		}
		other, ok := turn(value(key, "facing"), 0)
		if !ok || (other.dx == 0) == (front.dx == 0) {
			continue
		}
		// The stairs that would go on straight keep this one straight.
		if !p.differs(n, -side.sign*other.dx, -side.sign*other.dz) {
			continue
		}
		if left, _ := turn(front.name, -1); other == left {
			return side.kind + "left"
		}
		return side.kind + "right"
	}
	return "straight"
}

// differs says whether the block beside is not stairs of the same facing and half.
func (p place) differs(n native, dx, dz int) bool {
	key := p.at(dx, 0, dz)
	return !ends(key, "_stairs") || value(key, "facing") != n.get("facing") || value(key, "half") != n.get("half")
}

// fire burns at the faces of what can burn, unless it stands on something.
func (p place) fire(n native) {
	below := p.at(0, -1, 0)
	if below == "" {
		return
	}
	stands := burns(below) || p.t.sturdy(below)&face("up") != 0
	for _, d := range directions {
		if key := p.at(d.dx, 0, d.dz); key != "" {
			n.set(d.name, truth(!stands && burns(key)))
		}
	}
	if key := p.at(0, 1, 0); key != "" {
		n.set("up", truth(!stands && burns(key)))
	}
}

// burns says whether fire spreads to a block: wood but that of the Nether, wool, leaves, and some plants.
func burns(key string) bool {
	if strings.Contains(key, "crimson") || strings.Contains(key, "warped") {
		return false
	}
	return ends(key, "_planks", "_log", "_wood", "_leaves", "_wool", "_carpet", "_fence", "_fence_gate") && !named(key, "nether_brick_fence") ||
		named(key, "bookshelf", "tnt", "hay_block", "coal_block", "target", "vine", "short_grass", "fern", "dead_bush", "tall_grass",
			"large_fern", "dried_kelp_block", "scaffolding", "bamboo", "bee_nest", "beehive", "lectern", "composter", "azalea",
			"flowering_azalea", "cave_vines", "cave_vines_plant", "sweet_berry_bush", "hanging_roots", "glow_lichen")
}

// vine holds on to what is above if it holds on to nothing else, and lets go of what cannot hold it. Where it holds on to
// a side too, both are possible.
func (p place) vine(n native) {
	key := p.at(0, 1, 0)
	if key == "" {
		return
	}
	switch sides := slices.ContainsFunc(directions, func(d direction) bool { return n.get(d.name) == "true" }); {
	case !sides:
		n.set("up", "true")
	case !ends(key, "_leaves") && p.t.sturdy(key)&face("down") == 0:
		n.set("up", "false")
	}
}
