package terrain

import "strings"

const air = "minecraft:air"

// Column is the blocks of one chunk: a palette of state keys as Java 26.3 spells them, and a number for each cell.
type Column struct {
	X, Z    int32
	Palette []string
	// Cells are the sections from below, in the order y<<8 | z<<4 | x. A section of air alone is nil.
	Cells [Sections]*[4096]uint16
	// Biomes are the names of each section's biomes by column: 4x4 of them, z<<2 | x.
	Biomes  [16]string
	numbers map[string]uint16
}

// Natural is a chunk of the terrain.
func Natural(cx, cz int32) *Column {
	c := &Column{X: cx, Z: cz, Palette: []string{air}, numbers: map[string]uint16{air: 0}}
	for i := range c.Biomes {
		c.Biomes[i] = biome(int(cx)*16+i&3*4, int(cz)*16+i>>2*4)
	}
	// Trees reach two blocks over the border: their trunks are looked for that far around.
	for z := range 16 {
		for x := range 16 {
			c.ground(x, z)
		}
	}
	for z := -2; z < 18; z++ {
		for x := -2; x < 18; x++ {
			c.tree(x, z)
		}
	}
	return c
}

func biome(x, z int) string {
	switch n := noise2(x, z, 64, saltBiome); {
	case height(x, z) < sea-2:
		return "minecraft:river"
	case n < one/2:
		return "minecraft:plains"
	}
	return "minecraft:forest"
}

// set gives a cell of the chunk a state; positions outside are passed over.
func (c *Column) set(x, y, z int, key string) {
	if x < 0 || z < 0 || x > 15 || z > 15 {
		return
	}
	if !strings.HasPrefix(key, "minecraft:") {
		key = "minecraft:" + key
	}
	n, ok := c.numbers[key]
	if !ok {
		n = uint16(len(c.Palette))
		c.numbers[key], c.Palette = n, append(c.Palette, key)
	}
	s := (y - Lowest) >> 4
	if c.Cells[s] == nil {
		c.Cells[s] = new([4096]uint16)
	}
	c.Cells[s][y&15<<8|z<<4|x] = n
}

// At returns the state key of a cell of the chunk; y is in the world.
func (c *Column) At(x, y, z int) string {
	if s := c.Cells[(y-Lowest)>>4]; s != nil {
		return c.Palette[s[y&15<<8|z<<4|x]]
	}
	return air
}

// ground fills one column of cells up to its surface, the water and the plants on it.
func (c *Column) ground(x, z int) {
	wx, wz := int(c.X)*16+x, int(c.Z)*16+z
	h := height(wx, wz)
	for y := Lowest; y <= h-4; y++ {
		switch block := rock(wx, y, wz); {
		case block == "bedrock" || y > h-9 || !hollow(wx, y, wz):
			c.set(x, y, z, block)
		case y < -54:
			c.set(x, y, z, "lava[level=0]")
		}
	}
	top, below := "grass_block[snowy=false]", "dirt"
	if h <= sea+1 {
		top, below = "sand", "sandstone"
		if h < sea-4 {
			top, below = "gravel", "clay"
		}
	}
	for y := h - 3; y < h; y++ {
		c.set(x, y, z, below)
	}
	c.set(x, h, z, top)
	for y := h + 1; y <= sea; y++ {
		c.set(x, y, z, "water[level=0]")
	}
	plant := mix(wx, h, wz, saltPlant) % 40
	switch {
	case h < sea && plant < 8:
		c.set(x, h+1, z, "seagrass")
	case h > sea+1 && plant < 10:
		c.set(x, h+1, z, "short_grass")
	case h > sea+1 && plant == 10:
		c.set(x, h+1, z, []string{"poppy", "dandelion", "oxeye_daisy", "azure_bluet"}[mix(wx, 1, wz, saltPlant)%4])
	case h > sea+1 && plant == 11:
		c.set(x, h+1, z, "fern")
	}
}

// tree grows the tree whose trunk stands at x, z of the chunk, if one does: as far as it is in the chunk.
func (c *Column) tree(x, z int) {
	wx, wz := int(c.X)*16+x, int(c.Z)*16+z
	h := height(wx, wz)
	every := uint64(300)
	if biome(wx&^3, wz&^3) == "minecraft:forest" {
		every = 40
	}
	if h <= sea+1 || mix(wx, 0, wz, saltPlant)%every != 0 {
		return
	}
	wood := []string{"oak", "birch"}[mix(wx, 2, wz, saltPlant)%2]
	trunk := 4 + int(mix(wx, 3, wz, saltPlant)%3)
	for dy := trunk - 2; dy <= trunk+1; dy++ {
		r := 2
		if dy >= trunk {
			r = 1
		}
		for dz := -r; dz <= r; dz++ {
			for dx := -r; dx <= r; dx++ {
				if dx*dx == r*r && dz*dz == r*r && (dy > trunk || mix(wx+dx, dy, wz+dz, saltPlant)%2 == 0) {
					continue
				}
				distance := max(dx, -dx) + max(dz, -dz) + max(dy-trunk+1, 0)
				if px, pz := x+dx, z+dz; px >= 0 && pz >= 0 && px < 16 && pz < 16 && c.At(px, h+1+dy, pz) == air {
					c.set(px, h+1+dy, pz, wood+"_leaves[distance="+string(rune('0'+max(distance, 1)))+",persistent=false,waterlogged=false]")
				}
			}
		}
	}
	for dy := range trunk {
		c.set(x, h+1+dy, z, wood+"_log[axis=y]")
	}
	c.set(x, h, z, "dirt")
}
