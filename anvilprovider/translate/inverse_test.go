package translate_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestInverse takes every state to the host and back: the state that comes back must have the very same image.
func TestInverse(t *testing.T) {
	tr := translator(t)
	unique := 0
	for key := range merged(t) {
		b := tr.Block(key)
		if !b.Known || strings.HasPrefix(key, "minecraft:test_") {
			continue
		}
		back, exact := tr.Java(b)
		if !exact || tr.Block(back) != b {
			t.Errorf("%s -> %+v -> %s (exact %v) -> %+v", key, b, back, exact, tr.Block(back))
		}
		if back == key {
			unique++
		}
		if like, exact := tr.JavaLike(b, key); like != key || !exact {
			t.Errorf("JavaLike(Block(%s)) = %s, %v", key, like, exact)
		}
		name, _ := parse(key)
		if named, exact := tr.JavaNamed(b, name); !exact || tr.Block(named) != b || !strings.HasPrefix(named, name) {
			t.Errorf("JavaNamed(Block(%s)) = %s, %v", key, named, exact)
		}
	}
	if unique == 0 {
		t.Error("no state comes back as it was")
	}
	t.Logf("%d states come back as they were", unique)
}

// TestPreferred lists what the most usual of several states is.
func TestPreferred(t *testing.T) {
	tr := translator(t)
	for key, want := range map[string]string{
		"minecraft:cave_air":                "minecraft:air",
		"minecraft:void_air":                "minecraft:air",
		"minecraft:grass_block[snowy=true]": "minecraft:grass_block[snowy=false]",
		"minecraft:oak_leaves[distance=2,persistent=true,waterlogged=false]":           "minecraft:oak_leaves[distance=1,persistent=true,waterlogged=false]",
		"minecraft:note_block[instrument=bass,note=7,powered=true]":                    "minecraft:note_block[instrument=harp,note=0,powered=false]",
		"minecraft:chest[facing=east,type=left,waterlogged=true]":                      "minecraft:chest[facing=east,type=single,waterlogged=true]",
		"minecraft:oak_door[facing=east,half=upper,hinge=left,open=true,powered=true]": "minecraft:oak_door[facing=east,half=upper,hinge=left,open=true,powered=false]",
		"minecraft:campfire[facing=east,lit=true,signal_fire=true,waterlogged=false]":  "minecraft:campfire[facing=east,lit=true,signal_fire=false,waterlogged=false]",
		"minecraft:repeater[delay=2,facing=east,locked=true,powered=false]":            "minecraft:repeater[delay=2,facing=east,locked=false,powered=false]",
		"minecraft:red_bed[facing=east,occupied=false,part=head]":                      "minecraft:white_bed[facing=east,occupied=false,part=head]",
		"minecraft:potted_cactus":                               "minecraft:flower_pot",
		"minecraft:kelp_plant":                                  "minecraft:kelp[age=0]",
		"minecraft:lever[face=floor,facing=south,powered=true]": "minecraft:lever[face=floor,facing=north,powered=true]",
		"minecraft:oak_fence[east=true,north=true,south=false,waterlogged=true,west=false]": "minecraft:oak_fence[east=false,north=false,south=false,waterlogged=true,west=false]",
		"minecraft:oak_stairs[facing=east,half=top,shape=inner_left,waterlogged=false]":     "minecraft:oak_stairs[facing=east,half=top,shape=straight,waterlogged=false]",
		"minecraft:vine[east=true,north=false,south=false,up=true,west=false]":              "minecraft:vine[east=true,north=false,south=false,up=false,west=false]",
		"minecraft:redstone_wire[east=side,north=up,power=3,south=none,west=none]":          "minecraft:redstone_wire[east=side,north=side,power=3,south=side,west=side]",
		"minecraft:skeleton_skull[powered=true,rotation=3]":                                 "minecraft:skeleton_skull[powered=false,rotation=0]",
		"minecraft:fire[age=3,east=true,north=false,south=false,up=true,west=false]":        "minecraft:fire[age=3,east=false,north=false,south=false,up=false,west=false]",
		"minecraft:lime_banner[rotation=9]":                                                 "minecraft:white_banner[rotation=9]",
	} {
		if got, exact := tr.Java(tr.Block(key)); got != want || !exact {
			t.Errorf("%s becomes %s, %v; want %s", key, got, exact, want)
		}
	}
}

