// Package queue lights worlds as engines without planes do: a byte for each cell, and a queue of cells whose neighbours are still to
// be looked at. It is the yardstick for the light benchmarks, and a fair one: tables of classes, flat arrays without a branch for
// their borders, one queue for each level so that no cell is queued in vain, and no allocation once it is warm.
//
// It knows states that are open or opaque and their emission, which is all that the scenes of the benchmarks have.
package queue

import "github.com/kestrel-mc/kestrel/lighting"

// Grid is a box of cells with a border of opaque ones round it. It is not safe for concurrent use.
type Grid struct {
	w, h, d int // with the border
	opaque  []bool
	emit    []uint8
	Level   []uint8
	buckets [16][]int32
}

// New returns a grid of w x h x d cells of air.
func New(w, h, d int) *Grid {
	g := &Grid{w: w + 2, h: h + 2, d: d + 2}
	n := g.w * g.h * g.d
	g.opaque, g.emit, g.Level = make([]bool, n), make([]uint8, n), make([]uint8, n)
	for i := range n {
		x, z, y := i%g.w, i/g.w%g.d, i/g.w/g.d
		g.opaque[i] = x == 0 || z == 0 || y == 0 || x == g.w-1 || z == g.d-1 || y == g.h-1
	}
	return g
}

// At is the index of a cell.
func (g *Grid) At(x, y, z int) int { return ((y+1)*g.d+z+1)*g.w + x + 1 }

// Section fills 16x16x16 cells from x, y, z on with states.
func (g *Grid) Section(x, y, z int, cells *[4096]uint8, opaque []bool, emit []uint8) {
	for row := range 256 {
		at := g.At(x, y+row>>4, z+row&15)
		for k, state := range cells[row*16 : row*16+16] {
			g.opaque[at+k], g.emit[at+k] = opaque[state], emit[state]
		}
	}
}

// Tables gives the opacity and the emission of each state.
func Tables(classes []lighting.Class) (opaque []bool, emit []uint8) {
	for _, c := range classes {
		opaque, emit = append(opaque, c.Opacity() == lighting.Opaque), append(emit, c.Emission())
	}
	return opaque, emit
}

// Block computes block light.
func (g *Grid) Block() {
	clear(g.Level)
	for i, e := range g.emit {
		if e > 0 {
			g.Level[i] = e
			g.buckets[e] = append(g.buckets[e], int32(i))
		}
	}
	g.flood()
}

// Sky computes sky light: the sky is above the uppermost cells.
func (g *Grid) Sky() {
	clear(g.Level)
	layer := g.w * g.d
	for i := (g.h - 2) * layer; i < (g.h-1)*layer; i++ {
		for j := i; !g.opaque[j]; j -= layer {
			g.Level[j] = 15
			g.buckets[15] = append(g.buckets[15], int32(j))
		}
	}
	g.flood()
}

func (g *Grid) flood() {
	steps := [6]int{-1, 1, -g.w, g.w, -g.w * g.d, g.w * g.d}
	for l := uint8(15); l > 0; l-- {
		for _, i := range g.buckets[l] {
			if g.Level[i] != l {
				continue
			}
			for _, step := range steps {
				if j := int(i) + step; g.Level[j] < l-1 && !g.opaque[j] {
					g.Level[j] = l - 1
					g.buckets[l-1] = append(g.buckets[l-1], int32(j))
				}
			}
		}
		g.buckets[l] = g.buckets[l][:0]
	}
	g.buckets[0] = g.buckets[0][:0]
}

// Nibbles packs the levels of the section from x, y, z on, as Anvil stores them.
func (g *Grid) Nibbles(dst *[2048]byte, x, y, z int) {
	for row := range 256 {
		levels := g.Level[g.At(x, y+row>>4, z+row&15):][:16]
		for k := range 8 {
			dst[row*8+k] = levels[2*k] | levels[2*k+1]<<4
		}
	}
}
