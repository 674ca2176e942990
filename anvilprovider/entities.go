package anvilprovider

import (
	"errors"
	"strings"

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

// translated are the types that package entity translates, in lower case, by their names of all versions. Entities of other
// types, animals mostly, are not even decoded.
var translated = map[string]bool{
	"item": true, "experience_orb": true, "xp_orb": true, "xporb": true, "arrow": true, "falling_block": true, "fallingsand": true,
	"tnt": true, "primedtnt": true, "end_crystal": true, "ender_crystal": true, "endercrystal": true, "snowball": true, "egg": true,
	"thrownegg": true, "ender_pearl": true, "thrownenderpearl": true, "experience_bottle": true, "xp_bottle": true,
	"thrownexpbottle": true, "splash_potion": true, "lingering_potion": true, "potion": true, "thrownpotion": true,
	"firework_rocket": true, "fireworks_rocket": true, "fireworksrocketentity": true, "area_effect_cloud": true,
	"areaeffectcloud": true, "text_display": true, "item_frame": true, "glow_item_frame": true, "itemframe": true,
}

// showEntity translates an entity, if it is of a type that the server knows.
func (p *Provider) showEntity(w *worker, dim *dimension, pos world.ChunkPos, i int) {
	e := &w.entities.list[i]
	raw, _ := e.raw.Lookup("id")
	id, _ := raw.Str()
	if !translated[strings.ToLower(strings.TrimPrefix(id, "minecraft:"))] {
		p.skip(w, skipEntity, id, dim, pos, nil)
		return
	}
	java, err := e.raw.Compound()
	if err != nil {
		p.skip(w, skipMalformed, "entity", dim, pos, err)
		return
	}
	e.java = java
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
