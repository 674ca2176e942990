package anvilprovider

import (
	"fmt"
	"maps"
	"slices"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Saving is a merge. The stored chunk is read again and translated forward, as for loading, and compared with what the
// server saved: what is the same stays, byte for byte, and what differs is translated back. So everything that the
// translation does not know, and every difference that it cannot express, survives without being remembered anywhere.

// merger merges one column into one stored chunk.
type merger struct {
	p *Provider
	w *worker
	k key
	content
	edit anvil.Edit
	// version is the data version that the chunk will have.
	version int32
	// cells holds the working copies of the sections that changed, by Y.
	cells map[int8]*anvil.Cells
	// changed lists the block cells that the server changed, in the order of sections.
	changed []change
	bedrock *bedrockStates
	// newer lists, for each cell that got a block which the chunk's version does not have, that block.
	newer []inverse
	// entities are the block entities that the chunk will have.
	entities []nbt.Raw
	// entityList are the entities that the chunk will have, if entityChanged says that they are not those that are stored.
	entityList    []nbt.Raw
	entityChanged bool
	// unshown says how many of the stored entities of a number the server was not shown.
	unshown unshown
	// gone are the numbers of stored entities that the server no longer has in the chunk.
	gone []int64
	// fresh is true if there was no chunk, unfinished if there was one that the game has not finished and that is finished now. alone
	// is true if there is none, or an unfinished one, and it stays so: only entities are saved.
	fresh, unfinished, alone bool
	// built are the cells that somebody put something into, of a chunk which the server has as it generated it; see openUnfinished.
	built cellSet
	// finishes is true if the chunk becomes one that the game does not fill below height 0 any more.
	finishes bool
	// derived lists the cells whose derived properties changed, beyond the positions in other chunks where they have to, and
	// beside the chunks beside this one that were looked at.
	derived []change
	beyond  []position
	beside  map[world.ChunkPos]*worker
	// waiting are the chunks beside this one as the server saved them last; see waitingBeside.
	waiting map[world.ChunkPos]*chunk.Chunk
	// lost are the reasons why something that the server saved will not be in the world.
	lost []string
	// relights is true if a change matters to light; reached says which chunks beside this one it reaches, by dx+1 and dz+1.
	relights bool
	reached  [3][3]bool
	// relit is true if the chunk's light has been brought up to date.
	relit bool
}

// change is one cell whose block the server changed.
type change struct {
	y        int8
	i        uint16
	from, to string
}

// content is what there is to save of a chunk.
type content struct {
	// snap is the column as the server saved it, nil if it did not.
	snap *snapshot
	// stale are positions whose derived properties are to be derived anew, because a chunk beside this one has changed.
	stale []position
	// waited is true if the chunk has waited for another; see walked.
	waited bool
}

// writeColumn merges what there is to save into a chunk and writes it, unless nothing differs. It returns the positions in the
// chunks beside it whose derived properties are now stale.
func (p *Provider) writeColumn(k key, c content) (beyond []position, err error) {
	_, beyond, err = p.mergeColumn(k, c, false)
	return beyond, err
}

// mergeColumn merges what there is to save into a chunk and writes it: if anything differs, or if rewrite is set and the chunk
// is not one to upgrade.
func (p *Provider) mergeColumn(k key, c content, rewrite bool) (written bool, beyond []position, err error) {
	b, err := p.blocksOf(c)
	if err != nil {
		return false, nil, err
	}
	w := p.workers.get(b)
	defer p.workers.put(w)
	w.merging = true
	var m *merger
	defer func() {
		if err != nil {
			return
		}
		if !m.shows() {
			p.unshown.settle(k)
		}
		for _, reason := range m.lost {
			p.stats.lost.add(reason)
		}
	}()
	for {
		wasDark := p.dark.is(k)
		m = &merger{p: p, w: w, k: k, content: c, cells: make(map[int8]*anvil.Cells), bedrock: &w.bedrock}
		if err := m.open(); err == errNothing {
			return false, nil, nil
		} else if err != nil {
			return false, nil, err
		}
		if err := m.merge(); err != nil {
			return false, nil, k.dim.fault(k.pos, err)
		}
		if len(m.gone) > 0 && !c.waited {
			if to, ok := p.saves.whereTo(m.gone, k); ok {
				return false, nil, &walked{to}
			}
		}
		if rewrite && !m.w.chunk.Upgraded {
			m.replaceAll()
		}
		if m.relights && !m.fresh && !m.unfinished && !m.w.chunk.Upgraded {
			if done, err := m.writeRelit(wasDark); done || err != nil {
				return err == nil, m.beyond, err
			}
		}
		m.dropLight()
		if done, err := m.finish(wasDark); done || err != nil {
			return err == nil && !m.empty(), m.beyond, err
		}
	}
}

// blocksOf returns the translator for what there is to save.
func (p *Provider) blocksOf(c content) (*blocks, error) {
	if c.snap != nil {
		return c.snap.blocks, nil
	}
	return p.registry()
}

// finish prepares and writes the chunk. It is not done if the save of a chunk beside this one has taken the light away from
// what was read here; then the merge has to begin anew.
func (m *merger) finish(wasDark bool) (done bool, err error) {
	if err := m.prepare(); err != nil {
		return false, err
	}
	defer m.p.gates.enter(m.k)()
	if m.p.dark.is(m.k) != wasDark {
		return false, nil
	}
	return true, m.write()
}

// merge fills the edit.
func (m *merger) merge() error {
	if m.alone {
		return m.planEntities()
	}
	if m.snap != nil {
		if err := m.compare(); err != nil {
			return err
		}
	}
	m.derive()
	for _, y := range slices.Sorted(maps.Keys(m.cells)) {
		if c := m.cells[y]; c.Changed() {
			m.sectionEdit(y).Blocks = c
		}
	}
	m.finishBelowZero()
	m.heightmaps()
	m.light()
	if m.snap == nil {
		return nil
	}
	return m.planEntities()
}

// compare finds out what the server changed, but for entities.
func (m *merger) compare() error {
	if err := m.blocks(); err != nil {
		return err
	}
	if err := m.biomes(); err != nil {
		return err
	}
	if err := m.blockEntities(); err != nil {
		return err
	}
	m.ticks()
	return m.bedrock.save(m)
}

// empty reports whether the edit changes nothing.
func (m *merger) empty() bool {
	e := &m.edit
	return len(e.Sections) == 0 && e.BlockEntities == nil && e.BlockTicks == nil && e.FluidTicks == nil && e.Heightmaps.IsZero() &&
		e.Light == anvil.LightKeep && e.Status == "" && len(e.Set) == 0
}

// shows reports whether the server has entities that are stored for a chunk which does not exist. They would else be
// taken for ones that it was not shown.
func (m *merger) shows() bool { return m.alone && len(m.entityList) > 0 }

// write stores what changed: first the entities, which have a file of their own, then the chunk.
func (m *merger) write() error {
	k, stats := m.k, &m.p.stats
	wroteEntities, err := m.writeEntities()
	if err != nil {
		return err
	}
	if m.alone {
		stats.untouched.Add(1)
		return nil
	}
	if !m.fresh && m.empty() {
		m.noteBuilt()
		if wroteEntities {
			stats.written.Add(1)
		} else {
			stats.unchanged.Add(1)
		}
		return nil
	}
	m.invalidatePoints()
	if err := m.writeChunk(); err != nil {
		return err
	}
	if m.relights && !m.relit {
		m.p.dark.add(k)
	}
	m.noteBuilt()
	stats.written.Add(1)
	m.countCells()
	if m.fresh || m.unfinished {
		stats.created.Add(1)
	}
	return nil
}

// noteBuilt keeps in mind what somebody has put into a chunk that the server still has as it generated it, also if the same was
// stored there: if he takes it away, it is to go.
func (m *merger) noteBuilt() {
	if m.built != nil {
		m.p.built.set(m.k, m.built)
	}
}

// prepare does what must have happened before the chunk is written: a region file is backed up before the first chunk in it
// that is upgraded, or that is finished though the game has not finished it or would go on with it, because that cannot be taken
// back; and chunks beside this one lose light that would be wrong.
func (m *merger) prepare() error {
	k := m.k
	if m.w.chunk.Upgraded && !m.empty() {
		if m.p.conf.Upgrade == UpgradeRefuse {
			return k.dim.fault(k.pos, fmt.Errorf("%w: the chunk has data version %d", ErrUpgrade, m.w.chunk.DataVersion))
		}
		if err := m.p.backup(k); err != nil {
			return err
		}
	}
	if m.fresh && (!m.alone || m.entityChanged) && m.p.conf.Upgrade == UpgradeRefuse && m.p.old() {
		return k.dim.fault(k.pos, fmt.Errorf("%w: the chunk is new", ErrUpgrade))
	}
	if m.unfinished || m.finishes {
		if err := m.p.backup(k); err != nil {
			return err
		}
	}
	return m.darkenReached()
}

// writeChunk encodes the chunk and stores it.
func (m *merger) writeChunk() error {
	k, store := m.k, m.k.dim.terrain
	out, err := m.w.encoder.Append(m.w.out[:0], &m.w.chunk, &m.edit)
	if err != nil {
		return k.dim.fault(k.pos, err)
	}
	m.w.out = out
	if err := store.Write(k.pos[0], k.pos[1], out); err != nil {
		return k.dim.fault(k.pos, err)
	}
	return nil
}

// sectionEdit returns the edit of a section, which is added if there is none.
func (m *merger) sectionEdit(y int8) *anvil.SectionEdit {
	for i := range m.edit.Sections {
		if m.edit.Sections[i].Y == y {
			return &m.edit.Sections[i]
		}
	}
	m.edit.Sections = append(m.edit.Sections, anvil.SectionEdit{Y: y})
	e := &m.edit.Sections[len(m.edit.Sections)-1]
	if m.w.chunk.At(y) == nil {
		e.Biomes = anvil.NewBiomes(m.k.dim.biome)
	}
	return e
}

// cellsOf returns the working copy of the blocks of a section.
func (m *merger) cellsOf(y int8) *anvil.Cells {
	c := m.cells[y]
	if c == nil {
		if s := m.w.chunk.At(y); s != nil {
			c = s.EditBlocks()
		} else {
			c = anvil.NewBlocks(airKey)
		}
		m.cells[y] = c
	}
	return c
}

// state returns the state key that a block position in the chunk will have, or "" outside of it.
func (m *merger) state(x, y, z int) string {
	if c := m.cells[int8(y>>4)]; c != nil && int32(x>>4) == m.k.pos[0] && int32(z>>4) == m.k.pos[1] && y>>4 == int(int8(y>>4)) {
		return c.At(y&15<<8 | z&15<<4 | x&15)
	}
	return m.w.stateAt(m.k.pos, x, y, z)
}

const airKey = "minecraft:air"

// set gives the edit a tag at the root of the chunk; a zero raw removes it.
func (m *merger) set(name string, raw nbt.Raw) {
	if m.edit.Set == nil {
		m.edit.Set = make(map[string]nbt.Raw)
	}
	m.edit.Set[name] = raw
}
