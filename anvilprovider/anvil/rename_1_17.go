package anvil

// Renames of 1.17 (2724). Source: DataFixerUpper schemas V2679 (CauldronRenameFix), V2680, V2690, V2691, V2696, V2700 and
// V2717. The copper, deepslate and vine names before are of snapshots.
var renames117 = []rename{
	{version: 2679, what: "cauldrons are split by content", forward: cauldronSplit, back: cauldronJoin},
	{version: 2680, what: "dirt path", names: minecraft("grass_path", "dirt_path")},
	{version: 2690, what: "stages of copper", names: minecraft(
		"weathered_copper_block", "oxidized_copper_block", "semi_weathered_copper_block", "weathered_copper_block",
		"lightly_weathered_copper_block", "exposed_copper_block",
		"weathered_cut_copper", "oxidized_cut_copper", "semi_weathered_cut_copper", "weathered_cut_copper",
		"lightly_weathered_cut_copper", "exposed_cut_copper",
		"weathered_cut_copper_stairs", "oxidized_cut_copper_stairs", "semi_weathered_cut_copper_stairs", "weathered_cut_copper_stairs",
		"lightly_weathered_cut_copper_stairs", "exposed_cut_copper_stairs",
		"weathered_cut_copper_slab", "oxidized_cut_copper_slab", "semi_weathered_cut_copper_slab", "weathered_cut_copper_slab",
		"lightly_weathered_cut_copper_slab", "exposed_cut_copper_slab",
		"waxed_semi_weathered_copper", "waxed_weathered_copper", "waxed_lightly_weathered_copper", "waxed_exposed_copper",
		"waxed_semi_weathered_cut_copper", "waxed_weathered_cut_copper", "waxed_lightly_weathered_cut_copper", "waxed_exposed_cut_copper",
		"waxed_semi_weathered_cut_copper_stairs", "waxed_weathered_cut_copper_stairs",
		"waxed_lightly_weathered_cut_copper_stairs", "waxed_exposed_cut_copper_stairs",
		"waxed_semi_weathered_cut_copper_slab", "waxed_weathered_cut_copper_slab",
		"waxed_lightly_weathered_cut_copper_slab", "waxed_exposed_cut_copper_slab",
	)},
	{version: 2691, what: "copper blocks", names: minecraft("waxed_copper", "waxed_copper_block", "oxidized_copper_block", "oxidized_copper",
		"weathered_copper_block", "weathered_copper", "exposed_copper_block", "exposed_copper")},
	{version: 2696, what: "deepslate", names: minecraft(
		"grimstone", "deepslate", "grimstone_slab", "cobbled_deepslate_slab", "grimstone_stairs", "cobbled_deepslate_stairs",
		"grimstone_wall", "cobbled_deepslate_wall", "polished_grimstone", "polished_deepslate",
		"polished_grimstone_slab", "polished_deepslate_slab", "polished_grimstone_stairs", "polished_deepslate_stairs",
		"polished_grimstone_wall", "polished_deepslate_wall", "grimstone_tiles", "deepslate_tiles",
		"grimstone_tile_slab", "deepslate_tile_slab", "grimstone_tile_stairs", "deepslate_tile_stairs",
		"grimstone_tile_wall", "deepslate_tile_wall", "grimstone_bricks", "deepslate_bricks",
		"grimstone_brick_slab", "deepslate_brick_slab", "grimstone_brick_stairs", "deepslate_brick_stairs",
		"grimstone_brick_wall", "deepslate_brick_wall", "chiseled_grimstone", "chiseled_deepslate",
	)},
	{version: 2700, what: "cave vines", names: minecraft("cave_vines_head", "cave_vines", "cave_vines_body", "cave_vines_plant")},
	{version: 2717, what: "flowering azalea", names: minecraft("azalea_leaves_flowers", "flowering_azalea_leaves")},
}

// cauldronSplit makes a cauldron with water a block of its own; an empty one has no level.
func cauldronSplit(s *state) {
	if s.name != "minecraft:cauldron" {
		return
	}
	switch s.get("level") {
	case "", "0":
		s.drop("level")
	default:
		s.name = "minecraft:water_cauldron"
	}
}

// cauldronJoin writes what older versions can hold: water. Lava and snow become empty cauldrons.
func cauldronJoin(s *state) {
	switch s.name {
	case "minecraft:water_cauldron":
		s.name = "minecraft:cauldron"
	case "minecraft:cauldron", "minecraft:lava_cauldron", "minecraft:powder_snow_cauldron":
		s.name = "minecraft:cauldron"
		s.set("level", "0")
	}
}
