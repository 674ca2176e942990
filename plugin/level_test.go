package plugin_test

import (
	"runtime"
	"sync"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// TestLevelInALoop asks for many levels in one transaction: that sends for one step at the most.
func TestLevelInALoop(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(1)})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(1))
	do(t, w, func(tx *world.Tx) {
		before := runtime.NumGoroutine()
		tx.SetBlock(cube.Pos{8, 100, 8}, block.Glowstone{}, alone)
		for range 10_000 {
			if level, _, known := l.Level(tx, cube.Pos{8, 101, 8}); level != 14 || !known {
				t.Fatalf("the level is %d, known %v", level, known)
			}
		}
		if n := runtime.NumGoroutine() - before; n > 100 {
			t.Errorf("%d goroutines for 10,000 levels", n)
		}
	})
}

// TestLevelWithoutBudget asks for levels when the budget is used up: a few changes are taken in all the same, many are not, and the levels
// are not known then.
func TestLevelWithoutBudget(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(1)})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(1))
	pos := cube.Pos{8, 101, 8}
	do(t, w, func(tx *world.Tx) {
		l.Exhaust()
		tx.SetBlock(pos.Side(cube.FaceDown), block.Glowstone{}, alone)
		if level, _, known := l.Level(tx, pos); level != 14 || !known {
			t.Errorf("the level is %d, known %v", level, known)
		}
		for i := range 256 {
			tx.SetBlock(cube.Pos{i & 15, 80, i >> 4}, block.Glowstone{}, alone)
		}
		for range 100 {
			if _, _, known := l.Level(tx, pos); known {
				t.Fatal("the level is known")
			}
		}
		if _, _, _, queued := l.Bounds(); queued == 0 {
			t.Error("the changes were taken in")
		}
	})
	check(t, l, false)
}

// TestLevelBesideWaiting asks for levels beside a chunk that was rewritten, while it waits to be read, while a worker has it, and then.
func TestLevelBesideWaiting(t *testing.T) {
	var gate sync.RWMutex
	conf := plugin.Config{Follow: everyone(2)}
	plugin.SetHooks(&conf, func(run func()) {
		gate.RLock()
		defer gate.RUnlock()
		run()
	}, nil)
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, conf)
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	want := func(tx *world.Tx, when string, known [4]bool) {
		t.Helper()
		for i, x := range []int{15, 16, -1, 32} {
			level, _, have := l.Level(tx, cube.Pos{x, 100, 8})
			if have != known[i] {
				t.Errorf("%s: the level at x=%d is %d, known %v", when, x, level, have)
			}
			if w := []uint8{14, 13, 0, 0}[i]; have && level != w {
				t.Errorf("%s: the level at x=%d is %d, want %d", when, x, level, w)
			}
		}
	}
	gate.Lock()
	do(t, w, func(tx *world.Tx) {
		tx.BuildStructure(cube.Pos{14, 100, 8}, box{1, block.Glowstone{}})
		l.Exhaust()
		want(tx, "waiting", [4]bool{false, false, false, true})
	})
	eventually(t, "the chunk is with the worker", func() (away bool) {
		do(t, w, func(tx *world.Tx) {
			arrivals, _, n, _ := l.Bounds()
			away = arrivals == 0 && n > 0
			want(tx, "away", [4]bool{false, false, false, true})
		})
		return away
	})
	gate.Unlock()
	settle(t, l, circle(2))
	do(t, w, func(tx *world.Tx) { want(tx, "done", [4]bool{true, true, true, true}) })
}

// TestLevelOutside asks for levels above and below the world, and so far away that the position is none of a chunk.
func TestLevelOutside(t *testing.T) {
	w := newWorld(t, true, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(1)})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(1))
	do(t, w, func(tx *world.Tx) {
		tx.SetBlock(cube.Pos{8, 319, 8}, block.Glowstone{}, alone)
		tx.SetBlock(cube.Pos{8, -64, 8}, block.Glowstone{}, alone)
		for _, y := range []int{-1 << 40, -1000, -81, -65, 320, 335, 336, 1000, 1 << 40} {
			pos := cube.Pos{8, y, 8}
			if b, s, known := l.Level(tx, pos); b != 0 || s != tx.SkyLight(pos) || !known {
				t.Errorf("the levels at y=%d are %d and %d, known %v; the host's %d", y, b, s, known, tx.SkyLight(pos))
			}
		}
		for _, pos := range []cube.Pos{{8 + 1<<32, 319, 8}, {8, 319, 8 - 1<<32}, {8 + 1<<32, 400, 8}, {100, 400, 8}} {
			if b, _, known := l.Level(tx, pos); b != 0 || known {
				t.Errorf("the block level at %v is %d, known %v", pos, b, known)
			}
		}
	})
}
