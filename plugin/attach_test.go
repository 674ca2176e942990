package plugin_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
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

// TestAttachTwice has one Light at a time in a world, and keeps nothing of a world that has ended, whoever sees that.
func TestAttachTwice(t *testing.T) {
	runtime.GC() // Worlds of other tests go.
	before := plugin.Claims()
	for _, synchronous := range []bool{true, false} {
		w := world.Config{Synchronous: synchronous, Entities: entity.DefaultRegistry}.New()
		for range 2 {
			l, err := plugin.Attach(w, plugin.Config{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := plugin.Attach(w, plugin.Config{}); !errors.Is(err, plugin.ErrAttached) {
				t.Errorf("a second Light: %v", err)
			}
			_ = l.Close()
			_ = l.Close()
		}
		if _, err := plugin.Attach(w, plugin.Config{}); err != nil {
			t.Error(err)
		}
		_ = w.Close()
	}
	eventually(t, "no claim is left", func() bool {
		runtime.GC()
		return plugin.Claims() <= before
	})
}
