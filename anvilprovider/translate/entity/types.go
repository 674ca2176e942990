package entity

import "strings"

// kind is one of the entities that both sides have.
type kind struct {
	// dragonfly is the identifier under which Dragonfly registers it.
	dragonfly string
	// names are the Java names of 1.13, 1.11 and 1.8. Names that stayed are repeated.
	names [3]string
	// foreign is true for a type that Java does not have.
	foreign bool
	load    func(loader, map[string]any) bool
	save    func(*saver)
}

// DataVersions at which names changed.
const (
	namespaced = 800  // 16w32a
	renamed    = 1510 // 1.13-pre4: end_crystal, experience_orb, experience_bottle, firework_rocket
	potions    = 4304 // 25w03a: splash_potion and lingering_potion instead of potion
)

// kinds are all of them. The two potions come first for their own names, and share the old one.
var kinds = []kind{
	{"minecraft:item", [3]string{"item", "item", "Item"}, false, loader.item, (*saver).item},
	{"minecraft:xp_orb", [3]string{"experience_orb", "xp_orb", "XPOrb"}, false, loader.orb, (*saver).orb},
	{"minecraft:arrow", [3]string{"arrow", "arrow", "Arrow"}, false, loader.arrow, (*saver).arrow},
	{"minecraft:falling_block", [3]string{"falling_block", "falling_block", "FallingSand"}, false, loader.fallingBlock, (*saver).fallingBlock},
	{"minecraft:tnt", [3]string{"tnt", "tnt", "PrimedTnt"}, false, loader.tnt, (*saver).tnt},
	{"minecraft:ender_crystal", [3]string{"end_crystal", "ender_crystal", "EnderCrystal"}, false, loader.crystal, (*saver).crystal},
	{"minecraft:snowball", [3]string{"snowball", "snowball", "Snowball"}, false, loader.plain, (*saver).plain},
	{"minecraft:egg", [3]string{"egg", "egg", "ThrownEgg"}, false, loader.plain, (*saver).plain},
	{"minecraft:ender_pearl", [3]string{"ender_pearl", "ender_pearl", "ThrownEnderpearl"}, false, loader.plain, (*saver).plain},
	{"minecraft:xp_bottle", [3]string{"experience_bottle", "xp_bottle", "ThrownExpBottle"}, false, loader.plain, (*saver).plain},
	{"minecraft:splash_potion", [3]string{"splash_potion", "potion", "ThrownPotion"}, false, loader.potion, (*saver).potion},
	{"minecraft:lingering_potion", [3]string{"lingering_potion", "potion", "ThrownPotion"}, false, loader.potion, (*saver).potion},
	{"minecraft:fireworks_rocket", [3]string{"firework_rocket", "fireworks_rocket", "FireworksRocketEntity"}, false, loader.rocket, (*saver).rocket},
	{"minecraft:area_effect_cloud", [3]string{"area_effect_cloud", "area_effect_cloud", "AreaEffectCloud"}, false, loader.cloud, (*saver).cloud},
	{"dragonfly:text", [3]string{"text_display", "", ""}, false, loader.text, (*saver).text},
}

// byName finds the kinds by their Java names of all versions.
var byName = func() map[string]kind {
	m := make(map[string]kind, 3*len(kinds))
	for _, k := range kinds {
		for _, name := range k.names {
			if _, taken := m[name]; name != "" && !taken {
				m[name] = k
			}
		}
	}
	return m
}()

// named finds the kind of a Java name of any version.
func named(id string) (kind, bool) {
	k, ok := byName[strings.TrimPrefix(id, "minecraft:")]
	return k, ok
}

// Translated reports whether a Java name, of any version, is that of a type that Load or LoadFrame may translate, whatever else is in the compound. It is how a
// caller knows which compounds to read at all.
func Translated(id string) bool {
	_, ok := named(id)
	return ok || IsFrame(id)
}

// hostKind finds the kind of one of Dragonfly's identifiers.
func hostKind(identifier string) (kind, bool) {
	for _, k := range kinds {
		if k.dragonfly == identifier {
			return k, true
		}
	}
	return kind{}, false
}

// bodiless reports whether nothing pulls or hurts an entity of the kind anyway.
func (k kind) bodiless() bool {
	return k.dragonfly == "minecraft:area_effect_cloud" || k.dragonfly == "dragonfly:text"
}

// javaName answers the name that a version writes.
func (k kind) javaName(version int32) string {
	switch {
	case k.foreign:
		return k.dragonfly
	case version < namespaced:
		return k.names[2]
	case version < renamed:
		return "minecraft:" + k.names[1]
	case k.names[1] == "potion" && version < potions:
		return "minecraft:potion"
	}
	return "minecraft:" + k.names[0]
}
