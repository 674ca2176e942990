package anvil

import (
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/olditem"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// itemTable has the items of before 1.13, as a Decoder collects them when it first meets an item.
type itemTable struct {
	names map[int64]string            // 1.12's name by number
	flat  map[string]map[int64]string // 1.13's name by 1.12's name and damage
}

// items returns the table.
func (d *Decoder) items() *itemTable {
	if d.itemTable == nil {
		d.itemTable = newItemTable()
	}
	return d.itemTable
}

func newItemTable() *itemTable {
	t := &itemTable{names: map[int64]string{}, flat: map[string]map[int64]string{}}
	for item := range olditem.All() {
		t.names[item.Number] = item.Name
		kinds := map[int64]string{}
		for _, k := range item.Kinds {
			kinds[int64(k.Damage)] = k.Name
		}
		t.flat[item.Name] = kinds // an item has a higher number than the block of the same name
	}
	return t
}

// itemName gives an item with a number its name. Source: V102 (ItemIdFix).
func itemName(item nbt.Compound, items *itemTable) nbt.Compound {
	if id, ok := item.Int("id"); ok {
		name := items.names[id]
		if name == "" {
			name = "kestrel:item_" + strconv.FormatInt(id, 10)
		}
		item["id"] = name
	}
	return item
}

// itemFlatten gives an item the name of its kind. Damage that tells wear moves into the tag. Sources: V1451
// (ItemStackTheFlatteningFix, ItemStackMapIdFix), V1456 for banners, V1470 for spawn eggs.
func itemFlatten(item nbt.Compound, items *itemTable) nbt.Compound {
	id, ok := item.Str("id")
	if !ok {
		return item
	}
	id = namespaced(id)
	damage, _ := item.Int("Damage")
	delete(item, "Damage")
	kinds := items.flat[id]
	name, ok := kinds[damage]
	if !ok {
		if name, ok = kinds[0]; !ok {
			name = id
		}
	}
	switch {
	case id == "minecraft:filled_map":
		tagOf(item)["map"] = int32(damage)
	case id == "minecraft:spawn_egg":
		name = spawnEgg(item, damage)
	case id == "minecraft:potion" && damage != 0:
		name = oldPotion(item, damage)
	case id == "minecraft:banner":
		if tag, ok := item.Compound("tag"); ok {
			if be, ok := tag.Compound("BlockEntityTag"); ok {
				delete(be, "Base")
				turnPatterns(be)
			}
		}
	case len(kinds) <= 1 && damage > 0 && wears(name):
		tagOf(item)["Damage"] = int32(damage)
	}
	item["id"] = name
	flattenTag(item)
	return item
}

// flattenTag names the enchantments of a tag. Source: V1451 and V1488.
func flattenTag(item nbt.Compound) {
	tag, ok := item.Compound("tag")
	if !ok {
		return
	}
	for from, to := range map[string]string{"ench": "Enchantments", "StoredEnchantments": "StoredEnchantments"} {
		list, ok := tag.List(from)
		if !ok {
			continue
		}
		delete(tag, from)
		for _, v := range list.Items {
			e, ok := v.(nbt.Compound)
			if !ok {
				continue
			}
			if n, ok := e.Int("id"); ok {
				e["id"] = "minecraft:" + enchantmentName(n)
			}
		}
		tag[to] = list
	}
}

var enchantmentNames = map[int64]string{0: "protection", 1: "fire_protection", 2: "feather_falling", 3: "blast_protection",
	4: "projectile_protection", 5: "respiration", 6: "aqua_affinity", 7: "thorns", 8: "depth_strider", 9: "frost_walker", 10: "binding_curse",
	16: "sharpness", 17: "smite", 18: "bane_of_arthropods", 19: "knockback", 20: "fire_aspect", 21: "looting", 22: "sweeping",
	32: "efficiency", 33: "silk_touch", 34: "unbreaking", 35: "fortune", 48: "power", 49: "punch", 50: "flame", 51: "infinity",
	61: "luck_of_the_sea", 62: "lure", 70: "mending", 71: "vanishing_curse"}

func enchantmentName(id int64) string {
	if n := enchantmentNames[id]; n != "" {
		return n
	}
	return "unknown_" + strconv.FormatInt(id, 10)
}

// wearing are the ends of names of items that wear out.
var wearing = []string{"_sword", "_pickaxe", "_axe", "_shovel", "_hoe", "_helmet", "_chestplate", "_leggings", "_boots", ":bow", ":shears",
	":fishing_rod", ":flint_and_steel", ":carrot_on_a_stick", ":elytra", ":shield"}

func wears(name string) bool {
	for _, end := range wearing {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// eggIDs are the numbers of entities that spawn eggs had up to 1.8. Source: ItemSpawnEggFix (V105).
var eggIDs = map[int64]string{50: "creeper", 51: "skeleton", 52: "spider", 54: "zombie", 55: "slime", 56: "ghast", 57: "zombie_pigman",
	58: "enderman", 59: "cave_spider", 60: "silverfish", 61: "blaze", 62: "magma_cube", 65: "bat", 66: "witch", 67: "endermite",
	68: "guardian", 90: "pig", 91: "sheep", 92: "cow", 93: "chicken", 94: "squid", 95: "wolf", 96: "mooshroom", 98: "ocelot",
	100: "horse", 101: "rabbit", 120: "villager"}

// spawnEgg returns the name of a spawn egg's item.
func spawnEgg(item nbt.Compound, damage int64) string {
	if n := eggIDs[damage]; n != "" {
		return "minecraft:" + n + "_spawn_egg"
	}
	tag, ok := item.Compound("tag")
	if !ok {
		return "minecraft:pig_spawn_egg"
	}
	entity, _ := tag.Compound("EntityTag")
	id, ok := entity.Str("id")
	if !ok {
		return "minecraft:pig_spawn_egg"
	}
	if len(entity) == 1 {
		delete(tag, "EntityTag")
		if len(tag) == 0 {
			delete(item, "tag")
		}
	}
	return modernEntityID(id) + "_spawn_egg"
}

// potionNames are the effects of potions up to 1.8, by the lowest four bits of the damage. Source: ItemPotionFix (V102).
var potionNames = map[int64]string{1: "regeneration", 2: "swiftness", 3: "fire_resistance", 4: "poison", 5: "healing", 6: "night_vision",
	8: "weakness", 9: "strength", 10: "slowness", 11: "leaping", 12: "harming", 13: "water_breathing", 14: "invisibility"}

// oldPotion reads the bits of a potion of up to 1.8: 0x20 stronger, 0x40 longer, 0x4000 to throw.
func oldPotion(item nbt.Compound, damage int64) string {
	tag := tagOf(item)
	if _, ok := tag.Str("Potion"); !ok {
		name := potionNames[damage&15]
		switch {
		case name == "" && damage&15 == 0 && damage&0x10 != 0:
			name = "awkward"
		case name == "":
			name = "water"
		case damage&0x20 != 0:
			name = "strong_" + name
		case damage&0x40 != 0:
			name = "long_" + name
		}
		tag["Potion"] = "minecraft:" + name
	}
	if damage&0x4000 != 0 {
		return "minecraft:splash_potion"
	}
	return "minecraft:potion"
}
