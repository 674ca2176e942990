package main

import (
	"bytes"
	"errors"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/biome"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/dragonfly/server/world/generator"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/config"
)

// generators returns what fills the chunks that the world does not have.
func generators(kind string) func(world.Dimension) world.Generator {
	if kind != config.GenerateFlat {
		return func(world.Dimension) world.Generator { return world.NopGenerator{} }
	}
	return func(dim world.Dimension) world.Generator {
		switch dim {
		case world.Nether:
			return generator.NewFlat(biome.NetherWastes{}, []world.Block{block.Netherrack{}, block.Netherrack{}, block.Netherrack{}, block.Bedrock{}})
		case world.End:
			return generator.NewFlat(biome.End{}, []world.Block{block.EndStone{}, block.EndStone{}, block.EndStone{}, block.Bedrock{}})
		default:
			return generator.NewFlat(biome.Plains{}, []world.Block{block.Grass{}, block.Dirt{}, block.Dirt{}, block.Bedrock{}})
		}
	}
}

// keeper is the provider, but for chunks that the world does not have and in which nothing was changed: it does not store
// those. The server asks for that as soon as a player flies through one.
type keeper struct {
	*anvilprovider.Provider
	blocks    world.BlockRegistry
	generator func(world.Dimension) world.Generator
}

// StoreColumn stores a column, unless it is still as it was generated and the world does not have it.
func (k keeper) StoreColumn(pos world.ChunkPos, dim world.Dimension, col *chunk.Column) error {
	if k.generated(pos, dim, col) {
		if _, err := k.LoadColumn(pos, dim); errors.Is(err, leveldb.ErrNotFound) {
			return nil
		}
	}
	return k.Provider.StoreColumn(pos, dim, col)
}

// generated reports whether a column is what the generator makes.
func (k keeper) generated(pos world.ChunkPos, dim world.Dimension, col *chunk.Column) bool {
	if len(col.BlockEntities) > 0 || len(col.Entities) > 0 || len(col.ScheduledBlocks) > 0 {
		return false
	}
	fresh := chunk.New(k.blocks, col.Chunk.Range())
	k.generator(dim).GenerateChunk(pos, fresh)
	fresh.Compact()
	return bytes.Equal(encoded(fresh), encoded(col.Chunk))
}

// encoded is the blocks and biomes of a chunk as bytes. Equal bytes are equal blocks; the converse holds for chunks that were made in the
// same way.
func encoded(c *chunk.Chunk) []byte {
	data := chunk.Encode(c, chunk.NetworkEncoding)
	all := bytes.Clone(data.Biomes)
	for _, sub := range data.SubChunks {
		all = append(all, sub...)
	}
	return all
}
