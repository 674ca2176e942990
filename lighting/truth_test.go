package lighting_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// TestTruth asks every question of palettes of every length up to sixteen in both forms of four-bit indices, and then plants an index
// just outside each.
func TestTruth(t *testing.T) {
	shapes := testShapes(t)
	b := lighting.NewBuilder(shapes)
	c, err := lighting.NewColumn(0, 0, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := c.Section(0)
	r := rand.New(rand.NewPCG(1, 16))
	for round := range 12 {
		for n := 2; n <= 16; n++ {
			palette, idx := drawPalette(r, n, shapes), make([]uint16, 4096)
			if round == 0 { // a single open entry, at each place in turn
				for i := range palette {
					palette[i] = stone
				}
				palette[r.IntN(n)] = 0
			}
			for i := range idx {
				idx[i] = uint16(r.IntN(n))
			}
			if err := b.Anvil(s, palette, 4, packAnvil(idx, 4)); err != nil {
				t.Fatal(err)
			}
			checkClasses(t, fmt.Sprintf("anvil, %d entries", n), s, palette, idx)
			if err := b.Dragonfly(s, palette, 4, packDragonfly(idx, 4)); err != nil {
				t.Fatal(err)
			}
			checkClasses(t, fmt.Sprintf("dragonfly, %d entries", n), s, palette, idx)
			palette[0], palette[1] = 0, stone // or the indices need not be read
			if idx[r.IntN(4096)] = uint16(n); n == 16 {
				continue
			}
			if err := b.Anvil(s, palette, 4, packAnvil(idx, 4)); !errors.Is(err, lighting.ErrIndex) {
				t.Fatalf("anvil, index %d of %d entries: %v", n, n, err)
			}
			if err := b.Dragonfly(s, palette, 4, packDragonfly(idx, 4)); !errors.Is(err, lighting.ErrIndex) {
				t.Fatalf("dragonfly, index %d of %d entries: %v", n, n, err)
			}
		}
	}
}
