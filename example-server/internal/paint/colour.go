package paint

import (
	"hash/fnv"
	"image/color"
	"strings"
)

// rgb is a colour without transparency.
func rgb(v uint32) color.RGBA { return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

// unseen are the blocks that a map looks through.
var unseen = []string{"air", "cave_air", "void_air", "barrier", "light", "structure_void", "glass", "glass_pane", "tripwire", "string", "torch", "wall_torch", "redstone_wire"}

// words gives the colours, by words in the name without its namespace. The first that fits counts, so that the more special stand
// first. A word with = fits the whole name alone.
var words = []struct {
	word   string
	colour uint32
}{
	{"=water", 0x3f6fd8}, {"bubble_column", 0x3f6fd8}, {"seagrass", 0x3a7a6a}, {"kelp", 0x3a7a4a}, {"lava", 0xe0601a}, {"=fire", 0xf08030}, {"magma", 0x8a3a1a},
	{"grass_block", 0x6f9f48}, {"short_grass", 0x6a9a44}, {"tall_grass", 0x6a9a44}, {"fern", 0x5f8f40}, {"moss", 0x5f7f38}, {"lily_pad", 0x3f7f30}, {"vine", 0x4f7f38},
	{"mycelium", 0x7f6f78}, {"podzol", 0x6a4a28}, {"farmland", 0x6a4628}, {"dirt_path", 0x96824a}, {"dirt", 0x866043}, {"mud", 0x3c3a3e}, {"clay", 0xa0a6b2}, {"gravel", 0x857f7c},
	{"red_sand", 0xbe6621}, {"soul_sand", 0x514034}, {"soul_soil", 0x4b3a2f}, {"sandstone", 0xd8cb9a}, {"sand", 0xdbd2a0}, {"snow", 0xf4f8f8}, {"powder_snow", 0xf4f8f8}, {"blue_ice", 0x74a7f7}, {"ice", 0xa0c0f8},
	{"cherry_leaves", 0xe8b0c8}, {"azalea_leaves", 0x5a7a38}, {"spruce_leaves", 0x3a5a3a}, {"birch_leaves", 0x6a8a48}, {"leaves", 0x48782c},
	{"glowstone", 0xf0d080}, {"sea_lantern", 0xc8e0d8}, {"lantern", 0xd8a050}, {"redstone_lamp", 0xd89850}, {"campfire", 0xd08030}, {"froglight", 0xf0e8c0}, {"shroomlight", 0xf09040},
	{"wheat", 0xb8a848}, {"carrots", 0x88a038}, {"potatoes", 0x88a048}, {"beetroots", 0x708038}, {"hay_block", 0xb89818}, {"pumpkin", 0xc87818}, {"melon", 0x70902c}, {"cactus", 0x588030}, {"sugar_cane", 0x90b870}, {"bamboo", 0x789838},
	{"poppy", 0xd03028}, {"dandelion", 0xf0d030}, {"flower", 0xd8a0d0}, {"tulip", 0xe08060}, {"bluet", 0xd8e0d8},
	{"deepslate", 0x50505a}, {"bedrock", 0x404040}, {"obsidian", 0x18101f}, {"blackstone", 0x2b262c}, {"basalt", 0x49484e}, {"cobblestone", 0x7a7a7a}, {"andesite", 0x868688}, {"diorite", 0xbcbcbc}, {"granite", 0x956755}, {"tuff", 0x6c6e66}, {"calcite", 0xdfe0dc},
	{"coal", 0x3c3c3c}, {"iron", 0xd0d0d0}, {"gold", 0xf0d048}, {"diamond", 0x60e0d8}, {"emerald", 0x30c058}, {"lapis", 0x2850a0}, {"redstone", 0xa01808}, {"copper", 0xc06c50}, {"amethyst", 0x8a66c0}, {"quartz", 0xe8e0d8}, {"prismarine", 0x60a090}, {"sculk", 0x0c2028},
	{"netherrack", 0x6a2a2a}, {"nether_brick", 0x2c161a}, {"crimson", 0x7a2838}, {"warped", 0x2a7a78}, {"end_stone", 0xdcdea0}, {"purpur", 0xa97ca9}, {"chorus", 0x603868},
	{"stone_brick", 0x7a797a}, {"bricks", 0x966153}, {"stone", 0x7d7d7d}, {"dripstone", 0x866b5c},
	{"white_", 0xe9ecec}, {"light_blue_", 0x3aafd9}, {"light_gray_", 0x8e8e86}, {"orange_", 0xf07613}, {"magenta_", 0xbd44b3}, {"yellow_", 0xf8c527}, {"lime_", 0x70b919}, {"pink_", 0xed8dac}, {"gray_", 0x3e4447}, {"cyan_", 0x158991}, {"purple_", 0x792aac}, {"blue_", 0x35399d}, {"brown_", 0x724728}, {"green_", 0x546d1b}, {"red_", 0xa12722}, {"black_", 0x141519},
	{"terracotta", 0x985e43},
	{"dark_oak", 0x432b14}, {"pale_oak", 0xe3d9d8}, {"oak", 0xa2834f}, {"spruce", 0x735531}, {"birch", 0xc0af79}, {"jungle", 0xa07351}, {"acacia", 0xa85a32}, {"mangrove", 0x763631}, {"cherry", 0xe2b2ac},
	{"chest", 0x9a7030}, {"furnace", 0x6c6c6c}, {"bookshelf", 0x8a6a40}, {"crafting_table", 0x8a5a34}, {"rail", 0x807868}, {"sponge", 0xc4c04c}, {"slime", 0x70c060}, {"honey", 0xf0b040}, {"tnt", 0xc03020}, {"cobweb", 0xe4e8ea},
}

// Colour returns the colour of a block, by the name in its state key, and whether a map shows the block at all.
func Colour(key string) (c color.RGBA, seen bool) {
	name, _, _ := strings.Cut(strings.TrimPrefix(key, "minecraft:"), "[")
	for _, u := range unseen {
		if name == u || strings.HasSuffix(name, "_stained_"+u) {
			return color.RGBA{}, false
		}
	}
	for _, w := range words {
		if whole, ok := strings.CutPrefix(w.word, "="); ok && name == whole || !ok && strings.Contains(name, w.word) {
			return rgb(w.colour), true
		}
	}
	h := fnv.New32a()
	h.Write([]byte(name))
	v := uint8(90 + h.Sum32()%80)
	return color.RGBA{v, v, v, 255}, true
}

// level is the colour of a light level, 0 to 15, of a kind.
func level(l uint8, warm bool) color.RGBA {
	v := 24 + uint32(l)*15
	if warm {
		return color.RGBA{uint8(min(v+8, 255)), uint8(v * 7 / 8), uint8(v / 2), 255}
	}
	return color.RGBA{uint8(v * 3 / 4), uint8(v * 7 / 8), uint8(min(v+8, 255)), 255}
}

// shade makes a colour brighter or darker: 100 is as it was.
func shade(c color.RGBA, percent int) color.RGBA {
	f := func(v uint8) uint8 { return uint8(min(int(v)*percent/100, 255)) }
	return color.RGBA{f(c.R), f(c.G), f(c.B), c.A}
}
