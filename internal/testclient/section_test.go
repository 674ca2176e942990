package testclient

import (
	"math/rand/v2"
	"testing"

	_ "github.com/df-mc/dragonfly/server/block" // registers the blocks
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/sandertv/gophertunnel/minecraft/protocol"
)

// TestDecodeSection compares with what Dragonfly's encoder was given, for palettes of every width.
func TestDecodeSection(t *testing.T) {
	world.DefaultBlockRegistry.Finalize()
	random := rand.New(rand.NewPCG(1, 2))
	for _, states := range []int{1, 2, 3, 5, 9, 17, 33, 65, 257, 3000} {
		ch := chunk.New(world.DefaultBlockRegistry, cube.Range{0, 31})
		var want [2][cells]uint32
		for layer := range want {
			for i := range cells {
				id := 1 + uint32(random.IntN(states))*5
				want[layer][i] = id
				ch.SetBlock(uint8(i>>8), int16(16+i&15), uint8(i>>4&15), uint8(layer), id)
			}
		}
		s, err := decodeSection(chunk.EncodeSubChunk(ch, chunk.NetworkEncoding, 1))
		if err != nil {
			t.Fatalf("%d states: %v", states, err)
		}
		for layer := range want {
			if *s.Layers[layer] != want[layer] {
				t.Errorf("%d states: layer %d differs", states, layer)
			}
		}
	}
}

func TestDecodeSectionBad(t *testing.T) {
	for name, data := range map[string][]byte{
		"empty": {}, "old version": {8, 1, 0}, "no layer": {9, 1, 0}, "disk palette": {9, 1, 0, 2}, "short indices": {9, 1, 0, 3, 0},
		"no palette": {9, 1, 0, 1}, "negative": {9, 1, 0, 1, 3}, "index past palette": append(append([]byte{9, 1, 0, 3}, repeat(0xff, 512)...), 2, 2),
		"bad block entity": {9, 1, 0, 1, 2, 10, 0},
	} {
		if _, err := decodeSection(data); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func repeat(b byte, n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = b
	}
	return data
}

func TestIndex(t *testing.T) {
	if got := sectionOf(protocol.BlockPos{-1, -17, 33}); got != (protocol.SubChunkPos{-1, -2, 2}) {
		t.Errorf("sectionOf: %v", got)
	}
	if got := index(protocol.BlockPos{-1, -15, 18}); got != 15<<8|2<<4|1 {
		t.Errorf("index: %#x", got)
	}
}
