package translate_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

// newer lists the blocks of Java 26.3 that are newer than the registry in go.mod: 64 kinds of stairs and slabs in 16
// colours, and two plants. Any other block that does not resolve is a fault.
func newer() []string {
	names := []string{"minecraft:red_shrub", "minecraft:shelf_mushroom"}
	for _, colour := range []string{
		"white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray",
		"light_gray", "cyan", "purple", "blue", "brown", "green", "red", "black",
	} {
		for _, form := range []string{"_wool_stairs", "_wool_slab", "_concrete_stairs", "_concrete_slab"} {
			names = append(names, "minecraft:"+colour+form)
		}
	}
	slices.Sort(names)
	return names
}

// TestEveryState looks up every state of Java 26.3 in the slow way, by name and properties, and wants the same runtime
// ID of the translator. It is the table's independent check, the strict resolution, and the slow reference in one.
func TestEveryState(t *testing.T) {
	tr, br := translator(t), world.DefaultBlockRegistry
	all, water := samples(br), waterSource(t)
	missing := map[string]int{}
	states := merged(t)
	for key, want := range states {
		got := tr.Block(key)
		b, ok := strict(br, all, want.name, want.props)
		if !ok {
			name, _ := parse(key)
			missing[name]++
			if got.Known {
				t.Fatalf("%s: the registry does not have its image, but it is known", key)
			}
			continue
		}
		if rid := br.BlockRuntimeID(b); !got.Known || got.Runtime != rid {
			t.Fatalf("%s is %s, want %s", key, stateKey(br, got.Runtime), stateKey(br, rid))
		}
		if got.HasLiquid != inWater(key) || got.HasLiquid && got.Liquid != water {
			t.Fatalf("%s: liquid %v (%d), want %v", key, got.HasLiquid, got.Liquid, inWater(key))
		}
	}
	if len(states) != 35723 {
		t.Errorf("%d states, want the 35,723 of Java 26.3", len(states))
	}
	names := slices.Sorted(maps.Keys(missing))
	if want := newer(); !slices.Equal(names, want) || len(want) > 66 {
		t.Errorf("missing %v, want %v", names, want)
	}
}

// waterSource returns the runtime ID of a source of water, by the registry's own strict lookup.
func waterSource(t testing.TB) uint32 {
	t.Helper()
	b, ok := world.DefaultBlockRegistry.BlockByName("minecraft:water", map[string]any{"liquid_depth": int32(0)})
	if !ok {
		t.Fatal("no water")
	}
	return world.DefaultBlockRegistry.BlockRuntimeID(b)
}

// inWater says whether a state is in water, from its key alone.
func inWater(key string) bool {
	name, props := parse(key)
	switch strings.TrimPrefix(name, "minecraft:") {
	case "kelp", "kelp_plant", "seagrass", "tall_seagrass", "bubble_column":
		return true
	}
	return props["waterlogged"] == "true"
}

func TestResolution(t *testing.T) {
	r := translator(t).Resolution()
	names := map[string]bool{}
	for _, key := range r.Missing {
		name, _ := parse(key)
		names[name] = true
	}
	if got := slices.Sorted(maps.Keys(names)); !slices.Equal(got, newer()) {
		t.Errorf("missing %v", got)
	}
	if len(r.Filled) != 0 {
		t.Errorf("properties made up: %v", r.Filled)
	}
	if got := slices.Sorted(maps.Keys(r.Dropped)); !slices.Equal(got, []string{
		"minecraft:connection_east", "minecraft:connection_north", "minecraft:connection_south", "minecraft:connection_west", "minecraft:corner",
	}) {
		t.Errorf("dropped %v", got)
	}
}

// TestForeignKeys reads keys that are not of this version, not complete, or not in order.
func TestForeignKeys(t *testing.T) {
	tr := translator(t)
	for key, want := range map[string]string{
		"minecraft:oak_stairs":                                       "minecraft:oak_stairs[facing=north,half=bottom,shape=straight,waterlogged=false]",
		"minecraft:oak_stairs[]":                                     "minecraft:oak_stairs[facing=north,half=bottom,shape=straight,waterlogged=false]",
		"minecraft:oak_stairs[half=top]":                             "minecraft:oak_stairs[facing=north,half=top,shape=straight,waterlogged=false]",
		"minecraft:oak_stairs[waterlogged=true,half=top]":            "minecraft:oak_stairs[facing=north,half=top,shape=straight,waterlogged=true]",
		"minecraft:oak_stairs[half=middle,waterlogged=true]":         "minecraft:oak_stairs[facing=north,half=bottom,shape=straight,waterlogged=true]",
		"minecraft:oak_stairs[colour=red,facing=east]":               "minecraft:oak_stairs[facing=east,half=bottom,shape=straight,waterlogged=false]",
		"minecraft:oak_leaves[distance=7,persistent=true]":           "minecraft:oak_leaves[distance=7,persistent=true,waterlogged=false]",
		"minecraft:stone[lit=true]":                                  "minecraft:stone",
		"minecraft:stone[":                                           "minecraft:stone",
		"minecraft:grass":                                            "minecraft:short_grass",
		"minecraft:chain[axis=x,waterlogged=true]":                   "minecraft:iron_chain[axis=x,waterlogged=true]",
		"minecraft:grass_path":                                       "minecraft:dirt_path",
		"minecraft:sign[rotation=4,waterlogged=false]":               "minecraft:oak_sign[rotation=4,waterlogged=false]",
		"minecraft:wall_sign[facing=east,waterlogged=false]":         "minecraft:oak_wall_sign[facing=east,waterlogged=false]",
		"minecraft:cauldron[level=0]":                                "minecraft:cauldron",
		"minecraft:cauldron[level=2]":                                "minecraft:water_cauldron[level=2]",
		"minecraft:creaking_heart[axis=x,creaking=active]":           "minecraft:creaking_heart[axis=x,creaking_heart_state=awake,natural=false]",
		"minecraft:creaking_heart[active=true,axis=x,natural=false]": "minecraft:creaking_heart[axis=x,creaking_heart_state=awake,natural=false]",
		"minecraft:cobblestone_wall[east=true,north=false,south=true,up=true,waterlogged=false,west=false]": "minecraft:cobblestone_wall[east=low,north=none,south=low,up=true,waterlogged=false,west=none]",
	} {
		if got, want := tr.Block(key), tr.Block(want); got != want || !want.Known {
			t.Errorf("Block(%q) = %+v, want %+v", key, got, want)
		}
	}
}