// rid returns the runtime ID of a state of the registry by its key.
func rid(t testing.TB, key string) uint32 {
	t.Helper()
	name, props := parse(key)
	b, ok := strict(world.DefaultBlockRegistry, samples(world.DefaultBlockRegistry), name, props)
	if !ok {
		t.Fatalf("the registry has no %s", key)
	}
	return world.DefaultBlockRegistry.BlockRuntimeID(b)
}

// TestOutside lists states of the host that are the image of no Java state.
func TestOutside(t *testing.T) {
	tr := translator(t)
	for key, want := range map[string]string{
		"minecraft:stone_brick_double_slab[minecraft:vertical_half=top]":                                          "minecraft:stone_brick_slab[type=double,waterlogged=false]",
		"minecraft:oak_leaves[persistent_bit=1,update_bit=1]":                                                     "minecraft:oak_leaves[distance=1,persistent=true,waterlogged=false]",
		"minecraft:oak_pressure_plate[redstone_signal=3]":                                                         "",
		"minecraft:wooden_pressure_plate[redstone_signal=3]":                                                      "minecraft:oak_pressure_plate[powered=true]",
		"minecraft:melon_stem[facing_direction=4,growth=2]":                                                       "minecraft:attached_melon_stem[facing=west]",
		"minecraft:pumpkin_stem[facing_direction=1,growth=2]":                                                     "minecraft:pumpkin_stem[age=2]",
		"minecraft:torch[torch_facing_direction=unknown]":                                                         "minecraft:torch",
		"minecraft:portal[portal_axis=unknown]":                                                                   "minecraft:nether_portal[axis=x]",
		"minecraft:lime_glazed_terracotta[facing_direction=0]":                                                    "minecraft:lime_glazed_terracotta[facing=north]",
		"minecraft:pink_petals[growth=6,minecraft:cardinal_direction=south]":                                      "minecraft:pink_petals[facing=south,flower_amount=4]",
		"minecraft:cauldron[cauldron_liquid=water,fill_level=3]":                                                  "minecraft:water_cauldron[level=2]",
		"minecraft:cauldron[cauldron_liquid=lava,fill_level=0]":                                                   "minecraft:cauldron",
		"minecraft:snow_layer[covered_bit=1,height=4]":                                                            "minecraft:snow[layers=5]",
		"minecraft:powered_comparator[minecraft:cardinal_direction=south,output_lit_bit=0,output_subtract_bit=1]": "minecraft:comparator[facing=south,mode=subtract,powered=true]",
		"minecraft:hay_block[deprecated=2,pillar_axis=x]":                                                         "minecraft:hay_block[axis=x]",
		"minecraft:beetroot[growth=5]":                                                                            "minecraft:beetroots[age=2]",
		"minecraft:water[liquid_depth=3]":                                                                         "minecraft:water[level=3]",
		"minecraft:flowing_water[liquid_depth=0]":                                                                 "minecraft:water[level=0]",
		"minecraft:flowing_lava[liquid_depth=0]":                                                                  "minecraft:lava[level=0]",
		"minecraft:invisible_bedrock":                                                                             "minecraft:barrier[waterlogged=false]",
		"minecraft:underwater_tnt[explode_bit=0]":                                                                 "minecraft:tnt[unstable=false]",
		"minecraft:bedrock[infiniburn_bit=1]":                                                                     "minecraft:bedrock",
		"minecraft:oak_hanging_sign[attached_bit=0,facing_direction=4,ground_sign_direction=7,hanging=0]":         "minecraft:oak_wall_hanging_sign[facing=west,waterlogged=false]",
		"minecraft:oak_hanging_sign[attached_bit=1,facing_direction=4,ground_sign_direction=7,hanging=1]":         "minecraft:oak_hanging_sign[attached=true,rotation=7,waterlogged=false]",
	} {
		if want == "" {
			continue
		}
		if got, exact := tr.Java(translate.Block{Runtime: rid(t, key)}); got != want || !exact {
			t.Errorf("%s becomes %s, %v; want %s", key, got, exact, want)
		}
	}
	for key, want := range map[string]string{
		"minecraft:hard_glass":                                    "minecraft:glass",
		"minecraft:hard_red_stained_glass_pane":                   "minecraft:red_stained_glass_pane[east=false,north=false,south=false,waterlogged=false,west=false]",
		"minecraft:colored_torch_red[torch_facing_direction=top]": "minecraft:torch",
		"minecraft:element_5":                                     "minecraft:air",
		"minecraft:frame[facing_direction=2,item_frame_map_bit=0,item_frame_photo_bit=0]": "minecraft:air",
		"minecraft:unknown": "minecraft:air",
	} {
		if got, exact := tr.Java(translate.Block{Runtime: rid(t, key)}); got != want || exact {
			t.Errorf("%s becomes %s, %v; want %s, not exact", key, got, exact, want)
		}
	}
	if got, exact := tr.Java(translate.Block{Runtime: 1 << 30}); got != "minecraft:air" || exact {
		t.Errorf("a runtime ID that does not exist becomes %s, %v", got, exact)
	}
}

