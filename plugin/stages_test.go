package plugin

import (
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/kestrel-mc/kestrel/lighting"
)

// caves is a generator of rugged land with caves, leaves and eight lamps a chunk.
type caves struct{ world.NopGenerator }

func (caves) GenerateChunk(pos world.ChunkPos, c *chunk.Chunk) {
	id := world.DefaultBlockRegistry.BlockRuntimeID
	stone, leaves, lamp := id(block.Stone{}), id(block.Leaves{Type: block.OakLeaves(), Persistent: true}), id(block.Glowstone{})
	r := rand.New(rand.NewPCG(uint64(uint32(pos[0])), uint64(uint32(pos[1]))))
	for i := range 256 {
		x, z := i&15, i>>4
		wx, wz := float64(int(pos[0])*16+x), float64(int(pos[1])*16+z)
		h := 64 + int(6*math.Sin(wx/9)+5*math.Cos(wz/7))
		for y := -64; y <= h; y++ {
			if y < h-4 && math.Sin(wx/5)+math.Sin(float64(y)/4)+math.Cos(wz/6) > 1.1 {
				continue
			}
			c.SetBlock(uint8(x), int16(y), uint8(z), 0, stone)
		}
		if r.IntN(3) == 0 {
			for y := h + 4; y < h+7; y++ {
				c.SetBlock(uint8(x), int16(y), uint8(z), 0, leaves)
			}
		}
	}
	for range 8 {
		c.SetBlock(uint8(r.IntN(16)), int16(r.IntN(100)-60), uint8(r.IntN(16)), 0, lamp)
	}
}

// inView returns a Light, without workers, with the chunks around a player at a position in view and lit, in a world of a provider.
func inView(b testing.TB, p world.Provider, pos mgl64.Vec3, radius int) (*Light, *world.World) {
	b.Helper()
	w := world.Config{Provider: p, ReadOnly: true, Generator: caves{}, Entities: entity.DefaultRegistry, Synchronous: true, Log: slog.New(slog.DiscardHandler)}.New()
	l, err := Attach(w, Config{Follow: func(*world.Tx, world.Entity) (int, bool) { return radius, true }})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = l.Close(), w.Close() })
	w.Do(func(tx *world.Tx) {
		tx.AddEntity(world.EntitySpawnOpts{Position: pos}.New(player.Type, player.Config{Position: pos}))
	})
	if err := l.Flush(b.Context()); err != nil {
		b.Fatal(err)
	}
	return l, w
}

// BenchmarkArrival measures a chunk that comes into view. kestrel is what that costs the world's goroutine: to take the chunk in and
// copy its blocks, to join it with its neighbours once a worker has lit it and give the host its light, and to compare the chunks in
// which the host may have raised light. fill and spread are the host's own light of the same chunk and of the nine around it. At the rim
// of the view, where chunks arrive, four of the chunks around it are there; in the middle all are.
func BenchmarkArrival(b *testing.B) {
	l, w := inView(b, nil, middle, 3)
	arrivals(b, "caves", l, w, areas.Pos{})
	dir := testworld.Dir(b, "java-1.21")
	p, err := anvilprovider.Config{ReadOnly: true, Log: slog.New(slog.DiscardHandler)}.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	spawn := mgl64.Vec3{3*16 + 8, 120, 4*16 + 8}
	l, w = inView(b, p, spawn, 3)
	arrivals(b, "java-1.21", l, w, areas.Pos{X: int32(math.Floor(spawn[0])) >> 4, Z: int32(math.Floor(spawn[2])) >> 4})
}

// middle is where a player is in the middle of chunk 0,0.
var middle = mgl64.Vec3{8, 120, 8}