func TestUnknown(t *testing.T) {
	br := world.DefaultBlockRegistry
	br.Finalize()
	for _, placeholder := range []string{"", "minecraft:info_update", "minecraft:air"} {
		tr, err := translate.New(br, translate.Options{Placeholder: placeholder})
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"mod:b", "mod:a[x=1]", "mod:b[waterlogged=true]", "minecraft:red_shrub", ""} {
			b := tr.Block(key)
			name, _, _ := br.RuntimeIDToState(b.Runtime)
			if want := cmpOr(placeholder, "minecraft:unknown"); b.Known || b.HasLiquid || name != want {
				t.Errorf("Block(%q) = %+v (%s), want %s", key, b, name, want)
			}
		}
		want := []translate.UnknownBlock{{Name: "", Count: 1}, {Name: "minecraft:red_shrub", Count: 1}, {Name: "mod:a", Count: 1}, {Name: "mod:b", Count: 2}}
		if got := tr.Unknown(); !slices.Equal(got, want) {
			t.Errorf("Unknown() = %v, want %v", got, want)
		}
		if got := tr.NewUnknown(); !slices.Equal(got, []string{"mod:b", "mod:a", "minecraft:red_shrub", ""}) {
			t.Errorf("NewUnknown() = %q", got)
		}
		tr.Block("mod:b")
		if got := tr.NewUnknown(); len(got) != 0 {
			t.Errorf("NewUnknown() = %q, but all were reported", got)
		}
	}
	if _, err := translate.New(br, translate.Options{Placeholder: "minecraft:nothing"}); err == nil {
		t.Error("a placeholder that is not registered is no error")
	}
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// TestUnknownIsBounded gives more names than the translator tells apart.
func TestUnknownIsBounded(t *testing.T) {
	tr, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 10000 {
		tr.Block("mod:" + strings.Repeat("x", i%100) + string(rune('a'+i/100)))
	}
	sum := 0
	for _, u := range tr.Unknown() {
		sum += u.Count
	}
	if n := len(tr.Unknown()); n > 4097 || sum != 10000 {
		t.Errorf("%d names, %d calls", n, sum)
	}
}

func TestBlockDoesNotAllocate(t *testing.T) {
	tr := translator(t)
	if n := testing.AllocsPerRun(100, func() {
		tr.Block("minecraft:oak_stairs[facing=north,half=top,shape=straight,waterlogged=true]")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzBlock(f *testing.F) {
	tr := translator(f)
	for _, key := range []string{
		"minecraft:stone", "minecraft:oak_stairs[facing=north,half=top,shape=straight,waterlogged=true]", "minecraft:cauldron[level=3]",
		"minecraft:oak_stairs[facing=north,facing=south]", "a[b=c]", "[", "minecraft:kelp[age=25", "minecraft:stone[=]", "minecraft:wall_sign[,]",
	} {
		f.Add(key)
	}
	count := uint32(world.DefaultBlockRegistry.BlockCount())
	f.Fuzz(func(t *testing.T, key string) {
		b := tr.Block(key)
		if b.Runtime >= count || b != tr.Block(key) {
			t.Fatalf("Block(%q) = %+v", key, b)
		}
		name, _, _ := strings.Cut(key, "[")
		if b.Known && tr.Block(name).Known != true {
			t.Fatalf("%q is known, but %q is not", key, name)
		}
		old, _ := tr.JavaLike(b, key)
		if b.Known && tr.Block(old) != b && !strings.Contains(key, "test_") {
			t.Fatalf("%q is %+v, and that is %q, which is %+v", key, b, old, tr.Block(old))
		}
	})
}

func BenchmarkNew(b *testing.B) {
	world.DefaultBlockRegistry.Finalize()
	for b.Loop() {
		if _, err := translate.New(world.DefaultBlockRegistry, translate.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBlock(b *testing.B) {
	tr := translator(b)
	for _, key := range []string{
		"minecraft:stone", "minecraft:oak_log[axis=y]", "minecraft:oak_stairs[facing=north,half=top,shape=straight,waterlogged=true]",
		"minecraft:redstone_wire[east=none,north=none,power=12,south=up,west=side]",
	} {
		name, _, _ := strings.Cut(strings.TrimPrefix(key, "minecraft:"), "[")
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				tr.Block(key)
			}
		})
	}
}
