package anvil

// Renames of 1.14 (1952). Source: DataFixerUpper schema V1802.
var renames114 = []rename{
	{version: 1802, what: "signs have a wood, and the stone slab is a new block", names: minecraft(
		"stone_slab", "smooth_stone_slab", "sign", "oak_sign", "wall_sign", "oak_wall_sign")},
}
