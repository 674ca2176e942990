package item

// renamed are the items whose names differ between the editions, Java first, without namespace. All other names are the same.
// Beds and banners are told apart by a number in Bedrock and are not here.
//
// The pairs are facts taken from GeyserMC/mappings (items.json of 26.1, MIT).
var renamed = [...][2]string{
	{"bricks", "brick_block"}, {"cobblestone_stairs", "stone_stairs"}, {"cobweb", "web"}, {"dead_bush", "deadbush"},
	{"debug_stick", "stick"}, {"dirt_path", "grass_path"}, {"end_stone_brick_stairs", "end_brick_stairs"},
	{"end_stone_bricks", "end_bricks"}, {"flowering_azalea_leaves", "azalea_leaves_flowered"},
	{"frogspawn", "frog_spawn"}, {"furnace_minecart", "hopper_minecart"}, {"glow_item_frame", "glow_frame"},
	{"item_frame", "frame"}, {"jack_o_lantern", "lit_pumpkin"}, {"knowledge_book", "book"}, {"light", "light_block"},
	{"light_gray_glazed_terracotta", "silver_glazed_terracotta"}, {"lily_pad", "waterlily"}, {"magma_block", "magma"},
	{"map", "empty_map"}, {"melon", "melon_block"}, {"nether_brick", "netherbrick"}, {"nether_bricks", "nether_brick"},
	{"nether_quartz_ore", "quartz_ore"}, {"note_block", "noteblock"}, {"oak_button", "wooden_button"},
	{"oak_door", "wooden_door"}, {"oak_fence_gate", "fence_gate"}, {"oak_pressure_plate", "wooden_pressure_plate"},
	{"oak_trapdoor", "trapdoor"}, {"powered_rail", "golden_rail"},
	{"prismarine_brick_stairs", "prismarine_bricks_stairs"}, {"red_nether_bricks", "red_nether_brick"},
	{"rooted_dirt", "dirt_with_roots"}, {"shulker_box", "undyed_shulker_box"}, {"slime_block", "slime"},
	{"small_dripleaf", "small_dripleaf_block"}, {"snow", "snow_layer"}, {"snow_block", "snow"},
	{"spawner", "mob_spawner"}, {"spectral_arrow", "arrow"}, {"stone_slab", "normal_stone_slab"},
	{"stone_stairs", "normal_stone_stairs"}, {"stonecutter", "stonecutter_block"}, {"terracotta", "hardened_clay"},
	{"tipped_arrow", "arrow"}, {"waxed_copper_block", "waxed_copper"},
	{"zombified_piglin_spawn_egg", "zombie_pigman_spawn_egg"},
}
