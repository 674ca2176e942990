package plugin_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"
	"go.uber.org/goleak"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/plugin"
)

// TestClose closes in every order, at any time, and leaves no goroutine behind.
func TestClose(t *testing.T) {
	none := goleak.IgnoreCurrent()
	for _, c := range []struct {
		name  string
		close func(w *world.World, l *plugin.Light)
	}{
		{"light first", func(w *world.World, l *plugin.Light) { _, _ = l.Close(), w.Close() }},
		{"world first", func(w *world.World, l *plugin.Light) { _, _ = w.Close(), l.Close() }},
		{"world only", func(w *world.World, l *plugin.Light) { _ = w.Close() }},
		{"twice", func(w *world.World, l *plugin.Light) { _, _, _ = l.Close(), l.Close(), w.Close() }},
		{"at once", func(w *world.World, l *plugin.Light) {
			var wg sync.WaitGroup
			wg.Go(func() { _ = l.Close() })
			wg.Go(func() { _ = l.Close() })
			wg.Go(func() { _ = w.Close() })
			wg.Wait()
		}},
	} {
		for _, wait := range []time.Duration{0, 20 * time.Millisecond, 200 * time.Millisecond} {
			t.Run(c.name+"/"+wait.String(), func(t *testing.T) {
				verify := 100 * time.Millisecond
				if wait < verify {
					verify = time.Hour // It must not be what ends anything.
				}
				w := world.Config{Generator: flat{world.DefaultBlockRegistry, 10}, Entities: entity.DefaultRegistry}.New()
				l, err := plugin.Attach(w, plugin.Config{Follow: everyone(2), Interval: 5 * time.Millisecond, Workers: 3, VerifyEvery: verify})
				if err != nil {
					t.Fatal(err)
				}
				join(t, w, mgl64.Vec3{8, 100, 8})
				time.Sleep(wait)
				c.close(w, l)
				if err := l.Flush(t.Context()); !errors.Is(err, plugin.ErrClosed) {
					t.Errorf("Flush after closing: %v", err)
				}
			})
		}
	}
	goleak.VerifyNone(t, none)
	w := world.Config{}.New()
	_ = w.Close()
	if _, err := plugin.Attach(w, plugin.Config{}); !errors.Is(err, plugin.ErrClosed) {
		t.Errorf("Attach to a closed world: %v", err)
	}
}

// TestCloseLetsGo closes while the world goes on: nobody views its chunks any more, and they unload.
func TestCloseLetsGo(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2)})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	_ = l.Close()
	do(t, w, func(tx *world.Tx) {
		if v := tx.Viewers(mgl64.Vec3{8, 120, 8}); len(v) != 0 {
			t.Errorf("viewers are left: %v", v)
		}
		tx.SetBlock(cube.Pos{8, 100, 8}, block.Glowstone{}, nil) // heard by nobody
	})
}

// TestPanic has a pass fail: that is logged once, and healed.
func TestPanic(t *testing.T) {
	var log lines
	var bad atomic.Bool
	conf := plugin.Config{Follow: everyone(2), Log: slog.New(slog.NewTextHandler(&log, nil))}
	plugin.SetHooks(&conf, nil, func(lighting.Changed) {
		if bad.CompareAndSwap(true, false) {
			panic("deliberate")
		}
	})
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, conf)
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	bad.Store(true)
	do(t, w, func(tx *world.Tx) { tx.SetBlock(cube.Pos{8, 100, 8}, block.Glowstone{}, nil) })
	settle(t, l, circle(2))
	check(t, l, false)
	if n := strings.Count(log.String(), "deliberate"); n != 1 || l.Stats().Failures != 1 {
		t.Errorf("logged %d times, %d failures: %s", n, l.Stats().Failures, log.String())
	}
	do(t, w, func(tx *world.Tx) { tx.SetBlock(cube.Pos{8, 100, 8}, block.Air{}, nil) })
	check(t, l, false)
}

type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// TestConfig reports all faults at once.
func TestConfig(t *testing.T) {
	w := newWorld(t, true, world.Overworld)
	_, err := plugin.Attach(w, plugin.Config{Radius: 65, Interval: time.Hour, Budget: -1, Workers: -2, MaxArea: 257, VerifyEvery: 1})
	for _, name := range []string{"Radius", "Interval", "Budget", "Workers", "MaxArea", "VerifyEvery"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("no word of %s in %v", name, err)
		}
	}
	if _, err := plugin.Attach(nil, plugin.Config{}); err == nil {
		t.Error("a nil world is taken")
	}
	if _, err := plugin.AttachServer(nil, plugin.Config{}); err == nil {
		t.Error("a nil server is taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := attach(t, w, plugin.Config{}).Flush(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Flush with a context that is done: %v", err)
	}
}
