package translate_test

import (
	"testing"
)

// around answers for the neighbours of a block: the places that a test names, air elsewhere, and nothing at "?".
type around map[[3]int]string

func (a around) at(dx, dy, dz int) string {
	key, ok := a[[3]int{dx, dy, dz}]
	switch {
	case !ok:
		return "minecraft:air"
	case key == "?":
		return ""
	}
	return key
}

var (
	north, south = [3]int{0, 0, -1}, [3]int{0, 0, 1}
	east, west   = [3]int{1, 0, 0}, [3]int{-1, 0, 0}
	above, below = [3]int{0, 1, 0}, [3]int{0, -1, 0}
)

func TestDerive(t *testing.T) {
	const (
		fence  = "minecraft:oak_fence[east=false,north=false,south=false,waterlogged=false,west=false]"
		pane   = "minecraft:glass_pane[east=false,north=false,south=false,waterlogged=false,west=false]"
		nether = "minecraft:nether_brick_fence[east=false,north=false,south=false,waterlogged=false,west=false]"
		stairs = "minecraft:oak_stairs[facing=north,half=bottom,shape=straight,waterlogged=false]"
		dot    = "minecraft:redstone_wire[east=none,north=none,power=0,south=none,west=none]"
		cross  = "minecraft:redstone_wire[east=side,north=side,power=0,south=side,west=side]"
		fire   = "minecraft:fire[age=0,east=false,north=false,south=false,up=false,west=false]"
		note   = "minecraft:note_block[instrument=harp,note=3,powered=false]"
		locked = "minecraft:repeater[delay=1,facing=north,locked=false,powered=false]"
	)
	for name, c := range map[string]struct {
		key    string
		around around
		want   string
	}{
		"a fence beside a fence of other wood":   {fence, around{east: "minecraft:spruce_fence"}, "minecraft:oak_fence[east=true,north=false,south=false,waterlogged=false,west=false]"},
		"a fence beside the Nether's fence":      {fence, around{east: nether}, fence},
		"the Nether's fence beside its like":     {nether, around{east: nether}, "minecraft:nether_brick_fence[east=true,north=false,south=false,waterlogged=false,west=false]"},
		"a fence beside a gate across":           {fence, around{east: "minecraft:oak_fence_gate[facing=north]", north: "minecraft:oak_fence_gate[facing=north]"}, "minecraft:oak_fence[east=true,north=false,south=false,waterlogged=false,west=false]"},
		"a fence beside full blocks":             {fence, around{east: "minecraft:stone", north: "minecraft:oak_leaves", south: "minecraft:pumpkin", west: "minecraft:glass"}, "minecraft:oak_fence[east=true,north=false,south=false,waterlogged=false,west=true]"},
		"a fence beside stairs":                  {fence, around{east: "minecraft:oak_stairs[facing=west,half=bottom,shape=straight]", west: "minecraft:oak_stairs[facing=east,half=bottom,shape=straight]", north: "minecraft:oak_stairs[facing=north,half=bottom,shape=straight]"}, "minecraft:oak_fence[east=true,north=false,south=false,waterlogged=false,west=true]"},
		"a fence behind stairs":                  {fence, around{east: "minecraft:oak_stairs[facing=west,half=bottom,shape=straight]", west: "minecraft:oak_stairs[facing=west,half=bottom,shape=straight]"}, "minecraft:oak_fence[east=true,north=false,south=false,waterlogged=false,west=false]"},
		"a fence whose neighbours are not known": {"minecraft:oak_fence[east=true,north=true,south=false,waterlogged=false,west=false]", around{east: "?"}, "minecraft:oak_fence[east=true,north=false,south=false,waterlogged=false,west=false]"},
		"a pane beside bars, walls and chests":   {pane, around{east: "minecraft:iron_bars", north: "minecraft:cobblestone_wall", south: "minecraft:chest", west: "minecraft:red_stained_glass_pane"}, "minecraft:glass_pane[east=true,north=true,south=false,waterlogged=false,west=true]"},

		"stairs with the back at a left turn":  {stairs, around{north: "minecraft:stone_stairs[facing=west,half=bottom]"}, "minecraft:oak_stairs[facing=north,half=bottom,shape=outer_left,waterlogged=false]"},
		"stairs with the back at a right turn": {stairs, around{north: "minecraft:stone_stairs[facing=east,half=bottom]"}, "minecraft:oak_stairs[facing=north,half=bottom,shape=outer_right,waterlogged=false]"},
		"stairs before a left turn":            {stairs, around{south: "minecraft:stone_stairs[facing=west,half=bottom]"}, "minecraft:oak_stairs[facing=north,half=bottom,shape=inner_left,waterlogged=false]"},
		"stairs before a right turn":           {stairs, around{south: "minecraft:stone_stairs[facing=east,half=bottom]"}, "minecraft:oak_stairs[facing=north,half=bottom,shape=inner_right,waterlogged=false]"},
		"stairs beside the other half":         {stairs, around{south: "minecraft:stone_stairs[facing=east,half=top]"}, stairs},
		"stairs that go on":                    {stairs, around{north: "minecraft:stone_stairs[facing=west,half=bottom]", east: stairs}, stairs},
		"stairs at an unknown place":           {stairs, around{north: "minecraft:stone_stairs[facing=west,half=bottom]", east: "?"}, stairs},
		"stairs at one that does not matter":   {stairs, around{north: "minecraft:stone_stairs[facing=west,half=bottom]", west: "?"}, "minecraft:oak_stairs[facing=north,half=bottom,shape=outer_left,waterlogged=false]"},

		"a dot":                     {dot, around{}, dot},
		"a cross":                   {cross, around{}, cross},
		"wire beside wire":          {cross, around{east: dot}, "minecraft:redstone_wire[east=side,north=none,power=0,south=none,west=side]"},
		"wire at a corner":          {cross, around{east: dot, north: "minecraft:lever[face=floor]"}, "minecraft:redstone_wire[east=side,north=side,power=0,south=none,west=none]"},
		"wire up a wall":            {cross, around{east: "minecraft:stone", {1, 1, 0}: dot}, "minecraft:redstone_wire[east=up,north=none,power=0,south=none,west=side]"},
		"wire up, but for a roof":   {cross, around{east: "minecraft:stone", {1, 1, 0}: dot, above: "minecraft:stone"}, cross},
		"wire up below glass":       {cross, around{east: "minecraft:stone", {1, 1, 0}: dot, above: "minecraft:glass"}, "minecraft:redstone_wire[east=up,north=none,power=0,south=none,west=side]"},
		"wire down a step":          {cross, around{{1, -1, 0}: dot}, "minecraft:redstone_wire[east=side,north=none,power=0,south=none,west=side]"},
		"wire down below a block":   {cross, around{{1, -1, 0}: dot, east: "minecraft:stone"}, cross},
		"wire onto a slab":          {cross, around{east: "minecraft:oak_slab[type=top]", {1, 1, 0}: dot}, "minecraft:redstone_wire[east=side,north=none,power=0,south=none,west=side]"},
		"wire along a repeater":     {cross, around{north: "minecraft:repeater[facing=south]"}, "minecraft:redstone_wire[east=none,north=side,power=0,south=side,west=none]"},
		"wire across a repeater":    {cross, around{north: "minecraft:repeater[facing=east]"}, cross},
		"wire behind an observer":   {cross, around{north: "minecraft:observer[facing=north]"}, "minecraft:redstone_wire[east=none,north=side,power=0,south=side,west=none]"},
		"wire before an observer":   {cross, around{north: "minecraft:observer[facing=south]"}, cross},
		"a repeater that is locked": {locked, around{east: "minecraft:repeater[delay=1,facing=east,locked=false,powered=true]"}, "minecraft:repeater[delay=1,facing=north,locked=true,powered=false]"},
		"a repeater that is not":    {locked, around{east: "minecraft:repeater[delay=1,facing=west,locked=false,powered=true]", west: "minecraft:repeater[delay=1,facing=west,locked=false,powered=false]"}, locked},

		"fire on stone":             {fire, around{below: "minecraft:stone", north: "minecraft:oak_planks"}, fire},
		"fire at a wall":            {fire, around{north: "minecraft:oak_planks", above: "minecraft:stone"}, "minecraft:fire[age=0,east=false,north=true,south=false,up=false,west=false]"},
		"fire below leaves":         {fire, around{above: "minecraft:oak_leaves", east: "minecraft:crimson_planks"}, "minecraft:fire[age=0,east=false,north=false,south=false,up=true,west=false]"},
		"a vine below a block":      {"minecraft:vine[east=false,north=false,south=false,up=false,west=false]", around{above: "minecraft:stone"}, "minecraft:vine[east=false,north=false,south=false,up=true,west=false]"},
		"a vine below a vine":       {"minecraft:vine[east=true,north=false,south=false,up=true,west=false]", around{above: "minecraft:vine[east=true]"}, "minecraft:vine[east=true,north=false,south=false,up=false,west=false]"},
		"a chorus plant":            {"minecraft:chorus_plant[down=false,east=false,north=true,south=false,up=false,west=false]", around{below: "minecraft:end_stone", east: "minecraft:chorus_flower[age=1]", above: "minecraft:end_stone"}, "minecraft:chorus_plant[down=true,east=true,north=false,south=false,up=false,west=false]"},
		"tripwire":                  {"minecraft:tripwire[attached=true,disarmed=false,east=false,north=false,powered=false,south=false,west=false]", around{east: "minecraft:tripwire_hook[facing=west]", west: "minecraft:tripwire[x=y]", north: "minecraft:tripwire_hook[facing=east]"}, "minecraft:tripwire[attached=true,disarmed=false,east=true,north=false,powered=false,south=false,west=true]"},
		"grass below snow":          {"minecraft:grass_block[snowy=false]", around{above: "minecraft:snow[layers=1]"}, "minecraft:grass_block[snowy=true]"},
		"grass no more":             {"minecraft:grass_block[snowy=true]", around{}, "minecraft:grass_block[snowy=false]"},
		"leaves at a log":           {"minecraft:oak_leaves[distance=7,persistent=false,waterlogged=false]", around{east: "minecraft:birch_log[axis=y]"}, "minecraft:oak_leaves[distance=1,persistent=false,waterlogged=false]"},
		"leaves at leaves":          {"minecraft:oak_leaves[distance=7,persistent=false,waterlogged=false]", around{above: "minecraft:birch_leaves[distance=3,persistent=false]", below: "minecraft:mushroom_stem"}, "minecraft:oak_leaves[distance=4,persistent=false,waterlogged=false]"},
		"leaves alone":              {"minecraft:oak_leaves[distance=2,persistent=false,waterlogged=false]", around{}, "minecraft:oak_leaves[distance=7,persistent=false,waterlogged=false]"},
		"leaves at the unknown":     {"minecraft:oak_leaves[distance=2,persistent=false,waterlogged=false]", around{east: "?"}, "minecraft:oak_leaves[distance=2,persistent=false,waterlogged=false]"},
		"leaves nearer than that":   {"minecraft:oak_leaves[distance=2,persistent=false,waterlogged=false]", around{east: "?", west: "minecraft:crimson_hyphae[axis=y]"}, "minecraft:oak_leaves[distance=1,persistent=false,waterlogged=false]"},
		"leaves at distant leaves":  {"minecraft:oak_leaves[distance=2,persistent=false,waterlogged=false]", around{east: "minecraft:oak_leaves[distance=7,persistent=true,waterlogged=false]", west: "minecraft:scaffolding[bottom=false,distance=1]"}, "minecraft:oak_leaves[distance=7,persistent=false,waterlogged=false]"},
		"a piston with its head":    {"minecraft:sticky_piston[extended=false,facing=up]", around{above: "minecraft:piston_head[facing=up,short=false,type=sticky]"}, "minecraft:sticky_piston[extended=true,facing=up]"},
		"a piston with another's":   {"minecraft:piston[extended=true,facing=west]", around{west: "minecraft:piston_head[facing=west,short=false,type=sticky]"}, "minecraft:piston[extended=false,facing=west]"},
		"a piston without":          {"minecraft:piston[extended=true,facing=down]", around{below: "minecraft:piston_head[facing=up,short=false,type=normal]"}, "minecraft:piston[extended=false,facing=down]"},
		"a piston that moves":       {"minecraft:piston[extended=true,facing=east]", around{east: "minecraft:moving_piston[facing=east,type=normal]"}, "minecraft:piston[extended=true,facing=east]"},
		"a signal fire":             {"minecraft:campfire[facing=north,lit=true,signal_fire=false,waterlogged=false]", around{below: "minecraft:hay_block[axis=y]"}, "minecraft:campfire[facing=north,lit=true,signal_fire=true,waterlogged=false]"},
		"notes on wood":             {note, around{below: "minecraft:oak_planks"}, "minecraft:note_block[instrument=bass,note=3,powered=false]"},
		"notes on gold":             {note, around{below: "minecraft:gold_block"}, "minecraft:note_block[instrument=bell,note=3,powered=false]"},
		"notes below a head":        {note, around{below: "minecraft:gold_block", above: "minecraft:creeper_head[rotation=0]"}, "minecraft:note_block[instrument=creeper,note=3,powered=false]"},
		"notes on nothing":          {"minecraft:note_block[instrument=bell,note=3,powered=false]", around{}, note},
		"kelp below kelp":           {"minecraft:kelp[age=4]", around{above: "minecraft:kelp[age=9]"}, "minecraft:kelp_plant"},
		"kelp below water":          {"minecraft:kelp_plant", around{above: "minecraft:water[level=0]"}, "minecraft:kelp[age=0]"},
		"kelp that is right":        {"minecraft:kelp[age=4]", around{}, "minecraft:kelp[age=4]"},
		"cave vines go down":        {"minecraft:cave_vines[age=3,berries=true]", around{below: "minecraft:cave_vines[age=1,berries=false]"}, "minecraft:cave_vines_plant[berries=true]"},
		"cave vines end":            {"minecraft:cave_vines_plant[berries=true]", around{}, "minecraft:cave_vines[age=0,berries=true]"},
		"the upper half of a door":  {"minecraft:oak_door[facing=east,half=upper,hinge=left,open=true,powered=false]", around{below: "minecraft:oak_door[facing=east,half=lower,hinge=left,open=true,powered=true]"}, "minecraft:oak_door[facing=east,half=upper,hinge=left,open=true,powered=true]"},
		"half a chest":              {"minecraft:chest[facing=north,type=left,waterlogged=false]", around{}, "minecraft:chest[facing=north,type=single,waterlogged=false]"},
		"a whole chest":             {"minecraft:chest[facing=north,type=left,waterlogged=false]", around{east: "minecraft:chest[facing=north,type=right,waterlogged=false]"}, "minecraft:chest[facing=north,type=left,waterlogged=false]"},
		"a chest beside another":    {"minecraft:chest[facing=north,type=right,waterlogged=false]", around{west: "minecraft:chest[facing=north,type=right,waterlogged=false]"}, "minecraft:chest[facing=north,type=single,waterlogged=false]"},
		"an ender chest":            {"minecraft:ender_chest[facing=north,waterlogged=false]", around{}, "minecraft:ender_chest[facing=north,waterlogged=false]"},
		"a trapdoor is no door":     {"minecraft:oak_trapdoor[facing=north,half=top,open=false,powered=true,waterlogged=false]", around{}, "minecraft:oak_trapdoor[facing=north,half=top,open=false,powered=true,waterlogged=false]"},
		"stone":                     {"minecraft:stone", around{}, "minecraft:stone"},
		"a block that nobody knows": {"mod:oak_fence[north=true]", around{}, "mod:oak_fence[north=true]"},
	} {
		if got := translator(t).Derive(c.key, c.around.at); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestDeriveKeepsTheImage derives every state in several surroundings: the host must show it as before, heads and bodies
// of plants aside.
func TestDeriveKeepsTheImage(t *testing.T) {
	tr := translator(t)
	surroundings := []around{{}, {}, {}}
	for _, side := range [][3]int{north, south, east, west, above, below} {
		surroundings[1][side] = "minecraft:stone"
		surroundings[2][side] = "minecraft:oak_stairs[facing=east,half=top,shape=straight,waterlogged=false]"
	}
	for key := range merged(t) {
		switch kindOf(key) {
		case ":kelp", "kelp_plant", "twisting_vines", "twisting_vines_plant", "weeping_vines", "weeping_vines_plant", "cave_vines", "cave_vines_plant":
			continue
		}
		for _, a := range surroundings {
			got := tr.Derive(key, a.at)
			if tr.Block(got) != tr.Block(key) {
				t.Fatalf("%s becomes %s, which is another block", key, got)
			}
			if again := tr.Derive(got, a.at); again != got {
				t.Fatalf("%s becomes %s, and that becomes %s", key, got, again)
			}
		}
	}
}
