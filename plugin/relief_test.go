package plugin

import (
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/areas"
)

// veiled is a registry that answers as if everything stopped light and nothing emitted any, so that the host's first light of a chunk
// finds nothing to do and is nowhere too bright.
type veiled struct{ world.BlockRegistry }

func (veiled) FilteringBlock(uint32) uint8 { return 15 }
func (veiled) LightBlock(uint32) uint8     { return 0 }

// field is a generator of wheat on hydrated farmland below the open sky, in chunks that have a veiled registry or the true one.
type field struct {
	world.NopGenerator
	veiled bool
}

func (f field) GenerateChunk(_ world.ChunkPos, c *chunk.Chunk) {
	br := world.DefaultBlockRegistry
	if f.veiled {
		*c = *chunk.New(veiled{br}, c.Range())
	}
	for i := range 256 {
		c.SetBlock(uint8(i&15), 0, uint8(i>>4), 0, br.BlockRuntimeID(block.Farmland{Hydration: 7}))
		c.SetBlock(uint8(i&15), 1, uint8(i>>4), 0, br.BlockRuntimeID(block.WheatSeeds{}))
		c.SetBlock(uint8(i&15), 20, uint8(i>>4), 0, br.BlockRuntimeID(block.Glass{})) // so that the sub-chunk is not full of sky
	}
}

// TestReliefIsUnsound is why there is no relief for the host. The idea: a chunk carries a registry like veiled while the host lights it, and
// the true one afterwards, so that the host's own light, which is thrown away anyway, costs next to nothing (see BenchmarkRelief). Until
// then the chunk is darker than it should be, which was held to be harmless. It is not: wheat, carrots, potatoes and beetroot that are
// ticked below a level of 8 break, for good. And the host may tick a chunk before anybody can have heard of it: a block that ticks
// asks for a block next door, the chunk there is loaded on the spot, without any viewer, and is among those that are ticked at random a
// moment later, in the same tick. There is no place in between where the light could be made.
func TestReliefIsUnsound(t *testing.T) {
	for _, f := range []field{{veiled: false}, {veiled: true}} {
		w := world.Config{Synchronous: true, Generator: f, Entities: entity.DefaultRegistry, RandomTickSpeed: 4000}.New()
		broken := 0
		w.Do(func(tx *world.Tx) { tx.Block(cube.Pos{8, 1, 8}) }) // as a block that ticks would
		w.AdvanceTick()
		w.Do(func(tx *world.Tx) {
			for i := range 256 {
				if _, ok := tx.Block(cube.Pos{i & 15, 1, i >> 4}).(block.WheatSeeds); !ok {
					broken++
				}
			}
		})
		_ = w.Close()
		if f.veiled && broken == 0 || !f.veiled && broken != 0 {
			t.Errorf("veiled %v: %d of 256 plants are broken", f.veiled, broken)
		}
	}
}

// BenchmarkRelief measures what the relief would save if it were sound: Fill, on the host's workers, for the chunk that arrives, and Spread,
// on the world's goroutine, over the square that its row completes: two rows of chunks that have been there, with the light that they
// have without relief and the true one, and one that arrives, lit by Fill and dark.
func BenchmarkRelief(b *testing.B) {
	world.DefaultBlockRegistry.Finalize()
	square := func(br func(z int32) world.BlockRegistry) []*chunk.Chunk {
		var cs []*chunk.Chunk
		for z := range int32(3) {
			for x := range int32(3) {
				c := chunk.New(br(z), world.Overworld.Range())
				caves{}.GenerateChunk(world.ChunkPos{x, z}, c)
				cs = append(cs, c)
			}
		}
		return cs
	}
	fill := func(cs []*chunk.Chunk) {
		for i, c := range cs {
			chunk.LightArea([]*chunk.Chunk{c}, i%3, i/3).Fill()
		}
	}
	fresh := func(*testing.B) []*chunk.Chunk { // the first two rows have met already
		cs := square(func(int32) world.BlockRegistry { return world.DefaultBlockRegistry })
		fill(cs)
		rows := append(append([]*chunk.Chunk{}, cs[:6]...), square(func(int32) world.BlockRegistry { return world.DefaultBlockRegistry })[:3]...)
		fill(rows[6:])
		chunk.LightArea(rows, 0, -1).Spread()
		return cs
	}
	relieved := func(b *testing.B) []*chunk.Chunk { // the light of the first two rows is true, that of the third is dark
		cs := square(func(z int32) world.BlockRegistry {
			if z == 2 {
				return veiled{world.DefaultBlockRegistry}
			}
			return world.DefaultBlockRegistry
		})
		fill(cs)
		l, _ := inView(b, nil, middle, 1)
		w := newWholeOf(l)
		for i, c := range cs {
			w.add(areas.Pos{X: int32(i % 3), Z: int32(i / 3)}, c)
		}
		w.run(b, 0, 0, 3, func(p areas.Pos) bool { return p.Z < 2 })
		// The area asks the registry of its first chunk.
		first := chunk.New(veiled{world.DefaultBlockRegistry}, world.Overworld.Range())
		copy(first.Sub(), cs[0].Sub())
		cs[0] = first
		return cs
	}
	for _, c := range []struct {
		name  string
		build func(*testing.B) []*chunk.Chunk
	}{{"plain", fresh}, {"relief", relieved}} {
		b.Run("fill/"+c.name, func(b *testing.B) {
			cs := c.build(b)
			for b.Loop() {
				chunk.LightArea([]*chunk.Chunk{cs[7]}, 1, 2).Fill()
			}
		})
		b.Run("spread/"+c.name, func(b *testing.B) {
			cs := c.build(b)
			keep := make([]*chunk.Chunk, len(cs))
			for b.Loop() {
				b.StopTimer()
				for i, c := range cs {
					keep[i] = c.Clone()
				}
				b.StartTimer()
				chunk.LightArea(keep, 0, 0).Spread()
			}
		})
	}
}
