package plugin

import (
	"fmt"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// rules tell how the blocks of a registry take part in lighting. They never change, and are safe for concurrent use.
type rules struct {
	br      world.BlockRegistry
	classes []lighting.Class // by runtime ID
	shapes  *lighting.Shapes
	air     uint32
}

// newRules works the class of every runtime ID out.
func newRules(br world.BlockRegistry) (*rules, error) {
	t, err := translate.New(br, translate.Options{})
	if err != nil {
		return nil, fmt.Errorf("plugin: translate blocks: %w", err)
	}
	shapes, err := java.Shapes()
	if err != nil {
		return nil, fmt.Errorf("plugin: block shapes: %w", err)
	}
	r := &rules{br: br, classes: make([]lighting.Class, br.BlockCount()), shapes: shapes, air: br.AirRuntimeID()}
	for rid := range r.classes {
		r.classes[rid] = t.Class(uint32(rid))
	}
	return r, nil
}

// class returns the class of a runtime ID; one that the registry does not have is an opaque cube.
func (r *rules) class(rid uint32) lighting.Class {
	if int64(rid) < int64(len(r.classes)) {
		return r.classes[rid]
	}
	return java.Unknown
}

// both returns the class of a cell from those of its two layers. The second holds the water that the first stands in, which takes
// light away; the faces are those of the first.
func both(block, liquid lighting.Class) lighting.Class {
	if liquid == 0 {
		return block
	}
	return lighting.MustClass(max(block.Emission(), liquid.Emission()), max(block.Opacity(), liquid.Opacity()), block.Shape())
}

// at returns the class of a cell of a chunk as it is now; y is the height in the world and must be in the chunk's range.
func (r *rules) at(c *chunk.Chunk, x uint8, y int16, z uint8) lighting.Class {
	layers := c.SubChunk(y).Layers()
	if len(layers) == 0 {
		return r.class(r.air)
	}
	class := r.class(layers[0].At(x, uint8(y), z))
	if len(layers) > 1 {
		class = both(class, r.class(layers[1].At(x, uint8(y), z)))
	}
	return class
}
