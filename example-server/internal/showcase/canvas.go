package showcase

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

const (
	// Radius is the number of chunks from the origin to each edge: chunks -Radius to Radius-1 on both axes exist.
	Radius = 4
	// DataVersion is the version of the world, Java 1.21.11.
	DataVersion = 4671

	lowest, highest = -64, 319
	sections        = (highest - lowest + 1) / 16
	air             = "minecraft:air"
)

// canvas is the world while it is built. A block is a number, which is its place in palette; 0 is air.
type canvas struct {
	palette  []string
	numbers  map[string]uint16
	columns  map[[2]int32]*column
	entities map[[3]int]nbt.Compound
}

// column is one chunk: sections from the bottom up, nil where there is nothing but air. The cell index is y<<8|z<<4|x.
type column struct {
	sections [sections]*[4096]uint16
}

func newCanvas() *canvas {
	c := &canvas{palette: []string{air}, numbers: map[string]uint16{air: 0}, columns: map[[2]int32]*column{}, entities: map[[3]int]nbt.Compound{}}
	for z := int32(-Radius); z < Radius; z++ {
		for x := int32(-Radius); x < Radius; x++ {
			c.columns[[2]int32{x, z}] = new(column)
		}
	}
	return c
}

// inside reports whether a position is in the world.
func inside(x, y, z int) bool {
	return x >= -Radius*16 && x < Radius*16 && z >= -Radius*16 && z < Radius*16 && y >= lowest && y <= highest
}

// set puts a block, given without its namespace and with its properties sorted. It takes away a block entity that was there.
func (c *canvas) set(x, y, z int, state string) {
	if !inside(x, y, z) {
		panic(fmt.Sprintf("showcase: %s at %d, %d, %d is outside", state, x, y, z))
	}
	key := "minecraft:" + state
	number, ok := c.numbers[key]
	if !ok {
		number = uint16(len(c.palette))
		c.palette, c.numbers[key] = append(c.palette, key), number
	}
	s := &c.columns[[2]int32{int32(x >> 4), int32(z >> 4)}].sections[(y-lowest)>>4]
	if *s == nil {
		*s = new([4096]uint16)
	}
	(*s)[y&15<<8|z&15<<4|x&15] = number
	delete(c.entities, [3]int{x, y, z})
}

// at returns the block at a position, with its namespace.
func (c *canvas) at(x, y, z int) string {
	if !inside(x, y, z) {
		return air
	}
	s := c.columns[[2]int32{int32(x >> 4), int32(z >> 4)}].sections[(y-lowest)>>4]
	if s == nil {
		return air
	}
	return c.palette[s[y&15<<8|z&15<<4|x&15]]
}

// fill sets every block of a box, both corners included.
func (c *canvas) fill(x0, y0, z0, x1, y1, z1 int, state string) {
	for y := y0; y <= y1; y++ {
		for z := z0; z <= z1; z++ {
			for x := x0; x <= x1; x++ {
				c.set(x, y, z, state)
			}
		}
	}
}

// entity puts a block with a block entity. The compound is completed with id and position.
func (c *canvas) entity(x, y, z int, state, id string, data nbt.Compound) {
	c.set(x, y, z, state)
	data["id"] = "minecraft:" + id
	data["x"], data["y"], data["z"] = int32(x), int32(y), int32(z)
	data["keepPacked"] = uint8(0)
	c.entities[[3]int{x, y, z}] = data
}
