package java_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/lighting/java"
)

func TestRule(t *testing.T) {
	for _, tt := range []struct {
		version           int32
		key               string
		emission, opacity uint8
		sided, known      bool
	}{
		{4790, "minecraft:stone", 0, 15, false, true},
		{4790, "stone", 0, 15, false, true},
		{4790, "minecraft:air", 0, 0, false, true},
		{4790, "minecraft:glowstone", 15, 15, false, true},
		{4790, "minecraft:water[level=3]", 0, 1, false, true},
		{4790, "minecraft:lava[level=0]", 15, 1, false, true},
		{4790, "minecraft:oak_leaves[distance=1,persistent=true,waterlogged=false]", 0, 1, false, true},
		{4790, "minecraft:oak_leaves[distance=1,persistent=true]", 0, 1, false, true}, // before 1.19
		{4790, "minecraft:oak_slab[type=double,waterlogged=false]", 0, 15, false, true},
		{4790, "minecraft:oak_slab[waterlogged=true,type=top]", 0, 1, true, true}, // any order
		{4790, "minecraft:oak_slab", 0, 0, true, true},                            // missing: bottom, dry
		{4790, "minecraft:oak_slab[type=sideways]", 0, 0, true, true},             // not a value: the default
		{4790, "minecraft:oak_slab[]", 0, 0, true, true},
		{4790, "minecraft:snow[layers=8]", 0, 15, false, true},
		{4790, "minecraft:snow[layers=7]", 0, 0, true, true},
		{4790, "minecraft:tube_coral[waterlogged=false]", 0, 0, false, true},
		{4790, "minecraft:tube_coral", 0, 1, false, true}, // its default is wet
		{4790, "minecraft:sculk_vein[down=true,waterlogged=false]", 0, 0, false, true},
		{4790, "minecraft:sculk_vein[waterlogged=false]", 0, 1, false, true},
		{4790, "minecraft:grass_path", 0, 0, true, true},
		{4790, "minecraft:poplar_shelf[facing=north]", 0, 0, true, true},
		{4790, "minecraft:chiseled_bookshelf[facing=north]", 0, 15, false, true},
		{4790, "minecraft:candle[candles=3,lit=true,waterlogged=false]", 9, 0, false, true},
		{4790, "minecraft:waxed_weathered_copper_bulb[lit=true,powered=false]", 8, 15, false, true},
		{3105, "minecraft:enchanting_table", 7, 0, true, true},
		{3104, "minecraft:enchanting_table", 0, 0, true, true},
		{2504, "minecraft:sea_pickle[pickles=2,waterlogged=true]", 9, 1, false, true},
		{2503, "minecraft:sea_pickle[pickles=2,waterlogged=true]", 9, 0, false, true},
		{2503, "minecraft:seagrass", 0, 0, false, true},
		{0, "minecraft:tall_seagrass[half=lower]", 0, 0, false, true},
		{2503, "minecraft:kelp[age=0]", 0, 1, false, true},
		{4790, "mod:machine[lit=true]", 0, 15, false, false},
		{4790, "minecraft:zzz", 0, 15, false, false},
		{4790, "minecraft:a", 0, 15, false, false},
		{4790, "", 0, 15, false, false},
	} {
		rule, known := java.New(tt.version).Rule(tt.key)
		if rule.Emission != tt.emission || rule.Opacity != tt.opacity || (rule.Shape != 0) != tt.sided || known != tt.known {
			t.Errorf("%s at %d: %+v, known %v; want emission %d, opacity %d, sided %v, known %v", tt.key, tt.version, rule, known, tt.emission, tt.opacity, tt.sided, tt.known)
		}
	}
}

func TestOptions(t *testing.T) {
	lamp := java.Rule{Emission: 12, Opacity: 13}
	rules := java.New(3953, java.WithUnknown(java.Rule{}), java.WithBlocks(func(key string) (java.Rule, bool) {
		return lamp, key == "mod:lamp" || key == "minecraft:stone"
	}))
	for key, want := range map[string]java.Rule{"mod:lamp": lamp, "minecraft:stone": lamp, "mod:machine": {}, "minecraft:dirt": {Opacity: 15}} {
		if got, known := rules.Rule(key); got != want || known != (key != "mod:machine") {
			t.Errorf("%s = %+v, %v; want %+v", key, got, known, want)
		}
	}
}

