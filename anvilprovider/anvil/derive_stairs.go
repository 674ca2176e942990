package anvil

// Stairs turn a corner where they meet stairs across their direction. Source: 1.12's BlockStairs.getStairsShape, which 1.13
// kept.

var deriveStairs = &deriver{
	code: func(w *view, _, _ int) uint32 { return uint32(w.stairShape(0, 0, 0)) },
	apply: func(s *state, _ int, code uint32) {
		s.set("shape", shapeNames[code])
	},
}

type stairShape uint8

const (
	shapeStraight stairShape = iota
	shapeInnerLeft
	shapeInnerRight
	shapeOuterLeft
	shapeOuterRight
)

var shapeNames = [5]string{"straight", "inner_left", "inner_right", "outer_left", "outer_right"}

// stairFacing reads the meta of stairs, which counts east 0, west 1, south 2, north 3.
func stairFacing(meta int) direction {
	return [4]direction{east, west, south, north}[meta&3]
}

// stairShape returns the shape of the stairs at an offset from the cell.
func (w *view) stairShape(dx, dy, dz int) stairShape {
	_, meta := w.at(dx, dy, dz)
	facing, half := stairFacing(meta), meta&4
	stair := func(d direction) (direction, bool) {
		sx, sz := d.step()
		id, meta := w.at(dx+sx, dy, dz+sz)
		return stairFacing(meta), stairIDs.has(id) && meta&4 == half
	}
	// turns reports whether nothing in the direction continues these stairs straight.
	turns := func(d direction) bool {
		f, ok := stair(d)
		return !ok || f != facing
	}
	if f, ok := stair(facing); ok && !f.sameAxis(facing) && turns(f.opposite()) {
		if f == facing.counter() {
			return shapeOuterLeft
		}
		return shapeOuterRight
	}
	if f, ok := stair(facing.opposite()); ok && !f.sameAxis(facing) && turns(f) {
		if f == facing.counter() {
			return shapeInnerLeft
		}
		return shapeInnerRight
	}
	return shapeStraight
}
