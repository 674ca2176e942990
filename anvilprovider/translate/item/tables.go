package item

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// The tables of this file are facts taken from Chunker 1.18.1 (HiveGamesOSS/Chunker, MIT), keyed by Java names without namespace.

// enchantmentIDs are the numbers that Bedrock gives to enchantments. Sweeping edge has none.
var enchantmentIDs = map[string]int16{
	"protection": 0, "fire_protection": 1, "feather_falling": 2, "blast_protection": 3, "projectile_protection": 4,
	"respiration": 6, "aqua_affinity": 8, "thorns": 5, "depth_strider": 7, "sharpness": 9, "smite": 10,
	"bane_of_arthropods": 11, "knockback": 12, "fire_aspect": 13, "looting": 14, "efficiency": 15, "silk_touch": 16,
	"unbreaking": 17, "fortune": 18, "power": 19, "punch": 20, "flame": 21, "infinity": 22, "luck_of_the_sea": 23,
	"lure": 24, "frost_walker": 25, "mending": 26, "binding_curse": 27, "vanishing_curse": 28, "impaling": 29,
	"riptide": 30, "loyalty": 31, "channeling": 32, "multishot": 33, "piercing": 34, "quick_charge": 35,
	"soul_speed": 36, "swift_sneak": 37, "wind_burst": 38, "density": 39, "breach": 40, "lunge": 41,
}

// potionIDs are the numbers that Bedrock gives to potions. Luck has none.
var potionIDs = map[string]int16{
	"water": 0, "mundane": 1, "thick": 3, "awkward": 4, "night_vision": 5, "long_night_vision": 6, "invisibility": 7,
	"long_invisibility": 8, "leaping": 9, "long_leaping": 10, "strong_leaping": 11, "fire_resistance": 12,
	"long_fire_resistance": 13, "swiftness": 14, "long_swiftness": 15, "strong_swiftness": 16, "slowness": 17,
	"long_slowness": 18, "strong_slowness": 42, "water_breathing": 19, "long_water_breathing": 20, "healing": 21,
	"strong_healing": 22, "harming": 23, "strong_harming": 24, "poison": 25, "long_poison": 26, "strong_poison": 27,
	"regeneration": 28, "long_regeneration": 29, "strong_regeneration": 30, "strength": 31, "long_strength": 32,
	"strong_strength": 33, "weakness": 34, "long_weakness": 35, "turtle_master": 37, "long_turtle_master": 38,
	"strong_turtle_master": 39, "slow_falling": 40, "long_slow_falling": 41, "wind_charged": 43, "weaving": 44,
	"oozing": 45, "infested": 46,
}

// patternCodes are the codes of banner patterns, which Java used up to 1.20.4 and Bedrock uses still.
var patternCodes = map[string]string{
	"base": "b", "square_bottom_left": "bl", "square_bottom_right": "br", "square_top_left": "tl",
	"square_top_right": "tr", "stripe_bottom": "bs", "stripe_top": "ts", "stripe_left": "ls", "stripe_right": "rs",
	"stripe_center": "cs", "stripe_middle": "ms", "stripe_downright": "drs", "stripe_downleft": "dls",
	"small_stripes": "ss", "cross": "cr", "straight_cross": "sc", "triangle_bottom": "bt", "triangle_top": "tt",
	"triangles_bottom": "bts", "triangles_top": "tts", "diagonal_left": "ld", "diagonal_up_right": "rd",
	"diagonal_up_left": "lud", "diagonal_right": "rud", "circle": "mc", "rhombus": "mr", "half_vertical": "vh",
	"half_horizontal": "hh", "half_vertical_right": "vhr", "half_horizontal_bottom": "hhb", "border": "bo",
	"curly_border": "cbo", "gradient": "gra", "gradient_up": "gru", "bricks": "bri", "globe": "glb", "creeper": "cre",
	"skull": "sku", "flower": "flo", "mojang": "moj", "piglin": "pig", "flow": "flw", "guster": "gus",
}

