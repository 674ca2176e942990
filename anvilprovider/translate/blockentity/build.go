package blockentity

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// build makes Dragonfly's map of one block entity. A nil compound stands for an empty one, so what comes from the state and
// what comes from the compound meet in one place. The maps have the form that the blocks' EncodeNBT has.
func build(k Kind, s state, java nbt.Compound, p Place) map[string]any {
	c := codec{kind: k, state: s, place: p}
	switch k {
	case Sign, HangingSign:
		return c.sign(java)
	case Chest, TrappedChest:
		m := c.container(java, "Chest")
		c.pair(m)
		return m
	case Barrel:
		return c.container(java, "Barrel")
	case Dispenser:
		return c.container(java, map[string]string{"dispenser": "Dispenser", "dropper": "Dropper"}[s.name])
	case Hopper:
		return c.hopper(java)
	case ShulkerBox:
		m := c.container(java, "ShulkerBox")
		m["facing"] = shulkerFacing(s)
		return m
	case Furnace:
		return c.furnace(java)
	case BrewingStand:
		return c.brewingStand(java)
	case Campfire:
		return c.campfire(java)
	case Jukebox:
		return c.jukebox(java)
	case Lectern:
		return c.lectern(java)
	case Beacon:
		return c.beacon(java)
	case Banner:
		return c.banner(java)
	case Bed:
		return c.bed()
	case Skull:
		return c.skull()
	case DecoratedPot:
		return c.pot(java)
	case NoteBlock:
		return c.note()
	case CopperGolemStatue:
		return map[string]any{"id": "CopperGolemStatue", "Pose": golemPose(s)}
	case FlowerPot:
		return c.flowerPot()
	case EnderChest:
		return map[string]any{"id": "EnderChest"}
	case EnchantingTable:
		return map[string]any{"id": "EnchantTable"}
	case EndPortal, EndPortalFrame:
		return map[string]any{"id": "EndPortal"}
	}
	return nil
}

// codec carries what the single translations have in common.
type codec struct {
	kind  Kind
	state state
	place Place
}
