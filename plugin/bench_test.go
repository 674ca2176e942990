package plugin_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// still is a world in which nothing happens by itself: it neither ticks at random nor saves.
func still(b *testing.B, synchronous bool) *world.World {
	b.Helper()
	w := world.Config{
		Generator: land{world.DefaultBlockRegistry}, Entities: entity.DefaultRegistry, Synchronous: synchronous,
		RandSource: rand.NewPCG(1, 2), RandomTickSpeed: -1, SaveInterval: -1, ChunkUnloadInterval: time.Hour,
	}.New()
	b.Cleanup(func() { _ = w.Close() })
	return w
}

// nothing else happens because of a change.
var alone = &world.SetOpts{DisableBlockUpdates: true, DisableLiquidDisplacement: true, DisableRedstoneUpdates: true}

// BenchmarkTick measures what 200 random changes in a tick and two players that move cost the world's goroutine, with the light and
// without: the time of the transaction with the changes, of the tick, and of the work that they have scheduled, in shares of the 50 ms
// that a tick has. Ticks come as they do in a server, twenty a second, and light has its default budget. light-p50 and light-p99 are
// the time that the light itself took in an interval, arriving chunks included, but for the recording of changes.
func BenchmarkTick(b *testing.B) {
	for _, attached := range []bool{false, true} {
		b.Run(map[bool]string{false: "plain", true: "kestrel"}[attached], func(b *testing.B) {
			w := still(b, false)
			v := [2]*visit{enter(b, w, mgl64.Vec3{8, 120, 8}, 8), enter(b, w, mgl64.Vec3{72, 120, 8}, 8)}
			var l *plugin.Light
			if attached {
				l = attach(b, w, plugin.Config{Follow: everyone(6)})
				settle(b, l, -1)
			}
			eventually(b, "the chunks in view load", func() bool {
				_, first := v[0].loader.Chunk(world.ChunkPos{0, 8})
				_, second := v[1].loader.Chunk(world.ChunkPos{4, 8})
				return first && second
			})
			r := rand.New(rand.NewPCG(3, 4))
			var ticks []time.Duration
			next := time.Now()
			for n := 0; b.Loop(); n++ {
				next = next.Add(50 * time.Millisecond)
				do(b, w, func(tx *world.Tx) {
					for i, p := range v {
						x := float64(8 + 64*i + n%160)
						e, _ := p.h.Entity(tx)
						e.(interface{ Teleport(mgl64.Vec3) }).Teleport(mgl64.Vec3{x, 120, 8})
						p.loader.Move(tx, mgl64.Vec3{x, 120, 8})
						p.loader.Load(tx, 4)
					}
				})
				start := time.Now()
				do(b, w, func(tx *world.Tx) {
					for range 200 {
						pos := cube.Pos{r.IntN(192) - 64, -60 + r.IntN(50), r.IntN(128) - 64}
						tx.SetBlock(pos, palette[r.IntN(6)], alone)
					}
				})
				w.AdvanceTick()
				do(b, w, func(*world.Tx) {}) // What the changes have scheduled is done by now.
				ticks = append(ticks, time.Since(start))
				time.Sleep(time.Until(next))
			}
			report(b, ticks)
			if l != nil {
				s := l.Stats()
				b.ReportMetric(float64(s.Time.P50.Microseconds())/500, "light-p50-%tick")
				b.ReportMetric(float64(s.Time.P99.Microseconds())/500, "light-p99-%tick")
				b.ReportMetric(float64(s.Waiting), "waiting")
			}
		})
	}
}

// report reports the median and the 99th percentile in shares of a tick.
func report(b *testing.B, ds []time.Duration) {
	b.Helper()
	p50, p99 := percentiles(ds)
	b.ReportMetric(float64(p50.Microseconds())/500, "p50-%tick")
	b.ReportMetric(float64(p99.Microseconds())/500, "p99-%tick")
}

// BenchmarkChange measures one change until its light is written, on the world's goroutine.
func BenchmarkChange(b *testing.B) {
	for _, c := range []struct {
		name string
		pos  cube.Pos
		a, b world.Block
	}{
		{"stone=underground", cube.Pos{8, -40, 8}, block.Stone{}, block.Air{}},
		{"stone=surface", cube.Pos{8, -6, 8}, block.Stone{}, block.Air{}},
		{"torch=underground", cube.Pos{8, -40, 8}, block.Torch{Facing: cube.FaceDown}, block.Air{}},
		{"lamp=open", cube.Pos{15, 40, 15}, block.Glowstone{}, block.Air{}},
	} {
		for _, attached := range []bool{false, true} {
			b.Run(c.name+map[bool]string{false: "/plain", true: "/kestrel"}[attached], func(b *testing.B) {
				w := still(b, true)
				join(b, w, mgl64.Vec3{8, 120, 8})
				if attached {
					settle(b, attach(b, w, plugin.Config{Follow: everyone(3)}), circle(3))
				}
				do(b, w, func(tx *world.Tx) {
					for i := 0; b.Loop(); i++ {
						if i&1 == 0 {
							tx.SetBlock(c.pos, c.a, alone)
						} else {
							tx.SetBlock(c.pos, c.b, alone)
						}
					}
				})
			})
		}
	}
}
