package lighting

import "math/bits"

// sided knows the shape of each cell that has one: a plane of these cells, and their shapes in order of index. The place of a cell
// in that order is its rank: the number of set bits before its own, which the sums in before give with one population count.
type sided struct {
	cells  Plane
	before [64]uint16
	shape  []uint8
	// full holds per side the cells whose face on that side is full on its own; nil where there is none.
	full  [6]*Plane
	kinds shapeSet // a superset of the shapes present
}

// rank returns the number of sided cells before cell i.
func (d *sided) rank(i int) int {
	w, b := i>>6&63, uint(i)&63
	return int(d.before[w]) + bits.OnesCount64(d.cells[w]&(1<<b-1))
}

// at returns the shape of cell i.
func (d *sided) at(i int) uint8 {
	if !d.cells.has(i) {
		return 0
	}
	return d.shape[d.rank(i)]
}

// sum brings before up to date with cells and returns the number of sided cells.
func (d *sided) sum() int {
	n := 0
	for w, v := range d.cells {
		d.before[w] = uint16(n)
		n += bits.OnesCount64(v)
	}
	return n
}

// set gives cell i a shape, 0 for none.
func (d *sided) set(i int, shape uint8, shapes *Shapes) {
	had, r := d.cells.has(i), d.rank(i)
	switch {
	case had && shape != 0:
		d.shape[r] = shape
	case had:
		d.shape = append(d.shape[:r], d.shape[r+1:]...)
		d.cells.unset(i)
		d.sum()
	case shape != 0:
		d.shape = append(d.shape, 0)
		copy(d.shape[r+1:], d.shape[r:])
		d.shape[r] = shape
		d.cells.set(i)
		d.sum()
	}
	if shape != 0 {
		d.kinds.add(shape)
	}
	for side := range d.full {
		if shapes.full[shape]>>side&1 != 0 {
			if d.full[side] == nil {
				d.full[side] = new(Plane)
			}
			d.full[side].set(i)
		} else if d.full[side] != nil {
			d.full[side].unset(i)
		}
	}
}

func (d *sided) clone() *sided {
	if d == nil {
		return nil
	}
	e := *d
	e.shape = append([]uint8(nil), d.shape...)
	for i, p := range d.full {
		e.full[i] = clonePlane(p)
	}
	return &e
}

// finish works out everything else from cells and shape.
func (d *sided) finish(shapes *Shapes) {
	defer d.trim()
	d.sum()
	r := 0
	for k, m := range d.cells {
		for ; m != 0; m &= m - 1 {
			shape := d.shape[r]
			r++
			d.kinds.add(shape)
			for f := shapes.full[shape]; f != 0; f &= f - 1 {
				side := bits.TrailingZeros8(f)
				if d.full[side] == nil {
					d.full[side] = new(Plane)
				}
				d.full[side][k] |= m & -m
			}
		}
	}
}

// sidedPool keeps empty ones for reuse.
type sidedPool []*sided

func (p *sidedPool) get() *sided {
	if n := len(*p); n > 0 {
		d := (*p)[n-1]
		*p = (*p)[:n-1]
		return d
	}
	return new(sided)
}

// put takes one that nothing refers to, and empties it.
func (p *sidedPool) put(d *sided) {
	d.cells, d.kinds, d.shape = Plane{}, shapeSet{}, d.shape[:0]
	for _, f := range d.full {
		if f != nil {
			*f = Plane{}
		}
	}
	*p = append(*p, d)
}

// trim gives up the planes of full sides that are empty.
func (d *sided) trim() {
	for side, f := range d.full {
		if f != nil && f.empty() {
			d.full[side] = nil
		}
	}
}
