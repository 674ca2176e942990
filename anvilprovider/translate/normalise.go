package translate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/table"
)

// replace fills inverse.instead: for each runtime ID that is the image of no Java state, the one that is and means the
// same to Java.
func (t *Translator) replace(reg *registered) {
	inv := &t.inverse
	inv.instead = make([]uint32, t.br.BlockCount())
	inv.near = map[uint32]bool{}
	var props []property
	for rid := range uint32(len(inv.instead)) {
		inv.instead[rid] = rid
		if inv.offsets[rid] != inv.offsets[rid+1] {
			continue
		}
		inv.instead[rid] = none
		n, ok := nativeOf(t.br, rid, props[:0])
		if !ok || rid == t.placeholder {
			continue
		}
		props = n.props
		n, near := normalise(n)
		other, ok := reg.rid(n)
		if !ok || inv.offsets[other] == inv.offsets[other+1] {
			if other = t.nearest(reg, n); other == none {
				continue
			}
			near = true
		}
		inv.instead[rid] = other
		if near {
			inv.near[rid] = true
		}
	}
}

// nearest returns the image of the same name that shares most properties with a state, or none. It is for what no rule
// knows: a host that is newer than the table.
func (t *Translator) nearest(reg *registered, n native) uint32 {
	if _, ok := slices.BinarySearchFunc(t.table.Shapes, n.name, func(s table.Shape, name string) int {
		return strings.Compare(s.Name, name)
	}); !ok {
		return none // so that no index is made where there is nothing to find
	}
	best, most := none, -1
	var props []property
	for _, rid := range reg.images(t)[n.name] {
		image, _ := nativeOf(t.br, rid, props[:0])
		props = image.props
		shared := 0
		for _, p := range image.props {
			if n.get(p.name) == p.value {
				shared++
			}
		}
		if shared > most {
			best, most = rid, shared
		}
	}
	return best
}

// images returns the runtime IDs that are images, by name, in order.
func (r *registered) images(t *Translator) map[string][]uint32 {
	if r.byName == nil {
		r.byName = map[string][]uint32{}
		for rid := range uint32(r.br.BlockCount()) {
			if name, _, ok := r.br.RuntimeIDToState(rid); ok && t.inverse.offsets[rid] != t.inverse.offsets[rid+1] {
				r.byName[name] = append(r.byName[name], rid)
			}
		}
	}
	return r.byName
}

// normalise changes a Bedrock state that no Java state has as its image into one that may be. Every rule is for states
// that Bedrock tells apart and Java does not, or that Bedrock has and never makes. near is true where the result is
// another block that merely looks alike.
func normalise(n native) (_ native, near bool) {
	n, near = rename(n)
	for _, p := range n.props {
		if value, ok := constants[p.name]; ok && (value.names == "" || value.names == n.name) {
			n.set(p.name, value.value)
		}
	}
	switch {
	case strings.HasSuffix(n.name, "_pressure_plate"):
		if n.get("redstone_signal") != "0" {
			n.set("redstone_signal", "15")
		}
	case n.name == "minecraft:powered_comparator":
		n.set("output_lit_bit", "1") // the name says whether it is lit
	case n.name == "minecraft:melon_stem", n.name == "minecraft:pumpkin_stem":
		stem(n)
	case n.name == "minecraft:hopper":
		if n.get("facing_direction") == "1" {
			n.set("facing_direction", "0")
		}
	case strings.HasSuffix(n.name, "_hanging_sign"):
		hangingSign(n)
	case n.name == "minecraft:cauldron":
		cauldron(n)
	case n.name == "minecraft:jigsaw":
		n.set("rotation", "0") // only jigsaws that face up or down turn
	case n.name == "minecraft:big_dripleaf":
		n.set("big_dripleaf_tilt", "none") // only the leaf tilts, not its stem
	case strings.HasSuffix(n.name, "mushroom_block"), n.name == "minecraft:mushroom_stem":
		n = mushroom(n)
	case n.name == "minecraft:structure_block":
		n.set("structure_block_type", "save")
	default:
		growth(n)
		sideways(n)
	}
	return n, near
}

// constant is the value that a property has in every image; names limits it to one block.
type constant struct{ names, value string }

var constants = map[string]constant{
	"update_bit":          {"", "0"},
	"minecraft:corner":    {"", "none"},
	"covered_bit":         {"minecraft:snow_layer", "0"},
	"deprecated":          {"", "0"},
	"infiniburn_bit":      {"", "0"},
	"suspended_bit":       {"minecraft:trip_wire", "1"},
	"coral_fan_direction": {"", "0"},
	"output_lit_bit":      {"minecraft:unpowered_comparator", "0"},
	"growing_plant_age":   {"minecraft:cave_vines_body_with_berries", "0"},
	"age_bit":             {"minecraft:bamboo_sapling", "0"},
	"age":                 {"minecraft:soul_fire", "0"},
	"portal_axis":         {"", "x"},
}

