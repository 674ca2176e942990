package showcase

const (
	seaLevel = 62 // the highest block of water
	ground   = 64 // the height of the grass where nothing else is
)

// The hill, the lake and the level ground round the house: centre and radius.
const (
	hillX, hillZ, hillRadius, hillHeight = 30, -26, 30, 26
	lakeX, lakeZ, lakeRadius, lakeDepth  = -32, 26, 24, 14
	levelRadius                          = 16
)

// height is the height of the topmost block of land at x, z.
func height(x, z int) int {
	h := ground + roll(x, z)
	if d := square(x-hillX) + square(z-hillZ); d < hillRadius*hillRadius {
		h += hillHeight * (hillRadius*hillRadius - d) / (hillRadius * hillRadius)
	}
	if d := square(x-lakeX) + square(z-lakeZ); d < lakeRadius*lakeRadius {
		h -= lakeDepth * (lakeRadius*lakeRadius - d) / (lakeRadius * lakeRadius)
	}
	// Level ground for the house, and a slope of a quarter of its radius round it.
	if d := max(abs(x), abs(z)); d < levelRadius {
		h = ground
	} else if d < levelRadius*5/4 {
		h = (ground*(levelRadius*5/4-d) + h*(d-levelRadius)) / (levelRadius / 4)
	}
	return h
}

// roll makes the land uneven by 0 to 3 blocks: a lattice of 12 blocks with a number at each knot, and straight lines between.
func roll(x, z int) int {
	const cell, scale = 12, 256
	cx, cz := floorDiv(x, cell), floorDiv(z, cell)
	fx, fz := (x-cx*cell)*scale/cell, (z-cz*cell)*scale/cell
	knot := func(dx, dz int) int { return int(mix(cx+dx, cz+dz) % 4) }
	north := knot(0, 0)*(scale-fx) + knot(1, 0)*fx
	south := knot(0, 1)*(scale-fx) + knot(1, 1)*fx
	return (north*(scale-fz) + south*fz) / (scale * scale)
}

// mix is a number that looks random and depends on two others alone (the finish of splitmix64).
func mix(a, b int) uint64 {
	v := uint64(int64(a))*0x9e3779b97f4a7c15 ^ uint64(int64(b))*0xbf58476d1ce4e5b9
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func square(v int) int { return v * v }

func abs(v int) int { return max(v, -v) }

// land lays bedrock, stone, earth, grass and water.
func (c *canvas) land() {
	for z := -Radius * 16; z < Radius*16; z++ {
		for x := -Radius * 16; x < Radius*16; x++ {
			h := height(x, z)
			c.set(x, lowest, z, "bedrock")
			c.fill(x, lowest+1, z, x, 0, z, "deepslate[axis=y]")
			c.fill(x, 1, z, x, h-4, z, "stone")
			top, below := "grass_block[snowy=false]", "dirt"
			if h <= seaLevel+1 {
				top, below = "sand", "sand"
			}
			c.fill(x, h-3, z, x, h-1, z, below)
			c.set(x, h, z, top)
			for y := h + 1; y <= seaLevel; y++ {
				c.set(x, y, z, "water[level=0]")
			}
			c.ore(x, z, h)
		}
	}
}

// ore puts a few ores into the stone.
func (c *canvas) ore(x, z, top int) {
	for y := 4; y < top-6; y += 3 {
		switch mix(x*7919+y, z) % 160 {
		case 0:
			c.set(x, y, z, "coal_ore")
		case 1:
			c.set(x, y, z, "iron_ore")
		case 2:
			c.set(x, y, z, "redstone_ore[lit=false]")
		}
	}
}

// plants grows trees, grass and flowers where there is grass and nothing else.
func (c *canvas) plants() {
	for z := -Radius*16 + 3; z < Radius*16-3; z++ {
		for x := -Radius*16 + 3; x < Radius*16-3; x++ {
			h := height(x, z)
			if max(abs(x), abs(z)) < levelRadius+2 || c.at(x, h, z) != "minecraft:grass_block[snowy=false]" || c.at(x, h+1, z) != air {
				continue
			}
			switch n := mix(x, z) % 240; {
			case n < 2:
				c.tree(x, h+1, z, 4+int(mix(z, x)%2), "oak")
			case n == 2:
				c.tree(x, h+1, z, 5+int(mix(z, x)%2), "birch")
			case n < 22:
				c.set(x, h+1, z, "short_grass")
			case n < 25:
				c.set(x, h+1, z, []string{"poppy", "dandelion", "azure_bluet"}[n-22])
			}
		}
	}
}

// tree grows a trunk with a crown of leaves.
func (c *canvas) tree(x, y, z, trunk int, wood string) {
	for dy := trunk - 2; dy <= trunk+1; dy++ {
		r := 2
		if dy >= trunk {
			r = 1
		}
		for dz := -r; dz <= r; dz++ {
			for dx := -r; dx <= r; dx++ {
				if abs(dx) == r && abs(dz) == r && (dy >= trunk || mix(x+dx+dy, z+dz)%2 == 0) || c.at(x+dx, y+dy, z+dz) != air {
					continue
				}
				distance := "1"
				if n := abs(dx) + abs(dz) + max(dy-trunk+1, 0); n > 1 {
					distance = string(rune('0' + min(n, 7)))
				}
				c.set(x+dx, y+dy, z+dz, wood+"_leaves[distance="+distance+",persistent=false,waterlogged=false]")
			}
		}
	}
	for dy := range trunk {
		c.set(x, y+dy, z, wood+"_log[axis=y]")
	}
	c.set(x, y-1, z, "dirt")
}
