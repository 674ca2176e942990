package anvil

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// Beds, banners, skulls, flower pots and note blocks keep in their block entity what is a state today. Source:
// DataFixerUpper's ChunkPalettedStorageFix.

// colours are the names of the sixteen colours in the order of their numbers.
var colours = [16]string{"white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray", "light_gray", "cyan", "purple",
	"blue", "brown", "green", "red", "black"}

const colourRed = 14

var (
	deriveBed = &deriver{
		code: func(w *view, _, _ int) uint32 { return uint32(w.number("color", colourRed) & 15) },
		apply: func(s *state, _ int, code uint32) {
			s.name = "minecraft:" + colours[code] + "_bed"
		},
	}

	// deriveBanner: the base is counted from black up.
	deriveBanner = &deriver{
		code: func(w *view, _, _ int) uint32 { return uint32(15 - w.number("Base", 0)&15) },
		apply: func(s *state, _ int, code uint32) {
			kind := "_banner"
			if s.name == "minecraft:white_wall_banner" {
				kind = "_wall_banner"
			}
			s.name = "minecraft:" + colours[code] + kind
		},
	}

	// deriveSkull: bits 0 to 2 the kind, 3 to 6 the rotation of one that stands.
	deriveSkull = &deriver{
		code: func(w *view, _, _ int) uint32 {
			kind := w.number("SkullType", 0)
			if kind < 0 || int(kind) >= len(skulls) {
				kind = 0
			}
			return uint32(kind) | uint32(w.number("Rot", 0)&15)<<3
		},
		apply: func(s *state, meta int, code uint32) {
			kind := skulls[code&7]
			if facing, ok := facing2(meta); ok {
				*s = state{name: "minecraft:" + kind[0] + "_wall_" + kind[1]}
				s.set("facing", facing.String())
				return
			}
			*s = state{name: "minecraft:" + kind[0] + "_" + kind[1]}
			s.set("rotation", rotationNames[code>>3])
		},
	}

	// derivePot: 0 for what the meta says (up to 1.6), else the plant plus 1.
	derivePot = &deriver{
		code: func(w *view, _, _ int) uint32 {
			raw, ok := w.entity()
			if !ok {
				return 0
			}
			item, ok := raw.Lookup("Item")
			if !ok {
				return 0
			}
			return potCode(item, w.number("Data", 0))
		},
		apply: func(s *state, _ int, code uint32) {
			if code > 0 {
				*s = state{name: "minecraft:" + pots[code-1]}
			}
		},
	}

	// deriveNote: bits 0 to 4 the note, 5 powered, 6 and up the instrument of the block below.
	deriveNote = &deriver{
		code: func(w *view, _, _ int) uint32 {
			note := uint32(min(max(w.number("note", 0), 0), 24))
			if w.number("powered", 0) != 0 {
				note |= 1 << 5
			}
			below, _ := w.at(0, -1, 0)
			return note | instrument(below)<<6
		},
		apply: func(s *state, _ int, code uint32) {
			s.set("note", noteNames[code&31])
			s.set("powered", boolValue(code>>5&1 == 1))
			s.set("instrument", instrumentNames[code>>6])
		},
	}
)

// number reads a number from the block entity of the cell.
func (w *view) number(name string, otherwise int64) int64 {
	raw, ok := w.entity()
	if !ok {
		return otherwise
	}
	v, ok := raw.Lookup(name)
	if !ok {
		return otherwise
	}
	if i, ok := v.Int(); ok {
		return i
	}
	return otherwise
}

// skulls are the kinds by their numbers, in the two parts of the names between which "wall" stands.
var skulls = [6][2]string{{"skeleton", "skull"}, {"wither_skeleton", "skull"}, {"zombie", "head"}, {"player", "head"}, {"creeper", "head"},
	{"dragon", "head"}}

var rotationNames = [16]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"}

var noteNames = [32]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20",
	"21", "22", "23", "24"}

// pots are the flower pots that 1.12 has, the empty one first.
var pots = [...]string{"flower_pot", "potted_oak_sapling", "potted_spruce_sapling", "potted_birch_sapling", "potted_jungle_sapling",
	"potted_acacia_sapling", "potted_dark_oak_sapling", "potted_fern", "potted_dandelion", "potted_poppy", "potted_blue_orchid",
	"potted_allium", "potted_azure_bluet", "potted_red_tulip", "potted_orange_tulip", "potted_white_tulip", "potted_pink_tulip",
	"potted_oxeye_daisy", "potted_cactus", "potted_brown_mushroom", "potted_red_mushroom", "potted_dead_bush"}

// potCode finds the pot for an item, which is a name or, up to 1.7, a number.
func potCode(item nbt.Raw, data int64) uint32 {
	name, ok := item.Str()
	if !ok {
		id, _ := item.Int()
		name = map[int64]string{6: "sapling", 31: "tallgrass", 37: "yellow_flower", 38: "red_flower", 81: "cactus", 39: "brown_mushroom",
			40: "red_mushroom", 32: "deadbush"}[id]
	}
	within := func(first, n uint32) uint32 { return first + uint32(min(max(data, 0), int64(n-1))) }
	switch namespaced(name) {
	case "minecraft:sapling":
		return within(2, 6)
	case "minecraft:tallgrass":
		if data == 2 {
			return 8
		}
	case "minecraft:yellow_flower":
		return 9
	case "minecraft:red_flower":
		return within(10, 9)
	case "minecraft:cactus":
		return 19
	case "minecraft:brown_mushroom":
		return 20
	case "minecraft:red_mushroom":
		return 21
	case "minecraft:deadbush":
		return 22
	}
	return 1
}

var instrumentNames = [10]string{"harp", "basedrum", "snare", "hat", "bass", "flute", "bell", "guitar", "chime", "xylophone"}

var (
	stoneIDs = ids(1, 4, 7, 14, 15, 16, 21, 23, 24, 43, 44, 45, 48, 49, 52, 56, 61, 62, 67, 70, 73, 74, 87, 98, 108, 109, 112, 113, 114, 116,
		120, 121, 129, 130, 139, 153, 155, 156, 158, 159, 168, 172, 173, 179, -182, 201, -206, 213, 215, 218, 235, -251)
	sandIDs       = ids(12, 13, 88, 252)
	glassToneIDs  = ids(20, 89, 95, 102, 138, 160, 169)
	woodIDs       = ids(5, 17, 25, 47, 53, 54, 58, 63, 64, 68, 72, 84, 85, 96, 99, 100, 107, 125, 126, 134, -136, 146, 151, 162, -164, 176, 177, 183, -197)
	instrumentIDs = [...]struct {
		code uint32
		ids  *idSet
	}{{1, &stoneIDs}, {2, &sandIDs}, {3, &glassToneIDs}, {4, &woodIDs}}
)

// instrument returns the code of the instrument that the block below gives. Source: BlockNote of 1.12: the material, and
// five blocks of their own.
func instrument(id int) uint32 {
	switch id {
	case 82: // clay
		return 5
	case 41: // gold block
		return 6
	case 35: // wool
		return 7
	case 174: // packed ice
		return 8
	case 216: // bone block
		return 9
	}
	for _, t := range instrumentIDs {
		if t.ids.has(id) {
			return t.code
		}
	}
	return 0
}
