package plugin_test

import (
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// TestArrival loads a circle of chunks and compares every cell.
func TestArrival(t *testing.T) {
	for _, synchronous := range []bool{true, false} {
		t.Run(map[bool]string{true: "synchronous", false: "live"}[synchronous], func(t *testing.T) {
			w := newWorld(t, synchronous, world.Overworld)
			l := attach(t, w, plugin.Config{Follow: everyone(2)})
			if !l.Direct() {
				t.Error("the host's light is not read as arrays")
			}
			join(t, w, mgl64.Vec3{8, 120, 8})
			settle(t, l, circle(2))
			check(t, l, false)
			do(t, w, func(tx *world.Tx) {
				tx.SetBlock(cube.Pos{8, 100, 8}, block.Glowstone{}, nil)
			})
			settle(t, l, circle(2))
			check(t, l, false)
			t.Logf("%+v", l.Stats())
		})
	}
}
