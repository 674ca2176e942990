package anvilprovider

import (
	"slices"

	"github.com/df-mc/dragonfly/server/world"
)

// around lists a cell itself and the six that touch it.
var around = [7][3]int{{0, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}

// derive brings the properties up to date that Java derives from neighbours and Dragonfly does not have, such as what a
// fence connects to: of the cells that changed and of those that touch them. Everywhere else what is stored is as good. Cells
// of the chunks beside this one that are no longer right are noted; they are derived once this chunk is written.
func (m *merger) derive() {
	defer m.forgetNeighbours()
	done := make(map[[3]int]bool, len(m.changed)*4)
	for _, c := range slices.Clone(m.changed) {
		x, y, z := cell{y: c.y, i: c.i}.position(m.k.pos)
		for _, d := range around {
			at := [3]int{x + d[0], y + d[1], z + d[2]}
			if done[at] {
				continue
			}
			done[at] = true
			switch pos := (world.ChunkPos{int32(at[0] >> 4), int32(at[2] >> 4)}); {
			case m.k.dim.inChunk(m.k.pos, at[0], at[1], at[2]):
				m.deriveCell(at)
			case pos != m.k.pos && m.isStale(at):
				m.beyond = append(m.beyond, at)
			}
		}
	}
	for _, at := range m.stale {
		m.deriveCell(at)
	}
}

// isStale reports whether a cell would have another state if it were derived anew.
func (m *merger) isStale(at [3]int) bool {
	key := m.anyState(at[0], at[1], at[2])
	return key != "" && m.deriveState(key, at) != key
}

// deriveState returns a state of a cell as Java derives it from what is around.
func (m *merger) deriveState(key string, at [3]int) string {
	return m.w.blocks.t.Derive(key, func(dx, dy, dz int) string {
		return m.anyState(at[0]+dx, at[1]+dy, at[2]+dz)
	})
}

func (m *merger) deriveCell(at [3]int) {
	x, y, z := at[0], at[1], at[2]
	key := m.state(x, y, z)
	if key == "" || m.bedrock.at(m, int8(y>>4), uint16(y&15<<8|z&15<<4|x&15)) != nil {
		return // The state of a block that Java does not have stands for it, and is how it is found again.
	}
	derived := m.deriveState(key, at)
	if derived == key {
		return
	}
	c := change{y: int8(y >> 4), i: uint16(y&15<<8 | z&15<<4 | x&15), from: key, to: derived}
	m.cellsOf(c.y).Set(int(c.i), derived)
	m.derived = append(m.derived, c)
}

// anyState is state for positions in this chunk or one beside it. Of the latter it knows what is stored.
func (m *merger) anyState(x, y, z int) string {
	pos := world.ChunkPos{int32(x >> 4), int32(z >> 4)}
	if pos == m.k.pos {
		return m.state(x, y, z)
	}
	w, ok := m.beside[pos]
	if !ok {
		w = m.p.workers.get(m.w.blocks)
		w.merging = true
		if m.p.readChunk(w, m.k.dim, pos) != nil {
			m.p.workers.put(w)
			w = nil
		}
		if m.beside == nil {
			m.beside = make(map[world.ChunkPos]*worker)
		}
		m.beside[pos] = w
	}
	if w == nil {
		return ""
	}
	return w.stateAt(pos, x, y, z)
}

// forgetNeighbours gives back what anyState read.
func (m *merger) forgetNeighbours() {
	for _, w := range m.beside {
		if w != nil {
			m.p.workers.put(w)
		}
	}
	m.beside = nil
}
