package anvil

// Renames of 1.15 (2225), of which only snapshots have the old name. Source: DataFixerUpper schema V2209.
var renames115 = []rename{
	{version: 2209, what: "beehive in one word", names: minecraft("bee_hive", "beehive")},
}
