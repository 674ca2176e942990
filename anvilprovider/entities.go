package anvilprovider

import (
	"errors"
	"fmt"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
)

// Entities have lived in region files of their own since 1.17, one document per chunk:
//
//	DataVersion: int, Position: int array (x, z), Entities: list of compounds
//
// Before, they were in the chunk. A document that cannot be read never keeps the terrain from loading, and is never
// written over.

// stored are the entities of one chunk as they are in the files.
type stored struct {
	// version is the data version that they are spelled in.
	version int32
	// doc is the document of the entities' own file, nil if there is none; broken is true if it cannot be read.
	doc    []byte
	broken bool
	list   []storedOne
}

// storedOne is one entity.
type storedOne struct {
	raw  nbt.Raw
	java nbt.Compound // nil if it cannot be read
	// inChunk is true for an entity that is in the chunk itself.
	inChunk bool
	// id and data are what the server is given; shown is false if it is not given the entity.
	id    int64
	data  map[string]any
	shown bool
}

// readEntities reads the entities of a chunk, whose terrain is in the worker's memory, and translates those that the
// server knows. Item frames become blocks where their cell is air.
func (p *Provider) readEntities(w *worker, dim *dimension, pos world.ChunkPos) {
	e := &w.entities
	*e = stored{version: w.chunk.DataVersion, list: e.list[:0]}
	for _, raw := range w.chunk.Entities {
		e.list = append(e.list, storedOne{raw: raw, inChunk: true})
	}
	if err := p.readEntityFile(w, dim, pos); err != nil {
		e.broken = true
		p.skip(w, skipEntities, "entities", dim, pos, err)
	}
	for i := range e.list {
		p.showEntity(w, dim, pos, i)
	}
}

// readEntityFile reads the document of the entities' own file.
func (p *Provider) readEntityFile(w *worker, dim *dimension, pos world.ChunkPos) error {
	data, _, err := dim.entity.Read(w.entityData[:0], pos[0], pos[1])
	if err == nil || cap(data) > cap(w.entityData) {
		w.entityData = data
	}
	if errors.Is(err, region.ErrNotFound) {
		return nil
	} else if err != nil {
		return err
	}
	e, r := &w.entities, nbt.NewReader(data, nbt.Limits{})
	if _, ok := r.Root(); !ok {
		return r.Err()
	}
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		switch {
		case string(name) == "DataVersion" && tag == nbt.TagInt:
			if v := r.Int(); len(w.chunk.Entities) == 0 {
				e.version = v
			}
		case string(name) == "Position" && tag == nbt.TagIntArray:
			at := r.IntArray()
			if len(at) != 8 || be32(at) != pos[0] || be32(at[4:]) != pos[1] {
				return ErrMisplaced
			}
		case string(name) == "Entities" && tag == nbt.TagList:
			elem, n := r.List()
			for range n {
				e.list = append(e.list, storedOne{raw: r.Raw(elem)})
			}
		default:
			r.Skip(tag)
		}
	}
	if err := r.Close(); err != nil {
		return err
	}
	e.doc = data
	return nil
}

func be32(b []byte) int32 {
	return int32(b[0])<<24 | int32(b[1])<<16 | int32(b[2])<<8 | int32(b[3])
}

// showEntity translates an entity, if it is of a type that the server knows.
func (p *Provider) showEntity(w *worker, dim *dimension, pos world.ChunkPos, i int) {
	e := &w.entities.list[i]
	java, err := e.raw.Compound()
	if err != nil {
		p.skip(w, skipMalformed, "entity", dim, pos, err)
		return
	}
	e.java = java
	id, _ := java.Str("id")
	if entity.IsFrame(id) {
		p.showFrame(w, dim, pos, i)
		return
	}
	e.id, e.data, e.shown = entity.Load(java, w.entityOptions(w.entities.version))
	if e.shown {
		identifier, _ := e.data["identifier"].(string)
		_, e.shown = p.conf.Entities.Lookup(identifier)
	}
	if !e.shown {
		p.skip(w, skipEntity, id, dim, pos, nil)
	}
}

// showFrame shows an item frame as a block, if its cell is air and no other frame hangs there.
func (p *Provider) showFrame(w *worker, dim *dimension, pos world.ChunkPos, i int) {
	e := &w.entities.list[i]
	f, ok := entity.LoadFrame(e.java, w.entities.version)
	if !ok || !dim.inChunk(pos, f.X, f.Y, f.Z) {
		p.skip(w, skipEntity, "item frame", dim, pos, nil)
		return
	}
	o := override{y: int8(f.Y >> 4), i: uint16(f.Y&15<<8 | f.Z&15<<4 | f.X&15), frame: true, stored: i, data: f.Data}
	o.java = w.stateAt(pos, f.X, f.Y, f.Z)
	_, taken := w.bedrock.oldAt[place{o.y, o.i}]
	b, ok := w.blocks.source.BlockByName(f.Block())
	if taken || !ok || o.java == "" || w.info(o.java).Block != w.info(airKey).Block {
		p.skip(w, skipEntity, "item frame", dim, pos, nil)
		return
	}
	o.b = translate.Block{Runtime: w.blocks.source.BlockRuntimeID(b)}
	w.bedrock.add(o)
}

