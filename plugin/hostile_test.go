package plugin_test

import (
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"
	"go.uber.org/goleak"

	"github.com/kestrel-mc/kestrel/plugin"
)

// TestExtremes keeps light true with every value of the configuration at its end.
func TestExtremes(t *testing.T) {
	for name, conf := range map[string]plugin.Config{
		"no time":      {Budget: 1, Interval: time.Millisecond},
		"no workers":   {Workers: -1, Budget: 1, Interval: time.Millisecond},
		"small areas":  {Workers: 64, MaxArea: 1, Interval: time.Millisecond},
		"large areas":  {MaxArea: 256, Radius: 64, Interval: 10 * time.Second},
		"small radius": {Radius: 1},
	} {
		t.Run(name, func(t *testing.T) {
			conf.Follow = everyone(2)
			w := newWorld(t, false, world.Overworld)
			l := attach(t, w, conf)
			h := join(t, w, mgl64.Vec3{8, 120, 8})
			r := rand.New(rand.NewPCG(6, 6))
			for i := range 4 {
				do(t, w, func(tx *world.Tx) { scatter(tx, r, 400, 40) })
				teleport(t, w, h, mgl64.Vec3{float64(8 + 16*i), 120, 8})
			}
			if conf.Radius == 1 {
				settle(t, l, circle(1))
			} else {
				settle(t, l, circle(2))
			}
			check(t, l, true)
		})
	}
}

// throwing is a world that does not print what panics in it.
func throwing(t *testing.T) *world.World {
	w := world.Config{Generator: land{world.DefaultBlockRegistry}, Entities: entity.DefaultRegistry, Log: slog.New(slog.DiscardHandler)}.New()
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// TestCallbacksPanic has the author's own functions panic: the host contains that, and light goes on.
func TestCallbacksPanic(t *testing.T) {
	w := throwing(t)
	var follow, change atomic.Int32 // times
	follow.Store(5)
	change.Store(20)
	l := attach(t, w, plugin.Config{
		Interval: time.Millisecond,
		Follow: func(*world.Tx, world.Entity) (int, bool) {
			if follow.Add(-1) > 0 {
				panic("deliberate")
			}
			return 2, true
		},
		OnChange: func(*world.Tx, world.ChunkPos) {
			if change.Add(-1) > 0 {
				panic("deliberate")
			}
		},
	})
	join(t, w, mgl64.Vec3{8, 120, 8})
	for lit := true; change.Load() > 0; lit = !lit {
		do(t, w, func(tx *world.Tx) {
			if lit {
				tx.SetBlock(cube.Pos{8, 100, 8}, block.Glowstone{}, nil)
			} else {
				tx.SetBlock(cube.Pos{8, 100, 8}, block.Air{}, nil)
			}
		})
	}
	settle(t, l, circle(2))
	check(t, l, false)
}

// thrower is a viewer that panics when a block changes.
type thrower struct{ world.NopViewer }

func (thrower) ViewBlockUpdate(cube.Pos, world.Block, int) { panic("deliberate") }

// TestViewerPanics has another viewer panic, which keeps whoever comes after it from hearing of the change. The light's own loader came
// first.
func TestViewerPanics(t *testing.T) {
	w := throwing(t)
	l := attach(t, w, plugin.Config{Follow: everyone(2)})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	do(t, w, func(tx *world.Tx) {
		other := world.NewLoader(2, w, thrower{})
		other.Move(tx, mgl64.Vec3{8, 120, 8})
		other.Load(tx, 100)
	})
	<-w.Do(func(tx *world.Tx) { tx.SetBlock(cube.Pos{8, 100, 8}, block.Glowstone{}, nil) }).Done()
	check(t, l, false)
	do(t, w, func(tx *world.Tx) {
		if have := tx.Light(cube.Pos{8, 101, 8}); have != 15 {
			t.Errorf("light %d", have)
		}
		if block, _, known := l.Level(tx, cube.Pos{8, 101, 8}); block != 14 || !known {
			t.Errorf("Level is %d, known %v", block, known)
		}
	})
}

// TestCloseUnderWay closes while the workers have chunks and areas whose columns have gone meanwhile.
func TestCloseUnderWay(t *testing.T) {
	none := goleak.IgnoreCurrent()
	for _, first := range []string{"light", "world"} {
		release, held := make(chan struct{}), make(chan struct{}, 1000)
		conf := plugin.Config{Follow: everyone(2), Workers: 2, Interval: time.Millisecond}
		plugin.SetHooks(&conf, func(run func()) { held <- struct{}{}; <-release; run() }, nil)
		plugin.SetDetached(&conf)
		w := world.Config{Generator: land{world.DefaultBlockRegistry}, Entities: entity.DefaultRegistry}.New()
		l, err := plugin.Attach(w, conf)
		if err != nil {
			t.Fatal(err)
		}
		h := join(t, w, mgl64.Vec3{8, 120, 8})
		<-held
		<-held
		r := rand.New(rand.NewPCG(8, 8))
		do(t, w, func(tx *world.Tx) { scatter(tx, r, 200, 40) })
		teleport(t, w, h, mgl64.Vec3{2000, 120, 8})
		eventually(t, "columns go", func() bool { return l.Stats().Departures > 0 })
		go func() {
			time.Sleep(5 * time.Millisecond)
			close(release)
		}()
		if first == "world" {
			_ = w.Close()
		}
		_ = l.Close()
		_ = w.Close()
	}
	goleak.VerifyNone(t, none)
}
