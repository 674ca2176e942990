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
		State: state, X: pos[0], Y: pos[1], Z: pos[2], Version: m.w.chunk.ThingsVersion(),
		Neighbour: func(dx, dy, dz int) string { return m.state(pos[0]+dx, pos[1]+dy, pos[2]+dz) },
		Host:      m.w.host,
		Java:      m.w.java,
	}
}

// storedEntity is a block entity as it is in the chunk. Its tree is made when it is needed, and not kept: those of a chest
// full of books take many times the memory of the bytes.
type storedEntity struct {
	raw nbt.Raw
	pos cube.Pos
	// valid is true if it is in the chunk and can be read.
	valid bool
}

// java returns the tree, nil if there is none.
func (s *storedEntity) java() nbt.Compound {
	if !s.valid {
		return nil
	}
	java, _ := s.raw.Compound()
	return java
}

// blockEntities merges the block entities. What the server has, is merged into what is stored; what it was not given stays;
// what belongs to a block that is gone goes with it.
func (m *merger) blockEntities() error {
	stored, at := m.storedEntities()
	if len(stored) == 0 && len(m.snap.blockEntities) == 0 {
		return nil
	}
	out, changed := make([]nbt.Raw, 0, len(stored)), false
	merged := make(map[cube.Pos]mergedEntity, len(m.snap.blockEntities))
	var added []nbt.Compound
	for _, be := range m.snap.blockEntities {
		if !m.k.dim.inChunk(m.k.pos, be.Pos[0], be.Pos[1], be.Pos[2]) {
			continue
		}
		var old nbt.Compound
		i, has := at[be.Pos]
		if has {
			old = stored[i].java()
		}
		java, differs := m.mergeEntity(be.Pos, old, be.Data)
		switch {
		case old == nil && java != nil:
			added = append(added, java)
		case old != nil:
			e, err := mergedOf(stored[i].raw, java, differs)
			if err != nil {
				return fmt.Errorf("block entity at %v: %w", be.Pos, err)
			}
			merged[be.Pos] = e
			changed = changed || e.changed
		}
	}
	for i := range stored {
		raw, keep := m.keepEntity(&stored[i], at[stored[i].pos] == i, merged)
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

// mergedEntity is what became of a stored block entity, nothing if it is gone, and whether that is something else than what
// is stored.
type mergedEntity struct {
	raw     nbt.Raw
	changed bool
}

func mergedOf(stored nbt.Raw, java nbt.Compound, changed bool) (mergedEntity, error) {
	switch {
	case java == nil:
		return mergedEntity{changed: true}, nil
	case !changed:
		return mergedEntity{raw: stored}, nil
	}
	raw, err := nbt.RawOf(java)
	return mergedEntity{raw, true}, err
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

// storedEntities lists the stored block entities, and says which of them is at a position.
func (m *merger) storedEntities() (list []storedEntity, at map[cube.Pos]int) {
	at = make(map[cube.Pos]int, len(m.w.chunk.BlockEntities))
	for _, raw := range m.w.chunk.BlockEntities {
		s := storedEntity{raw: raw}
		if pos, ok := positionOf(raw); ok && m.k.dim.inChunk(m.k.pos, pos[0], pos[1], pos[2]) {
			s.pos, s.valid = pos, true
			if _, taken := at[s.pos]; !taken {
				at[s.pos] = len(list)
			}
		}
		list = append(list, s)
	}
	return list, at
}

// positionOf reads where a block entity says that it is.
func positionOf(raw nbt.Raw) (pos cube.Pos, ok bool) {
	for i, axis := range [3]string{"x", "y", "z"} {
		v, _ := raw.Lookup(axis)
		n, isInt := v.Int()
		if !isInt || v.Tag != nbt.TagInt {
			return pos, false
		}
		pos[i] = int(n)
	}
	return pos, true
}

// keepEntity decides about a stored block entity: it stays as it is, is replaced by what it was merged to, or goes.
func (m *merger) keepEntity(s *storedEntity, first bool, merged map[cube.Pos]mergedEntity) (raw nbt.Raw, keep bool) {
	if !s.valid || !first {
		return s.raw, true
	}
	if e, ok := merged[s.pos]; ok {
		return e.raw, !e.raw.IsZero()
	}
	if y, i := cellAt(s.pos); m.isChanged(y, i) {
		v, _ := s.raw.Lookup("id")
		id, _ := v.Str()
		if !blockentity.Hosts(m.state(s.pos[0], s.pos[1], s.pos[2]), id) {
			return nbt.Raw{}, false
		}
	}
	return s.raw, true
}

// mergeEntity merges what the server has at a position into the stored compound, which may be nil, and refines the block's
// state by it. It returns nil if Java has no block entity there, and whether the result is another than what is stored.
func (m *merger) mergeEntity(pos cube.Pos, old nbt.Compound, data map[string]any) (java nbt.Compound, changed bool) {
	y, i := cellAt(pos)
	state, placed := m.state(pos[0], pos[1], pos[2]), m.isChanged(y, i)
	gone := false
	if placed && old != nil {
		if id, _ := old.Str("id"); !blockentity.Hosts(state, id) {
			old, gone = nil, true
		}
	}
	o := m.bedrock.at(m, y, i)
	if o != nil && o.unresolved {
		o = nil // The server has what the state alone says.
	}
	if o != nil && !m.w.inJava(o) {
		o.setData(data)
		return old, gone
	}
	if state == "" {
		return old, gone
	}
	if blockentity.KindOf(state) == blockentity.Opaque {
		java, changed = m.mergeUnread(pos, o, old, data)
		return java, gone || changed
	}
	var before map[string]any
	if !placed {
		if before = m.shownBefore(pos, old); before != nil && blockentity.Same(before, data) {
			return old, false
		}
	}
	if refined := blockentity.Refine(m.place(pos, state), before, data); refined != state {
		m.refine(y, i, state, refined)
		if state = refined; o != nil {
			o.restate(state)
		}
	}
	if table, _ := data["LootTable"].(string); table != "" && placed {
		m.lose(lostLoot, table, pos, errNoTable)
	}
	saved := blockentity.Save(old, data, m.place(pos, state), placed)
	for _, f := range saved.Findings {
		m.lose(lostData, f.What, pos, fmt.Errorf("%s: %s", f.What, f.Detail))
	}
	if o != nil {
		o.setData(nil)
	}
	return saved.Java, gone || saved.Changed
}

// mergeUnread merges a block entity that no codec reads: of a block that the host does not have and carries unread, or that a plug-in
// brings. What the Java compound does not give back goes beside it, into an entry of the bedrock states: o, a new one if that is nil.
func (m *merger) mergeUnread(pos cube.Pos, o *override, old nbt.Compound, data map[string]any) (java nbt.Compound, changed bool) {
	y, i := cellAt(pos)
	state := m.state(pos[0], pos[1], pos[2])
	b := m.w.info(state).Block
	if o != nil {
		b = o.b
	}
	if !m.isChanged(y, i) && sameData(m.shownBefore(pos, old), data) {
		return old, false
	}
	place := m.place(pos, state)
	saved := blockentity.Save(old, data, place, m.isChanged(y, i))
	if given, _, _ := blockentity.Load(saved.Java, place); sameData(m.w.readBack(b.Runtime, given), data) {
		data = nil
	}
	if o == nil && len(data) > 0 {
		o = m.bedrock.note(m, y, i, b, state)
	}
	if o != nil {
		o.setData(data)
	}
	return saved.Java, saved.Changed
}

// shownBefore returns the block entity that the server was given when the stored chunk was loaded.
func (m *merger) shownBefore(pos cube.Pos, old nbt.Compound) map[string]any {
	if o := m.bedrock.shown(cellAt(pos)); o != nil && o.data != nil {
		return o.data
	}
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
