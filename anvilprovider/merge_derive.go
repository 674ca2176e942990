package anvilprovider

import (
	"cmp"
	"maps"
	"slices"

	"github.com/df-mc/dragonfly/server/world"
)

// position is that of a block, by x, y and z.
type position = [3]int

// around lists the six cells that touch one, and diagonal those across an edge that redstone wire climbs along.
var (
	around   = [6]position{{0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {-1, 0, 0}, {1, 0, 0}}
	diagonal = [8]position{
		{0, -1, -1}, {0, -1, 1}, {-1, -1, 0}, {1, -1, 0}, {0, 1, -1}, {0, 1, 1}, {-1, 1, 0}, {1, 1, 0},
	}
)

// derive brings the properties up to date that Java derives from neighbours and Dragonfly does not have, such as what a
// fence connects to: of the cells that changed, of those that touch them, and, where one of these becomes another, of those
// that touch it, as the game's own block updates go on. Everywhere else what is stored is as good. Cells of the chunks beside
// this one that are no longer right are noted; they are derived once this chunk is written.
func (m *merger) derive() {
	if len(m.changed) == 0 && len(m.stale) == 0 && !m.fresh {
		return
	}
	defer m.forgetNeighbours()
	d := deriver{m: m, waits: make(map[position]bool), now: make(map[position]string)}
	for i := range m.changed {
		d.changed(&m.changed[i])
	}
	for _, at := range m.stale {
		// What is around may have been derived from what this was going to become, and something else has changed since.
		d.add(at)
		d.addEach(at, around[:])
	}
	if m.fresh || m.unfinished {
		d.appeared()
	}
	d.run()
	d.finish()
}

// deriver works off the cells that are to be derived, until none becomes another.
type deriver struct {
	m *merger
	// queue lists the cells to be looked at, the first to come first, and waits says which they are.
	queue []position
	waits map[position]bool
	// now holds what cells have become, of this chunk and of those beside it.
	now map[position]string
}

// changed adds a cell that the server changed, and what is around it. The flood of distances through leaves goes one way if
// new leaves count as out of reach until a log is found.
func (d *deriver) changed(c *change) {
	x, y, z := cell{y: c.y, i: c.i}.position(d.m.k.pos)
	at := position{x, y, z}
	if far, leaves := d.m.w.blocks.t.Unreached(c.to); leaves {
		d.now[at] = far
	}
	d.add(at)
	d.addEach(at, around[:])
	if name(c.from) == wireName || name(c.to) == wireName {
		d.addEach(at, diagonal[:])
	}
}

const wireName = "minecraft:redstone_wire"

// appeared adds the outermost cells of the chunks beside a new one, or one that is finished now: what is there
// has been derived without it.
func (d *deriver) appeared() {
	for i := range 4 {
		dx, dz := []int32{-1, 1, 0, 0}[i], []int32{0, 0, -1, 1}[i]
		pos := world.ChunkPos{d.m.k.pos[0] + dx, d.m.k.pos[1] + dz}
		w := d.m.neighbour(pos)
		if w == nil {
			continue
		}
		for j := range w.chunk.Sections {
			s := &w.chunk.Sections[j]
			if !slices.ContainsFunc(s.Blocks.Palette, d.m.w.derives) {
				continue
			}
			for c := range uint16(4096) {
				x, z := int32(c&15), int32(c>>4&15)
				if dx < 0 && x == 15 || dx > 0 && x == 0 || dz < 0 && z == 15 || dz > 0 && z == 0 {
					x, y, z := cell{y: s.Y, i: c}.position(pos)
					d.add(position{x, y, z})
				}
			}
		}
	}
}

// add queues a cell if its block has a rule.
func (d *deriver) add(at position) {
	if d.m.w.derives(d.at(at)) && !d.waits[at] {
		d.waits[at] = true
		d.queue = append(d.queue, at)
	}
}

func (d *deriver) addEach(at position, steps []position) {
	for _, s := range steps {
		d.add(position{at[0] + s[0], at[1] + s[1], at[2] + s[2]})
	}
}

// at returns the state of a cell as far as it has been derived, "" if it is not known.
func (d *deriver) at(at position) string {
	if key, ok := d.now[at]; ok {
		return key
	}
	return d.m.anyState(at)
}

// run derives the cells in the queue, and those around each that becomes another. It ends: but for distances nothing depends
// on what depends on it, and distances are bounded and grow from cell to cell.
func (d *deriver) run() {
	for len(d.queue) > 0 {
		at := d.queue[0]
		d.queue = d.queue[1:]
		delete(d.waits, at)
		if d.m.standsIn(at) {
			continue
		}
		derived := d.m.w.blocks.t.Derive(d.m.anyState(at), func(dx, dy, dz int) string {
			return d.at(position{at[0] + dx, at[1] + dy, at[2] + dz})
		})
		if derived != d.at(at) {
			d.now[at] = derived
			d.addEach(at, around[:])
		}
	}
}

// finish puts what was derived into this chunk, and notes what has to be derived in those beside it.
func (d *deriver) finish() {
	m := d.m
	for _, at := range slices.SortedFunc(maps.Keys(d.now), byHeight) {
		key, old := d.now[at], m.anyState(at)
		switch {
		case key == old:
		case !m.isHere(at):
			m.beyond = append(m.beyond, at)
		case m.k.dim.inChunk(m.k.pos, at[0], at[1], at[2]):
			y, i := cellAt(at)
			m.cellsOf(y).Set(int(i), key)
			m.derived = append(m.derived, change{y: y, i: i, from: old, to: key})
		}
	}
}

// byHeight orders positions as sections store their cells.
func byHeight(a, b position) int {
	return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]), cmp.Compare(a[0], b[0]))
}

