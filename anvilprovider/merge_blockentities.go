package anvilprovider

import (
	"fmt"
	"slices"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
)

// isChanged reports whether the server changed the block in a cell.
func (m *merger) isChanged(y int8, i uint16) bool {
	_, ok := slices.BinarySearchFunc(m.changed, change{y: y, i: i}, func(a, b change) int {
		return int(a.y)<<12 + int(a.i) - int(b.y)<<12 - int(b.i)
	})
	return ok
}

// cellAt returns the cell of a block position.
func cellAt(pos cube.Pos) (y int8, i uint16) {
	return int8(pos[1] >> 4), uint16(pos[1]&15<<8 | pos[2]&15<<4 | pos[0]&15)
}

// place returns what the translation of block entities wants to know, with the states as they will be.
func (m *merger) place(pos cube.Pos, state string) blockentity.Place {
	return blockentity.Place{
		State: state, X: pos[0], Y: pos[1], Z: pos[2], Version: m.version,
		Neighbour: func(dx, dy, dz int) string { return m.state(pos[0]+dx, pos[1]+dy, pos[2]+dz) },
	}
}

// storedEntity is a block entity as it is in the chunk.
type storedEntity struct {
	raw  nbt.Raw
	java nbt.Compound // nil if it cannot be read
	pos  cube.Pos
	// shown is true if the server was given it, or would have been.
	shown bool
}

// blockEntities merges the block entities. What the server has, is merged into what is stored; what it was not given stays;
// what belongs to a block that is gone goes with it.
func (m *merger) blockEntities() error {
	stored, at := m.storedEntities()
	if len(stored) == 0 && len(m.snap.blockEntities) == 0 {
		return nil
	}
	out, changed := make([]nbt.Raw, 0, len(stored)), false
	merged := make(map[cube.Pos]*mergedEntity, len(m.snap.blockEntities))
	var added []nbt.Compound
	for _, be := range m.snap.blockEntities {
		if !m.k.dim.inChunk(m.k.pos, be.Pos[0], be.Pos[1], be.Pos[2]) {
			continue
		}
		var old nbt.Compound
		if i, ok := at[be.Pos]; ok {
			old = stored[i].java
		}
		e := m.mergeEntity(be.Pos, old, be.Data)
		if old != nil {
			merged[be.Pos] = &e
			changed = changed || e.changed
		} else if e.java != nil {
			added = append(added, e.java)
		}
	}
	for i := range stored {
		s := &stored[i]
		raw, keep, err := m.keepEntity(s, at[s.pos] == i, merged[s.pos])
		if err != nil {
			return err
		}
		if keep {
			out = append(out, raw)
		}
		changed = changed || !keep
	}
	slices.SortFunc(added, byPosition)
	for _, java := range added {
		raw, err := nbt.RawOf(java)
		if err != nil {
			return fmt.Errorf("block entity: %w", err)
		}
		out, changed = append(out, raw), true
	}
	m.entities = out
	if changed {
		m.edit.BlockEntities = out
	}
	return nil
}

// mergedEntity is what became of a block entity, and whether that is something else than what is stored.
type mergedEntity struct {
	java    nbt.Compound
	changed bool
}

// byPosition orders new block entities, since the server gives them in no order.
func byPosition(a, b nbt.Compound) int {
	for _, axis := range [3]string{"y", "z", "x"} {
		i, _ := a.Int(axis)
		j, _ := b.Int(axis)
		if i != j {
			return int(i - j)
		}
	}
	return 0
}

// storedEntities reads the stored block entities, spelled as the chunk will be, and says which of them is at a position.
func (m *merger) storedEntities() (list []storedEntity, at map[cube.Pos]int) {
	at = make(map[cube.Pos]int, len(m.w.chunk.BlockEntities))
	for _, raw := range m.w.chunk.BlockEntities {
		s := storedEntity{raw: raw}
		if java, err := raw.Compound(); err == nil {
			x, y, z, ok := blockentity.Position(java)
			s.pos = cube.Pos{x, y, z}
			if ok && m.k.dim.inChunk(m.k.pos, x, y, z) {
				s.java = java
				if _, taken := at[s.pos]; !taken {
					at[s.pos], s.shown = len(list), true
				}
			}
		}
		list = append(list, s)
	}
	return list, at
}

