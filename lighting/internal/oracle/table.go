package oracle

import "github.com/kestrel-mc/kestrel/lighting"

// Table computes the same light as Grid, as fast as a plain program without planes does it: a byte for each cell's class and level,
// tables of what each class costs and emits and of which pairs close a face, and a bucket of cells for each level instead of a queue.
// It is the peer that the engine is measured against. Its memory is kept from one call to the next.
type Table struct {
	W, H, D int // cells along x, y, z; the box has a margin of one cell that nothing enters
	Cells   []uint8
	Level   []uint8

	emit, cost []uint8
	clear      []bool
	sided      []bool
	closed     [3][]bool // per axis: low cell's class<<8 | high cell's class
	buckets    [16][]int32
	step       [6]int
	wall       uint8
}

// NewTable returns a table for at most 254 classes over an area of cells, all of class 0.
func NewTable(w, h, d int, classes []lighting.Class, shapes *lighting.Shapes) *Table {
	t := &Table{W: w + 2, H: h + 2, D: d + 2, wall: 255}
	t.Cells, t.Level = make([]uint8, t.W*t.H*t.D), make([]uint8, t.W*t.H*t.D)
	t.step = [6]int{-t.H, t.H, -1, 1, -t.W * t.H, t.W * t.H}
	t.emit, t.cost, t.clear, t.sided = make([]uint8, 256), make([]uint8, 256), make([]bool, 256), make([]bool, 256)
	for i := range t.cost {
		t.cost[i] = 255
	}
	for axis := range t.closed {
		t.closed[axis] = make([]bool, 1<<16)
	}
	for i, c := range classes {
		t.emit[i], t.clear[i], t.sided[i] = c.Emission(), c.Opacity() == 0, c.Shape() != 0
		if c.Opacity() < 15 {
			t.cost[i] = c.Cost()
		}
		for j, d := range classes {
			for axis := range t.closed {
				t.closed[axis][i<<8|j] = shapes.Blocked(c.Shape(), d.Shape(), lighting.Side(axis*2+1))
			}
		}
	}
	for i := range t.Cells {
		y, r := i%t.H, i/t.H
		if x, z := r%t.W, r/t.W; x == 0 || z == 0 || y == 0 || x == t.W-1 || z == t.D-1 || y == t.H-1 {
			t.Cells[i] = t.wall
		}
	}
	return t
}

// At returns the index of a cell; y runs fastest, so that the sky falls through memory in a line.
func (t *Table) At(x, y, z int) int { return ((z+1)*t.W+x+1)*t.H + y + 1 }

// Wall makes a shaft one of cells that are not there.
func (t *Table) Wall(x, z int) {
	for i := range t.shaft(x, z) {
		t.Cells[t.At(x, 0, z)+i] = t.wall
	}
}

// shaft returns the cells of one x and z, from the lowest.
func (t *Table) shaft(x, z int) []uint8 { return t.Cells[t.At(x, 0, z):][:t.H-2] }

// Block computes block light into Level.
func (t *Table) Block() {
	for z := range t.D - 2 {
		for x := range t.W - 2 {
			cells, at := t.shaft(x, z), t.At(x, 0, z)
			if cells[len(cells)-1] == t.wall {
				continue
			}
			clear(t.Level[at : at+len(cells)])
			for i, c := range cells {
				if e := t.emit[c]; e != 0 {
					t.Level[at+i] = e
					t.buckets[e] = append(t.buckets[e], int32(at+i))
				}
			}
		}
	}
	t.spread()
}

// Sky computes sky light into Level. The sky cannot fall into a shaft whose uppermost cell is opaque.
func (t *Table) Sky() {
	heights := make([]int, t.W*t.D) // the lowest row of the box that the sky reaches
	for z := range t.D - 2 {
		for x := range t.W - 2 {
			cells, at := t.shaft(x, z), t.At(x, 0, z)
			if cells[len(cells)-1] == t.wall {
				continue
			}
			i, above := len(cells), uint8(0)
			for i > 0 {
				c := cells[i-1]
				if !t.clear[c] || (t.sided[c] || t.sided[above]) && t.closed[1][int(c)<<8|int(above)] {
					break
				}
				above = c
				i--
			}
			clear(t.Level[at : at+i])
			for k := i; k < len(cells); k++ {
				t.Level[at+k] = 15
			}
			heights[(z+1)*t.W+x+1] = i + 1
		}
	}
	// Only cells below the highest neighbouring height, and the last one of each shaft, have anything to give.
	for z := range t.D - 2 {
		for x := range t.W - 2 {
			at := (z+1)*t.W + x + 1
			low := heights[at]
			if low == 0 {
				continue
			}
			high := min(t.H-1, max(low+1, heights[at-1], heights[at+1], heights[at-t.W], heights[at+t.W]))
			for y := low; y < high; y++ {
				t.buckets[15] = append(t.buckets[15], int32(at*t.H+y))
			}
		}
	}
	t.spread()
}

// spread works off the buckets from the brightest down.
func (t *Table) spread() {
	for level := 15; level > 1; level-- {
		for k := 0; k < len(t.buckets[level]); k++ {
			i := int(t.buckets[level][k])
			if int(t.Level[i]) != level {
				continue
			}
			from := t.Cells[i]
			for side, s := range t.step {
				j := i + s
				to := t.Cells[j]
				next := level - int(t.cost[to])
				if next <= int(t.Level[j]) {
					continue
				}
				if t.sided[from] || t.sided[to] {
					pair := int(from)<<8 | int(to)
					if side&1 == 0 {
						pair = int(to)<<8 | int(from)
					}
					if t.closed[side>>1][pair] {
						continue
					}
				}
				t.Level[j] = uint8(next)
				t.buckets[next] = append(t.buckets[next], int32(j))
			}
		}
		t.buckets[level] = t.buckets[level][:0]
	}
	t.buckets[1] = t.buckets[1][:0]
}