// arrivals measures the arrival of a chunk in the middle of a view, and then, with all that is beyond it out of view, at the rim.
func arrivals(b *testing.B, source string, l *Light, w *world.World, p areas.Pos) {
	around := make([]*chunk.Chunk, 0, 9)
	for z := int32(-1); z <= 1; z++ {
		for x := int32(-1); x <= 1; x++ {
			around = append(around, l.columns[p.Add(x, z)].chunk)
		}
	}
	for _, at := range []string{"middle", "rim"} {
		if at == "rim" {
			w.Do(func(*world.Tx) {
				for q := range l.columns {
					if q.Z > p.Z || q.Z == p.Z && q.X > p.X {
						delete(l.columns, q)
					}
				}
			})
		}
		for _, side := range []string{"kestrel", "fill", "spread"} {
			b.Run(fmt.Sprintf("%s/source=%s/at=%s", side, source, at), func(b *testing.B) {
				s := arrive(b, l, w, p, around)
				switch side {
				case "kestrel":
					b.ReportMetric(s.take+s.join+s.compare, "ns/op")
					b.ReportMetric(s.take, "take-ns/op")
					b.ReportMetric(s.join, "join-ns/op")
					b.ReportMetric(s.compare, "compare-ns/op")
				case "fill":
					b.ReportMetric(s.fill, "ns/op")
				case "spread":
					b.ReportMetric(s.spread, "ns/op")
				}
			})
		}
	}
}

// arrival is what the parts of an arrival take, in nanoseconds.
type arrival struct{ take, join, compare, fill, spread float64 }

// arrive measures the arrival of a chunk among those in view, over and over. The parts are medians, since whatever else the machine does
// shows in single rounds.
func arrive(b *testing.B, l *Light, w *world.World, p areas.Pos, around []*chunk.Chunk) (s arrival) {
	w.Do(func(tx *world.Tx) {
		c := l.columns[p].chunk
		work := worker{rules: l.rules, reader: newReader(l.rules), engine: lighting.NewEngine(l.rules.shapes)}
		took := map[*float64][]time.Duration{}
		lit := map[areas.Pos]*lighting.Column{} // the chunks around it, as they were before it came
		for q, c := range l.columns {
			if q != p {
				s := take(q, c.chunk)
				lit[q], _ = work.reader.column(&s)
			}
		}
		l.core = core(l, lit)
		for q := range lit {
			lit[q] = l.core.Column(q).Clone()
		}
		for b.Loop() {
			l.core = core(l, lit)
			at := time.Now()
			lap := func(part *float64) {
				took[part] = append(took[part], time.Since(at))
				at = time.Now()
			}
			chunk.LightArea([]*chunk.Chunk{c}, int(p.X), int(p.Z)).Fill()
			lap(&s.fill)
			chunk.LightArea(around, int(p.X)-1, int(p.Z)-1).Spread()
			lap(&s.spread)
			col := l.newColumn(p, c)
			l.columns[p] = col
			l.suspectAround(p)
			col.ticket = l.core.Expect(p)
			blocks := take(p, c)
			lap(&s.take)
			r := work.do(task{col: col, ticket: col.ticket, snapshot: blocks})
			at = time.Now()
			l.deliver(r)
			for l.runNext(noLimit) {
			}
			lap(&s.join)
			l.compareSuspects(noLimit)
			lap(&s.compare)
		}
		for part, times := range took {
			slices.Sort(times)
			*part = float64(times[len(times)/2].Nanoseconds())
		}
	})
	return s
}

// core returns a core with copies of columns, all of them lit and joined.
func core(l *Light, columns map[areas.Pos]*lighting.Column) *areas.World {
	w, err := areas.Config{Shapes: l.rules.shapes}.New()
	if err != nil {
		panic(err)
	}
	for _, c := range columns {
		if err := w.Load(c.Clone()); err != nil {
			panic(err)
		}
	}
	for job, ok := w.Ready(); ok; job, ok = w.Ready() {
		if err := w.Run(job, l.engine, func(lighting.Changed) {}); err != nil {
			panic(err)
		}
	}
	return w
}

// whole is the whole path for a square of chunks: copy, read, light in both kinds, and compare with what the host has, cell by cell
// where it differs.
type whole struct {
	l      *Light
	reader *reader
	engine *lighting.Engine
	area   lighting.Area
	chunks map[areas.Pos]*chunk.Chunk
	views  map[areas.Pos][]view // made once for a chunk in view
}

func newWholeOf(l *Light) *whole {
	return &whole{l: l, reader: newReader(l.rules), engine: lighting.NewEngine(l.rules.shapes), chunks: map[areas.Pos]*chunk.Chunk{}, views: map[areas.Pos][]view{}}
}

