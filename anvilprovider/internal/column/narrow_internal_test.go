package column

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNarrow builds the same sections from bytes and from wide indices, and compares every word: palettes of every size with
// doubles, liquids that are the same for most blocks, memory that held something else.
func TestNarrow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	var quick, plain Builder
	for size := 1; size <= 256; size++ {
		blocks, liquids := make([]uint32, size), make([]uint32, size)
		for i := range blocks {
			blocks[i] = uint32(10 + i)
			if rnd.IntN(5) == 0 {
				blocks[i] = blocks[rnd.IntN(i+1)]
			}
			if liquids[i] = 1; rnd.IntN(4) == 0 {
				liquids[i] = 2 + uint32(rnd.IntN(20))
			}
		}
		var bytes [Cells]uint8
		var wide [Cells]uint16
		for i := range bytes {
			bytes[i] = uint8(rnd.IntN(size))
			wide[i] = uint16(bytes[i])
		}
		if size%3 == 0 {
			liquids = nil
		}
		quick.Reset(1, 1)
		plain.Reset(1, 1)
		quick.Narrow(0, blocks, liquids, &bytes)
		plain.Blocks(0, blocks, liquids, &wide)
		if !slices.Equal(quick.words, plain.words) || !slices.Equal(quick.values, plain.values) || quick.layers[0] != plain.layers[0] {
			t.Fatalf("palettes of %d values differ", size)
		}
	}
}
