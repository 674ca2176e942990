package config

import (
	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/biome"
	"github.com/df-mc/dragonfly/server/world/generator"
)

// Generator returns what fills the chunks that the world does not have. The configuration must be valid.
func (c Config) Generator() func(world.Dimension) world.Generator {
	if c.Anvil.Generate != GenerateFlat {
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
