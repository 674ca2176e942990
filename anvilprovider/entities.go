package anvilprovider

import (
	"errors"
	"fmt"
	"slices"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
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
	// version is the data version that they are spelled in: the chunk's if any of them is in the chunk itself, otherwise that
	// of the document.
	version int32
	// mixed is true if those in the chunk are spelled in another version than those in the document.
	mixed bool
	// doc is the document of the entities' own file, nil if there is none; broken is true if it cannot be read.
	doc    []byte
	broken bool
	list   []storedOne
	// values counts what has been decoded of them.
	values int
	// inside is how many of the list are in the chunk itself: the first ones.
	inside int
}

// storedOne is one entity.
type storedOne struct {
	raw  nbt.Raw
	java nbt.Compound // nil if it cannot be read
	// version is the data version that it is spelled in.
	version int32
	// known is true if the server could have it: an entity, with what it is given as data, or a frame, which is a block to
	// it. id is the number by which it is found again. shown is true for an entity that the server is given.
	known bool
	id    int64
	data  map[string]any
	frame *entity.Frame
	shown bool
}

// readEntities reads the entities of a chunk, whose terrain is in the worker's memory, and translates those that the
// server is shown. Item frames become blocks where their cell is air. It returns what showEntities does.
func (p *Provider) readEntities(w *worker, k key, of shown) (hidden, left unshown) {
	e := &w.entities
	*e = stored{version: w.chunk.DataVersion, list: e.list[:0]}
	if e.version == 0 && len(w.chunk.Entities) > 0 {
		e.version = unversioned
	}
	if n := len(w.chunk.Entities); n > maxEntities {
		e.broken = true
		p.skip(w, skipEntities, "entities", k.dim, k.pos, k.dim.fault(k.pos, tooMany(n)))
		return p.showEntities(w, k, of)
	}
	for _, raw := range w.chunk.Entities {
		e.list = append(e.list, storedOne{raw: raw, version: e.version})
	}
	if err := p.readEntityFile(w, k.dim, k.pos); err != nil {
		e.broken, e.list, e.inside = true, e.list[:len(w.chunk.Entities)], len(w.chunk.Entities)
		p.skip(w, skipEntities, "entities", k.dim, k.pos, k.dim.faultIn("entities", k.pos, err))
	}
	return p.showEntities(w, k, of)
}

// maxEntities bounds the entities of a chunk that are read, in the chunk and in the file of their own each. A few kilobytes can hold
// millions, and what is kept of one takes a hundred bytes, or a few thousand if the server is given it. A game would hardly move with as
// many. Where there are more they stay as they are.
const maxEntities = 1 << 15

// maxEntityValues bounds the values in the entities of a chunk that are decoded, which are those that the server could have. One takes up
// to a hundred bytes.
const maxEntityValues = 1 << 20

// errEntityValues is what is wrong with entities of more.
var errEntityValues = fmt.Errorf("the entities consist of more than %d values", maxEntityValues)

// tooMany is what is wrong with a list of more.
func tooMany(n int) error {
	return fmt.Errorf("%d entities, of which at most %d are read", n, maxEntities)
}

// readEntityFile reads the document of the entities' own file.
func (p *Provider) readEntityFile(w *worker, dim *dimension, pos world.ChunkPos) error {
	data, _, err := dim.entity.Read(w.entityData[:0], pos[0], pos[1])
	if err == nil || cap(data) > cap(w.entityData) {
		w.entityData = data
	}
	if errors.Is(err, region.ErrNotFound) {
		w.entities.inside = len(w.chunk.Entities)
		return nil
	} else if err != nil {
		return err
	}
	e, r, version := &w.entities, nbt.NewReader(data, nbt.Limits{}), w.chunk.DataVersion
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
			version = r.Int()
		case string(name) == "Position" && tag == nbt.TagIntArray:
			at := r.IntArray()
			if len(at) != 8 || be32(at) != pos[0] || be32(at[4:]) != pos[1] {
				return ErrMisplaced
			}
		case string(name) == "Entities":
			if tag != nbt.TagList {
				return errNoEntities
			}
			elem, n := r.List()
			if n > 0 && elem != nbt.TagCompound {
				return errNoEntities
			}
			if n > maxEntities {
				return tooMany(n)
			}
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
	e.unite(len(w.chunk.Entities), version)
	return nil
}

// errNoEntities is what is wrong with a document whose entities are something else than a list of compounds.
var errNoEntities = errors.New("the entities are not a list of compounds")

// unite drops those of the first n entities, which are in the chunk itself, that are in the document as well. Entities move
// to the document before the chunk is written without them; a crash in between, and a region file of before the move that
// was copied back, leave them in both. The document is the newer of the two. version is that of the document.
func (e *stored) unite(n int, version int32) {
	for i := n; i < len(e.list); i++ {
		e.list[i].version = version
	}
	if n > 0 && len(e.list) > n {
		moved := make(map[[16]byte]bool, len(e.list)-n)
		for _, one := range e.list[n:] {
			if id, ok := entity.UUID(one.raw); ok {
				moved[id] = true
			}
		}
		doc := e.list[n:]
		e.list = slices.DeleteFunc(e.list[:n:n], func(one storedOne) bool {
			id, ok := entity.UUID(one.raw)
			return ok && moved[id]
		})
		n = len(e.list)
		e.list = append(e.list, doc...)
	}
	e.inside = n
	e.mixed = n > 0 && len(e.list) > n && version != e.version
	if n == 0 {
		e.version = version
	}
}

func be32(b []byte) int32 {
	return int32(b[0])<<24 | int32(b[1])<<16 | int32(b[2])<<8 | int32(b[3])
}
