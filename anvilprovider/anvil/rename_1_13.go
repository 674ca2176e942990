package anvil

// Renames between the flattening (17w47a, 1451) and the release of 1.13 (1519). Worlds saved by a snapshot, or upgraded by
// one, spell the old way. Source: DataFixerUpper schemas V1474 to V1515.
var renames113 = []rename{
	{version: 1474, what: "the shulker box without a colour", names: minecraft("purple_shulker_box", "shulker_box")},
	{version: 1475, what: "flowing fluids are states of one block", names: minecraft("flowing_water", "water", "flowing_lava", "lava")},
	{version: 1480, what: "corals named by kind", names: minecraft(
		"blue_coral", "tube_coral_block", "pink_coral", "brain_coral_block", "purple_coral", "bubble_coral_block",
		"red_coral", "fire_coral_block", "yellow_coral", "horn_coral_block",
		"blue_coral_plant", "tube_coral", "pink_coral_plant", "brain_coral", "purple_coral_plant", "bubble_coral",
		"red_coral_plant", "fire_coral", "yellow_coral_plant", "horn_coral",
		"blue_coral_fan", "tube_coral_fan", "pink_coral_fan", "brain_coral_fan", "purple_coral_fan", "bubble_coral_fan",
		"red_coral_fan", "fire_coral_fan", "yellow_coral_fan", "horn_coral_fan",
		"blue_dead_coral", "dead_tube_coral", "pink_dead_coral", "dead_brain_coral", "purple_dead_coral", "dead_bubble_coral",
		"red_dead_coral", "dead_fire_coral", "yellow_dead_coral", "dead_horn_coral",
	)},
	{version: 1484, what: "seagrass in one word", names: minecraft("sea_grass", "seagrass", "tall_sea_grass", "tall_seagrass")},
	{version: 1487, what: "prismarine brick in the singular", names: minecraft(
		"prismarine_bricks_slab", "prismarine_brick_slab", "prismarine_bricks_stairs", "prismarine_brick_stairs")},
	{version: 1488, what: "kelp is the top, kelp_plant the stem", names: minecraft("kelp_top", "kelp", "kelp", "kelp_plant")},
	{version: 1490, what: "melon", names: minecraft("melon_block", "melon")},
	{version: 1510, what: "portal, spawner and wood", names: minecraft(
		"portal", "nether_portal", "mob_spawner", "spawner",
		"oak_bark", "oak_wood", "spruce_bark", "spruce_wood", "birch_bark", "birch_wood", "jungle_bark", "jungle_wood",
		"acacia_bark", "acacia_wood", "dark_oak_bark", "dark_oak_wood",
		"stripped_oak_bark", "stripped_oak_wood", "stripped_spruce_bark", "stripped_spruce_wood",
		"stripped_birch_bark", "stripped_birch_wood", "stripped_jungle_bark", "stripped_jungle_wood",
		"stripped_acacia_bark", "stripped_acacia_wood", "stripped_dark_oak_bark", "stripped_dark_oak_wood",
	)},
	{version: 1515, what: "coral fans on walls", names: minecraft(
		"tube_coral_fan", "tube_coral_wall_fan", "brain_coral_fan", "brain_coral_wall_fan", "bubble_coral_fan", "bubble_coral_wall_fan",
		"fire_coral_fan", "fire_coral_wall_fan", "horn_coral_fan", "horn_coral_wall_fan")},
}