// TestNoJava lists the blocks of the host that Java does not have at all. Every other state becomes something.
func TestNoJava(t *testing.T) {
	tr, br := translator(t), world.DefaultBlockRegistry
	got := map[string]int{}
	inexact := map[string]int{}
	for r := range uint32(br.BlockCount()) {
		name, _, _ := br.RuntimeIDToState(r)
		key, exact := tr.Java(translate.Block{Runtime: r})
		if strings.HasPrefix(name, "minecraft:element_") && name != "minecraft:element_constructor" {
			name = "minecraft:element_N"
		}
		switch {
		case key == "minecraft:air" && name != "minecraft:air":
			got[name]++
		case !exact:
			inexact[name]++
		}
		if back := tr.Block(key); exact && back.Runtime != r {
			if again, _ := tr.Java(back); again != key {
				t.Errorf("%s becomes %s, which comes back as %s", stateKey(br, r), key, again)
			}
		}
	}
	want := map[string]int{
		"minecraft:allow": 1, "minecraft:border_block": 162, "minecraft:camera": 1, "minecraft:chalkboard": 16, "minecraft:chemical_heat": 1,
		"minecraft:client_request_placeholder_block": 1, "minecraft:compound_creator": 4, "minecraft:deny": 1, "minecraft:element_N": 119,
		"minecraft:element_constructor": 4, "minecraft:frame": 24, "minecraft:glow_frame": 24, "minecraft:info_update": 1,
		"minecraft:info_update2": 1, "minecraft:lab_table": 4, "minecraft:material_reducer": 4, "minecraft:netherreactor": 1,
		"minecraft:reserved6": 1, "minecraft:unknown": 1,
	}
	if !maps.Equal(got, want) {
		t.Errorf("without a Java block: %v, want %v", got, want)
	}
	for name := range inexact {
		if !strings.HasPrefix(name, "minecraft:hard_") && !strings.HasSuffix(name, "torch") && !strings.HasPrefix(name, "minecraft:colored_torch_") &&
			name != "minecraft:glowingobsidian" && !implicitNames[name] {
			t.Errorf("%d states of %s are not exact", inexact[name], name)
		}
	}
}

// implicitNames are blocks that Java has in water only.
var implicitNames = map[string]bool{
	"minecraft:kelp": true, "minecraft:seagrass": true, "minecraft:bubble_column": true, "minecraft:sea_pickle": true,
}

