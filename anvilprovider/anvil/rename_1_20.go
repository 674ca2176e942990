package anvil

import "strings"

// Changes of 1.20 to 1.20.5. Source: DataFixerUpper schema V3692 for grass, else the block lists of the releases
// (translation facts, minecraft-data).
var renames120 = []rename{
	{version: 3463, what: "torchflower crops have two stages (1.20)", forward: torchflowerStages},
	added(3463, "cracked", "decorated pots crack (1.20)", func(name string) bool { return name == "minecraft:decorated_pot" }),
	{version: 3692, what: "short grass (1.20.3)", names: minecraft("grass", "short_grass")},
	added(3698, "powered", "heads are powered (1.20.3)", isHead),
	added(3837, "ominous", "trial spawners turn ominous (1.20.5)", func(name string) bool { return name == "minecraft:trial_spawner" }),
}

// isHead reports whether a block is a skull or a head, standing or on a wall.
func isHead(name string) bool {
	return strings.HasSuffix(name, "_skull") || strings.HasSuffix(name, "_head") && name != "minecraft:piston_head"
}

// torchflowerStages takes away the third stage that the crop had in 1.19.4.
func torchflowerStages(s *state) {
	if s.name == "minecraft:torchflower_crop" && s.get("age") == "2" {
		s.set("age", "1")
	}
}
