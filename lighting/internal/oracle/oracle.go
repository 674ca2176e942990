// Package oracle computes light in the plainest way there is, for tests to compare the engine with. It is slow on purpose: one cell
// at a time, from the rules alone, without any of the engine's planes, tables or shortcuts. It stays for good.
//
// The rules: block light starts from what a state emits. In sky light a cell is 15 as long as the sky falls down its column: through
// opacity 0, and through no closed face. A neighbour gets the level of a cell less max(1, its opacity) if that is more than it has,
// opacity 15 gets nothing, and no light crosses a face that the masks of the two states on both sides of it cover together.
package oracle

import "github.com/kestrel-mc/kestrel/lighting"

// Grid is a box of cells with their classes; the sky is above it, and nothing is beside or below it. Missing cells take no light.
type Grid struct {
	W, H, D int // along x, y, z
	Shapes  *lighting.Shapes
	Classes []lighting.Class // index (y*D+z)*W+x
	Missing []bool           // nil: none
	queue   []Cell           // memory kept for the next call
}

// New returns a grid of air.
func New(w, h, d int, shapes *lighting.Shapes) *Grid {
	return &Grid{W: w, H: h, D: d, Shapes: shapes, Classes: make([]lighting.Class, w*h*d)}
}

// Index returns the index of a cell.
func (g *Grid) Index(x, y, z int) int { return (y*g.D+z)*g.W + x }

// steps are the six directions, in the order of lighting.Side.
var steps = [6][3]int{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}}

// closed reports whether the masks of two neighbours cover the face between them; it looks at all 256 squares.
func (g *Grid) closed(a, b lighting.Class, side lighting.Side) bool {
	if a.Shape() == 0 && b.Shape() == 0 {
		return false
	}
	m, n := g.Shapes.Faces(a.Shape())[side], g.Shapes.Faces(b.Shape())[side^1]
	for i := range 256 {
		if (m[i/64]|n[i/64])>>(i%64)&1 == 0 {
			return false
		}
	}
	return true
}

// Cell is a position in a grid with a level.
type Cell struct {
	X, Y, Z int
	Level   uint8
}

// Block returns the block light of every cell, index as in Classes. Extra sources are added to what the states emit.
func (g *Grid) Block(extra ...Cell) []uint8 {
	levels := make([]uint8, len(g.Classes))
	queue := g.queue[:0]
	for y := range g.H {
		for z := range g.D {
			for x := range g.W {
				if e := g.Classes[g.Index(x, y, z)].Emission(); e > 0 {
					queue = append(queue, Cell{x, y, z, e})
				}
			}
		}
	}
	g.spread(levels, append(queue, extra...))
	return levels
}

// Sky returns the sky light of every cell.
func (g *Grid) Sky(extra ...Cell) []uint8 {
	levels := make([]uint8, len(g.Classes))
	queue := g.queue[:0]
	for z := range g.D {
		for x := range g.W {
			above := lighting.Class(0)
			for y := g.H - 1; y >= 0; y-- {
				c := g.Classes[g.Index(x, y, z)]
				if c.Opacity() != 0 || g.closed(c, above, lighting.Up) {
					break
				}
				queue = append(queue, Cell{x, y, z, 15})
				above = c
			}
		}
	}
	g.spread(levels, append(queue, extra...))
	return levels
}

// spread works off a first-in first-out queue of cells that may get a level.
func (g *Grid) spread(levels []uint8, queue []Cell) {
	for head := 0; head < len(queue); head++ {
		c := queue[head]
		at := g.Index(c.X, c.Y, c.Z)
		if c.Level <= levels[at] || g.Missing != nil && g.Missing[at] {
			continue
		}
		levels[at] = c.Level
		for side, s := range steps {
			x, y, z := c.X+s[0], c.Y+s[1], c.Z+s[2]
			if x < 0 || y < 0 || z < 0 || x >= g.W || y >= g.H || z >= g.D {
				continue
			}
			next := g.Index(x, y, z)
			to := g.Classes[next]
			if to.Opacity() == 15 || to.Cost() >= c.Level || levels[next] >= c.Level-to.Cost() || g.closed(g.Classes[at], to, lighting.Side(side)) {
				continue
			}
			queue = append(queue, Cell{x, y, z, c.Level - to.Cost()})
		}
	}
	g.queue = queue[:0]
}
