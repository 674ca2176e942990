package anvil

import (
	"bytes"
	"iter"
)

// Leaves know how far they are from the nearest log of the chunk, from 1 to 7, where 7 decays. Source: DataFixerUpper's
// LeavesFix (schema V1496), which looks at one chunk as well.

var deriveLeaves = &deriver{
	code:  func(w *view, _, _ int) uint32 { return uint32(w.leafDistance()) },
	apply: func(s *state, _ int, code uint32) { s.set("distance", rotationNames[code]) },
}

var leafIDs, logIDs = [...]byte{18, 161}, [...]byte{17, 162}

const (
	leafDecays = 7
	// leafFar marks leaves that no step has reached yet.
	leafFar = 255
)

// leafMap holds the distances of a chunk's leaves. Its memory is used again for the next chunk.
type leafMap struct {
	measured    bool
	grids       [256]*[blockCells]uint8 // by Y as uint8: 0 where no leaves are
	pool        []*[blockCells]uint8
	used        int
	front, next []int32 // y<<8 | z<<4 | x
}

func (m *leafMap) reset() {
	if m.measured {
		m.grids = [256]*[blockCells]uint8{}
		m.measured, m.used = false, 0
	}
}

// grid returns an empty grid for a section.
func (m *leafMap) grid(y uint8) *[blockCells]uint8 {
	if m.grids[y] != nil {
		return m.grids[y]
	}
	if m.used == len(m.pool) {
		m.pool = append(m.pool, new([blockCells]uint8))
	}
	g := m.pool[m.used]
	m.used++
	clear(g[:])
	m.grids[y] = g
	return g
}

// leafDistance returns the distance of the leaves in the cell. The first call finds that of all leaves of the chunk.
func (w *view) leafDistance() int {
	if !w.leaves.measured {
		w.measureLeaves()
	}
	if g := w.leaves.grids[uint8(w.y>>4)]; g != nil {
		if d := g[w.y&15<<8|w.z<<4|w.x]; d > 0 && d < leafDecays {
			return int(d)
		}
	}
	return leafDecays
}

// measureLeaves marks all leaves, and goes out from the logs one step at a time.
func (w *view) measureLeaves() {
	m := &w.leaves
	m.measured = true
	m.front = m.front[:0]
	for y, s := range w.sections {
		if s == nil || s.ids == nil || s.add != nil {
			continue
		}
		for _, id := range leafIDs {
			for i := range cellsOf(s.ids, id) {
				m.grid(uint8(y))[i] = leafFar
			}
		}
		for _, id := range logIDs {
			for i := range cellsOf(s.ids, id) {
				m.front = append(m.front, int32(int8(y))<<12|int32(i))
			}
		}
	}
	for distance := uint8(1); distance < leafDecays && len(m.front) > 0; distance++ {
		m.next = m.next[:0]
		for _, at := range m.front {
			if at&15 > 0 {
				m.reach(at-1, distance)
			}
			if at&15 < 15 {
				m.reach(at+1, distance)
			}
			if at>>4&15 > 0 {
				m.reach(at-1<<4, distance)
			}
			if at>>4&15 < 15 {
				m.reach(at+1<<4, distance)
			}
			m.reach(at-1<<8, distance)
			m.reach(at+1<<8, distance)
		}
		m.front, m.next = m.next, m.front
	}
}

// cellsOf yields the cells that have an id. It costs little where there are none.
func cellsOf(ids []byte, id byte) iter.Seq[int] {
	return func(yield func(int) bool) {
		for from := 0; ; from++ {
			i := bytes.IndexByte(ids[from:], id)
			if i < 0 || !yield(from+i) {
				return
			}
			from += i
		}
	}
}

// reach gives leaves that were not reached before their distance.
func (m *leafMap) reach(at int32, distance uint8) {
	y := at >> 12
	if y < -128 || y > 127 {
		return
	}
	if g := m.grids[uint8(y)]; g != nil && g[at&(blockCells-1)] == leafFar {
		g[at&(blockCells-1)] = distance
		m.next = append(m.next, at)
	}
}
