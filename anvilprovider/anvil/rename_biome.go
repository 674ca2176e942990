package anvil

// Renames of biomes, of which the last old version is 1.17. Source: DataFixerUpper schemas V1466/V1506 (1.13), V2552 and
// V2553 (1.16), V2843 (1.18).

var biomes113 = []rename{
	{version: 1506, what: "biomes of 1.13", names: minecraft(
		"beaches", "beach", "cold_beach", "snowy_beach", "cold_deep_ocean", "deep_cold_ocean", "extreme_hills", "mountains",
		"extreme_hills_with_trees", "wooded_mountains", "forest_hills", "wooded_hills", "frozen_deep_ocean", "deep_frozen_ocean",
		"hell", "nether", "ice_flats", "snowy_tundra", "ice_mountains", "snowy_mountains", "lukewarm_deep_ocean", "deep_lukewarm_ocean",
		"mesa", "badlands", "mesa_clear_rock", "badlands_plateau", "mesa_rock", "wooded_badlands_plateau",
		"mushroom_island", "mushroom_fields", "mushroom_island_shore", "mushroom_field_shore",
		"mutated_birch_forest", "tall_birch_forest", "mutated_birch_forest_hills", "tall_birch_hills", "mutated_desert", "desert_lakes",
		"mutated_extreme_hills", "gravelly_mountains", "mutated_extreme_hills_with_trees", "modified_gravelly_mountains",
		"mutated_forest", "flower_forest", "mutated_ice_flats", "ice_spikes", "mutated_jungle", "modified_jungle",
		"mutated_jungle_edge", "modified_jungle_edge", "mutated_mesa", "eroded_badlands",
		"mutated_mesa_clear_rock", "modified_badlands_plateau", "mutated_mesa_rock", "modified_wooded_badlands_plateau",
		"mutated_plains", "sunflower_plains", "mutated_redwood_taiga", "giant_spruce_taiga",
		"mutated_redwood_taiga_hills", "giant_spruce_taiga_hills", "mutated_roofed_forest", "dark_forest_hills",
		"mutated_savanna", "shattered_savanna", "mutated_savanna_rock", "shattered_savanna_plateau",
		"mutated_swampland", "swamp_hills", "mutated_taiga", "taiga_mountains", "mutated_taiga_cold", "snowy_taiga_mountains",
		"redwood_taiga", "giant_tree_taiga", "redwood_taiga_hills", "giant_tree_taiga_hills", "roofed_forest", "dark_forest",
		"savanna_rock", "savanna_plateau", "sky", "the_end", "sky_island_barren", "end_barrens", "sky_island_high", "end_highlands",
		"sky_island_low", "small_end_islands", "sky_island_medium", "end_midlands", "smaller_extreme_hills", "mountain_edge",
		"stone_beach", "stone_shore", "swampland", "swamp", "taiga_cold", "snowy_taiga", "taiga_cold_hills", "snowy_taiga_hills",
		"void", "the_void", "warm_deep_ocean", "deep_warm_ocean",
	)},
}

var biomes116 = []rename{
	{version: 2552, what: "the nether has several biomes", names: minecraft("nether", "nether_wastes")},
}

var biomes118 = []rename{
	{version: 2843, what: "biomes of 1.18", names: minecraft(
		"badlands_plateau", "badlands", "bamboo_jungle_hills", "bamboo_jungle", "birch_forest_hills", "birch_forest",
		"dark_forest_hills", "dark_forest", "desert_hills", "desert", "desert_lakes", "desert",
		"giant_spruce_taiga_hills", "old_growth_spruce_taiga", "giant_spruce_taiga", "old_growth_spruce_taiga",
		"giant_tree_taiga_hills", "old_growth_pine_taiga", "giant_tree_taiga", "old_growth_pine_taiga",
		"gravelly_mountains", "windswept_gravelly_hills", "jungle_edge", "sparse_jungle", "jungle_hills", "jungle",
		"modified_badlands_plateau", "badlands", "modified_gravelly_mountains", "windswept_gravelly_hills",
		"modified_jungle_edge", "sparse_jungle", "modified_jungle", "jungle",
		"modified_wooded_badlands_plateau", "wooded_badlands", "mountain_edge", "windswept_hills", "mountains", "windswept_hills",
		"mushroom_field_shore", "mushroom_fields", "shattered_savanna", "windswept_savanna",
		"shattered_savanna_plateau", "windswept_savanna", "snowy_mountains", "snowy_plains", "snowy_taiga_hills", "snowy_taiga",
		"snowy_taiga_mountains", "snowy_taiga", "snowy_tundra", "snowy_plains", "stone_shore", "stony_shore",
		"swamp_hills", "swamp", "taiga_hills", "taiga", "taiga_mountains", "taiga", "tall_birch_forest", "old_growth_birch_forest",
		"tall_birch_hills", "old_growth_birch_forest", "wooded_badlands_plateau", "wooded_badlands",
		"wooded_hills", "forest", "wooded_mountains", "windswept_forest",
		"lofty_peaks", "jagged_peaks", "snowcapped_peaks", "frozen_peaks", "deep_warm_ocean", "warm_ocean",
	)},
}