// standsIn reports whether the state of a cell stands for a block that Java does not have, and is how that is found again.
func (m *merger) standsIn(at position) bool {
	if !m.isHere(at) {
		return false
	}
	y, i := cellAt(at)
	return m.bedrock.at(m, y, i) != nil
}

// isHere reports whether a position is in this chunk, at whatever height.
func (m *merger) isHere(at position) bool {
	return int32(at[0]>>4) == m.k.pos[0] && int32(at[2]>>4) == m.k.pos[1]
}

// anyState is state for positions in this chunk or one beside it, of which it knows what is stored. Where such a chunk has no
// section there is air; "" is of a chunk that cannot be read.
func (m *merger) anyState(at position) string {
	var key string
	if m.isHere(at) {
		key = m.state(at[0], at[1], at[2])
	} else {
		pos := world.ChunkPos{int32(at[0] >> 4), int32(at[2] >> 4)}
		w := m.neighbour(pos)
		if w == nil {
			return ""
		}
		key = w.stateAt(pos, at[0], at[1], at[2])
	}
	return cmp.Or(key, airKey)
}

// neighbour returns a worker that has read a chunk beside this one, nil if there is none that can be read.
func (m *merger) neighbour(pos world.ChunkPos) *worker {
	w, ok := m.beside[pos]
	if ok {
		return w
	}
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
	return w
}

// forgetNeighbours gives back what neighbour read.
func (m *merger) forgetNeighbours() {
	for _, w := range m.beside {
		if w != nil {
			m.p.workers.put(w)
		}
	}
	m.beside, m.waiting = nil, nil
}

// derives reports whether the block of a state has properties that are derived.
func (w *worker) derives(key string) bool {
	ruled, ok := w.ruled[key]
	if !ok {
		ruled = w.blocks.t.Derives(key)
		if w.ruled == nil || len(w.ruled) >= maxInfos {
			w.ruled = make(map[string]bool, 1024)
		}
		w.ruled[key] = ruled
	}
	return ruled
}