// TestLayerOne puts liquids on the second layer.
func TestLayerOne(t *testing.T) {
	tr := translator(t)
	water, flowing, lava := waterSource(t), rid(t, "minecraft:flowing_water[liquid_depth=3]"), rid(t, "minecraft:lava[liquid_depth=0]")
	dry := func(key string) translate.Block { return translate.Block{Runtime: tr.Block(key).Runtime} }
	wet := func(key string, liquid uint32) translate.Block {
		return translate.Block{Runtime: tr.Block(key).Runtime, Liquid: liquid, HasLiquid: true}
	}
	for _, c := range []struct {
		block translate.Block
		want  string
		exact bool
	}{
		{wet("minecraft:oak_slab[type=top,waterlogged=false]", water), "minecraft:oak_slab[type=top,waterlogged=true]", true},
		{wet("minecraft:oak_slab[type=top,waterlogged=false]", flowing), "minecraft:oak_slab[type=top,waterlogged=true]", false},
		{wet("minecraft:oak_slab[type=top,waterlogged=true]", lava), "minecraft:oak_slab[type=top,waterlogged=false]", false},
		{dry("minecraft:oak_slab[type=top,waterlogged=true]"), "minecraft:oak_slab[type=top,waterlogged=false]", true},
		{wet("minecraft:stone", water), "minecraft:stone", false},
		{wet("minecraft:kelp[age=3]", water), "minecraft:kelp[age=3]", true},
		{dry("minecraft:kelp[age=3]"), "minecraft:kelp[age=3]", false},
		{wet("minecraft:air", water), "minecraft:water[level=0]", true},
		{wet("minecraft:air", flowing), "minecraft:water[level=3]", true},
		{wet("minecraft:air", lava), "minecraft:lava[level=0]", true},
		{dry("minecraft:sea_pickle[pickles=2,waterlogged=true]"), "minecraft:sea_pickle[pickles=2,waterlogged=false]", false},
		{wet("minecraft:sea_pickle[pickles=2,waterlogged=false]", water), "minecraft:sea_pickle[pickles=2,waterlogged=true]", false},
	} {
		if got, exact := tr.Java(c.block); got != c.want || exact != c.exact {
			t.Errorf("%s with %v becomes %s, %v; want %s, %v", stateKey(world.DefaultBlockRegistry, c.block.Runtime), c.block.HasLiquid, got, exact, c.want, c.exact)
		}
	}
}

func TestJavaLike(t *testing.T) {
	tr := translator(t)
	for _, c := range []struct{ block, old, want string }{
		// A door that was opened keeps what the host does not know.
		{"minecraft:oak_door[facing=east,half=lower,hinge=left,open=true,powered=false]", "minecraft:oak_door[facing=east,half=lower,hinge=left,open=false,powered=true]", "minecraft:oak_door[facing=east,half=lower,hinge=left,open=true,powered=true]"},
		{"minecraft:white_bed[facing=east,occupied=true,part=head]", "minecraft:lime_bed[facing=east,occupied=false,part=head]", "minecraft:lime_bed[facing=east,occupied=true,part=head]"},
		{"minecraft:air", "minecraft:cave_air", "minecraft:cave_air"},
		{"minecraft:air", "minecraft:stone", "minecraft:air"},
		{"minecraft:chest[facing=north,type=single,waterlogged=true]", "minecraft:chest[facing=north,type=left,waterlogged=false]", "minecraft:chest[facing=north,type=left,waterlogged=true]"},
		{"minecraft:spruce_leaves[distance=7,persistent=true,waterlogged=false]", "minecraft:oak_leaves[distance=3,persistent=false,waterlogged=false]", "minecraft:spruce_leaves[distance=3,persistent=true,waterlogged=false]"},
		{"minecraft:short_grass", "minecraft:grass", "minecraft:short_grass"},
	} {
		if got, _ := tr.JavaLike(tr.Block(c.block), c.old); got != c.want {
			t.Errorf("%s where %s was becomes %s, want %s", c.block, c.old, got, c.want)
		}
	}
	if got, ok := tr.JavaNamed(tr.Block("minecraft:white_bed[facing=east,occupied=true,part=head]"), "minecraft:red_bed"); got != "minecraft:red_bed[facing=east,occupied=true,part=head]" || !ok {
		t.Errorf("JavaNamed = %s, %v", got, ok)
	}
	if got, ok := tr.JavaNamed(tr.Block("minecraft:stone"), "minecraft:red_bed"); got != "" || ok {
		t.Errorf("JavaNamed of another block = %s, %v", got, ok)
	}
}

