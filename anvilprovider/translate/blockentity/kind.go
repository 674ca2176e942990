package blockentity

import "strings"

// Kind says which codec a block entity goes through. It follows from the name of the Java block, never from the id in the
// compound, because the block is what Dragonfly decodes.
type Kind uint8

// The kinds that have a form of their own. Opaque is everything else: its compound travels as it is.
const (
	Opaque Kind = iota
	Sign
	HangingSign
	Chest
	TrappedChest
	EnderChest
	Barrel
	ShulkerBox
	Hopper
	Dispenser
	Furnace
	BrewingStand
	Campfire
	Jukebox
	Lectern
	Beacon
	Banner
	Bed
	Skull
	DecoratedPot
	NoteBlock
	EnchantingTable
	EndPortal
	EndPortalFrame
	CopperGolemStatue
	FlowerPot
)

var kindNames = [...]string{"opaque", "sign", "hanging sign", "chest", "trapped chest", "ender chest", "barrel", "shulker box",
	"hopper", "dispenser", "furnace", "brewing stand", "campfire", "jukebox", "lectern", "beacon", "banner", "bed", "skull",
	"decorated pot", "note block", "enchanting table", "end portal", "end portal frame", "copper golem statue", "flower pot"}

// String names the kind in English, for findings and tests.
func (k Kind) String() string { return kindNames[k] }

// exact are the block names that stand for one kind alone.
var exact = map[string]Kind{
	"chest": Chest, "trapped_chest": TrappedChest, "ender_chest": EnderChest, "barrel": Barrel, "hopper": Hopper,
	"dispenser": Dispenser, "dropper": Dispenser, "furnace": Furnace, "blast_furnace": Furnace, "smoker": Furnace,
	"brewing_stand": BrewingStand, "campfire": Campfire, "soul_campfire": Campfire, "jukebox": Jukebox, "lectern": Lectern,
	"beacon": Beacon, "decorated_pot": DecoratedPot, "note_block": NoteBlock, "enchanting_table": EnchantingTable,
	"end_portal": EndPortal, "end_portal_frame": EndPortalFrame, "shulker_box": ShulkerBox,
	"flower_pot": FlowerPot,
}

// suffixes are tried in order for the families of blocks.
var suffixes = []struct {
	suffix string
	kind   Kind
}{
	{"_hanging_sign", HangingSign}, {"_sign", Sign}, {"_shulker_box", ShulkerBox}, {"_banner", Banner}, {"_bed", Bed},
	{"copper_chest", TrappedChest}, {"copper_golem_statue", CopperGolemStatue}, {"_skull", Skull}, {"_head", Skull},
}

// KindOf answers the kind of the block in a state key. Blocks of other namespaces are Opaque.
func KindOf(stateKey string) Kind {
	name, _, _ := strings.Cut(stateKey, "[")
	return kindOf(strings.TrimPrefix(name, "minecraft:"))
}

func kindOf(name string) Kind {
	if k, ok := exact[name]; ok {
		return k
	}
	if strings.HasPrefix(name, "potted_") {
		return FlowerPot
	}
	for _, s := range suffixes {
		if !strings.HasSuffix(name, s.suffix) || strings.Contains(name, ":") {
			continue
		}
		switch s.kind {
		case Skull:
			if !skulls[skullHead(name)] {
				continue // Pistons have heads too.
			}
		case Bed:
			if _, ok := colourPrefix(name, "_bed"); !ok {
				continue
			}
		}
		return s.kind
	}
	return Opaque
}

// skulls are the heads that exist.
var skulls = map[string]bool{
	"skeleton_skull": true, "wither_skeleton_skull": true, "zombie_head": true, "player_head": true, "creeper_head": true, "dragon_head": true,
	"piglin_head": true,
}

// skullHead turns the name of a head on a wall into that of the head.
func skullHead(name string) string { return strings.Replace(name, "_wall_", "_", 1) }

// onWall reports whether a block is the wall variant of its family.
func onWall(name string) bool { return strings.Contains(name, "_wall_") }

// Hosted reports whether Dragonfly v0.11.4 implements blocks of this kind and decodes their block entity. The others keep
// the map that Load gives them unread.
func (k Kind) Hosted() bool {
	switch k {
	case Opaque, HangingSign, TrappedChest, Dispenser, FlowerPot:
		return false
	}
	return true
}