func TestBlocked(t *testing.T) {
	shape := func(key string) java.Shape {
		r, _ := java.New(4790).Rule(key)
		return r.Shape
	}
	bottom, top := shape("minecraft:oak_slab[type=bottom]"), shape("minecraft:oak_slab[type=top]")
	air, snow4, snow5 := shape("minecraft:air"), shape("minecraft:snow[layers=4]"), shape("minecraft:snow[layers=5]")
	pistonSouth, shelf := shape("minecraft:piston[extended=true,facing=south]"), shape("minecraft:oak_shelf[facing=west]")
	for _, tt := range []struct {
		name string
		a    java.Shape
		face java.Face
		b    java.Shape
		want bool
	}{
		{"slab to air below", bottom, java.Down, air, true},
		{"air to slab above", air, java.Up, bottom, true},
		{"slab to air above", bottom, java.Up, air, false},
		{"slab to air beside", bottom, java.East, air, false},
		{"lower to upper slab", bottom, java.North, top, true},
		{"lower to lower slab", bottom, java.North, bottom, false},
		{"upper slab and half snow", top, java.West, snow4, true},
		{"upper slab and more than half snow: they overlap", top, java.West, snow5, true},
		{"lower slab and half snow", bottom, java.West, snow4, false},
		{"back of an extended piston", pistonSouth, java.North, air, true},
		{"front of an extended piston", pistonSouth, java.South, air, false},
		{"behind a shelf", shelf, java.East, air, true},
		{"in front of a shelf", shelf, java.West, air, false},
		{"air to air", air, java.Up, air, false},
		{"no such shape", java.Shape(java.ShapeCount), java.Up, air, false},
	} {
		if got := java.Blocked(tt.a, tt.face, tt.b); got != tt.want {
			t.Errorf("%s: blocked %v, want %v", tt.name, got, tt.want)
		}
		if got := java.Blocked(tt.b, tt.face.Opposite(), tt.a); got != tt.want {
			t.Errorf("%s, the other way: blocked %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestSymmetry turns stairs: what a shape blocks to the north, the same shape turned blocks to the east.
func TestSymmetry(t *testing.T) {
	turn := map[java.Face]java.Face{java.Down: java.Down, java.Up: java.Up, java.North: java.East, java.East: java.South, java.South: java.West, java.West: java.North}
	names := map[java.Face]string{java.North: "north", java.East: "east", java.South: "south", java.West: "west"}
	squares := func(m java.Mask) (n int) {
		for i := range 256 {
			n += int(m[i>>6] >> (i & 63) & 1)
		}
		return n
	}
	for _, form := range []string{"straight", "inner_left", "inner_right", "outer_left", "outer_right"} {
		for _, half := range []string{"top", "bottom"} {
			for facing, name := range names {
				key := func(facing string) string {
					return "minecraft:oak_stairs[facing=" + facing + ",half=" + half + ",shape=" + form + ",waterlogged=false]"
				}
				a, _ := java.New(4790).Rule(key(name))
				b, _ := java.New(4790).Rule(key(names[turn[facing]]))
				for f := java.Down; f <= java.East; f++ {
					if got, want := squares(b.Shape.Mask(turn[f])), squares(a.Shape.Mask(f)); got != want {
						t.Errorf("%s turned: face %d covers %d squares, want %d", key(name), f, got, want)
					}
				}
			}
		}
	}
}

func TestRuleAllocates(t *testing.T) {
	rules := java.New(4790)
	if n := testing.AllocsPerRun(100, func() {
		rules.Rule("minecraft:oak_stairs[facing=north,half=top,shape=inner_left,waterlogged=true]")
	}); n != 0 {
		t.Errorf("a look-up allocates %v times", n)
	}
}
