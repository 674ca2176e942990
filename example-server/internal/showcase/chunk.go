package showcase

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// biome of the whole world.
const biome = "minecraft:plains"

// Chunk is a finished chunk: its coordinates and the NBT to store.
type Chunk struct {
	X, Z int32
	NBT  []byte
}

// Chunks builds the world. The chunks are sorted by z, then x.
func Chunks() ([]Chunk, error) {
	c := build()
	places := slices.SortedFunc(maps.Keys(c.columns), func(a, b [2]int32) int {
		return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0]))
	})
	chunks := make([]Chunk, 0, len(places))
	for _, at := range places {
		data, err := c.encode(at[0], at[1])
		if err != nil {
			return nil, fmt.Errorf("build chunk %d, %d: %w", at[0], at[1], err)
		}
		chunks = append(chunks, Chunk{X: at[0], Z: at[1], NBT: data})
	}
	return chunks, nil
}

// encode writes one chunk. It says that it has no light, so that whoever loads it first works that out.
func (c *canvas) encode(x, z int32) ([]byte, error) {
	var decoder anvil.Decoder
	var chunk anvil.Chunk
	blank := anvil.Blank(x, z, DataVersion, lowest>>4, highest>>4, biome)
	if err := decoder.Decode(blank, &chunk); err != nil {
		return nil, err
	}
	edit := &anvil.Edit{BlockEntities: []nbt.Raw{}}
	for i, s := range c.columns[[2]int32{x, z}].sections {
		if s == nil {
			continue
		}
		cells := anvil.NewBlocks(air)
		for j, number := range s {
			cells.Set(j, c.palette[number])
		}
		edit.Sections = append(edit.Sections, anvil.SectionEdit{Y: int8(lowest>>4 + i), Blocks: cells})
	}
	for _, at := range c.entitiesOf(x, z) {
		raw, err := nbt.RawOf(c.entities[at])
		if err != nil {
			return nil, fmt.Errorf("block entity at %v: %w", at, err)
		}
		edit.BlockEntities = append(edit.BlockEntities, raw)
	}
	var encoder anvil.Encoder
	return encoder.Append(nil, &chunk, edit)
}

// entitiesOf returns the positions of a chunk's block entities, sorted.
func (c *canvas) entitiesOf(x, z int32) [][3]int {
	var list [][3]int
	for at := range c.entities {
		if int32(at[0]>>4) == x && int32(at[2]>>4) == z {
			list = append(list, at)
		}
	}
	slices.SortFunc(list, func(a, b [3]int) int { return slices.Compare(a[:], b[:]) })
	return list
}

// World is the built world, for those who want to know what is where.
type World struct{ c *canvas }

// Build builds the world.
func Build() World { return World{build()} }

// State returns the block at a position as a state key; minecraft:air outside.
func (w World) State(x, y, z int) string { return w.c.at(x, y, z) }
