package oracle

import (
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// TestTable compares the two oracles, which share nothing, on random boxes.
func TestTable(t *testing.T) {
	var slab, half lighting.Faces
	slab[lighting.Down] = lighting.FullMask
	for side := lighting.West; side <= lighting.South; side++ {
		if side>>1 != 1 {
			slab[side] = lighting.Mask{^uint64(0), ^uint64(0)}
			half[side] = lighting.Mask{0, 0, ^uint64(0), ^uint64(0)}
		}
	}
	half[lighting.Up] = lighting.FullMask
	shapes, err := lighting.NewShapes([]lighting.Faces{slab, half})
	if err != nil {
		t.Fatal(err)
	}
	classes := []lighting.Class{
		0, lighting.MustClass(0, 15, 0), lighting.MustClass(0, 1, 0), lighting.MustClass(15, 15, 0), lighting.MustClass(9, 0, 0),
		lighting.MustClass(0, 0, 1), lighting.MustClass(0, 0, 2), lighting.MustClass(0, 7, 0), lighting.MustClass(4, 1, 2), lighting.MustClass(0, 14, 0),
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		g := New(20, 40, 17, shapes)
		tb := NewTable(20, 40, 17, classes, shapes)
		for y := range 35 {
			for z := range 17 {
				for x := range 20 {
					n := 0
					if r.IntN(3) == 0 {
						n = r.IntN(len(classes))
					}
					g.Classes[g.Index(x, y, z)] = classes[n]
					tb.Cells[tb.At(x, y, z)] = uint8(n)
				}
			}
		}
		for kind, want := range [][]uint8{g.Block(), g.Sky()} {
			if kind == 0 {
				tb.Block()
			} else {
				tb.Sky()
			}
			for y := range 40 {
				for z := range 17 {
					for x := range 20 {
						if a, b := tb.Level[tb.At(x, y, z)], want[g.Index(x, y, z)]; a != b {
							t.Fatalf("kind %d, seed %d, (%d, %d, %d): table %d, grid %d", kind, seed, x, y, z, a, b)
						}
					}
				}
			}
		}
	}
}
