package java_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

func TestClass(t *testing.T) {
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
		class, known := java.New(tt.version).Class(tt.key)
		if class.Emission() != tt.emission || class.Opacity() != tt.opacity || (class.Shape() != 0) != tt.sided || known != tt.known {
			t.Errorf("%s at %d: %v, known %v; want emission %d, opacity %d, sided %v, known %v", tt.key, tt.version, class, known, tt.emission, tt.opacity, tt.sided, tt.known)
		}
	}
}

func TestOptions(t *testing.T) {
	lamp := lighting.MustClass(12, 13, uint8(java.ShapeCount))
	rules := java.New(3953, java.WithUnknown(0), java.WithBlocks(func(key string) (lighting.Class, bool) {
		return lamp, key == "mod:lamp" || key == "minecraft:stone"
	}))
	for key, want := range map[string]lighting.Class{"mod:lamp": lamp, "minecraft:stone": lamp, "mod:machine": 0, "minecraft:dirt": lighting.MustClass(0, 15, 0)} {
		if got, known := rules.Class(key); got != want || known != (key != "mod:machine") {
			t.Errorf("%s = %v, %v; want %v", key, got, known, want)
		}
	}
	shapes, err := java.Shapes(lighting.Faces{lighting.Up: lighting.FullMask})
	if err != nil {
		t.Fatal(err)
	}
	if !shapes.Blocked(lamp.Shape(), 0, lighting.Up) || shapes.Blocked(lamp.Shape(), 0, lighting.Down) {
		t.Error("an extra shape must block where it is full and nowhere else")
	}
	if _, err := java.Shapes(make([]lighting.Faces, 256)...); err == nil {
		t.Error("more shapes than a class can name must be an error")
	}
}