// rename gives the name that a block has in the images. Liquids go by depth: standing water has depth 0, any other flows.
func rename(n native) (native, bool) {
	if newer, ok := substitutes[n.name]; ok {
		n.name = newer
		return n, false
	}
	if newer, ok := lookalikes[n.name]; ok {
		n.name = newer
		return n, true
	}
	switch n.name {
	case "minecraft:water", "minecraft:lava":
		n.name = "minecraft:flowing_" + strings.TrimPrefix(n.name, "minecraft:")
	case "minecraft:flowing_water", "minecraft:flowing_lava":
		n.name = "minecraft:" + strings.TrimPrefix(n.name, "minecraft:flowing_")
	case "minecraft:stonecutter":
		return native{"minecraft:stonecutter_block", []property{{"minecraft:cardinal_direction", "north"}}}, false
	case "minecraft:invisible_bedrock":
		return native{name: "minecraft:barrier"}, false
	}
	if glass, ok := strings.CutPrefix(n.name, "minecraft:hard_"); ok {
		n.name = "minecraft:" + glass
		return n, true
	}
	if strings.HasSuffix(n.name, "_slab") && strings.Contains(n.name, "double_") {
		n.set("minecraft:vertical_half", "bottom")
	}
	return n, false
}

// substitutes are blocks that Java has under one name only.
var substitutes = map[string]string{
	"minecraft:underwater_tnt":            "minecraft:tnt",
	"minecraft:deprecated_anvil":          "minecraft:damaged_anvil",
	"minecraft:deprecated_purpur_block_1": "minecraft:purpur_block",
	"minecraft:deprecated_purpur_block_2": "minecraft:purpur_block",
}

// lookalikes are blocks that Java does not have, with the block that comes nearest.
var lookalikes = map[string]string{
	"minecraft:underwater_torch":     "minecraft:torch",
	"minecraft:colored_torch_blue":   "minecraft:torch",
	"minecraft:colored_torch_green":  "minecraft:torch",
	"minecraft:colored_torch_purple": "minecraft:torch",
	"minecraft:colored_torch_red":    "minecraft:torch",
	"minecraft:glowingobsidian":      "minecraft:crying_obsidian",
}

// steps are the values of growth that are images, for plants that Java gives fewer stages. A value between two becomes
// the lower one.
var steps = map[string][]int{
	"minecraft:beetroot":         {0, 3, 4, 7},
	"minecraft:pitcher_crop":     {0, 1, 3, 5, 7},
	"minecraft:torchflower_crop": {0, 4},
	"minecraft:sweet_berry_bush": {0, 1, 2, 3},
	"minecraft:leaf_litter":      {0, 1, 2, 3},
	"minecraft:pink_petals":      {0, 1, 2, 3},
	"minecraft:wildflowers":      {0, 1, 2, 3},
}

func growth(n native) {
	stages, ok := steps[n.name]
	if !ok {
		return
	}
	g, _ := strconv.Atoi(n.get("growth"))
	i, found := slices.BinarySearch(stages, g)
	if !found {
		i--
	}
	n.set("growth", strconv.Itoa(stages[i]))
}

// sideways corrects directions that a block cannot have in Java.
func sideways(n native) {
	for _, p := range n.props {
		switch p.name {
		case "facing_direction":
			if p.value == "0" || p.value == "1" {
				n.set(p.name, "2")
			}
		case "torch_facing_direction":
			if p.value == "unknown" {
				n.set(p.name, "top")
			}
		case "pillar_axis": // Java turns logs, hay and bones, but not quartz and purpur
			if n.name != "minecraft:hay_block" && n.name != "minecraft:bone_block" {
				n.set(p.name, "y")
			}
		case "minecraft:cardinal_direction":
			if n.name == "minecraft:pumpkin" {
				n.set(p.name, "north")
			}
		case "hanging":
			n.set(p.name, "0")
		case "attachment":
			if p.value == "multiple" {
				n.set(p.name, "side")
			}
		}
	}
}

// stem turns a stem: one that faces sideways is attached, and full grown.
func stem(n native) {
	if n.get("facing_direction") < "2" {
		n.set("facing_direction", "0")
		return
	}
	n.set("growth", "7")
}

// cauldron rounds a level up to one of Java's three. Lava fills a cauldron or is not there.
func cauldron(n native) {
	level, _ := strconv.Atoi(n.get("fill_level"))
	switch {
	case level == 0:
		n.set("cauldron_liquid", "water")
	case n.get("cauldron_liquid") == "lava":
		n.set("fill_level", "6")
	default:
		n.set("fill_level", strconv.Itoa((level+1)/2*2))
	}
}

// hangingSign brings the two directions of a hanging sign into agreement. One on a wall faces one of four directions; one
// that hangs is turned by sixteenths, and its facing follows.
func hangingSign(n native) {
	if n.get("hanging") == "0" {
		facing := n.get("facing_direction")
		if facing < "2" {
			facing = "2"
		}
		n.set("attached_bit", "1")
		n.set("facing_direction", facing)
		n.set("ground_sign_direction", map[string]string{"2": "8", "3": "0", "4": "4", "5": "12"}[facing])
		return
	}
	facing, ok := map[string]string{"0": "3", "4": "4", "12": "5"}[n.get("ground_sign_direction")]
	if !ok {
		facing = "2"
	}
	n.set("facing_direction", facing)
}

// mushroom changes the combinations of faces that no Java state has. 10 is a stem, 14 a cap on all sides, 15 a stem on
// all sides.
func mushroom(n native) native {
	bits := n.get("huge_mushroom_bits")
	switch {
	case bits == "10" || bits == "15":
		n.name = "minecraft:mushroom_stem"
	case n.name == "minecraft:mushroom_stem":
		n.set("huge_mushroom_bits", "15")
	default:
		n.set("huge_mushroom_bits", "14")
	}
	return n
}
