package blockentity

import "strings"

// namespaced is the DataVersion from which on block entities have names like items, 16w32a.
const namespaced = 800

// bedless is the DataVersion of 26.2, which did away with the block entity of beds.
const bedless = 4903

// oldIDs are the names of block entities up to 1.10, by those of 1.11.
var oldIDs = map[string]string{"minecraft:chest": "Chest", "minecraft:trapped_chest": "Chest", "minecraft:sign": "Sign",
	"minecraft:furnace": "Furnace", "minecraft:ender_chest": "EnderChest", "minecraft:jukebox": "RecordPlayer",
	"minecraft:dispenser": "Trap", "minecraft:dropper": "Dropper", "minecraft:mob_spawner": "MobSpawner",
	"minecraft:noteblock": "Music", "minecraft:piston": "Piston", "minecraft:brewing_stand": "Cauldron",
	"minecraft:enchanting_table": "EnchantTable", "minecraft:end_portal": "Airportal", "minecraft:beacon": "Beacon",
	"minecraft:skull": "Skull", "minecraft:daylight_detector": "DLDetector", "minecraft:hopper": "Hopper",
	"minecraft:comparator": "Comparator", "minecraft:flower_pot": "FlowerPot", "minecraft:banner": "Banner",
	"minecraft:structure_block": "Structure", "minecraft:end_gateway": "EndGateway", "minecraft:command_block": "Control"}

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
	if old, ok := oldIDs[id]; ok && version < namespaced {
		id = old
	}
	return id, stored || k != Bed
}

// Hosts reports whether the block of a state key is the one to which a Java block entity of this name belongs. A compound
// whose block is gone goes with it.
func Hosts(stateKey, id string) bool {
	s := parseState(stateKey)
	k := kindOf(s.name)
	if k == Opaque {
		return opaqueHosts(s.name, modernID(id))
	}
	want, stored := javaID(k, s, namespaced)
	switch modern := modernID(id); {
	case k == TrappedChest && modern == "minecraft:chest":
		return true // So they were called up to 1.12.
	case k == NoteBlock:
		return modern == "minecraft:noteblock"
	case k == FlowerPot:
		return modern == "minecraft:flower_pot"
	default:
		return stored && want == modern
	}
}

// modernID turns the name of up to 1.10 into that of 1.11.
func modernID(id string) string {
	for modern, old := range oldIDs {
		if old == id && modern != "minecraft:trapped_chest" {
			return modern
		}
	}
	return id
}

// opaqueFamilies are blocks whose names are not that of their block entity: a part of the block's name, and the id.
var opaqueFamilies = []struct{ block, id string }{{"spawner", "mob_spawner"}, {"command_block", "command_block"},
	{"bee_nest", "beehive"}, {"beehive", "beehive"}, {"suspicious_", "brushable_block"}, {"moving_piston", "piston"},
	{"flower_pot", "flower_pot"}, {"shelf", "shelf"}, {"piston", "piston"}}

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
