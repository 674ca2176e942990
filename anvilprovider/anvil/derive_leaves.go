package anvil

// Leaves know how far they are from the nearest log of the chunk, from 1 to 7, where 7 decays. Source: DataFixerUpper's
// LeavesFix (schema V1496), which looks at one chunk as well.

var deriveLeaves = &deriver{
	code:  func(w *view, _, _ int) uint32 { return uint32(w.leafDistance()) },
	apply: func(s *state, _ int, code uint32) { s.set("distance", rotationNames[code]) },
}

var (
	logIDs  = ids(17, 162)
	leafIDs = ids(18, 161)
)

const leafDecays = 7

// leafDistance returns the distance of the leaves in the cell. The first call finds that of all leaves of the chunk.
func (w *view) leafDistance() int {
	if w.leaves == nil {
		w.measureLeaves()
	}
	if d, ok := w.leaves[w.leafKey(w.x, w.y, w.z)]; ok {
		return int(d)
	}
	return leafDecays
}

// leafKey packs a position in the chunk.
func (w *view) leafKey(x, y, z int) int32 {
	return int32(y<<8 | z<<4 | x)
}

// measureLeaves goes out from the logs, one step at a time.
func (w *view) measureLeaves() {
	w.leaves = map[int32]uint8{}
	var front []int32
	for y8, s := range w.sections {
		if s == nil || s.ids == nil {
			continue
		}
		for i, id := range s.ids {
			if logIDs.has(int(id)) && s.add == nil {
				front = append(front, int32(int(int8(y8))<<12|i))
			}
		}
	}
	x, y, z := w.x, w.y, w.z
	for distance := uint8(1); distance < leafDecays; distance++ {
		var next []int32
		for _, at := range front {
			w.x, w.y, w.z = int(at&15), int(at>>8), int(at>>4&15)
			for _, step := range [6][3]int{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}} {
				nx, ny, nz := w.x+step[0], w.y+step[1], w.z+step[2]
				if uint(nx) > 15 || uint(nz) > 15 {
					continue
				}
				if id, _ := w.at(step[0], step[1], step[2]); !leafIDs.has(id) {
					continue
				}
				key := w.leafKey(nx, ny, nz)
				if _, seen := w.leaves[key]; !seen {
					w.leaves[key] = distance
					next = append(next, key)
				}
			}
		}
		front = next
	}
	w.x, w.y, w.z = x, y, z
}
