package plugin_test

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/plugin"
)

// mobType is a type of entities of a plug-in's, which walk by their velocity and stop beyond a border of chunks.
type mobType struct{}

type mob struct {
	handle *world.EntityHandle
	data   *world.EntityData
}

func (mobType) Open(_ *world.Tx, handle *world.EntityHandle, data *world.EntityData) world.Entity {
	return &mob{handle, data}
}
func (mobType) EncodeEntity() string                        { return "plugin:mob" }
func (mobType) BBox(world.Entity) cube.BBox                 { return cube.Box(0, 0, 0, 1, 1, 1) }
func (mobType) DecodeNBT(map[string]any, *world.EntityData) {}
func (mobType) EncodeNBT(*world.EntityData) map[string]any  { return nil }
func (m *mob) H() *world.EntityHandle                       { return m.handle }
func (m *mob) Position() mgl64.Vec3                         { return m.data.Pos }
func (m *mob) Rotation() cube.Rotation                      { return m.data.Rot }
func (m *mob) Close() error                                 { return nil }
func (m *mob) Apply(data *world.EntityData)                 { *data = *m.data }
func (m *mob) Tick(_ *world.Tx, _ int64) {
	m.data.Pos = m.data.Pos.Add(m.data.Vel)
	if x := m.data.Pos[0]; x < 12 || x > 20 {
		m.data.Vel = mgl64.Vec3{}
	}
}

// TestWalkers has an entity of the host's, and one of a plug-in's, walk over a border of chunks in a world on a Java world, each way, while
// nothing else happens in either chunk, or in one of them. After a restart it is where it walked to, once.
func TestWalkers(t *testing.T) {
	reg := entity.DefaultRegistry.Config().New(append(entity.DefaultRegistry.Types(), mobType{}))
	for _, kind := range []string{"minecraft:item", "plugin:mob"} {
		for _, from := range []int{0, 1} {
			for _, edited := range []int{-1, 0, 1} {
				t.Run(fmt.Sprintf("%s from %d, %d edited", kind, from, edited), func(t *testing.T) {
					t.Parallel()
					walkAndRestart(t, reg, kind, from, edited, 0)
				})
			}
		}
	}
	t.Run("with a long interval", func(t *testing.T) {
		t.Parallel()
		walkAndRestart(t, reg, "minecraft:item", 0, 0, 10*time.Second)
	})
}

func walkAndRestart(t *testing.T, reg world.EntityRegistry, kind string, from, edited int, interval time.Duration) {
	dir := t.TempDir()
	serve := func(attached bool, f func(w *world.World)) {
		p, err := anvilprovider.Config{Sync: region.SyncNone, Entities: &reg, Log: slog.New(slog.DiscardHandler)}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		w := world.Config{Provider: p, Entities: reg, Log: slog.New(slog.DiscardHandler), RandomTickSpeed: -1, SaveInterval: -1}.New()
		if attached {
			attach(t, w, plugin.Config{Interval: interval})
		}
		f(w)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	edit := func(tx *world.Tx, chunk, y int) { tx.SetBlock(cube.Pos{chunk<<4 + 8, y, 8}, block.Stone{}, nil) }
	serve(false, func(w *world.World) {
		opts := world.EntitySpawnOpts{Position: mgl64.Vec3{14.5, 100, 8}, Velocity: mgl64.Vec3{0.7, 0, 0}}
		if from == 1 {
			opts.Position[0], opts.Velocity[0] = 17.5, -0.7
		}
		do(t, w, func(tx *world.Tx) {
			edit(tx, from, 9) // A chunk with an entity alone is not one that the world has.
			edit(tx, 1-from, 9)
			if kind == "plugin:mob" {
				tx.AddEntity(opts.New(mobType{}, &mob{data: &world.EntityData{Pos: opts.Position, Vel: opts.Velocity}}))
			} else {
				tx.AddEntity(entity.NewItem(opts, item.NewStack(item.Apple{}, 1)))
			}
		})
	})
	// where tells how many entities there are in each of the two chunks.
	where := func(w *world.World) (n [2]int) {
		do(t, w, func(tx *world.Tx) {
			for e := range tx.Entities() {
				if c := int(e.Position()[0]) >> 4; e.H().Type().EncodeEntity() == kind {
					n[c]++
				}
			}
		})
		return n
	}
	var want [2]int
	want[1-from] = 1
	serve(true, func(w *world.World) {
		do(t, w, func(tx *world.Tx) {
			l := world.NewLoader(2, w, world.NopViewer{})
			l.Move(tx, mgl64.Vec3{16, 100, 8})
			l.Load(tx, 100)
		})
		for end := time.Now().Add(10 * time.Second); where(w) != want; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the entity does not walk: %v", where(w))
			}
		}
		time.Sleep(200 * time.Millisecond)
		if edited >= 0 {
			do(t, w, func(tx *world.Tx) { edit(tx, edited, 10) })
		}
	})
	serve(false, func(w *world.World) {
		do(t, w, func(tx *world.Tx) {
			for chunk := range 2 {
				tx.Block(cube.Pos{chunk << 4, 10, 8}) // loads it
			}
		})
		if got := where(w); got != want {
			t.Errorf("%v entities in the chunks, want %v", got, want)
		}
	})
}
