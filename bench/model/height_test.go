package model

import (
	"fmt"
	"testing"

	"github.com/kestrel-mc/kestrel/bench/internal/scene"
	"github.com/kestrel-mc/kestrel/lighting"
)

var heights = []int{1, 2, 4, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256}

// BenchmarkHeight lights a column of 1 to 256 sections, from packed indices to levels: block light among 20 % stone with four lamps a
// section, and sky light in the open air and in the same column.
func BenchmarkHeight(b *testing.B) {
	for _, world := range []struct {
		name string
		make func(int) *scene.Scene
		kind lighting.Kind
	}{{"light=block/column=lit", scene.LitColumn, lighting.Block}, {"light=sky/column=lit", scene.LitColumn, lighting.Sky}, {"light=sky/column=open", scene.OpenColumn, lighting.Sky}} {
		for _, n := range heights {
			p := pack(world.make(n))
			e, _ := check(b, p, world.kind)
			name := fmt.Sprintf("%s/sections=%d", world.name, n)
			run(b, "kestrel/"+name, func() {
				e.build(b)
				e.light(world.kind)
			})
		}
	}
}
