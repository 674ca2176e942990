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
	leaky   []bool           // by runtime ID: the host lets light through that does not pass
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
	r := &rules{br: br, classes: make([]lighting.Class, br.BlockCount()), leaky: make([]bool, br.BlockCount()), shapes: shapes, air: br.AirRuntimeID()}
	for rid := range r.classes {
		c := t.Class(uint32(rid))
		filter := min(br.FilteringBlock(uint32(rid)), t.Registry().FilteringBlock(uint32(rid))) // whichever a chunk carries
		r.classes[rid], r.leaky[rid] = c, leaks(c, filter)
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

// leaks reports whether the host, for which a step into a block costs its filter and one, and which knows no faces, lets light through
// the block that does not pass. What costs 15 lets no light through that anything has.
func leaks(c lighting.Class, filter uint8) bool { return c.Shape() != 0 || filter+1 < c.Cost() }

// isLeaky is leaks for a runtime ID.
func (r *rules) isLeaky(rid uint32) bool { return int64(rid) >= int64(len(r.leaky)) || r.leaky[rid] }

// both returns the class of a cell from those of its two layers. The second holds the water that the first stands in, which takes
// light away; the faces are those of the first.
func both(block, liquid lighting.Class) lighting.Class {
	if liquid == 0 {
		return block
	}
	return lighting.MustClass(max(block.Emission(), liquid.Emission()), max(block.Opacity(), liquid.Opacity()), block.Shape())
}

// at returns the class of a cell of a chunk as it is now, and whether a block in it is leaky; y is the height in the world and must be
// in the chunk's range.
func (r *rules) at(c *chunk.Chunk, x uint8, y int16, z uint8) (class lighting.Class, leaky bool) {
	layers := c.SubChunk(y).Layers()
	if len(layers) == 0 {
		return r.class(r.air), false
	}
	rid := layers[0].At(x, uint8(y), z)
	class, leaky = r.class(rid), r.isLeaky(rid)
	if len(layers) > 1 {
		rid = layers[1].At(x, uint8(y), z)
		class, leaky = both(class, r.class(rid)), leaky || r.isLeaky(rid)
	}
	return class, leaky
}
