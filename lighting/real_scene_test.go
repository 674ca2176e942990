package lighting_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// javaShapes returns the table of Java's shapes.
func javaShapes(t testing.TB) *lighting.Shapes {
	t.Helper()
	s, err := java.Shapes()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// realTerrain fills a 5x5 world with the chunks (0, 0) to (4, 4) of the world java-1.21, as Java's rules have them: hills with trees,
// grass and water over caves with lava, amethyst and glow lichen. It skips the test where that world is absent.
func realTerrain(t testing.TB, w *world) {
	t.Helper()
	real := loadReal(t, "java-1.21")
	filled := 0
	var cells [4096]uint8
	for _, tile := range real.tiles {
		for _, c := range tile.chunks {
			if c.x < 0 || c.z < 0 || c.x >= int32(w.w) || c.z >= int32(w.d) {
				continue
			}
			filled++
			for i := range c.secs {
				y0 := (int(c.secs[i].number) - real.lowest + 1) * 16
				c.secs[i].unpack(&cells)
				for k, v := range cells {
					w.grid.Classes[w.grid.Index(int(c.x)*16+k&15, y0+k>>8, int(c.z)*16+k>>4&15)] = real.classes[v]
				}
			}
		}
	}
	if filled != w.w*w.d {
		t.Fatalf("the world has %d of %d chunks", filled, w.w*w.d)
	}
}

// surface returns the height of the lowest cell from which up there is only air.
func (w *world) surface(x, z int) int {
	y := w.n*16 + 15
	for w.grid.Classes[w.grid.Index(x, y-1, z)] == 0 {
		y--
	}
	return y
}