func (w *whole) add(p areas.Pos, c *chunk.Chunk) {
	w.chunks[p], w.views[p] = c, w.l.host.views(c)
}

// newWhole is a square of caves.
func newWhole(b testing.TB, edge int) *whole {
	l, _ := inView(b, nil, middle, 1)
	w := newWholeOf(l)
	for z := range int32(edge) {
		for x := range int32(edge) {
			c := chunk.New(world.DefaultBlockRegistry, cube.Range{-64, 319})
			caves{}.GenerateChunk(world.ChunkPos{x, z}, c)
			chunk.LightArea([]*chunk.Chunk{c}, int(x), int(z)).Fill()
			w.add(areas.Pos{X: x, Z: z}, c)
		}
	}
	return w
}

// run lights a square of chunks, and writes those that want says.
func (w *whole) run(b testing.TB, x, z int32, edge int, want func(areas.Pos) bool) {
	if err := w.area.Reset(x, z, edge, edge); err != nil {
		b.Fatal(err)
	}
	for dz := range int32(edge) {
		for dx := range int32(edge) {
			p := areas.Pos{X: x + dx, Z: z + dz}
			c := w.chunks[p]
			if c == nil {
				continue
			}
			s := take(p, c)
			col, err := w.reader.column(&s)
			if err != nil {
				b.Fatal(err)
			}
			if err := w.area.Put(col); err != nil {
				b.Fatal(err)
			}
		}
	}
	w.engine.Light(&w.area, lighting.Block)
	w.engine.Light(&w.area, lighting.Sky)
	for p, views := range w.views {
		if !want(p) {
			continue
		}
		col := w.area.Column(p.X, p.Z)
		for i := range views {
			w.l.repair(&views[i], col.Section(int32(i/2)-4), nil)
		}
	}
}

// BenchmarkAreaVsPerChunk lights a square of chunks from the host's blocks, together and each on its own with the chunks around it.
func BenchmarkAreaVsPerChunk(b *testing.B) {
	for edge := 1; edge <= 4; edge++ {
		w := newWhole(b, edge)
		b.Run(fmt.Sprintf("area/chunks=%d", edge*edge), func(b *testing.B) {
			for b.Loop() {
				w.run(b, 0, 0, edge, func(areas.Pos) bool { return true })
			}
		})
		b.Run(fmt.Sprintf("perchunk/chunks=%d", edge*edge), func(b *testing.B) {
			for b.Loop() {
				for p := range w.chunks {
					w.run(b, p.X-1, p.Z-1, 3, func(q areas.Pos) bool { return p == q })
				}
			}
		})
	}
}

// BenchmarkReplayVsFull changes a block in a world in view: replay is the change until the host has its light, nine reads and lights
// the chunk and its neighbours again, full every chunk in view, and both write what differs.
func BenchmarkReplayVsFull(b *testing.B) {
	l, w := inView(b, nil, middle, 2)
	pos := cube.Pos{8, 20, 8}
	blocks := [2]world.Block{block.Torch{Facing: cube.FaceDown}, block.Stone{}}
	opts := &world.SetOpts{DisableBlockUpdates: true, DisableLiquidDisplacement: true, DisableRedstoneUpdates: true}
	b.Run("replay", func(b *testing.B) {
		w.Do(func(tx *world.Tx) {
			for i := 0; b.Loop(); i++ {
				tx.SetBlock(pos, blocks[i&1], opts)
			}
		})
	})
	all := newWholeOf(l)
	w.Do(func(*world.Tx) {
		for p, col := range l.columns {
			all.add(p, col.chunk)
		}
	})
	for name, edge := range map[string]int32{"nine": 1, "full": 2} {
		b.Run(name, func(b *testing.B) {
			w.Do(func(tx *world.Tx) {
				for i := 0; b.Loop(); i++ {
					tx.SetBlock(pos, blocks[i&1], opts)
					all.run(b, -edge, -edge, int(edge)*2+1, func(p areas.Pos) bool { return max(p.X, -p.X, p.Z, -p.Z) <= edge })
				}
			})
		})
	}
}