// TestChunker compares the inverse with that of Chunker 1.18.1, another converter, for every state of the registry that
// it knows. Where they differ in a property that the host does not know, or in the name of a block that shares its state
// with others, either is right: those are not counted, because ours has the same image. The rest is listed.
func TestChunker(t *testing.T) {
	var rows []struct {
		J  string            `json:"j"`
		WL int               `json:"wl"`
		N  string            `json:"n"`
		P  map[string]string `json:"p"`
	}
	testworld.JSON(t, &rows, "mappingdata", "chunker-derived", "chunker_b2j_bedrock1.26.30_to_java26.2.json.gz")
	tr, br := translator(t), world.DefaultBlockRegistry
	rids := map[string]uint32{}
	for r := range uint32(br.BlockCount()) {
		rids[stateKey(br, r)] = r
	}
	water := waterSource(t)
	differ := map[string]int{}
	example := map[string]string{}
	same, alike := 0, 0
	for _, row := range rows {
		r, ok := rids[strings.TrimSuffix(row.J, "[]")]
		if !ok || strings.HasPrefix(row.N, "MISSING") {
			continue
		}
		b := translate.Block{Runtime: r}
		if row.WL == 1 {
			b.Liquid, b.HasLiquid = water, true
		}
		theirs := joinKey(row.N, row.P)
		ours, _ := tr.Java(b)
		switch {
		case ours == theirs:
			same++
		case tr.Block(ours) == tr.Block(theirs):
			alike++
		default:
			name, _ := parse(row.J)
			differ[name]++
			example[name] = fmt.Sprintf("%s wl=%d: ours %s, theirs %s", row.J, row.WL, ours, theirs)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(differ)) {
		if differ[name] != disagreements[name] {
			t.Errorf("%s: %d states differ, want %d; %s", name, differ[name], disagreements[name], example[name])
		}
	}
	for name, n := range disagreements {
		if differ[name] != n {
			t.Errorf("%s: %d states differ, want %d", name, differ[name], n)
		}
	}
	t.Logf("%d states equal, %d with the same image", same, alike)
	if same < 15000 {
		t.Errorf("only %d states are equal", same)
	}
}

// disagreements counts, by Bedrock block, the states (dry and wet) of which Chunker makes another Java state.
var disagreements = map[string]int{
	"minecraft:air":                  1,  // water over air is water
	"minecraft:bamboo":               12, // age_bit is the stage, thickness the age
	"minecraft:beetroot":             2,  // the lower of two stages
	"minecraft:bell":                 32, // toggle_bit is powered
	"minecraft:brown_mushroom_block": 6,  // no such combination of faces
	"minecraft:cave_vines":           2,  // age 25 is the head's, not the body
	"minecraft:crafter":              32, // up_east and up_west mirrored
	"minecraft:kelp":                 2,  // age 25 is the head's
	"minecraft:lever":                8,  // open_bit is powered
	"minecraft:melon_stem":           60, // a stem that faces sideways is attached
	"minecraft:moving_block":         2,  // a moving piston
	"minecraft:mushroom_stem":        2,  // no faces is the cap's inside
	"minecraft:pitcher_crop":         20, // the lower of two stages
	"minecraft:pumpkin_stem":         60, // as melon_stem
	"minecraft:red_mushroom_block":   6,  // as brown_mushroom_block
	"minecraft:small_dripleaf_block": 16, // rotated
	"minecraft:sweet_berry_bush":     12, // stages 1, 2, 3
	"minecraft:torchflower_crop":     6,  // the lower of two stages
	"minecraft:twisting_vines":       2,  // age 25 is the head's
	"minecraft:weeping_vines":        2,  // age 25 is the head's
}

func joinKey(name string, props map[string]string) string {
	if len(props) == 0 {
		return name
	}
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(props)) {
		parts = append(parts, k+"="+props[k])
	}
	return name + "[" + strings.Join(parts, ",") + "]"
}

func BenchmarkJava(b *testing.B) {
	tr := translator(b)
	for _, key := range []string{"minecraft:stone", "minecraft:oak_stairs[facing=north,half=top,shape=straight,waterlogged=true]", "minecraft:redstone_wire[east=none,north=none,power=12,south=up,west=side]"} {
		name, _ := parse(key)
		block := tr.Block(key)
		b.Run(strings.TrimPrefix(name, "minecraft:"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tr.Java(block)
			}
		})
		b.Run(strings.TrimPrefix(name, "minecraft:")+"/like", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tr.JavaLike(block, key)
			}
		})
	}
}
