package anvil

// Before 1.13 much of a block's state was not stored but found by looking at the neighbours, or kept in a block entity. A
// deriver finds it again, as the game's own upgrade does: DataFixerUpper's ChunkPalettedStorageFix (schema V1451) for what
// comes from block entities and halves, and the block updates that the game runs on an upgraded chunk (UpgradeData) for
// connections and shapes. Each family of blocks has a file derive_*.go.
//
// A deriver has two halves: code looks at the surroundings and answers a small number, apply changes the table's state by
// that number. So a state key is built once for each number, not once for each cell.
type deriver struct {
	// metas has a bit for each meta whose state is derived; 0 stands for all.
	metas uint16
	code  func(w *view, id, meta int) uint32
	apply func(s *state, meta int, code uint32)
}

// direction is one of the four horizontal directions, in the order in which Minecraft turns clockwise.
type direction uint8

const (
	north direction = iota
	east
	south
	west
)

var directionNames = [4]string{"north", "east", "south", "west"}

func (d direction) String() string            { return directionNames[d] }
func (d direction) clockwise() direction      { return (d + 1) & 3 }
func (d direction) counter() direction        { return (d + 3) & 3 }
func (d direction) opposite() direction       { return (d + 2) & 3 }
func (d direction) step() (dx, dz int)        { return [4]int{0, 1, 0, -1}[d], [4]int{-1, 0, 1, 0}[d] }
func (d direction) sameAxis(o direction) bool { return (d^o)&1 == 0 }

// beside returns the block next to the cell in a direction.
func (w *view) beside(d direction) (id, meta int) {
	dx, dz := d.step()
	return w.at(dx, 0, dz)
}

// facing2 reads the meta of blocks that count north 2, south 3, west 4, east 5: chests, furnaces, ladders, wall signs.
func facing2(meta int) (direction, bool) {
	switch meta & 7 {
	case 2:
		return north, true
	case 3:
		return south, true
	case 4:
		return west, true
	case 5:
		return east, true
	}
	return 0, false
}

// facing0 reads the meta of blocks that count south 0, west 1, north 2, east 3: beds, gates, repeaters, pumpkins.
func facing0(meta int) direction {
	return direction(meta+2) & 3
}

// sides is the code of blocks that connect in the four directions: bit 0 north, 1 east, 2 south, 3 west.
func (w *view) sides(connects func(d direction, id, meta int) bool) (code uint32) {
	for d := north; d <= west; d++ {
		if id, meta := w.beside(d); connects(d, id, meta) {
			code |= 1 << d
		}
	}
	return code
}

// applySides sets the four connections.
func applySides(s *state, _ int, code uint32) {
	for d := north; d <= west; d++ {
		s.set(d.String(), boolValue(code>>d&1 == 1))
	}
}
