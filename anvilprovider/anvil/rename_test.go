package anvil_test

import (
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
)

// renameRows has at least one row for each rename; a dataVersion just below the rename's makes it the first to run.
var renameRows = []struct {
	version       int32 // the last version with the old spelling
	before, after string
	oneWay        bool // the old spelling does not come back
}{
	{1473, "purple_shulker_box[facing=up]", "shulker_box[facing=up]", false},
	{1474, "flowing_water[level=3]", "water[level=3]", false},
	{1479, "blue_coral", "tube_coral_block", false},
	{1483, "sea_grass", "seagrass", false},
	{1486, "prismarine_bricks_slab[type=top]", "prismarine_brick_slab[type=top]", false},
	{1487, "kelp_top[age=3]", "kelp[age=3]", false},
	{1487, "kelp", "kelp_plant", false},
	{1489, "melon_block", "melon", false},
	{1509, "portal[axis=x]", "nether_portal[axis=x]", false},
	{1509, "mob_spawner", "spawner", false},
	{1509, "stripped_oak_bark", "stripped_oak_wood", false},
	{1514, "tube_coral_fan", "tube_coral_wall_fan", false},
	{1801, "stone_slab[type=double]", "smooth_stone_slab[type=double]", false},
	{1801, "sign[rotation=3]", "oak_sign[rotation=3]", false},
	{1801, "wall_sign[facing=north]", "oak_wall_sign[facing=north]", false},
	{2208, "bee_hive[facing=north]", "beehive[facing=north]", false},
	{2502, "brick_wall[east=true,north=false,south=true,up=true,west=false]", "brick_wall[east=low,north=none,south=low,up=true,west=none]", false},
	{2507, "warped_fungi", "warped_fungus", false},
	{2517, "jigsaw[facing=up]", "jigsaw[orientation=up_north]", false},
	{2517, "jigsaw[facing=west]", "jigsaw[orientation=west_up]", false},
	{2527, "soul_fire_lantern[hanging=true]", "soul_lantern[hanging=true]", false},
	{2530, "redstone_wire[east=none,north=none,power=0,south=none,west=none]", "redstone_wire[east=side,north=side,power=0,south=side,west=side]", true},
	{2530, "redstone_wire[east=none,north=up,power=0,south=none,west=none]", "redstone_wire[east=none,north=up,power=0,south=side,west=none]", true},
	{2530, "redstone_wire[east=side,north=up,power=0,south=none,west=none]", "redstone_wire[east=side,north=up,power=0,south=none,west=none]", false},
	{2678, "cauldron[level=0]", "cauldron", false},
	{2678, "cauldron[level=2]", "water_cauldron[level=2]", false},
	{2679, "grass_path", "dirt_path", false},
	{2689, "semi_weathered_copper_block", "weathered_copper", false},
	{2690, "waxed_copper", "waxed_copper_block", false},
	{2695, "grimstone_wall[up=true]", "cobbled_deepslate_wall[up=true]", false},
	{2699, "cave_vines_head[age=1]", "cave_vines[age=1]", false},
	{2716, "azalea_leaves_flowers[distance=1]", "flowering_azalea_leaves[distance=1]", false},
	{2975, "oak_leaves[distance=1]", "oak_leaves[distance=1]", false},
	{3218, "note_block[instrument=bit]", "note_block[instrument=bit]", false},
	{3337, "torchflower_crop[age=2]", "torchflower_crop[age=1]", true},
	{3691, "grass", "short_grass", false},
	{3691, "tall_grass[half=upper]", "tall_grass[half=upper]", false},
	{4082, "creaking_heart[axis=y,creaking=active,natural=false]", "creaking_heart[axis=y,creaking_heart_state=awake,natural=false]", false},
	{4082, "creaking_heart[axis=y,creaking=disabled,natural=false]", "creaking_heart[axis=y,creaking_heart_state=uprooted,natural=false]", false},
	{4189, "creaking_heart[active=true,axis=x]", "creaking_heart[axis=x,creaking_heart_state=awake]", false},
	{4540, "chain[axis=x,waterlogged=true]", "iron_chain[axis=x,waterlogged=true]", false},
}

func TestRenames(t *testing.T) {
	for _, r := range renameRows {
		before, after := "minecraft:"+r.before, "minecraft:"+r.after
		if got := anvil.Modernise(before, r.version); got != after {
			t.Errorf("%s of %d is %s, want %s", before, r.version, got, after)
		}
		if got := anvil.Spell(after, r.version); got != before && !r.oneWay {
			t.Errorf("%s is spelled %s in %d, want %s", after, got, r.version, before)
		}
		if got := anvil.Modernise(after, 5023); got != after {
			t.Errorf("%s of 26.3 became %s", after, got)
		}
		if got := anvil.Spell(after, 5023); got != after {
			t.Errorf("%s is spelled %s in 26.3", after, got)
		}
	}
}

