package anvil

import "strings"

// Renames of 1.16 (2566). Source: DataFixerUpper schemas V2503 (WallPropertyFix), V2508, V2518 (JigsawRotationFix), V2528
// and V2531 (RedstoneWireConnectionsFix).
var renames116 = []rename{
	{version: 2503, what: "walls are low or tall", forward: wallHeights, back: wallBooleans},
	{version: 2508, what: "fungus in the singular", names: minecraft("warped_fungi", "warped_fungus", "crimson_fungi", "crimson_fungus")},
	{version: 2518, what: "jigsaws have an orientation", forward: jigsawOrientation, back: jigsawFacing},
	{version: 2528, what: "soul lights", names: minecraft("soul_fire_torch", "soul_torch", "soul_fire_wall_torch", "soul_wall_torch",
		"soul_fire_lantern", "soul_lantern")},
	{version: 2531, what: "redstone dust without a neighbour is a cross", forward: redstoneSides},
}

var horizontal = [4]string{"east", "north", "south", "west"}

func isWall(name string) bool {
	return strings.HasSuffix(name, "_wall")
}

func wallHeights(s *state) {
	if !isWall(s.name) {
		return
	}
	for _, side := range horizontal {
		switch s.get(side) {
		case "true":
			s.set(side, "low")
		case "false":
			s.set(side, "none")
		}
	}
}

func wallBooleans(s *state) {
	if !isWall(s.name) {
		return
	}
	for _, side := range horizontal {
		switch s.get(side) {
		case "low", "tall":
			s.set(side, "true")
		case "none":
			s.set(side, "false")
		}
	}
}

// jigsawOrientations is the orientation that a jigsaw with one of the six facings gets.
var jigsawOrientations = map[string]string{"down": "down_south", "up": "up_north", "north": "north_up", "south": "south_up",
	"west": "west_up", "east": "east_up"}

func jigsawOrientation(s *state) {
	if s.name != "minecraft:jigsaw" {
		return
	}
	if o, ok := jigsawOrientations[s.get("facing")]; ok {
		s.drop("facing")
		s.set("orientation", o)
	}
}

func jigsawFacing(s *state) {
	if s.name != "minecraft:jigsaw" {
		return
	}
	if facing, _, ok := strings.Cut(s.get("orientation"), "_"); ok {
		s.drop("orientation")
		s.set("facing", facing)
	}
}

// redstoneSides connects dust that has no neighbour on an axis along the other one, on both sides: what used to be drawn
// as a line was stored as one side, or none.
func redstoneSides(s *state) {
	if s.name != "minecraft:redstone_wire" {
		return
	}
	connected := func(side string) bool {
		v := s.get(side)
		return v != "" && v != "none"
	}
	east, north, south, west := connected("east"), connected("north"), connected("south"), connected("west")
	alongX, alongZ := east || west, north || south
	for _, side := range []struct {
		name   string
		add    bool
		across bool
	}{{"east", !east, alongZ}, {"west", !west, alongZ}, {"north", !north, alongX}, {"south", !south, alongX}} {
		if side.add && !side.across {
			s.set(side.name, "side")
		}
	}
}
