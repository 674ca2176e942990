package plugin_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// short is a provider of chunks that are lower than the world.
type short struct {
	world.NopProvider
	bottom int
}

func (s short) LoadColumn(world.ChunkPos, world.Dimension) (*chunk.Column, error) {
	return &chunk.Column{Chunk: chunk.New(world.DefaultBlockRegistry, cube.Range{s.bottom, 255})}, nil
}

// TestOtherBottom has an entity in a chunk that begins above the world, where the host panics if it is asked for the world's lowest block.
func TestOtherBottom(t *testing.T) {
	w := world.Config{Provider: short{}, Entities: entity.DefaultRegistry, Synchronous: true, Log: slog.New(slog.DiscardHandler)}.New()
	t.Cleanup(func() { _ = w.Close() })
	l := attach(t, w, plugin.Config{Follow: everyone(1), Log: slog.New(slog.DiscardHandler)})
	join(t, w, mgl64.Vec3{8, 100, 8})
	do(t, w, func(tx *world.Tx) {
		tx.AddEntity(entity.NewItem(world.EntitySpawnOpts{Position: mgl64.Vec3{8, 100, 8}}, item.NewStack(item.Apple{}, 1)))
	})
	settle(t, l, circle(1))
}

// TestOtherHeight has every chunk be of another height than the world: each is named once, and left to the host.
func TestOtherHeight(t *testing.T) {
	for _, synchronous := range []bool{true, false} {
		t.Run(map[bool]string{true: "synchronous", false: "live"}[synchronous], func(t *testing.T) {
			var log lines
			w := world.Config{Provider: short{bottom: -64}, Entities: entity.DefaultRegistry, Synchronous: synchronous, Log: slog.New(slog.DiscardHandler)}.New()
			t.Cleanup(func() { _ = w.Close() })
			l := attach(t, w, plugin.Config{Follow: everyone(1), Log: slog.New(slog.NewTextHandler(&log, nil))})
			join(t, w, mgl64.Vec3{8, 100, 8})
			settle(t, l, circle(1))
			do(t, w, func(tx *world.Tx) {
				tx.SetBlock(cube.Pos{8, 100, 8}, block.Glowstone{}, nil)
				if _, _, known := l.Level(tx, cube.Pos{8, 100, 8}); known {
					t.Error("the light is known")
				}
			})
			settle(t, l, circle(1))
			if n := strings.Count(log.String(), "its height is [-64 255], the world's [-64 319]"); n != circle(1) {
				t.Errorf("%d chunks are named, of %d: %s", n, circle(1), log.String())
			}
			do(t, w, func(*world.Tx) {
				if l.Held() != 0 {
					t.Errorf("%d columns are held", l.Held())
				}
			})
		})
	}
}

// tall is a dimension of a height of its own.
type tall struct {
	world.Dimension
	r cube.Range
}

func (d tall) Range() cube.Range { return d.r }

// TestUnaligned refuses worlds whose height is no whole number of sections.
func TestUnaligned(t *testing.T) {
	for _, r := range []cube.Range{{0, 100}, {-60, 319}} {
		w := newWorld(t, true, tall{world.Overworld, r})
		if _, err := plugin.Attach(w, plugin.Config{}); err == nil || !strings.Contains(err.Error(), fmt.Sprint(r)) {
			t.Errorf("height %v: %v", r, err)
		}
	}
}
