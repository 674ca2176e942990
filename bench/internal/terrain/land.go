package terrain

// Heights of the world, in blocks.
const (
	Lowest   = -64
	Highest  = 319
	Sections = 24
	sea      = 62
)

// Numbers of the salts that keep the noises apart.
const (
	saltHill uint64 = iota + 1
	saltRoll
	saltTunnelA
	saltTunnelB
	saltBlob
	saltOre
	saltPlant
	saltEdge
	saltBiome
)

// height is the height of the topmost block of land.
func height(x, z int) int {
	return 46 + noise2(x, z, 64, saltHill)*40/one + noise2(x, z, 16, saltRoll)*6/one
}

// hollow says whether a cave is at a position: where two noises are both near their middle, which makes winding tunnels.
func hollow(x, y, z int) bool {
	const middle, width = one / 2, one / 14
	a := noise3(x, y*2, z, 32, saltTunnelA) - middle
	if a < -width || a > width {
		return false
	}
	b := noise3(x, y*2, z, 32, saltTunnelB) - middle
	return b >= -width && b <= width
}

// rock is the block of the ground at a position.
func rock(x, y, z int) string {
	deep := y < 0 || y < 8 && mix(x, y, z, saltEdge)%8 >= uint64(y)
	if y == Lowest || y < Lowest+5 && mix(x, y, z, saltEdge)%5 >= uint64(y-Lowest) {
		return "bedrock"
	}
	if ore := oreAt(x, y, z); ore != "" {
		if deep {
			return "deepslate_" + ore
		}
		return ore
	}
	switch blob := noise3(x, y, z, 16, saltBlob); {
	case blob > one*13/16 && deep:
		return "tuff"
	case deep:
		return "deepslate[axis=y]"
	case blob > one*13/16:
		return "granite"
	case blob < one*3/16:
		return "andesite"
	case blob > one*12/16:
		return "diorite"
	case blob < one*4/16:
		return "gravel"
	}
	return "stone"
}

// oreAt returns the ore of a lump of 2x2x2 blocks, or "".
func oreAt(x, y, z int) string {
	n := mix(x>>1, y>>1, z>>1, saltOre)
	if mix(x, y, z, saltOre)%4 == 0 {
		return ""
	}
	switch n % 220 {
	case 0, 1:
		return "coal_ore"
	case 2:
		return "iron_ore"
	case 3:
		return "copper_ore"
	}
	if y < 16 {
		switch n % 220 {
		case 4:
			return "redstone_ore[lit=false]"
		case 5:
			return "gold_ore"
		case 6:
			return "lapis_ore"
		case 7:
			return "diamond_ore"
		}
	}
	return ""
}
