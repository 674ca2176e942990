package anvil

// Two chests side by side that face the same way are one. Source: UpgradeData.BlockFixers.CHEST, which also exchanges the
// contents of the halves where the order of the halves changed (see swapChests).

var deriveChest = &deriver{
	code: func(w *view, id, meta int) uint32 { return uint32(w.chestHalf(id, meta)) },
	apply: func(s *state, _ int, code uint32) {
		s.set("type", [3]string{"single", "left", "right"}[code])
	},
}

const (
	chestSingle = iota
	chestLeft
	chestRight
)

// chestFacing reads the meta of a chest, north if it is none that the game writes.
func chestFacing(meta int) direction {
	d, _ := facing2(meta)
	return d
}

// chestHalf returns which half the chest in the cell is. In a row of three, which the game does not let anybody build, the
// one in the middle belongs to its clockwise neighbour, and the third is single.
func (w *view) chestHalf(id, meta int) int {
	facing := chestFacing(meta)
	other := func(steps int) bool {
		d := facing.clockwise()
		dx, dz := d.step()
		oid, ometa := w.at(dx*steps, 0, dz*steps)
		return oid == id && chestFacing(ometa) == facing
	}
	switch {
	case other(1) && !other(2):
		return chestLeft
	case other(1):
		// The neighbour belongs to the one behind it.
		return chestSingle
	case other(-1):
		return chestRight
	}
	return chestSingle
}
