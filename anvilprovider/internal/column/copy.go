package column

import (
	"fmt"
	"slices"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world/chunk"
)

// Copy is a copy of the blocks and biomes of a Dragonfly chunk, which the world may go on changing. It is made quickly on
// the caller's goroutine and read later on another. It is not changed after Of, so it may be read concurrently.
type Copy struct {
	// Range is the vertical range of the chunk.
	Range cube.Range
	// Layers holds the blocks and the liquids of each section from below. A Storage without a palette is full of air.
	Layers [][2]Storage
	// Biomes holds the biomes of each section.
	Biomes []Storage
}

// Equal reports whether two copies are of chunks with the same blocks and biomes. It may be false for equal ones that came about in
// different ways, and so have their palettes in another order.
func (c *Copy) Equal(o *Copy) bool {
	return c.Range == o.Range && c.SameBiomes(o) &&
		slices.EqualFunc(c.Layers, o.Layers, func(a, b [2]Storage) bool { return a[0].equal(b[0]) && a[1].equal(b[1]) })
}

// Of copies a chunk. It returns an error only if Dragonfly encodes a chunk in a form that this package does not know.
func Of(c *chunk.Chunk) (*Copy, error) {
	if direct() {
		return copyDirect(c), nil
	}
	return copyNetwork(c)
}

// copyNetwork copies a chunk through Dragonfly's own bulk encoders.
func copyNetwork(c *chunk.Chunk) (*Copy, error) {
	sections := len(c.Sub())
	cp := &Copy{Range: c.Range(), Layers: make([][2]Storage, sections), Biomes: make([]Storage, sections)}
	for i, sub := range c.Sub() {
		if sub.Empty() {
			continue
		}
		b := chunk.EncodeSubChunk(c, chunk.NetworkEncoding, i)
		if err := readSubChunk(b, &cp.Layers[i]); err != nil {
			return nil, fmt.Errorf("copy section %d: %w", i, err)
		}
	}
	b := chunk.EncodeBiomes(c, chunk.NetworkEncoding)
	for i := range cp.Biomes {
		rest, ok, err := readStorage(b, &cp.Biomes[i])
		if err == nil && !ok {
			if i == 0 {
				err = errNetwork
			} else {
				cp.Biomes[i] = cp.Biomes[i-1]
			}
		}
		if err != nil {
			return nil, fmt.Errorf("copy biomes of section %d: %w", i, err)
		}
		b = rest
	}
	return cp, nil
}

// readSubChunk reads the first two layers of an encoded section.
func readSubChunk(b []byte, layers *[2]Storage) error {
	if len(b) < 3 || b[0] != chunk.SubChunkVersion {
		return fmt.Errorf("%w: head", errNetwork)
	}
	count, b := int(b[1]), b[3:]
	for i := range min(count, len(layers)) {
		rest, ok, err := readStorage(b, &layers[i])
		if err != nil {
			return err
		}
		if !ok {
			return errNetwork
		}
		b = rest
	}
	return nil
}

// Chunk builds a chunk that equals the one copied.
func (c *Copy) Chunk(b *Builder, br chunk.BlockRegistry) (*chunk.Chunk, error) {
	b.Reset(len(c.Layers), br.AirRuntimeID())
	for i, layers := range c.Layers {
		for k, s := range layers {
			if v, ok := s.Uniform(); len(s.Palette) != 0 && (!ok || v != b.air) {
				b.layers[i][k] = b.take(s)
			}
		}
	}
	for i, s := range c.Biomes {
		b.biomes[i] = b.take(s)
	}
	return b.Build(br, c.Range)
}
