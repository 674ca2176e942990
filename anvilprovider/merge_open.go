package anvilprovider

import (
	"errors"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
)

// open reads the stored chunk and the entities for it. There may be some for a chunk that does not exist yet.
func (m *merger) open() error {
	if err := m.openChunk(); err != nil {
		return err
	}
	if m.snap != nil {
		m.unshown, _ = m.p.readEntities(m.w, m.k, m.shown)
	}
	return nil
}

// errNothing is what open returns if nothing was saved, and what is stale is not worth a write: there is no chunk, it is damaged,
// or it is one of before 1.18, which nothing but a change of its own upgrades.
var errNothing = errors.New("nothing to save")

// openChunk reads the stored chunk. One that does not exist, or is not to be finished, becomes one of air.
func (m *merger) openChunk() error {
	k, w := m.k, m.w
	err := m.p.readChunk(w, k.dim, k.pos)
	if m.snap == nil && (err == errAbsent || err == errPartial || damaged(err) || err == nil && w.chunk.Upgraded) {
		return errNothing
	}
	switch err {
	case errAbsent:
		return m.openAbsent()
	case errPartial:
		if on, err := m.openUnfinished(); err != nil {
			return k.dim.fault(k.pos, err)
		} else if !on {
			m.fresh, m.alone = true, true
			return m.blank()
		}
	case nil:
		if was, ok := m.p.built.get(k); ok && m.snap != nil {
			if err := m.openBuilt(was); err != nil {
				return k.dim.fault(k.pos, err)
			}
		}
	default:
		return err
	}
	m.version = w.chunk.ThingsVersion()
	if w.chunk.Upgraded {
		// Not above the version whose form package anvil gives to block entities: the game takes the chunk on from there.
		m.version = min(m.p.upgradedVersion(), anvil.DefaultDataVersion)
		m.edit.DataVersion = m.version
	}
	if err := w.bedrock.read(w); err != nil {
		return k.dim.fault(k.pos, err)
	}
	return nil
}

// openAbsent makes the merge one of a chunk that the world does not have.
func (m *merger) openAbsent() error {
	d, err := m.deeds()
	if err != nil {
		return m.k.dim.fault(m.k.pos, err)
	}
	m.fresh, m.alone = true, !d.any && !m.p.conf.KeepUntouched
	return m.blank()
}

// blank puts a chunk of air into the worker's memory.
func (m *merger) blank() error {
	r := m.snap.chunk.Range
	m.version = m.p.newVersion()
	lowest, highest := int8(r[0]>>4), int8(r[1]>>4)
	if m.k.dim.javaHeight > r[1] {
		highest = int8(m.k.dim.javaHeight >> 4)
	}
	m.w.bedrock = bedrockStates{}
	m.w.data = append(m.w.data[:0], anvil.Blank(m.k.pos[0], m.k.pos[1], m.version, lowest, highest, m.k.dim.biome)...)
	if err := m.w.decoder.Decode(m.w.data, &m.w.chunk); err != nil {
		return m.k.dim.fault(m.k.pos, err)
	}
	return nil
}