// keepEntity decides about a stored block entity: it stays as it is, is replaced by what it was merged to, or goes.
func (m *merger) keepEntity(s *storedEntity, first bool, merged *mergedEntity) (raw nbt.Raw, keep bool, err error) {
	if s.java == nil || !first {
		return s.raw, true, nil
	}
	y, i := cellAt(s.pos)
	state := m.state(s.pos[0], s.pos[1], s.pos[2])
	java := s.java
	switch {
	case merged != nil:
		java = merged.java
	case m.isChanged(y, i):
		id, _ := java.Str("id")
		if !blockentity.Hosts(state, id) {
			return nbt.Raw{}, false, nil
		}
	}
	if m.w.chunk.Upgraded && merged == nil {
		java = blockentity.Upgrade(java, state, m.w.thingsVersion(), m.version)
	}
	if java == nil {
		return nbt.Raw{}, false, nil
	}
	raw, err = nbt.RawOf(java)
	if err != nil {
		return nbt.Raw{}, false, fmt.Errorf("block entity at %v: %w", s.pos, err)
	}
	if same, _ := nbt.Equal(raw, s.raw); same {
		return s.raw, true, nil
	}
	return raw, true, nil
}

// mergeEntity merges what the server has at a position into the stored compound, which may be nil, and refines the block's
// state by it. It returns nil if Java has no block entity there.
func (m *merger) mergeEntity(pos cube.Pos, old nbt.Compound, data map[string]any) mergedEntity {
	y, i := cellAt(pos)
	if o := m.bedrock.at(m, y, i); o != nil {
		o.setData(data)
		return mergedEntity{changed: old != nil}
	}
	state, placed := m.state(pos[0], pos[1], pos[2]), m.isChanged(y, i)
	if state == "" {
		return mergedEntity{java: old}
	}
	gone := false
	if placed && old != nil {
		if id, _ := old.Str("id"); !blockentity.Hosts(state, id) {
			old, gone = nil, true
		}
	}
	var before map[string]any
	if !placed {
		before = m.shownBefore(pos, old)
	}
	if refined := blockentity.Refine(m.place(pos, state), before, data); refined != state {
		m.refine(y, i, state, refined)
		state = refined
	}
	spelled := old
	if old != nil && m.w.chunk.Upgraded {
		spelled = blockentity.Upgrade(old, state, m.w.thingsVersion(), m.version)
	}
	saved := blockentity.Save(spelled, data, m.place(pos, state), placed)
	for _, f := range saved.Findings {
		m.p.skip(m.w, skipMalformed, f.What, m.k.dim, m.k.pos, nil)
	}
	return mergedEntity{java: saved.Java, changed: gone || saved.Changed}
}

// shownBefore returns the block entity that the server was given when the stored chunk was loaded.
func (m *merger) shownBefore(pos cube.Pos, old nbt.Compound) map[string]any {
	key := m.w.stateAt(m.k.pos, pos[0], pos[1], pos[2])
	place := m.w.place(m.k.pos, pos[0], pos[1], pos[2], key)
	if old != nil {
		before, _, _ := blockentity.Load(old, place)
		return before
	}
	before, _ := blockentity.Synthesise(place)
	return before
}

// refine changes the state of a cell by what the server keeps in the block entity.
func (m *merger) refine(y int8, i uint16, from, to string) {
	m.cellsOf(y).Set(int(i), to)
	for k := range m.changed {
		if c := &m.changed[k]; c.y == y && c.i == i {
			c.to = to
			return
		}
	}
	at, _ := slices.BinarySearchFunc(m.changed, change{y: y, i: i}, func(a, b change) int {
		return int(a.y)<<12 + int(a.i) - int(b.y)<<12 - int(b.i)
	})
	m.changed = slices.Insert(m.changed, at, change{y: y, i: i, from: from, to: to})
}
