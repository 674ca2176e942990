package terrain

import (
	"fmt"
	"math/rand/v2"
)

// walls have 162 states each, dry ones alone, which Bedrock tells apart one to one.
var walls = []string{"cobblestone", "mossy_cobblestone", "brick", "prismarine", "granite", "stone_brick", "andesite", "sandstone"}

// MostStates is the greatest number of distinct states that States can give.
var MostStates = 1 + len(walls)*162

// StateKeys returns n distinct state keys: stone, and walls.
func StateKeys(n int) []string {
	keys := []string{"minecraft:stone"}
	sides := []string{"none", "low", "tall"}
	for i := 0; len(keys) < n; i++ {
		v := i / len(walls)
		keys = append(keys, fmt.Sprintf("minecraft:%s_wall[east=%s,north=%s,south=%s,up=%t,waterlogged=false,west=%s]",
			walls[i%len(walls)], sides[v%3], sides[v/3%3], sides[v/9%3], v/81%2 == 0, sides[v/27%3]))
	}
	return keys[:n]
}

// States is a chunk whose 24 sections hold n distinct states at random.
func States(cx, cz int32, n int) *Column {
	c := &Column{X: cx, Z: cz, Palette: StateKeys(n)}
	for i := range c.Biomes {
		c.Biomes[i] = "minecraft:plains"
	}
	r := rand.New(rand.NewPCG(20260731, uint64(uint32(cx))<<32|uint64(uint32(cz))))
	for s := range c.Cells {
		c.Cells[s] = new([4096]uint16)
		for i := range c.Cells[s] {
			c.Cells[s][i] = uint16(r.IntN(n))
		}
	}
	return c
}
