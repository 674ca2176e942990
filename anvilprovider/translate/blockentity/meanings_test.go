package blockentity_test

import (
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
)

// meanings are block entities of real worlds and what the host's own types say of them. They were checked by eye against the
// stored NBT.
var meanings = []struct {
	world   string
	x, y, z int
	want    string
}{
	{"java-1.12.2", -1313, 4, -50, "black banner: "},
	{"java-1.12.2", -1316, 6, -49, "red banner: "},
	{"java-1.12.2", -1313, 4, -34, "gray banner: "},
	{"java-1.12.2", -1313, 4, -36, "light_gray banner: "},
	{"java-1.12.2", -1298, 4, -24, "sign \"\\n14-\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.12.2", -1281, 4, -22, "skeleton_skull turned 180"},
	{"java-1.12.2", -1282, 4, -22, "skeleton_skull turned 202.5"},
	{"java-1.12.2", -1283, 4, -22, "skeleton_skull turned 225"},
	{"java-1.12.2", -1281, 4, -24, "zombie_head turned 0"},
	{"java-1.12.2", -1316, 5, -9, "sign \"\\nTEST\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.12.2", -1298, 4, -2, "sign \"\\n9\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.12.2", -1281, 4, -11, "yellow bed"},
	{"java-1.12.2", -1283, 4, -11, "light_blue bed"},
	{"java-1.12.2", -1294, 4, -5, "sign \"\\n8-9\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.12.2", -1248, 4, -13, "black bed"},
	{"java-1.12.2", -1281, 5, 1, "chest facing south paired=false: 27 (0 1 lingering_potion:15; 1 1 lingering_potion:16; 2 1 lingering_potion:17; ...; 26 1 nautilus_shell \"§rJungle Boat\")"},
	{"java-1.12.2", -1283, 5, 1, "chest facing south paired=true: 27 (0 1 splash_potion:3; 1 1 splash_potion:4; 2 1 splash_potion:5; ...; 26 1 splash_potion:29)"},
	{"java-1.12.2", -1284, 5, 1, "chest facing south paired=true: 27 (0 1 banner:12 of 0 patterns; 1 1 banner:11 of 0 patterns; 2 1 banner:10 of 0 patterns; ...; 26 1 splash_potion:1)"},
	{"java-1.12.2", -1286, 5, 1, "chest facing south paired=true: 27 (0 1 enchanted_book Depth Strider 3; 1 1 enchanted_book; 2 1 enchanted_book; ...; 26 1 enchanted_book)"},
	{"java-1.12.2", -1293, 8, 31, "white_shulker shulker box facing east: 0 ()"},
	{"java-1.12.2", -1293, 6, 31, "white_shulker shulker box facing west: 0 ()"},
	{"java-1.12.2", -1291, 8, 31, "orange_shulker shulker box facing east: 0 ()"},
	{"java-1.12.2", -1293, 4, 31, "white_shulker shulker box facing up: 0 ()"},
	{"java-1.12.2", -1325, 4, 42, "hopper: 0 ()"},
	{"java-1.12.2", -1319, 4, 40, "beacon of level 0"},
	{"java-1.15.2", 206, 4, -305, "lectern at page 0: 1 writable_book [\"Hey\"]"},
	{"java-1.15.2", 204, 4, -305, "lectern at page 0: 1 writable_book []"},
	{"java-1.15.2", 206, 4, -307, "campfire of 4 items"},
	{"java-1.15.2", 208, 4, -305, "lectern at page 0: 1 written_book \"HEY\" by _Memu [\"HEY\"]"},
	{"java-1.15.2", 212, 4, -305, "lectern at page 0: nothing"},
	{"java-1.15.2", 223, 4, -306, "blue banner: "},
	{"java-1.15.2", 223, 4, -312, "red banner: "},
	{"java-1.15.2", 223, 4, -314, "black banner: "},
	{"java-1.15.2", 223, 4, -308, "brown banner: "},
	{"java-1.15.2", 204, 4, -301, "barrel: 0 ()"},
	{"java-1.15.2", 198, 6, -290, "sign \"\\nTEST\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.15.2", 223, 4, -280, "skeleton_skull turned 247.5"},
	{"java-1.15.2", 222, 4, -280, "skeleton_skull turned 270"},
	{"java-1.15.2", 223, 4, -282, "zombie_head turned 247.5"},
	{"java-1.15.2", 222, 4, -282, "zombie_head turned 270"},
	{"java-1.15.2", 249, 4, -274, "cyan bed"},
	{"java-1.15.2", 240, 4, -274, "pink bed"},
	{"java-1.15.2", 261, 4, -273, "green bed"},
	{"java-1.15.2", 222, 5, -252, "chest facing south paired=true: 27 (0 1 golden_hoe; 1 1 wheat_seeds; 2 1 wheat; ...; 26 1 cooked_porkchop)"},
	{"java-1.15.2", 222, 4, -252, "chest facing south paired=true: 27 (0 1 light_gray_stained_glass_pane; 1 1 light_gray_stained_glass_pane; 2 1 light_gray_stained_glass_pane; ...; 26 1 gold_ingot)"},
	{"java-1.15.2", 223, 5, -252, "chest facing south paired=true: 27 (0 1 nautilus_shell \"§rPainting\"; 1 1 golden_apple; 2 1 enchanted_golden_apple; ...; 26 1 kelp)"},
	{"java-1.15.2", 222, 5, -251, "sign \"\\n12\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.15.2", 223, 4, -252, "chest facing south paired=true: 27 (0 1 iron_sword; 1 1 wooden_sword; 2 1 wooden_shovel; ...; 26 1 diamond_hoe)"},
	{"java-1.15.2", 222, 4, -251, "sign \"\\n11\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.15.2", 223, 5, -249, "sign \"\\n2\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.15.2", 237, 4, -248, "chest facing north paired=false: 9 (0 1 banner:15 of 1 patterns; 1 1 banner:14 of 1 patterns; 2 1 banner:13 of 1 patterns; ...; 8 1 banner:7 of 1 patterns)"},
	{"java-1.15.2", 234, 5, -248, "chest facing north paired=true: 0 ()"},
	{"java-1.15.2", 222, 6, -220, "white_shulker shulker box facing north: 0 ()"},
	{"java-1.15.2", 222, 5, -220, "white_shulker shulker box facing east: 0 ()"},
	{"java-1.15.2", 222, 4, -220, "white_shulker shulker box facing up: 0 ()"},
	{"java-1.15.2", 222, 8, -220, "white_shulker shulker box facing south: 0 ()"},
	{"java-1.15.2", 182, 4, -183, "hopper: 0 ()"},
	{"java-1.15.2", 196, 4, -187, "beacon of level 0"},
	{"java-1.16.2-blocks", 55, 70, 15, "sign \"\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.16.2-blocks", 101, 70, 1, "zombie_head turned 0"},
	{"java-1.16.2-blocks", 101, 70, 9, "player_head turned 0"},
	{"java-1.16.2-blocks", 101, 70, 11, "player_head turned 22.5"},
	{"java-1.16.2-blocks", 101, 70, 13, "player_head turned 45"},
	{"java-1.16.2-blocks", 123, 70, 11, "lime banner: "},
	{"java-1.16.2-blocks", 125, 70, 9, "red banner: "},
	{"java-1.16.2-blocks", 123, 70, 13, "pink banner: "},
	{"java-1.16.2-blocks", 125, 70, 1, "green banner: "},
	{"java-1.16.2-blocks", 143, 70, 7, "light_blue_shulker shulker box facing up: 0 ()"},
	{"java-1.16.2-blocks", 143, 70, 9, "light_blue_shulker shulker box facing down: 0 ()"},
	{"java-1.16.2-blocks", 143, 70, 11, "yellow_shulker shulker box facing north: 0 ()"},
	{"java-1.16.2-blocks", 143, 70, 13, "yellow_shulker shulker box facing east: 0 ()"},
	{"java-1.16.2-blocks", 229, 70, 1, "campfire of 4 items"},
	{"java-1.16.2-blocks", 87, 70, 55, "beacon of level 0"},
	{"java-1.16.2-blocks", 227, 70, 71, "lectern at page 0: nothing"},
	{"java-1.16.2-blocks", 103, 70, 103, "hopper: 0 ()"},
	{"java-1.16.2-blocks", 31, 70, 143, "chest facing north paired=true: 0 ()"},
	{"java-1.16.2-blocks", 31, 70, 159, "chest facing south paired=true: 0 ()"},
	{"java-1.17.1", 3, 64, 0, "chest facing south paired=true: 0 ()"},
	{"java-1.17.1", 5, 66, 0, "hopper: 0 ()"},
	{"java-1.17.1", 5, 64, 3, "hopper: 1 (0 1 dirt)"},
	{"java-1.20.5", -291, -59, -12, "yellow bed"},
	{"java-1.20.5", -247, -59, 22, "white bed"},
	{"java-1.20.5", -26, -56, 47, "pink_shulker shulker box facing north: 0 ()"},
	{"java-1.20.5", -26, -58, 47, "pink_shulker shulker box facing south: 0 ()"},
	{"java-1.20.5", -24, -56, 47, "magenta_shulker shulker box facing north: 0 ()"},
	{"java-1.20.5", -24, -58, 47, "magenta_shulker shulker box facing south: 0 ()"},
	{"java-1.20.5", -42, -60, 52, "pink bed"},
	{"java-1.20.5", -39, -60, 52, "magenta bed"},
	{"java-1.20.5", -36, -60, 52, "purple bed"},
	{"java-1.20.5", -33, -60, 52, "blue bed"},
	{"java-1.20.5", -30, -60, 52, "light_blue bed"},
	{"java-1.20.5", -27, -60, 52, "cyan bed"},
	{"java-1.20.5", -24, -60, 52, "green bed"},
	{"java-1.20.5", -21, -60, 52, "lime bed"},
	{"java-1.20.5", -8, -60, 49, "orange bed"},
	{"java-1.20.5", -6, -60, 49, "red bed"},
	{"java-1.20.5", -4, -60, 49, "brown bed"},
	{"java-1.20.5", -2, -60, 49, "black bed"},
	{"java-1.20.5", -3, -60, 57, "gray bed"},
	{"java-1.20.5", -17, -57, 75, "brown banner: "},
	{"java-1.20.5", -17, -58, 73, "black banner: "},
	{"java-1.20.5", -17, -57, 79, "orange banner: "},
	{"java-1.20.5", -17, -58, 77, "red banner: "},
	{"java-1.20.5", -26, -62, 118, "chest facing south paired=false: 27 (0 64 nautilus_shell \"§rFrogspawn\"; 1 64 nautilus_shell \"§rFrogspawn\"; 2 64 nautilus_shell \"§rFrogspawn\"; ...; 26 62 nautilus_shell \"§rFrogspawn\")"},
	{"java-1.20.5", -34, -59, 136, "wither_skeleton_skull turned 0"},
	{"java-1.20.5", -33, -58, 137, "zombie_head turned 0"},
	{"java-1.20.5", -33, -59, 141, "piglin_head turned 0"},
	{"java-1.20.5", -31, -60, 136, "wither_skeleton_skull turned 67.5"},
	{"java-1.20.5", -14, -60, 134, "barrel: 0 ()"},
	{"java-1.20.5", -12, -60, 134, "chest facing west paired=true: 0 ()"},
	{"java-1.20.5", -10, -60, 134, "chest facing east paired=true: 0 ()"},
	{"java-1.20.5", -7, -60, 134, "chest facing south paired=true: 0 ()"},
	{"java-1.20.5", -5, -60, 134, "chest facing north paired=true: 0 ()"},
	{"java-1.20.5", -14, -60, 148, "hopper: 0 ()"},
	{"java-1.20.5", 14, -60, -11, "lectern at page 0: 1 written_book \"HEY 2\" by _Memu []"},
	{"java-1.20.5", 9, -60, -7, "sign \"\\n22\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.20.5", 12, -60, -11, "lectern at page 0: 1 written_book \"HEY\" by _Memu [\"HEY\"]"},
	{"java-1.20.5", 9, -60, -9, "sign \"\\n28\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.20.5", 10, -60, -11, "lectern at page 0: 1 writable_book [\"HEY\"]"},
	{"java-1.20.5", 5, -60, -8, "sign \"\\nBlock\\nConnections\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.20.5", 9, -60, -5, "sign \"\\n18\" \"\" waxed=false colour={0 0 0 255} glow=false"},
	{"java-1.20.5", 10, -60, 5, "chest facing north paired=true: 27 (0 1 birch_wood; 1 1 stripped_birch_log; 2 1 stripped_birch_wood; ...; 26 1 acacia_wood)"},
	{"java-1.20.5", 11, -60, 5, "chest facing north paired=true: 27 (0 1 oak_log; 1 1 oak_wood; 2 1 stripped_oak_log; ...; 26 1 birch_log)"},
	{"java-1.20.5", 13, -60, 5, "chest facing north paired=true: 27 (0 1 warped_planks; 1 1 warped_stairs; 2 1 warped_slab; ...; 26 1 stone_brick_stairs)"},
	{"java-1.20.5", 14, -60, 5, "chest facing north paired=true: 27 (0 1 bamboo_stairs; 1 1 bamboo_mosaic_stairs; 2 1 bamboo_slab; ...; 26 1 stripped_warped_hyphae)"},
	{"java-1.20.5", 34, -60, 1, "chest facing south paired=false: 16 (0 1 banner:15 of 1 patterns; 1 1 banner:7 of 1 patterns; 2 1 banner:8 of 1 patterns; ...; 15 1 banner:9 of 1 patterns)"},
	{"java-1.20.5", 32, -60, 1, "chest facing south paired=false: 20 (0 1 decorated_pot; 1 1 decorated_pot; 2 1 decorated_pot; ...; 19 1 decorated_pot)"},
	{"java-1.20.5", 2, -60, 49, "light_gray bed"},
	{"java-1.20.5", 10, -60, 108, "campfire of 4 items"},
	{"java-1.20.5", 30, -60, 110, "beacon of level 0"},
	{"java-1.20.5", 10, -60, 114, "pot of angler, angler, angler, angler"},
	{"java-1.20.5", 12, -60, 114, "pot of archer, archer, archer, archer"},
	{"java-1.20.5", 14, -60, 114, "pot of arms_up, arms_up, arms_up, arms_up"},
	{"java-1.20.5", 18, -60, 114, "pot of brewer, brewer, brewer, brewer"},
	{"java-1.20.5", 20, -60, 114, "pot of burn, burn, burn, burn"},
	{"java-1.20.5", 22, -60, 114, "pot of danger, danger, danger, danger"},
	{"java-1.20.5", 24, -60, 114, "pot of explorer, explorer, explorer, explorer"},
	{"java-1.20.5", 28, -60, 112, "pot of brick, brick, brick, brick"},
	{"java-1.20.5", 26, -60, 114, "pot of friend, friend, friend, friend"},
	{"java-1.20.5", 28, -60, 114, "pot of heart, heart, heart, heart"},
	{"java-1.20.5", 30, -60, 114, "pot of heartbreak, heartbreak, heartbreak, heartbreak"},
	{"java-1.20.5", 16, -60, 114, "pot of blade, blade, blade, blade"},
	{"java-1.20.5", 34, -60, 114, "pot of miner, miner, miner, miner"},
	{"java-1.20.5", 36, -60, 114, "pot of mourner, mourner, mourner, mourner"},
	{"java-1.20.5", 38, -60, 114, "pot of plenty, plenty, plenty, plenty"},
	{"java-1.20.5", 40, -60, 114, "pot of prize, prize, prize, prize"},
	{"java-1.20.5", 42, -60, 114, "pot of sheaf, sheaf, sheaf, sheaf"},
	{"java-1.20.5", 44, -60, 114, "pot of shelter, shelter, shelter, shelter"},
	{"java-1.20.5", 46, -60, 114, "pot of skull, skull, skull, skull"},
	{"java-1.20.5", 32, -60, 114, "pot of howl, howl, howl, howl"},
	{"java-1.20.5", 28, -60, 131, "lectern at page 0: nothing"},
	{"java-1.21.11-unlit", 707, 67, 515, "red bed"},
	{"java-1.8.9", -36, 19, 221, "chest facing south paired=false: 8 (0 1 bucket; 6 3 gunpowder; 9 1 nautilus_shell \"§rIron Horse Armor\"; ...; 26 1 music_disc_13)"},
	{"java-1.8.9", -33, 19, 225, "chest facing north paired=false: 8 (1 1 nautilus_shell \"§rSaddle\"; 3 2 gunpowder; 10 2 redstone; ...; 24 4 iron_ingot)"},
	{"java-1.8.9", -75, 23, 283, "chest facing east paired=false: 6 (0 1 gunpowder; 6 1 nautilus_shell \"§rSaddle\"; 11 3 wheat; ...; 19 1 bucket)"},
	{"java-1.15.2", 239, 8, -298, "gray banner: black gra, white bts"},
	{"java-1.15.2", 239, 7, -292, "yellow banner: black glb"},
	{"java-1.20.5", -49, -60, 134, "white banner: cyan mr, light_gray bs, gray cs, light_gray bo, black ms, light_gray hh, light_gray mc, black bo"},
	{"java-1.12.2", -1287, 5, 1, "chest facing south paired=true: 27 (0 1 enchanted_book Protection 3; 1 1 enchanted_book Protection 4; 2 1 enchanted_book Fire Protection 1; ...; 26 1 enchanted_book Depth Strider 2)"},
	{"java-1.12.2", -1289, 5, 1, "chest facing south paired=true: 27 (0 1 potion:32; 1 1 potion:33; 2 1 potion:34; ...; 26 1 nautilus_shell \"§rGuardian Spawn Egg\")"},
	{"java-1.20.5", 11, -59, 1, "chest facing south paired=true: 27 (0 1 goat_horn:5; 1 1 goat_horn:6; 2 1 goat_horn:7; ...; 26 1 nautilus_shell \"§rShield\")"},
	{"java-1.20.5", 10, -59, 1, "chest facing south paired=true: 27 (0 1 firework_rocket; 1 1 firework_rocket; 2 1 firework_rocket; ...; 26 1 goat_horn:4)"},
	{"java-1.20.5", 23, -59, 1, "chest facing south paired=true: 27 (0 1 enchanted_book Swift Sneak 1; 1 1 enchanted_book Swift Sneak 2; 2 1 enchanted_book Swift Sneak 3; ...; 26 1 enchanted_book)"},
	{"java-1.20.5", 31, -59, 5, "chest facing north paired=true: 27 (0 1 nautilus_shell \"§rCherry Hanging Sign\"; 1 1 bamboo_sign; 2 1 nautilus_shell \"§rBamboo Hanging Sign\"; ...; 26 1 infested_cracked_stone_bricks)"},
	{"java-1.20.5", 13, -59, 1, "chest facing south paired=true: 27 (0 1 arrow:43; 1 1 arrow:38; 2 1 arrow:39; ...; 26 1 enchanted_golden_apple)"},
	{"java-1.15.2", 232, 4, -252, "chest facing south paired=true: 27 (0 1 enchanted_book Sharpness 5; 1 1 enchanted_book; 2 1 enchanted_book; ...; 26 1 enchanted_book Silk Touch 1)"},
}