// numericEnchantments are the numbers of Java before 1.13, with the names that they have now.
var numericEnchantments = map[int16]string{
	0: "protection", 1: "fire_protection", 2: "feather_falling", 3: "blast_protection", 4: "projectile_protection",
	5: "respiration", 6: "aqua_affinity", 7: "thorns", 8: "depth_strider", 9: "frost_walker", 10: "binding_curse",
	16: "sharpness", 17: "smite", 18: "bane_of_arthropods", 19: "knockback", 20: "fire_aspect", 21: "looting",
	22: "sweeping_edge", 32: "efficiency", 33: "silk_touch", 34: "unbreaking", 35: "fortune", 48: "power", 49: "punch",
	50: "flame", 51: "infinity", 61: "luck_of_the_sea", 62: "lure", 70: "mending", 71: "vanishing_curse",
}

// horns are the instruments of goat horns in the order of Bedrock's numbers.
var horns = []string{"ponder_goat_horn", "sing_goat_horn", "seek_goat_horn", "feel_goat_horn", "admire_goat_horn",
	"call_goat_horn", "yearn_goat_horn", "dream_goat_horn"}

// shapes are the shapes of fireworks in the order of the numbers that both editions have used.
var shapes = []string{"small_ball", "large_ball", "star", "creeper", "burst"}

// fireworkColours are the colours that dyes give to fireworks in Java, 0xrrggbb, in the order of the dyes' numbers.
var fireworkColours = [16]int32{0xf0f0f0, 0xeb8844, 0xc354cd, 0x6689d3, 0xdecf2a, 0x41cd34, 0xd88198, 0x434343, 0xababab,
	0x287697, 0x7b2fbe, 0x253192, 0x51301a, 0x3b511a, 0xb3312c, 0x1e1b1b}

// stews are the effects of suspicious stews in the order of Bedrock's numbers, with the ticks for which they last in Java and
// the numbers that Java gave to effects before 1.20.2. Of two entries with one effect the first is what Load answers.
var stews = []struct {
	effect string
	ticks  int32
	number uint8
}{{"night_vision", 100, 16}, {"jump_boost", 120, 8}, {"weakness", 180, 18}, {"blindness", 160, 15}, {"poison", 240, 19},
	{"saturation", 7, 23}, {"saturation", 7, 23}, {"fire_resistance", 80, 12}, {"regeneration", 160, 10}, {"wither", 160, 20},
	{"night_vision", 100, 16}, {"blindness", 220, 15}, {"nausea", 140, 9}}

// oldPotions are the potions that the low four bits of the damage value named before 1.9.
var oldPotions = map[int16]string{1: "regeneration", 2: "swiftness", 3: "fire_resistance", 4: "poison", 5: "healing",
	6: "night_vision", 8: "weakness", 9: "strength", 10: "slowness", 11: "leaping", 12: "harming", 13: "water_breathing",
	14: "invisibility"}

// potionBefore19 reads the damage value of a potion before 1.9: bit 5 makes it strong, bit 6 long, bit 14 a splash potion.
func potionBefore19(damage int16) (potion string, splash bool) {
	splash = damage&0x4000 != 0
	kind, ok := oldPotions[damage&15]
	switch {
	case !ok && damage&0x10 != 0:
		return "awkward", splash
	case !ok && damage&0x20 != 0:
		return "thick", splash
	case !ok && damage&0x2040 != 0:
		return "mundane", splash
	case !ok:
		return "water", splash
	case damage&0x40 != 0:
		if _, long := potionIDs["long_"+kind]; long {
			return "long_" + kind, splash
		}
	case damage&0x20 != 0:
		if _, strong := potionIDs["strong_"+kind]; strong {
			return "strong_" + kind, splash
		}
	}
	return kind, splash
}

// inverse are look-ups against the direction of the tables above.
func reverse(m map[string]int16, id int16) (string, bool) {
	for name, v := range m {
		if v == id {
			return name, true
		}
	}
	return "", false
}

func codeName(code string) (string, bool) {
	for name, c := range patternCodes {
		if c == code {
			return name, true
		}
	}
	return "", false
}

// PotionID answers the number that Bedrock gives to a potion's Java name. The names of no potion are those of water.
func PotionID(name string) (int16, bool) { return form{potion: name}.potionID() }

// PotionName is the inverse of PotionID.
func PotionName(id int16) (string, bool) {
	name, ok := reverse(potionIDs, id)
	return namespace + name, ok
}

// Potion answers the potion that a stack holds, "" if none.
func Potion(java nbt.Compound, version int32) string {
	f, _ := reader{version: version}.read(java)
	return f.potion
}
