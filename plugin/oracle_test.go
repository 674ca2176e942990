package plugin_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/plugin"
)

// grid is a box of cells lit in the plainest way: a queue for each level. It shares no code with the engine but the table that says
// which faces close.
type grid struct {
	minX, minY, minZ, w, h, d int
	class                     []lighting.Class
	there                     []bool // chunks
	level                     []uint8
	queue                     [16][]int
	shapes                    *lighting.Shapes
}

func (g *grid) index(x, y, z int) int { return (y*g.d+z)*g.w + x }

// newGrid reads the blocks of chunks, cell by cell. Above and below the build height lies a layer of sections that light passes.
func newGrid(l *plugin.Light, chunks map[world.ChunkPos]*chunk.Chunk) *grid {
	low, high := world.ChunkPos{1 << 30, 1 << 30}, world.ChunkPos{-1 << 30, -1 << 30}
	var ra cube.Range
	for p, c := range chunks {
		low = world.ChunkPos{min(low[0], p[0]), min(low[1], p[1])}
		high = world.ChunkPos{max(high[0], p[0]), max(high[1], p[1])}
		ra = c.Range()
	}
	g := &grid{
		minX: int(low[0]) * 16, minZ: int(low[1]) * 16, minY: ra[0] - 16, shapes: l.Shapes(),
		w: int(high[0]-low[0]+1) * 16, d: int(high[1]-low[1]+1) * 16, h: ra.Height() + 1 + 32,
	}
	g.class = make([]lighting.Class, g.w*g.d*g.h)
	g.level = make([]uint8, len(g.class))
	g.there = make([]bool, g.w/16*g.d/16)
	for p, c := range chunks {
		cx, cz := int(p[0]-low[0]), int(p[1]-low[1])
		g.there[cz*(g.w/16)+cx] = true
		for y := ra[0]; y <= ra[1]; y++ {
			if c.Sub()[c.SubIndex(int16(y))].Empty() {
				continue
			}
			for z := range 16 {
				for x := range 16 {
					g.class[g.index(cx*16+x, y-g.minY, cz*16+z)] = l.Class(c, uint8(x), int16(y), uint8(z))
				}
			}
		}
	}
	return g
}

func (g *grid) loaded(x, z int) bool { return g.there[z/16*(g.w/16)+x/16] }

var steps = [6][3]int{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}} // in the order of lighting.Side

// light lights the grid in a kind, from nothing but its blocks and what its borders keep.
func (g *grid) light(kind lighting.Kind, f *fringe) {
	clear(g.level)
	for z := range g.d {
		for x := range g.w {
			if !g.loaded(x, z) {
				continue
			}
			for y := g.h - 1; y >= 0; y-- {
				i := g.index(x, y, z)
				c := g.class[i]
				if kind == lighting.Block {
					g.raise(i, c.Emission())
					continue
				}
				if c.Opacity() != 0 || y < g.h-1 && g.shapes.Blocked(c.Shape(), g.class[g.index(x, y+1, z)].Shape(), lighting.Up) {
					break
				}
				g.raise(i, 15)
			}
		}
	}
	g.spread()
	for w, k := range f.kept {
		for n, level := range k.levels[kind] {
			i := g.border(w, n/16, n%16)
			if g.enter(i, level, 0, w.side) {
				f.cells++
			}
		}
	}
	g.spread()
}

// raise makes a cell at least so bright.
func (g *grid) raise(i int, level uint8) bool {
	if level <= g.level[i] {
		return false
	}
	g.level[i] = level
	g.queue[level] = append(g.queue[level], i)
	return true
}

// enter lets light of a level into a cell, from a neighbour with a shape on a side.
func (g *grid) enter(i int, level uint8, from uint8, side lighting.Side) bool {
	c := g.class[i]
	return c.Opacity() < 15 && level > c.Cost() && !g.shapes.Blocked(c.Shape(), from, side) && g.raise(i, level-c.Cost())
}