func TestShapes(t *testing.T) {
	shapes, err := java.Shapes()
	if err != nil || shapes.Len() != java.ShapeCount {
		t.Fatalf("%v shapes, %v", shapes.Len(), err)
	}
	shape := func(key string) uint8 {
		c, _ := java.New(4790).Class(key)
		return c.Shape()
	}
	bottom, top := shape("minecraft:oak_slab[type=bottom]"), shape("minecraft:oak_slab[type=top]")
	air, snow4, snow5 := shape("minecraft:air"), shape("minecraft:snow[layers=4]"), shape("minecraft:snow[layers=5]")
	pistonSouth, shelf := shape("minecraft:piston[extended=true,facing=south]"), shape("minecraft:oak_shelf[facing=west]")
	for _, tt := range []struct {
		name string
		a    uint8
		side lighting.Side
		b    uint8
		want bool
	}{
		{"slab to air below", bottom, lighting.Down, air, true},
		{"air to slab above", air, lighting.Up, bottom, true},
		{"slab to air above", bottom, lighting.Up, air, false},
		{"slab to air beside", bottom, lighting.East, air, false},
		{"lower to upper slab", bottom, lighting.North, top, true},
		{"lower to lower slab", bottom, lighting.North, bottom, false},
		{"upper slab and half snow", top, lighting.West, snow4, true},
		{"upper slab and more than half snow: they overlap", top, lighting.West, snow5, true},
		{"lower slab and half snow", bottom, lighting.West, snow4, false},
		{"back of an extended piston", pistonSouth, lighting.North, air, true},
		{"front of an extended piston", pistonSouth, lighting.South, air, false},
		{"behind a shelf", shelf, lighting.East, air, true},
		{"in front of a shelf", shelf, lighting.West, air, false},
		{"air to air", air, lighting.Up, air, false},
	} {
		if got := shapes.Blocked(tt.a, tt.b, tt.side); got != tt.want {
			t.Errorf("%s: blocked %v, want %v", tt.name, got, tt.want)
		}
		if got := shapes.Blocked(tt.b, tt.a, tt.side^1); got != tt.want {
			t.Errorf("%s, the other way: blocked %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestTurns turns stairs: what a shape covers to the north, the same shape turned covers to the east.
func TestTurns(t *testing.T) {
	shapes, err := java.Shapes()
	if err != nil {
		t.Fatal(err)
	}
	turn := map[lighting.Side]lighting.Side{
		lighting.Down: lighting.Down, lighting.Up: lighting.Up, lighting.North: lighting.East, lighting.East: lighting.South, lighting.South: lighting.West, lighting.West: lighting.North,
	}
	squares := func(key string, side lighting.Side) (n int) {
		c, _ := java.New(4790).Class(key)
		for _, word := range shapes.Faces(c.Shape())[side] {
			n += bits.OnesCount64(word)
		}
		return n
	}
	for _, form := range []string{"straight", "inner_left", "inner_right", "outer_left", "outer_right"} {
		for _, half := range []string{"top", "bottom"} {
			for _, facing := range []lighting.Side{lighting.North, lighting.East, lighting.South, lighting.West} {
				key := func(facing lighting.Side) string {
					return "minecraft:oak_stairs[facing=" + facing.String() + ",half=" + half + ",shape=" + form + ",waterlogged=false]"
				}
				for side := range turn {
					if got, want := squares(key(turn[facing]), turn[side]), squares(key(facing), side); got != want {
						t.Errorf("%s turned: the %v face covers %d squares, want %d", key(facing), turn[side], got, want)
					}
				}
			}
		}
	}
}

func TestPalette(t *testing.T) {
	c := java.NewCache(java.New(3953))
	var p java.Palette
	for range 2 { // the second time from memory
		p.Read(c, []string{"minecraft:cave_air", "minecraft:torch", "mod:x"})
		if want := []lighting.Class{0, lighting.MustClass(14, 0, 0), java.Unknown}; !slices.Equal(p.Classes, want) || !slices.Equal(p.Air, []bool{true, false, false}) {
			t.Errorf("%v, %v; want %v", p.Classes, p.Air, want)
		}
	}
	cells := new([4096]uint16)
	if p.Occupied(cells) || p.Occupied(nil) {
		t.Error("a section without a cell of the other entries is not occupied")
	}
	cells[4095] = 2
	if !p.Occupied(cells) {
		t.Error("the last cell counts")
	}
	for key, want := range map[string]bool{"minecraft:stone": true, "minecraft:air": false} {
		if p.Read(c, []string{key}); p.Occupied(nil) != want {
			t.Errorf("a section of %s: occupied %v", key, !want)
		}
	}
	p.Read(c, nil)
	if p.Occupied(nil) {
		t.Error("a section without palette is not occupied")
	}
	if got, known := c.Class("minecraft:torch"); got != lighting.MustClass(14, 0, 0) || !known {
		t.Errorf("torch: %v, known %v", got, known)
	}
}

// TestUnknown: what the rules do not know has a class, but is the same as nothing but itself.
func TestUnknown(t *testing.T) {
	c := java.NewCache(java.New(3953))
	if got, known := c.Class("mod:lamp"); got != java.Unknown || known {
		t.Errorf("%v, known %v", got, known)
	}
	for _, test := range []struct {
		from, to string
		same     bool
	}{
		{"minecraft:stone", "minecraft:dirt", true},
		{"minecraft:stone", "minecraft:air", false},
		{"mod:lamp", "mod:lamp", true},
		{"mod:lamp", "minecraft:stone", false},
		{"minecraft:stone", "mod:lamp", false},
		{"mod:lamp", "mod:machine", false},
	} {
		if got := c.Same(test.from, test.to); got != test.same {
			t.Errorf("from %s to %s: the same is %v", test.from, test.to, got)
		}
	}
	var p java.Palette
	for range 2 {
		if p.Read(c, []string{"minecraft:stone", "mod:lamp", "minecraft:air"}); p.Known {
			t.Error("a palette with a modded block counts as known")
		}
		if p.Read(c, []string{"minecraft:stone", "minecraft:air"}); !p.Known {
			t.Error("a palette of the game's blocks counts as unknown")
		}
	}
}

// TestSky has what a look at chunks teaches about their dimension.
func TestSky(t *testing.T) {
	array := make([]byte, 2048)
	for _, test := range []struct {
		name      string
		dimension string
		lit       bool
		stored    [][]byte
		occupied  []bool
		want      java.Sky
	}{
		{"an overworld of air", "minecraft:overworld", true, [][]byte{nil, nil}, []bool{false, false}, java.SkyShines},
		{"an overworld that another program lit", "minecraft:overworld", true, [][]byte{nil, nil}, []bool{true, false}, java.SkyShines},
		{"the nether", "minecraft:the_nether", true, [][]byte{nil, nil}, []bool{true, false}, java.SkyNone},
		{"a nether that a data pack has opened", "minecraft:the_nether", true, [][]byte{nil, array}, []bool{true, false}, java.SkyShines},
		{"the End of old", "minecraft:the_end", true, [][]byte{nil, nil}, []bool{true, false}, java.SkyNone},
		{"the End of today", "minecraft:the_end", true, [][]byte{nil, array}, []bool{true, false}, java.SkyShines},
		{"between the islands of the End", "minecraft:the_end", true, [][]byte{nil, nil}, []bool{false, false}, java.SkyUnknown},
		{"an End that nobody lit", "minecraft:the_end", false, [][]byte{nil, nil}, []bool{true, false}, java.SkyUnknown},
		{"a dimension that nobody lit", "mod:sky", false, [][]byte{nil, nil}, []bool{true, true}, java.SkyUnknown},
	} {
		if got := java.SkyOf(test.dimension).See(test.lit, test.stored, test.occupied); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
	}
}

func TestClassAllocates(t *testing.T) {
	rules := java.New(4790)
	if n := testing.AllocsPerRun(100, func() {
		rules.Class("minecraft:oak_stairs[facing=north,half=top,shape=inner_left,waterlogged=true]")
	}); n != 0 {
		t.Errorf("a look-up allocates %v times", n)
	}
}
