package java_test

import (
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// area is 10x10 columns of cells, byte by byte: a plain flood with a bucket for each level.
type area struct {
	height  int // cells
	cells   []uint8
	present []bool
	shapes  *lighting.Shapes
}

const side = 160

// floodTile lights the chunks x..x+7, z..z+7 and a ring of one, and returns the light of its columns.
func floodTile(w *world, tile pos, classes []lighting.Class) func(p pos) (block, sky []java.Nibbles) {
	a := &area{present: make([]bool, 100), shapes: w.shapes}
	for cz := range int32(10) {
		for cx := range int32(10) {
			c := w.columns[pos{tile.x + cx - 1, tile.z + cz - 1}]
			if c == nil {
				continue
			}
			if a.cells == nil {
				a.height = len(c.nonAir) * 16
				a.cells = make([]uint8, side*side*a.height)
			}
			a.present[cz*10+cx] = true
			for s, cells := range c.cells {
				if cells == nil {
					continue
				}
				for i, v := range cells {
					a.cells[a.index(int(cx)*16+i&15, (s+1)*16+i>>8, int(cz)*16+i>>4&15)] = v
				}
			}
		}
	}
	block, sky := a.block(classes), a.sky(classes)
	return func(p pos) ([]java.Nibbles, []java.Nibbles) {
		return a.nibbles(block, p.x-tile.x+1, p.z-tile.z+1), a.nibbles(sky, p.x-tile.x+1, p.z-tile.z+1)
	}
}

func (a *area) nibbles(level []uint8, cx, cz int32) []java.Nibbles {
	n := make([]java.Nibbles, a.height/16)
	for y := range a.height {
		for z := range 16 {
			row := level[a.index(int(cx)*16, y, int(cz)*16+z):]
			for x := range 8 {
				n[y>>4][y&15<<7|z<<3|x] = row[2*x] | row[2*x+1]<<4
			}
		}
	}
	return n
}

func (a *area) index(x, y, z int) int { return (y*side+z)*side + x }

func (a *area) block(classes []lighting.Class) []uint8 {
	level := make([]uint8, len(a.cells))
	var buckets [16][]int32
	for i, v := range a.cells {
		if e := classes[v].Emission(); e > 0 {
			level[i] = e
			buckets[e] = append(buckets[e], int32(i))
		}
	}
	a.flood(level, buckets, classes)
	return level
}

func (a *area) sky(classes []lighting.Class) []uint8 {
	level := make([]uint8, len(a.cells))
	var buckets [16][]int32
	for z := range side {
		for x := range side {
			if !a.present[z/16*10+x/16] {
				continue
			}
			above := uint8(0)
			for y := a.height - 1; y >= 0; y-- {
				i := a.index(x, y, z)
				v := a.cells[i]
				if classes[v].Opacity() != 0 || a.shapes.Blocked(classes[above].Shape(), classes[v].Shape(), lighting.Down) {
					break
				}
				level[i] = 15
				buckets[15] = append(buckets[15], int32(i))
				above = v
			}
		}
	}
	a.flood(level, buckets, classes)
	return level
}

func (a *area) flood(level []uint8, buckets [16][]int32, classes []lighting.Class) {
	for l := 15; l > 0; l-- {
		for k := 0; k < len(buckets[l]); k++ {
			i := int(buckets[l][k])
			if int(level[i]) != l {
				continue
			}
			x, z, y := i%side, i/side%side, i/side/side
			for f, d := range [6][3]int{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}} {
				nx, ny, nz := x+d[0], y+d[1], z+d[2]
				if nx < 0 || nz < 0 || ny < 0 || nx >= side || nz >= side || ny >= a.height || !a.present[nz/16*10+nx/16] {
					continue
				}
				j := a.index(nx, ny, nz)
				n := l - int(classes[a.cells[j]].Cost())
				if n <= int(level[j]) || a.shapes.Blocked(classes[a.cells[i]].Shape(), classes[a.cells[j]].Shape(), lighting.Side(f)) {
					continue
				}
				level[j] = uint8(n)
				buckets[n] = append(buckets[n], int32(j))
			}
		}
	}
}