// spread empties the queues.
func (g *grid) spread() {
	for level := uint8(15); level > 1; level-- {
		for k := 0; k < len(g.queue[level]); k++ {
			i := g.queue[level][k]
			if g.level[i] != level {
				continue
			}
			x, z, y := i%g.w, i/g.w%g.d, i/g.w/g.d
			for side, s := range steps {
				nx, ny, nz := x+s[0], y+s[1], z+s[2]
				if nx < 0 || nx >= g.w || nz < 0 || nz >= g.d || ny < 0 || ny >= g.h || !g.loaded(nx, nz) {
					continue
				}
				g.enter(g.index(nx, ny, nz), level, g.class[i].Shape(), lighting.Side(side^1))
			}
		}
	}
	for level := range g.queue {
		g.queue[level] = g.queue[level][:0]
	}
}

// check compares what the host holds in every cell of every chunk in view with the plain light, and fails with the first differences.
// With inner, only chunks are compared that have all neighbours in view: where chunks have gone, their light stays with those beside.
func check(t testing.TB, l *plugin.Light, inner bool) {
	t.Helper()
	new(fringe).check(t, l, inner, func(*world.Tx) {})
}

// check is the other check where it is known what the fringe keeps. Chunks may go in move alone, which is called in the transaction of
// the comparison.
func (f *fringe) check(t testing.TB, l *plugin.Light, inner bool, move func(tx *world.Tx)) {
	t.Helper()
	var errs []string
	compared := 0
	if err := l.FlushThen(t.Context(), func(tx *world.Tx) {
		chunks, view := l.Chunks(), l.Tickets()
		for _, p := range f.came(view) {
			errs = append(errs, fmt.Sprintf("chunk %v has gone meanwhile", p))
		}
		g := newGrid(l, chunks)
		whole := map[world.ChunkPos]bool{}
		for p := range chunks {
			n := 0
			for dx := int32(-1); dx <= 1; dx++ {
				for dz := int32(-1); dz <= 1; dz++ {
					if chunks[world.ChunkPos{p[0] + dx, p[1] + dz}] != nil {
						n++
					}
				}
			}
			whole[p] = n == 9 || !inner
		}
		g.light(lighting.Block, f)
		block := slices.Clone(g.level)
		g.light(lighting.Sky, f)
		for p, c := range chunks {
			if !whole[p] {
				continue
			}
			compared++
			wrong := 0
			for y := c.Range()[0]; y <= c.Range()[1]; y++ {
				sub := c.SubChunk(int16(y))
				for z := range 16 {
					for x := range 16 {
						pos := cube.Pos{int(p[0])*16 + x, y, int(p[1])*16 + z}
						i := g.index(pos[0]-g.minX, y-g.minY, pos[2]-g.minZ)
						if k := l.Known(pos[0], pos[1], pos[2]); k != g.class[i] && len(errs) < 8 {
							errs = append(errs, fmt.Sprintf("%v: the core has %v; want %v", pos, k, g.class[i]))
						}
						hb, hs := sub.BlockLight(uint8(x), uint8(y&15), uint8(z)), tx.SkyLight(pos)
						if hb == block[i] && hs == g.level[i] && tx.Light(pos) == max(hb, hs) {
							continue
						}
						if wrong++; wrong == 1 {
							cb, cs, known := l.Level(tx, pos)
							errs = append(errs, fmt.Sprintf("%v: have block %d, sky %d; want %d, %d of %v; Level has %d, %d, %v", pos, hb, hs, block[i], g.level[i], g.class[i], cb, cs, known))
						}
					}
				}
			}
			if wrong > 1 {
				errs[len(errs)-1] += ", and more in this chunk"
			}
		}
		move(tx)
		f.went(g, [2][]uint8{block, g.level}, view, l.Tickets())
	}); err != nil {
		t.Fatal(err)
	}
	if compared == 0 {
		t.Error("no chunk was compared")
	}
	for i, e := range errs {
		if i == 8 {
			t.Errorf("... and %d chunks more", len(errs)-i)
			break
		}
		t.Error(e)
	}
}
