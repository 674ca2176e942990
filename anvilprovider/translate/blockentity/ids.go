package blockentity

import "strings"

// bedless is the DataVersion of 26.2, which did away with the block entity of beds.
const bedless = 4903

// javaID answers the name of a block's block entity in a version, and whether Java stores one at all.
func javaID(k Kind, s state, version int32) (id string, stored bool) {
	switch k {
	case Opaque, EndPortalFrame, NoteBlock, FlowerPot:
		return "", false
	case Bed:
		id, stored = "minecraft:bed", version < bedless
	case Sign:
		id = "minecraft:sign"
	case HangingSign:
		id = "minecraft:hanging_sign"
	case ShulkerBox:
		id = "minecraft:shulker_box"
	case Banner:
		id = "minecraft:banner"
	case Skull:
		id = "minecraft:skull"
	case CopperGolemStatue:
		id = "minecraft:copper_golem_statue"
	case Campfire:
		id = "minecraft:campfire"
	case TrappedChest:
		id = "minecraft:trapped_chest"
		if strings.HasSuffix(s.name, "copper_chest") {
			id = "minecraft:chest"
		}
	default:
		id = "minecraft:" + s.name
	}
	return id, stored || k != Bed
}

// Hosts reports whether the block of a state key is the one to which a Java block entity of this name belongs. A compound
// whose block is gone goes with it.
func Hosts(stateKey, id string) bool {
	s := parseState(stateKey)
	k := kindOf(s.name)
	if k == Opaque {
		return opaqueHosts(s.name, id)
	}
	want, stored := javaID(k, s, 0) // In some version.
	return stored && want == id
}

// opaqueFamilies are blocks whose names are not that of their block entity: a part of the block's name, and the id.
var opaqueFamilies = []struct{ block, id string }{{"spawner", "mob_spawner"}, {"command_block", "command_block"},
	{"bee_nest", "beehive"}, {"beehive", "beehive"}, {"suspicious_", "brushable_block"}, {"moving_piston", "piston"},
	{"shelf", "shelf"}, {"piston", "piston"}}

// opaqueHosts is Hosts for blocks that Dragonfly does not implement. Names that are not in the tables are given the benefit of
// the doubt when they are equal or of another namespace, where nothing is known.
func opaqueHosts(block, id string) bool {
	short := strings.TrimPrefix(id, "minecraft:")
	if block == short || strings.Contains(block, ":") {
		return true
	}
	for _, f := range opaqueFamilies {
		if f.id == short && strings.Contains(block, f.block) {
			return true
		}
	}
	return short == "DUMMY"
}
