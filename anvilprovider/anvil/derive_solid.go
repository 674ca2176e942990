package anvil

// Which faces of a numeric block are solid decides what fences, panes, walls, vines and dust do. Source: the shapes of
// faces that 1.12 gives its blocks (Block.getBlockFaceShape): a block is solid on all sides unless its class says otherwise.

// idSet is a set of numeric ids.
type idSet [4]uint64

// ids makes a set. A negative number is the end of a range that began with the number before it.
func ids(list ...int) (s idSet) {
	last := 0
	for _, id := range list {
		for i := max(id, last+1); id < 0 && i <= -id; i++ {
			s[i>>6] |= 1 << (i & 63)
		}
		if id >= 0 {
			s[id>>6] |= 1 << (id & 63)
			last = id
		}
	}
	return s
}

// has reports whether an id is in the set; ids of mods never are.
func (s *idSet) has(id int) bool {
	return uint(id) < 256 && s[id>>6]>>(id&63)&1 == 1
}

var (
	// stairIDs are all stairs.
	stairIDs = ids(53, 67, 108, 109, 114, 128, 134, 135, 136, 156, 163, 164, 180, 203)
	// slabIDs are single slabs; bit 3 of the meta is the upper half.
	slabIDs = ids(44, 126, 182, 205)
	// fenceIDs are fences of wood; the one of nether brick is 113.
	fenceIDs = ids(85, 188, -192)
	gateIDs  = ids(107, 183, -187)
	paneIDs  = ids(101, 102, 160)
	// openIDs have no solid side at all, or only their underside (see flatIDs).
	openIDs = ids(0, 6, 8, -11, 26, 27, 28, 30, 31, 32, 34, 36, -40, 50, 51, 54, 55, 59, 60, 63, 64, 65, 66, 68, -72, 75, -78, 81, 83, 85,
		90, 92, -94, 96, 101, 102, 104, -107, 111, 113, 115, -120, 122, 127, 130, -132, 139, -151, 154, 157, 160, 167, 171, 175, -178,
		183, -200, 207, -209, 217)
	// flatIDs have a solid underside and open sides: farmland, paths, snow, repeaters, tables, frames, detectors.
	flatIDs = ids(60, 78, 93, 94, 116, 120, 149, 150, 151, 178, 208)
	// shyIDs are solid, but neither fences nor walls nor panes join them. Source: isExceptBlockForAttachWithPiston.
	shyIDs = ids(18, 29, 33, 34, 79, 86, 89, 91, 103, 118, 138, 161, 166, 169, 219, -234)
	// glassIDs are joined by panes only; trapdoors by neither.
	glassIDs = ids(20, 95, 96, 167)
)

// side is a face of a block.
type side uint8

const (
	sideUp side = 4 + iota
	sideDown
)

// solid reports whether the block at an offset from the cell has a solid face; the first four sides are the directions.
func (w *view) solid(dx, dy, dz int, face side) bool {
	id, meta := w.at(dx, dy, dz)
	switch {
	case stairIDs.has(id):
		return w.solidStair(dx, dy, dz, meta, face)
	case slabIDs.has(id):
		return face == sideUp && meta&8 != 0 || face == sideDown && meta&8 == 0
	case flatIDs.has(id):
		return face == sideDown
	case id == 96 || id == 167: // trapdoors
		return meta&4 == 0 && (face == sideUp && meta&8 != 0 || face == sideDown && meta&8 == 0)
	case id > 255:
		return true
	}
	return !openIDs.has(id)
}

// solidStair is solid for stairs: the back, what an inner corner adds, and the top or the bottom.
func (w *view) solidStair(dx, dy, dz, meta int, face side) bool {
	if face >= sideUp {
		return (face == sideUp) == (meta&4 != 0)
	}
	facing := stairFacing(meta)
	switch w.stairShape(dx, dy, dz) {
	case shapeStraight:
		return direction(face) == facing
	case shapeInnerLeft:
		return direction(face) == facing || direction(face) == facing.counter()
	case shapeInnerRight:
		return direction(face) == facing || direction(face) == facing.clockwise()
	}
	return false
}
