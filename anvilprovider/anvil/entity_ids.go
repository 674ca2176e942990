package anvil

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// Up to 1.10 block entities and entities had ids without a namespace. Sources: DataFixerUpper schemas V704
// (BlockEntityIdFix) and V705 (EntityIdFix).

var oldBlockEntityIDs = map[string]string{
	"Airportal": "end_portal", "Banner": "banner", "Beacon": "beacon", "Cauldron": "brewing_stand", "Chest": "chest",
	"Comparator": "comparator", "Control": "command_block", "DLDetector": "daylight_detector", "Dropper": "dropper",
	"EnchantTable": "enchanting_table", "EndGateway": "end_gateway", "EnderChest": "ender_chest", "FlowerPot": "flower_pot",
	"Furnace": "furnace", "Hopper": "hopper", "MobSpawner": "mob_spawner", "Music": "noteblock", "Piston": "piston",
	"RecordPlayer": "jukebox", "Sign": "sign", "Skull": "skull", "Structure": "structure_block", "Trap": "dispenser",
}

// oldEntityIDs are the ids of entities that are more than their name in lower case.
var oldEntityIDs = map[string]string{
	"AreaEffectCloud": "area_effect_cloud", "ArmorStand": "armor_stand", "CaveSpider": "cave_spider", "EnderDragon": "ender_dragon",
	"EnderCrystal": "end_crystal", "FallingSand": "falling_block", "FireworksRocketEntity": "firework_rocket", "EntityHorse": "horse",
	"LavaSlime": "magma_cube", "MinecartChest": "chest_minecart", "MinecartCommandBlock": "command_block_minecart",
	"MinecartFurnace": "furnace_minecart", "MinecartHopper": "hopper_minecart", "MinecartRideable": "minecart",
	"MinecartSpawner": "spawner_minecart", "MinecartTNT": "tnt_minecart", "MushroomCow": "mooshroom", "Ozelot": "ocelot",
	"PigZombie": "zombified_piglin", "PolarBear": "polar_bear", "PrimedTnt": "tnt", "SnowMan": "snow_golem",
	"VillagerGolem": "iron_golem", "WitherBoss": "wither", "XPOrb": "experience_orb", "ItemFrame": "item_frame",
	"WitherSkeleton": "wither_skeleton", "ZombieVillager": "zombie_villager", "ElderGuardian": "elder_guardian",
	"WitherSkull": "wither_skull", "SmallFireball": "small_fireball", "LeashKnot": "leash_knot", "XPBottle": "experience_bottle",
	"ThrownExpBottle": "experience_bottle", "ThrownEnderpearl": "ender_pearl", "ThrownEgg": "egg", "ThrownPotion": "potion",
	"EyeOfEnderSignal": "eye_of_ender", "DragonFireball": "dragon_fireball", "ShulkerBullet": "shulker_bullet",
	"SpectralArrow": "spectral_arrow", "Giant": "giant",
}

// modernEntityID returns today's id of an entity.
func modernEntityID(id string) string {
	if n, ok := oldEntityIDs[id]; ok {
		return "minecraft:" + n
	}
	switch namespaced(id) {
	case "minecraft:zombie_pigman":
		return "minecraft:zombified_piglin"
	case "minecraft:ender_crystal":
		return "minecraft:end_crystal"
	case "minecraft:snowman":
		return "minecraft:snow_golem"
	case "minecraft:villager_golem":
		return "minecraft:iron_golem"
	case "minecraft:evocation_illager":
		return "minecraft:evoker"
	case "minecraft:vindication_illager":
		return "minecraft:vindicator"
	case "minecraft:illusion_illager":
		return "minecraft:illusioner"
	}
	if id != "" && id[0] >= 'A' && id[0] <= 'Z' {
		// Pig, Cow, Zombie: one word.
		return "minecraft:" + string(id[0]+'a'-'A') + id[1:]
	}
	return namespaced(id)
}

// entityNamespace spells the id of a block entity as 1.11 does, and the entity of a spawner.
func entityNamespace(be nbt.Compound, _ string) bool {
	id, ok := be.Str("id")
	if !ok {
		return true
	}
	if n, ok := oldBlockEntityIDs[id]; ok {
		id = n
	}
	be["id"] = namespaced(id)
	if be["id"] != "minecraft:mob_spawner" {
		return true
	}
	// Up to 1.8 the spawner names its entity beside the data.
	if entity, ok := be.Str("EntityId"); ok {
		data, ok := be.Compound("SpawnData")
		if !ok {
			data = nbt.Compound{}
		}
		if _, ok := data.Str("id"); !ok {
			data["id"] = entity
		}
		be["SpawnData"] = data
		delete(be, "EntityId")
	}
	return true
}