// loadEntities returns the entities that the server is given.
func (p *Provider) loadEntities(w *worker) []chunk.Entity {
	var list []chunk.Entity
	for _, e := range w.entities.list {
		if e.shown {
			list = append(list, chunk.Entity{ID: e.id, Data: e.data})
		}
	}
	return list
}

// entityOptions lets the translation of entities ask about blocks.
func (w *worker) entityOptions(version int32) entity.Options {
	return entity.Options{
		Version: version,
		Host: func(key string) (string, map[string]any, bool) {
			b := w.blocks.t.Block(anvil.Modernise(key, version))
			bedrock, states, ok := w.blocks.source.RuntimeIDToState(b.Runtime)
			return bedrock, states, ok && b.Known
		},
		Java: func(bedrock string, states map[string]any) (string, bool) {
			b, ok := w.blocks.source.BlockByName(bedrock, states)
			if !ok {
				return "", false
			}
			key, ok := w.blocks.t.JavaOf(w.blocks.source.BlockRuntimeID(b))
			return anvil.Spell(key, version), ok
		},
	}
}

// mergeEntities returns the entities that the chunk will have, and whether that differs from what is stored.
func (m *merger) mergeEntities() (out []nbt.Raw, changed bool, err error) {
	have := make(map[int64]*chunk.Entity, len(m.snap.entities))
	for i := range m.snap.entities {
		have[m.snap.entities[i].ID] = &m.snap.entities[i]
	}
	add := func(java nbt.Compound) {
		raw, rawErr := nbt.RawOf(java)
		if rawErr != nil {
			err = errors.Join(err, fmt.Errorf("entity: %w", rawErr))
			return
		}
		out, changed = append(out, raw), true
	}
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
			changed = true // Gone, or in another chunk by now.
		default:
			saved := entity.Save(e.java, e.id, have[e.id].Data, w.entityOptions(w.entities.version))
			delete(have, e.id)
			if saved.Changed {
				add(saved.Java)
				continue
			}
			out = append(out, e.raw)
		}
	}
	for i := range m.snap.entities {
		e := &m.snap.entities[i]
		if have[e.ID] != e {
			continue
		}
		if saved := entity.Save(nil, e.ID, e.Data, w.entityOptions(w.entities.version)); saved.Java != nil {
			add(saved.Java)
		}
	}
	for k := range m.bedrock.noted {
		if o := &m.bedrock.noted[k]; o.frame {
			if saved := m.saveFrame(nil, o); saved.Java != nil {
				add(saved.Java)
			}
		}
	}
	return out, changed, err
}

// frames returns, by their place among the stored entities, the item frames that the server was shown as blocks; nil for
// one whose block is gone.
func (m *merger) frames() map[int]*override {
	frames := make(map[int]*override)
	for k := range m.bedrock.old {
		o := &m.bedrock.old[k]
		if !o.frame {
			continue
		}
		frames[o.stored] = o
		if m.isChanged(o.y, o.i) {
			frames[o.stored] = nil
		}
	}
	return frames
}

func (m *merger) saveFrame(old nbt.Compound, o *override) entity.Saved {
	x, y, z := cell{y: o.y, i: o.i}.position(m.k.pos)
	bedrock, properties, _ := m.w.blocks.source.RuntimeIDToState(o.b.Runtime)
	f, ok := entity.FrameOf(x, y, z, bedrock, properties, o.data)
	if !ok {
		return entity.Saved{Java: old}
	}
	return entity.SaveFrame(old, f, m.w.entities.version)
}

// writeEntities writes the entities if they changed, and reports whether they did. For a chunk that has them inside, and is
// upgraded, they move to their own file.
func (m *merger) writeEntities() (wrote bool, err error) {
	e := &m.w.entities
	moves := m.w.chunk.Upgraded && len(m.w.chunk.Entities) > 0
	if e.version == 0 {
		if e.version = m.version; moves {
			e.version = unversioned
		}
	}
	out, changed, err := m.mergeEntities()
	if err != nil {
		return false, m.k.dim.fault(m.k.pos, err)
	}
	if !changed && (!moves || m.empty()) {
		return false, nil
	}
	if e.broken {
		m.p.skip(m.w, skipMalformed, "entities of a chunk", m.k.dim, m.k.pos, ErrEntities)
		return false, nil
	}
	doc, err := m.entityDocument(out)
	if err != nil {
		return false, m.k.dim.fault(m.k.pos, err)
	}
	if err := m.k.dim.entity.Write(m.k.pos[0], m.k.pos[1], doc); err != nil {
		return false, m.k.dim.fault(m.k.pos, err)
	}
	if moves {
		m.set("entities", nbt.Raw{})
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
			if string(name) == "Entities" {
				continue
			}
			seen = true
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
	if !seen {
		b = nbt.AppendInt(nbt.AppendHead(b, nbt.TagInt, "DataVersion"), e.version)
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
