package model

import (
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/bench/internal/scene"
	"github.com/kestrel-mc/kestrel/lighting"
)

// registry is a block registry of the scene's states, whose runtime IDs are their numbers.
type registry struct{}

func (registry) BlockCount() int      { return len(scene.Classes) }
func (registry) AirRuntimeID() uint32 { return uint32(scene.Air) }
func (registry) RuntimeIDToState(rid uint32) (string, map[string]any, bool) {
	return "", nil, false
}
func (registry) StateToRuntimeID(string, map[string]any) (uint32, bool) { return 0, false }
func (registry) FilteringBlock(rid uint32) uint8                        { return scene.Classes[rid].Opacity() }
func (registry) LightBlock(rid uint32) uint8                            { return scene.Classes[rid].Emission() }
func (registry) RandomTickBlock(uint32) bool                            { return false }
func (registry) NBTBlock(uint32) bool                                   { return false }
func (registry) LiquidDisplacingBlock(uint32) bool                      { return false }
func (registry) LiquidBlock(uint32) bool                                { return false }
func (registry) HashToRuntimeID(uint32) (uint32, bool)                  { return 0, false }
func (registry) RuntimeIDToHash(uint32) (uint32, bool)                  { return 0, false }

// hostChunk is a scene of one chunk in the host's form, under a section of stone. Without that roof Dragonfly would compute sky light as
// well, which cannot be told to leave out, and of which it gives cells beside the foot of an overhang one level too few.
func hostChunk(s *scene.Scene) *chunk.Chunk {
	c := chunk.New(registry{}, cube.Range{0, s.N*16 + 15})
	for n := range s.N {
		for i, v := range s.Section(0, n) {
			c.SetBlock(uint8(i&15), int16(n*16+i>>8), uint8(i>>4&15), 0, uint32(v))
		}
	}
	for i := range 4096 {
		c.SetBlock(uint8(i&15), int16(s.N*16+i>>8), uint8(i>>4&15), 0, uint32(scene.Stone))
	}
	c.Compact()
	return c
}

// fill lights a chunk with Dragonfly's engine.
func fill(c *chunk.Chunk) { chunk.LightArea([]*chunk.Chunk{c}, 0, 0).Fill() }

// sameAsHost fails unless Dragonfly's engine computes the same block light.
func sameAsHost(tb testing.TB, c *chunk.Chunk, e *engine) {
	tb.Helper()
	fill(c)
	for y := range e.N * 16 {
		for i := range 256 {
			x, z := i&15, i>>4
			ours, theirs := e.columns[0].At(lighting.Block, x, y, z), c.SubChunk(int16(y)).BlockLight(byte(x), byte(y&15), byte(z))
			if ours != theirs {
				tb.Fatalf("block light at %d,%d,%d is %d by planes, %d by Dragonfly", x, y, z, ours, theirs)
			}
		}
	}
}
