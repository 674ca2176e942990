package anvilprovider

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
)

// shown says what the server had of the stored entities: what it was shown. Of a chunk that did not exist, of what an unfinished one
// has in itself, and of entities that could not be read when it got the chunk, that is nothing. It is noted once they can be read, even where there is nothing, so that
// a second attempt does not hide what the first has written.
func (m *merger) shown(all unshown) unshown {
	n, noted := m.p.unshown.get(m.k)
	if (m.fresh || m.unfinished) && !noted {
		n = note{blind: true}
	}
	hidden := n.of(all)
	if m.unfinished && !n.blind {
		hidden = m.withInside(hidden)
	}
	switch {
	case (n.blind || m.unfinished) && !m.w.entities.broken:
		m.p.unshown.set(m.k, note{hidden: hidden})
	case n.blind:
		m.p.unshown.set(m.k, n)
	}
	return hidden
}

// withInside adds the entities in the chunk itself to those that the server was not shown.
func (m *merger) withInside(hidden unshown) unshown {
	hidden = maps.Clone(hidden)
	if hidden == nil {
		hidden = make(unshown)
	}
	for i := range m.w.entities.inside {
		if one := &m.w.entities.list[i]; one.known {
			hidden[one.id]++
		}
	}
	return hidden
}

// mergeEntities returns the entities that the chunk will have, and whether that differs from what is stored.
func (m *merger) mergeEntities() (out []nbt.Raw, changed bool, err error) {
	have := m.savedEntities()
	add := func(java nbt.Compound) {
		raw, rawErr := nbt.RawOf(java)
		if rawErr != nil {
			err = errors.Join(err, fmt.Errorf("entity: %w", rawErr))
			return
		}
		out, changed = append(out, raw), true
	}
	var first []nbt.Raw
	w := m.w
	frames := m.frames()
	for i := range w.entities.list {
		e := &w.entities.list[i]
		f, isFrame := frames[i]
		switch {
		case isFrame && f == nil:
			changed = true
		case isFrame:
			if saved := m.saveFrame(e.java, f); saved.Changed {
				add(saved.Java)
				continue
			}
			out = append(out, e.raw)
		case !e.shown:
			out = append(out, e.raw)
		case have[e.id] == nil:
			// It does not exist any more, or is in another chunk.
			m.p.forms.remember(e.id, form{e.raw.Clone(), e.version})
			m.gone, changed = append(m.gone, e.id), true
		default:
			saved := m.saveEntity(e.java, e.id, have[e.id], w.entityOptions(e.version))
			delete(have, e.id)
			if saved.Changed {
				add(saved.Java)
				continue
			}
			out = append(out, e.raw)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(have)) {
		java, saveErr := m.newEntity(id, have[id])
		err = errors.Join(err, saveErr)
		if java != nil {
			add(java)
			if m.unshown[id] > 0 && err == nil {
				// The first of its number is the one that the server has.
				first = append(first, out[len(out)-1])
				out = out[:len(out)-1]
			}
		}
	}
	for k := range m.bedrock.noted {
		if o := &m.bedrock.noted[k]; o.frame && o.stored < 0 {
			if saved := m.saveFrame(nil, o); saved.Java != nil {
				add(saved.Java)
			}
		}
	}
	return append(first, out...), changed, err
}

// newEntity returns the Java form of an entity that is new in the chunk. One that comes from another keeps the form that it had
// there; in a document of another version, which spells things differently, that is its UUID alone.
func (m *merger) newEntity(id int64, e *chunk.Entity) (nbt.Compound, error) {
	options := m.w.entityOptions(m.w.entities.version)
	was, ok := m.p.forms.get(id)
	if !ok || e.ID != id {
		return m.saveEntity(nil, id, e, options).Java, nil
	}
	if was.version == options.Version {
		old, err := was.java.Compound()
		return m.saveEntity(old, id, e, options).Java, err
	}
	java := m.saveEntity(nil, id, e, options).Java
	if uuid, ok := entity.UUID(was.java); ok && java != nil {
		entity.SetUUID(java, uuid, options.Version)
	}
	return java, nil
}

// savedEntities returns what the server saved by its numbers. An entity with the number of another, as can come from the
// chunk beside this one, gets the next that is free.
func (m *merger) savedEntities() map[int64]*chunk.Entity {
	have := make(map[int64]*chunk.Entity, len(m.snap.entities))
	var again []*chunk.Entity
	for i := range m.snap.entities {
		e := &m.snap.entities[i]
		if have[e.ID] != nil {
			again = append(again, e)
			continue
		}
		have[e.ID] = e
	}
	for _, e := range again {
		id := e.ID + 1
		for have[id] != nil {
			id++
		}
		have[id] = e
	}
	return have
}

// frames returns, by their place among the stored entities, the item frames that the server was shown as blocks; nil for
// one whose block is gone. One that hangs there still, and only got wet or dry or another item, is the same.
func (m *merger) frames() map[int]*override {
	frames := make(map[int]*override)
	for k := range m.bedrock.old {
		o := &m.bedrock.old[k]
		if !o.frame {
			continue
		}
		frames[o.stored] = o
		if !m.isChanged(o.y, o.i) {
			continue
		}
		frames[o.stored] = nil
		if now := m.bedrock.at(m, o.y, o.i); now != nil && now.frame {
			was, _ := m.frameOf(o)
			is, _ := m.frameOf(now)
			if was.Facing == is.Facing && was.Glow == is.Glow {
				frames[o.stored], now.stored = now, o.stored
			}
		}
	}
	return frames
}

// frameOf returns the item frame of an entry.
func (m *merger) frameOf(o *override) (entity.Frame, bool) {
	x, y, z := cell{y: o.y, i: o.i}.position(m.k.pos)
	bedrock, properties, _ := m.w.blocks.source.RuntimeIDToState(o.b.Runtime)
	return entity.FrameOf(x, y, z, bedrock, properties, o.data)
}

func (m *merger) saveFrame(old nbt.Compound, o *override) entity.Saved {
	f, ok := m.frameOf(o)
	if !ok {
		return entity.Saved{Java: old}
	}
	saved := entity.SaveFrame(old, f, m.w.entities.version)
	if err := found(saved.Findings); err != nil {
		name, _ := f.Block()
		m.lose(lostPart, name, [3]int{f.X, f.Y, f.Z}, err)
	}
	return saved
}

// planEntities decides what entities the chunk will have. Those inside a chunk move to their own file when any changes, and
// with the upgrade of the chunk even if none did: what stays in it would be taken for entities of the new version.
func (m *merger) planEntities() (err error) {
	e := &m.w.entities
	if e.version == 0 {
		e.version = m.version
	}
	if len(e.list) == 0 && e.doc == nil {
		e.version = m.versionOfFirst()
	}
	if m.entityList, m.entityChanged, err = m.mergeEntities(); err != nil {
		return err
	}
	inside := len(m.w.chunk.Entities) > 0
	upgrades := inside && m.w.chunk.Upgraded && (m.entityChanged || !m.empty())
	switch {
	case (e.broken || e.mixed) && upgrades:
		return fmt.Errorf("the entities in the chunk cannot move to their own file: %w", e.trouble())
	case e.broken || e.mixed:
		// Nothing is written over what cannot be read; entities inside the chunk stay there.
		if m.entityChanged {
			m.p.skip(m.w, skipMalformed, "entities of a chunk", m.k.dim, m.k.pos, e.trouble())
		}
		m.entityChanged = false
	case upgrades || inside && m.entityChanged:
		m.entityChanged = true
		m.set("entities", nbt.Raw{})
	}
	return nil
}

// versionOfFirst returns the version of the document of a chunk that had no entities: the chunk's, but none that is newer than all
// that is known, so that the game brings up to date what is new. What has walked in from a document of such a version keeps its form,
// though.
func (m *merger) versionOfFirst() int32 {
	v := min(m.w.entities.version, anvil.NewestDataVersion)
	for i := range m.snap.entities {
		if was, ok := m.p.forms.get(m.snap.entities[i].ID); ok && was.version > anvil.NewestDataVersion {
			v = max(v, was.version)
		}
	}
	return v
}

// trouble says why the entities cannot be written.
func (e *stored) trouble() error {
	if e.broken {
		return ErrEntities
	}
	return errMixed
}

// errMixed is what is wrong with entities of which some are in the chunk and some are in a document of another version: one
// document cannot hold both. The game makes one of them when it loads the chunk.
var errMixed = errors.New("the stored entities are of two versions; the game unites them when it loads the chunk")

// writeEntities writes the entities if they changed, and reports whether they did.
func (m *merger) writeEntities() (wrote bool, err error) {
	if !m.entityChanged {
		return false, nil
	}
	doc, err := m.entityDocument(m.entityList)
	if err != nil {
		return false, m.k.dim.fault(m.k.pos, err)
	}
	if err := m.k.dim.entity.Write(m.k.pos[0], m.k.pos[1], doc); err != nil {
		return false, m.k.dim.fault(m.k.pos, err)
	}
	return true, nil
}

// entityDocument makes the document of the entities' own file: the old one with another list, or a new one.
func (m *merger) entityDocument(list []nbt.Raw) ([]byte, error) {
	e := &m.w.entities
	b := nbt.AppendHead(nil, nbt.TagCompound, "")
	seen := false
	if e.doc != nil {
		r := nbt.NewReader(e.doc, nbt.Limits{})
		r.Root()
		for {
			tag, name, ok := r.Next()
			if !ok {
				break
			}
			raw := r.Raw(tag)
			if string(name) == "Entities" || string(name) == "DataVersion" {
				continue
			}
			seen = seen || string(name) == "Position"
			text, err := nbt.DecodeText(name)
			if err != nil {
				return nil, err
			}
			b = raw.AppendEntry(b, text)
		}
		if err := r.Err(); err != nil {
			return nil, err
		}
	}
	b = nbt.AppendInt(nbt.AppendHead(b, nbt.TagInt, "DataVersion"), e.version)
	if !seen {
		b = nbt.AppendIntArray(nbt.AppendHead(b, nbt.TagIntArray, "Position"), []int32{m.k.pos[0], m.k.pos[1]})
	}
	b = nbt.AppendHead(b, nbt.TagList, "Entities")
	if len(list) == 0 {
		b = nbt.AppendListHead(b, nbt.TagEnd, 0)
	} else {
		b = nbt.AppendListHead(b, nbt.TagCompound, len(list))
	}
	for _, raw := range list {
		b = append(b, raw.Data...)
	}
	return nbt.AppendEnd(b), nil
}

// unversioned is the version that the game takes entities for that name none, as before 1.9: that of its oldest schema. The
// document says how its entities are spelled, and the game upgrades them when it loads it.
const unversioned = 99
