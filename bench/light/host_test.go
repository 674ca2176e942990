package light

import (
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/lighting"
)

// The runtime IDs of the registry.
const (
	air = iota
	stone
	lamp
	count
)

// classes are what the engine knows of them. Dragonfly's rules and Java's coincide here: a block is open or opaque.
var classes = [count]lighting.Class{air: 0, stone: 0xf0, lamp: 0xff}

// registry is a block registry of three blocks.
type registry struct{}

func (registry) BlockCount() int      { return count }
func (registry) AirRuntimeID() uint32 { return air }
func (registry) RuntimeIDToState(rid uint32) (string, map[string]any, bool) {
	return [count]string{"air", "stone", "lamp"}[rid], nil, rid < count
}
func (registry) StateToRuntimeID(string, map[string]any) (uint32, bool) { return 0, false }
func (registry) FilteringBlock(rid uint32) uint8                        { return classes[rid].Opacity() }
func (registry) LightBlock(rid uint32) uint8                            { return classes[rid].Emission() }
func (registry) RandomTickBlock(uint32) bool                            { return false }
func (registry) NBTBlock(uint32) bool                                   { return false }
func (registry) LiquidDisplacingBlock(uint32) bool                      { return false }
func (registry) LiquidBlock(uint32) bool                                { return false }
func (registry) HashToRuntimeID(hash uint32) (uint32, bool)             { return hash, hash < count }
func (registry) RuntimeIDToHash(rid uint32) (uint32, bool)              { return rid, rid < count }

var span = cube.Range{-64, 319}

// caves makes the chunk at (cx, cz) of the terrain that the figures are for: solid up to 64 + floor(6 sin + 5 cos), 30 % holes from
// five below the surface down, and eight lamps underground.
func caves(cx, cz int) *chunk.Chunk {
	r := rand.New(rand.NewPCG(uint64(cx), uint64(cz)))
	c := chunk.New(registry{}, span)
	for x := range 16 {
		for z := range 16 {
			h := 64 + int(math.Floor(6*math.Sin(float64(16*cx+x)/9)+5*math.Cos(float64(16*cz+z)/7)))
			for y := span[0]; y <= h; y++ {
				if y > h-5 || r.IntN(100) >= 30 {
					c.SetBlock(uint8(x), int16(y), uint8(z), 0, stone)
				}
			}
		}
	}
	for range 8 {
		c.SetBlock(uint8(r.IntN(16)), int16(r.IntN(100)-50), uint8(r.IntN(16)), 0, lamp)
	}
	c.Compact()
	return c
}

var errForm = errors.New("sub-chunk in an unknown form")

// reader makes columns of chunks.
type reader struct {
	builder *lighting.Builder
	words   []uint32
	palette []lighting.Class
}

// read builds all sections of a column from a chunk. The words of a storage are got at by encoding it for the network, which is the
// one way that Dragonfly offers.
func (r *reader) read(col *lighting.Column, c *chunk.Chunk) error {
	for i, sub := range c.Sub() {
		sec := col.Section(int32(span[0]>>4 + i))
		if sub.Empty() {
			r.builder.Uniform(sec, classes[air])
			continue
		}
		b := chunk.EncodeSubChunk(c, chunk.NetworkEncoding, i)
		if len(b) < 4 || b[0] != chunk.SubChunkVersion || b[1] != 1 {
			return errForm
		}
		bits, n := int(b[3]>>1), 0
		if bits > 0 {
			n = (4096 + 32/bits - 1) / (32 / bits)
		}
		b = b[4:]
		r.words = r.words[:0]
		for k := range n {
			r.words = append(r.words, binary.LittleEndian.Uint32(b[k*4:]))
		}
		b = b[n*4:]
		entries, w := int64(1), 0
		if bits > 0 {
			entries, w = binary.Varint(b)
			b = b[w:]
		}
		r.palette = r.palette[:0]
		for range entries {
			id, w := binary.Varint(b)
			if w <= 0 || id < 0 || id >= count {
				return errForm
			}
			b = b[w:]
			r.palette = append(r.palette, classes[id])
		}
		if err := r.builder.Dragonfly(sec, r.palette, bits, r.words); err != nil {
			return err
		}
	}
	return nil
}
