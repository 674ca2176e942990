package column

import "slices"

// Pair is what a cell holds in the layer of blocks and in that of liquids.
type Pair [2]uint32

// SameBiomes reports whether two copies have the same biomes. Like Equal, it may be false for equal ones.
func (c *Copy) SameBiomes(o *Copy) bool {
	return slices.EqualFunc(c.Biomes, o.Biomes, Storage.equal)
}

// Differences calls f for each cell that does not hold the same in o, from below, and within a section in Java's order: with the
// section's index, the cell, and what it holds and held in o. With o nil, that is air everywhere. o must have the same range.
func (c *Copy) Differences(o *Copy, air uint32, f func(section int, cell uint16, now, was Pair)) {
	var cells, others [2][Cells]uint32
	for i := range c.Layers {
		var other [2]Storage
		if o != nil {
			other = o.Layers[i]
		}
		if c.Layers[i][0].same(other[0], air) && c.Layers[i][1].same(other[1], air) {
			continue
		}
		for k := range cells {
			c.Layers[i][k].values(&cells[k], air)
			other[k].values(&others[k], air)
		}
		for cell := range Cells {
			now, was := Pair{cells[0][cell], cells[1][cell]}, Pair{others[0][cell], others[1][cell]}
			if now != was {
				f(i, uint16(cell), now, was)
			}
		}
	}
}

// same reports whether two layers are for sure the same; one without a palette is full of air.
func (s Storage) same(o Storage, air uint32) bool {
	for _, l := range []*Storage{&s, &o} {
		if len(l.Palette) == 0 {
			*l = Storage{Palette: []uint32{air}}
		}
	}
	return s.equal(o)
}

// values writes the value of each cell of a layer in Java's order.
func (s Storage) values(dst *[Cells]uint32, air uint32) {
	if v, ok := s.Uniform(); ok || len(s.Palette) == 0 {
		if !ok {
			v = air
		}
		for i := range dst {
			dst[i] = v
		}
		return
	}
	var indices, scratch [Cells]uint16
	s.Unpack(&indices, &scratch)
	for i, k := range indices {
		dst[i] = s.Palette[k]
	}
}
