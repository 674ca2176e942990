package lighting_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/internal/oracle"
)

// memory is what stays of a column that is gone, in the oracle's terms: cells at the border with the level in front of them.
type memory struct {
	oracle.Cell
	side lighting.Side // where the light comes from
}

// TestFrozenBorder takes a column out of a world and edits what is left: the light that came across stays, as a source like any
// other, until the column is back with other blocks.
func TestFrozenBorder(t *testing.T) {
	shapes := testShapes(t)
	for _, name := range []string{"caves", "water", "costs", "open", "shapes", "all"} {
		m := mixes[name]
		seeds := uint64(3)
		if testing.Short() {
			seeds = 1
		}
		for seed := range seeds {
			w := newWorld(t, 3, 3, 1, shapes)
			r := rand.New(rand.NewPCG(seed, 3))
			m.fill(w, r)
			w.build(t)
			w.light()
			gone := r.IntN(9)
			var mem [2][]memory
			for side := lighting.West; side <= lighting.South; side++ {
				w.freeze(gone, side, &mem)
			}
			cols := append([]*lighting.Column(nil), w.cols...)
			cols[gone] = nil
			w.only(t, cols...)
			w.grid.Missing = w.missing(func(i int) bool { return i == gone })
			for round := range 6 {
				ch := w.edit(r, m, 1+r.IntN(20))
				inside := ch[:0]
				for _, c := range ch {
					if w.area.Column(c.X>>4, c.Z>>4) != nil {
						inside = append(inside, c)
					}
				}
				if _, err := w.eng.Replay(w.area, inside); err != nil {
					t.Fatal(err)
				}
				if round == 4 { // from scratch, the memory must do the same
					for _, c := range cols {
						if c != nil && r.IntN(2) == 0 {
							c.SetLit(lighting.Block, false)
							c.SetLit(lighting.Sky, false)
						}
					}
					w.light()
				}
				what := fmt.Sprintf("%s, seed %d, column %d gone, round %d", name, seed, gone, round)
				if d := w.diff(lighting.Block, w.grid.Block(w.sources(mem[lighting.Block])...)); d != "" {
					t.Fatalf("%s: %s", what, d)
				}
				if d := w.diff(lighting.Sky, w.grid.Sky(w.sources(mem[lighting.Sky])...)); d != "" {
					t.Fatalf("%s: %s", what, d)
				}
			}
			w.grid.Missing = nil
			x, z := w.cols[gone].Pos()
			back, err := lighting.NewColumn(x, z, bottom, w.n)
			if err != nil {
				t.Fatal(err)
			}
			w.cols[gone] = back
			w.buildColumn(t, lighting.NewBuilder(shapes), gone)
			w.only(t, w.cols...)
			w.light()
			w.check(t, name+", the column is back")
		}
	}
}

// freeze makes the neighbour of column i on a side remember it, and notes the same for the oracle.
func (w *world) freeze(i int, side lighting.Side, mem *[2][]memory) {
	dx, dz := 0, 0
	switch side {
	case lighting.West:
		dx = -1
	case lighting.East:
		dx = 1
	case lighting.North:
		dz = -1
	case lighting.South:
		dz = 1
	default:
		return
	}
	cx, cz := i%w.w, i/w.w
	nx, nz := cx+dx, cz+dz
	if nx < 0 || nz < 0 || nx >= w.w || nz >= w.d {
		return
	}
	w.cols[nz*w.w+nx].Freeze(side^1, w.cols[i], w.shapes)
	for y := range w.grid.H {
		for k := range 16 {
			x, z := cx*16+k, cz*16+k
			switch side {
			case lighting.West:
				x = cx * 16
			case lighting.East:
				x = cx*16 + 15
			case lighting.North:
				z = cz * 16
			case lighting.South:
				z = cz*16 + 15
			}
			from, to := w.grid.Classes[w.grid.Index(x, y, z)], w.grid.Classes[w.grid.Index(x+dx, y, z+dz)]
			if w.shapes.Blocked(from.Shape(), to.Shape(), side) {
				continue
			}
			for kind := lighting.Block; kind <= lighting.Sky; kind++ {
				level := w.cols[i].At(kind, x&15, y+(bottom-1)*16, z&15)
				mem[kind] = append(mem[kind], memory{oracle.Cell{X: x + dx, Y: y, Z: z + dz, Level: level}, side ^ 1})
			}
		}
	}
}

// sources returns what a memory gives to the cells that are there now.
func (w *world) sources(mem []memory) (out []oracle.Cell) {
	for _, m := range mem {
		c := w.grid.Classes[w.grid.Index(m.X, m.Y, m.Z)]
		if c.Opacity() == 15 || c.Cost() >= m.Level || w.shapes.Faces(c.Shape())[m.side] == lighting.FullMask {
			continue
		}
		m.Level -= c.Cost()
		out = append(out, m.Cell)
	}
	return out
}
