package translate

import (
	"slices"
	"strings"
)

// Neighbours gives the state key of a place relative to a block. It returns "" for a place that is not known.
type Neighbours func(dx, dy, dz int) string

// Derive returns the state with the properties that Java derives from the blocks around, and that the host does not
// have: what fences and panes connect to, the shape of stairs, how redstone wire runs, which end of a vine it is. It is
// for cells that changed and for their neighbours; anywhere else the properties that are stored are as good.
//
// The key must be complete. A block that is in no table is left alone. A property whose neighbours are not known stays as it is. A result that the host would show
// as another block is not returned, so that what was saved is what is loaded: where the registry has a property, the
// host is right about it. The one exception are plants that consist of a head and a body, such as kelp, where Java would
// let the body grow.
//
// What is derived is what the game does when a block beside is placed, with two simplifications: fire burns against
// what is made of wood, wool or leaves, and note blocks know the materials of instrument.
func (t *Translator) Derive(key string, at Neighbours) string {
	n := readKey(key)
	p := place{t: t, at: at}
	if body := p.growing(n); body != "" {
		return body
	}
	rule := deriveRule(n.name)
	if _, known := t.blocks[n.name]; rule == nil || !known {
		return key
	}
	rule(p, n)
	derived := string(n.append(nil))
	if derived == key {
		return key
	}
	before, _ := t.look(key)
	if after, _ := t.look(derived); after != before {
		return key
	}
	return derived
}

// Derives reports whether Derive has a rule for the block of a state.
func (t *Translator) Derives(key string) bool {
	name := blockName(key)
	_, known := t.blocks[name]
	return known && (grows(name) || deriveRule(name) != nil)
}

// place is a block with what is around it.
type place struct {
	t  *Translator
	at Neighbours
}

// readKey splits a state key.
func readKey(key string) native {
	name, props, _ := strings.Cut(key, "[")
	n := native{name: name}
	for part := range strings.SplitSeq(strings.TrimSuffix(props, "]"), ",") {
		if k, v, ok := strings.Cut(part, "="); ok {
			n.props = append(n.props, property{k, v})
		}
	}
	return n
}

// direction is a horizontal direction.
type direction struct {
	name   string
	dx, dz int
}

// directions are the horizontal directions, clockwise as seen from above.
var directions = []direction{{"north", 0, -1}, {"east", 1, 0}, {"south", 0, 1}, {"west", -1, 0}}

// turn returns the direction a number of quarter turns clockwise from the one named, or false.
func turn(name string, quarters int) (direction, bool) {
	for i, d := range directions {
		if d.name == name {
			return directions[(i+quarters+4)%4], true
		}
	}
	return direction{}, false
}

// face returns the bit in table.Table.Sturdy of a direction.
func face(name string) uint8 {
	return map[string]uint8{"down": 1, "up": 2, "north": 4, "south": 8, "west": 16, "east": 32}[name]
}

// facing returns the bit of the face of a neighbour in a direction that looks back.
func facing(name string) uint8 {
	d, _ := turn(name, 2)
	return face(d.name)
}

// sturdy returns the faces of a state that others connect to. A block that is not known has all, as most do.
func (t *Translator) sturdy(key string) uint8 {
	name, props, _ := strings.Cut(key, "[")
	i, ok := t.blocks[name]
	if !ok {
		return 63
	}
	return t.table.Sturdy[t.table.Blocks[i].First+t.layout[i].offset(props)]
}

// Sturdy reports whether fences and the like connect to a state from every side. It is true of a block that is not known.
func (t *Translator) Sturdy(key string) bool { return t.sturdy(key) == 63 }

// rules by the end of a block's name, or by the whole of it.
var (
	deriveByEnd = []struct {
		end  string
		rule func(place, native)
	}{
		{"_fence", place.fence}, {"_pane", place.pane}, {"_bars", place.pane}, {"_stairs", place.stairs},
		{leavesEnd, place.leaves}, {"_door", place.door}, {"chest", place.chest}, {"campfire", place.campfire},
	}
	deriveByName = map[string]func(place, native){
		"minecraft:grass_block":   place.snowy,
		"minecraft:podzol":        place.snowy,
		"minecraft:mycelium":      place.snowy,
		"minecraft:redstone_wire": place.wire,
		"minecraft:fire":          place.fire,
		"minecraft:vine":          place.vine,
		"minecraft:chorus_plant":  place.chorus,
		"minecraft:tripwire":      place.tripwire,
		"minecraft:repeater":      place.repeater,
		"minecraft:note_block":    place.note,
		"minecraft:piston":        place.piston,
		"minecraft:sticky_piston": place.piston,
	}
)

// deriveRule returns the rule for a block, or nil.
func deriveRule(name string) func(place, native) {
	if rule, ok := deriveByName[name]; ok {
		return rule
	}
	for _, r := range deriveByEnd {
		if strings.HasSuffix(name, r.end) {
			return r.rule
		}
	}
	return nil
}

// blockName returns the name of a key's block.
func blockName(key string) string {
	name, _, _ := strings.Cut(key, "[")
	return name
}

// named says whether the block of a key has one of the names, all in minecraft's namespace.
func named(key string, names ...string) bool {
	name, ok := strings.CutPrefix(blockName(key), "minecraft:")
	return ok && slices.Contains(names, name)
}

// ends says whether the name of a key's block ends in one of the words.
func ends(key string, words ...string) bool {
	for _, w := range words {
		if strings.HasSuffix(blockName(key), w) {
			return true
		}
	}
	return false
}

// value returns a property of a key, or "".
func value(key, property string) string { return readKey(key).get(property) }

// truth writes a boolean.
func truth(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