// TestEveryRenameIsCovered leaves one rename out at a time: a row has to fail then, or a spelling that goes back.
func TestEveryRenameIsCovered(t *testing.T) {
	states, _ := anvil.RenameVersions()
	backOnly := map[int32]bool{3105: true, 3337: true, 3463: true, 3698: true, 3837: true, 4786: true} // see TestSpellDropsWhatDidNotExist
	for i, version := range states {
		covered := backOnly[version]
		for _, r := range renameRows {
			covered = covered || anvil.WithoutRename(i, "minecraft:"+r.before, r.version) != "minecraft:"+r.after
		}
		if !covered {
			t.Errorf("no row fails without the rename of %d", version)
		}
	}
}

// TestEveryNameArrives renames each old name from the version before its change; later changes may carry it on.
func TestEveryNameArrives(t *testing.T) {
	names := anvil.OldNames()
	for _, n := range names {
		if got, want := anvil.Modernise(n.Before, n.Version-1), anvil.Modernise(n.After, n.Version); got != want {
			t.Errorf("%s of %d is %s, want %s", n.Before, n.Version-1, got, want)
		}
	}
	if len(names) < 100 {
		t.Errorf("only %d names", len(names))
	}
}

func TestSpellDropsWhatDidNotExist(t *testing.T) {
	for _, tt := range []struct {
		key     string
		version int32
		want    string
	}{
		{"oak_leaves[distance=1,persistent=false,waterlogged=false]", 2975, "oak_leaves[distance=1,persistent=false]"},
		{"oak_leaves[distance=1,persistent=false,waterlogged=false]", 3105, "oak_leaves[distance=1,persistent=false,waterlogged=false]"},
		{"decorated_pot[cracked=false,facing=north]", 3337, "decorated_pot[facing=north]"},
		{"player_head[powered=false,rotation=3]", 3578, "player_head[rotation=3]"},
		{"wither_skeleton_wall_skull[facing=north,powered=true]", 3578, "wither_skeleton_wall_skull[facing=north]"},
		{"piston_head[facing=up,short=false,type=normal]", 2975, "piston_head[facing=up,short=false,type=normal]"},
		{"trial_spawner[ominous=false,trial_spawner_state=active]", 3700, "trial_spawner[trial_spawner_state=active]"},
		{"note_block[instrument=zombie,note=1,powered=false]", 3218, "note_block[instrument=harp,note=1,powered=false]"},
		{"note_block[instrument=zombie,note=1,powered=false]", 3337, "note_block[instrument=zombie,note=1,powered=false]"},
		{"note_block[instrument=trumpet,note=1,powered=false]", 4671, "note_block[instrument=harp,note=1,powered=false]"},
		{"short_grass", 0, "short_grass"},
		{"lava_cauldron", 2600, "cauldron[level=0]"},
	} {
		if got := anvil.Spell("minecraft:"+tt.key, tt.version); got != "minecraft:"+tt.want {
			t.Errorf("%s in %d is spelled %s, want %s", tt.key, tt.version, got, tt.want)
		}
	}
}

func TestStepsAreInOrder(t *testing.T) {
	states, biomes := anvil.RenameVersions()
	entities, items, names := anvil.StepVersions()
	for list, versions := range map[string][]int32{"states": states, "biomes": biomes, "block entities": entities, "items": items, "names of items": names} {
		if !slices.IsSorted(versions) || len(versions) == 0 || versions[0] <= 0 {
			t.Errorf("%s are not in order: %v", list, versions)
		}
	}
}

func TestBiomeSpelling(t *testing.T) {
	for _, tt := range []struct {
		name    string
		version int32
		want    string
	}{
		{"windswept_hills", 2860, "windswept_hills"}, {"windswept_hills", 2730, "mountain_edge"}, {"snowy_plains", 2730, "snowy_mountains"},
		{"nether_wastes", 2230, "nether"}, {"plains", 1519, "plains"}, {"old_growth_birch_forest", 0, "old_growth_birch_forest"},
	} {
		if got := anvil.SpellBiome("minecraft:"+tt.name, tt.version); got != "minecraft:"+tt.want {
			t.Errorf("%s in %d is spelled %s, want %s", tt.name, tt.version, got, tt.want)
		}
	}
}

// TestModerniseAcceptsAnything feeds keys that are none.
func TestModerniseAcceptsAnything(t *testing.T) {
	for in, want := range map[string]string{"": "minecraft:", "stone": "minecraft:stone", "mod:x[b=2,a=1]": "mod:x[a=1,b=2]", "a[b": "minecraft:a[b",
		"a[]": "minecraft:a", "a[=]": "minecraft:a[=]", "a[x]": "minecraft:a", "grass[": "minecraft:grass["} {
		if got := anvil.Modernise(in, 1519); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}