// TestMeanings asks the host's own types what they make of real block entities.
func TestMeanings(t *testing.T) {
	type at struct {
		world   string
		x, y, z int
	}
	want := map[at]string{}
	for _, m := range meanings {
		want[at{m.world, m.x, m.y, m.z}] = m.want
	}
	stored.BlockEntities(t, func(th stored.Thing) {
		world, _, _ := strings.Cut(th.World, "/")
		x, y, z, _ := blockentity.Position(th.Java)
		key := at{world, x, y, z}
		w, ok := want[key]
		if !ok || strings.Contains(th.World, "DIM") {
			return
		}
		delete(want, key)
		p := place(th)
		m, _, err := blockentity.Load(th.Java, p)
		if err != nil {
			t.Errorf("%v: %v", key, err)
			return
		}
		b, _, ok := throughHost(p.State, m)
		if !ok {
			t.Errorf("%v: %s has no block entity", key, p.State)
			return
		}
		if got := describe(b); got != w {
			t.Errorf("%v: got  %s\nwant %s", key, got, w)
		}
	}, "java-1.8.9", "java-1.12.2", "java-1.15.2", "java-1.16.2", "java-1.17.1/", "java-1.20.5", "java-1.21.11")
	for key := range want {
		t.Errorf("%v: there is none", key)
	}
}
