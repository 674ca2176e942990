package lighting

import "math/bits"

// frozen remembers the light that leaves a column through one of its vertical sides, for a neighbour that outlives it. Per kind and
// layer, from the lowest of the section below the build height, one word: bits 16b..16b+15 are bit b of the levels of the sixteen
// cells along z (on West and East) or x (on North and South). A nil slice is no light.
type frozen struct {
	levels [2][]uint64
}

func (f *frozen) clone() *frozen {
	if f == nil {
		return nil
	}
	g := new(frozen)
	for k, l := range f.levels {
		g.levels[k] = append([]uint64(nil), l...)
	}
	return g
}

func (f *frozen) bytes() int {
	if f == nil {
		return 0
	}
	return 8*(cap(f.levels[0])+cap(f.levels[1])) + 2*24
}

// wall is the index of a vertical side in Column.frozen.
func wall(side Side) int { return int(side&1 | side>>1&2) }

// walls are the four vertical sides in the order of Column.frozen.
var walls = [4]Side{West, East, North, South}

// Freeze makes the column remember the light that leaves its neighbour on a vertical side, so that this light stays when the
// neighbour goes. While the neighbour is absent from an area, the memory acts as a source of the levels that it holds; when a column
// is present again, [Engine.Light] and [Engine.Join] take back what only the memory gave, and drop it. Light that a face of the
// neighbour stops, alone or together with the face that it meets, is not remembered. Freeze panics if the two columns are not
// neighbours on that side or do not have the same height.
func (c *Column) Freeze(side Side, neighbour *Column, shapes *Shapes) {
	if side > South || side == Up || side == Down {
		panic("lighting: side " + side.String() + " is not a vertical one")
	}
	dx, dz := offset(side)
	if neighbour == nil || neighbour.x != c.x+dx || neighbour.z != c.z+dz {
		panic("lighting: neighbour is not the column to the " + side.String())
	}
	if neighbour.bottom != c.bottom || len(neighbour.secs) != len(c.secs) {
		panic("lighting: neighbour has another height")
	}
	f := new(frozen)
	for k := range f.levels {
		if !neighbour.lit[k] {
			continue
		}
		l := make([]uint64, 16*len(c.secs))
		var any uint64
		for i := range l {
			l[i] = c.leaving(Kind(k), side, neighbour, i, shapes)
			any |= l[i]
		}
		if any != 0 {
			f.levels[k] = l
		}
	}
	c.frozen[wall(side)] = nil
	if f.levels[0] != nil || f.levels[1] != nil {
		c.frozen[wall(side)] = f
	}
}

// Thaw makes the column forget what Freeze stored for a side. The light that came of it stays as it is.
func (c *Column) Thaw(side Side) {
	if side <= South && side != Up && side != Down {
		c.frozen[wall(side)] = nil
	}
}

// offset returns the step to the neighbouring chunk on a vertical side.
func offset(side Side) (dx, dz int32) {
	switch side {
	case West:
		return -1, 0
	case East:
		return 1, 0
	case North:
		return 0, -1
	case South:
		return 0, 1
	}
	return 0, 0
}

// edge returns the index of cell i, 0..15, along the border on a vertical side of layer y.
func edge(side Side, y, i int) int {
	switch side {
	case West:
		return index(0, y, i)
	case East:
		return index(15, y, i)
	case North:
		return index(i, y, 0)
	}
	return index(i, y, 15)
}

// leaving returns the levels that leave the neighbour on a side of c in a layer, in the form of frozen.
func (c *Column) leaving(kind Kind, side Side, neighbour *Column, layer int, shapes *Shapes) (w uint64) {
	in, out := &c.secs[layer>>4], &neighbour.secs[layer>>4]
	g := &out.light[kind]
	if g.planes == nil && g.level == 0 {
		return 0
	}
	for i := range 16 {
		to, from := edge(side, layer, i), edge(side^1, layer, i)
		if shapes.Blocked(in.shapeAt(to), out.shapeAt(from), side) {
			continue
		}
		level := uint64(g.at(from))
		w |= (level&1 | level>>1&1<<16 | level>>2&1<<32 | level>>3&1<<48) << i
	}
	return w
}

// frozenAt returns the level in cell i of a word of frozen.
func frozenAt(w uint64, i int) uint8 {
	w >>= i
	return uint8(w&1 | w>>16&1<<1 | w>>32&1<<2 | w>>48&1<<3)
}

// frozenLit returns the cells of a word of frozen that have any light.
func frozenLit(w uint64) uint16 {
	w |= w >> 32
	return uint16(w | w>>16)
}

// eachFrozen calls f for each cell of a layer's border that light from the memory reaches, with the level in front of it.
func eachFrozen(w uint64, side Side, y int, f func(i int, level uint8)) {
	for m := frozenLit(w); m != 0; m &= m - 1 {
		b := bits.TrailingZeros16(m)
		f(edge(side, y, b), frozenAt(w, b))
	}
}
