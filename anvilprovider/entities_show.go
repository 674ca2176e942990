package anvilprovider

import (
	"fmt"
	"maps"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
)

// shown says which of the stored entities that the server could have it is shown, by how many of each number it is not.
// Those are the last ones of the number.
type shown func(all unshown) (hidden unshown)

// showAll is for a column that is given to the server.
func showAll(unshown) unshown { return nil }

// showEntities finds out which of the stored entities the server is shown. It returns what was hidden already, as of says, and
// what is left that the server is not shown.
func (p *Provider) showEntities(w *worker, k key, of shown) (hidden, left unshown) {
	e := &w.entities
	var all unshown
	for i := range e.list {
		if p.translateEntity(w, k, &e.list[i]) {
			if all == nil {
				all = make(unshown)
			}
			all[e.list[i].id]++
		}
	}
	if e.values > maxEntityValues {
		folder := "region"
		if e.doc != nil {
			folder = "entities"
		}
		e.broken, e.list, all = true, e.list[:0], nil
		p.skip(w, skipEntities, "entities", k.dim, k.pos, k.dim.faultIn(folder, k.pos, errEntityValues))
	}
	hidden = of(all)
	left = maps.Clone(all)
	for i := range e.list {
		one := &e.list[i]
		if !one.known {
			continue
		}
		show := left[one.id] == all[one.id] && all[one.id] > hidden[one.id]
		if show && one.frame != nil {
			show = p.showFrame(w, k, i)
		} else {
			one.shown = show
		}
		if show {
			left[one.id]--
		} else {
			p.skip(w, skipEntity, "hidden", k.dim, k.pos, nil)
		}
	}
	maps.DeleteFunc(left, func(_ int64, n int) bool { return n == 0 })
	return hidden, left
}

// given counts, by their numbers, the entities that the server could have and that are not among those that are left.
func (e *stored) given(left unshown) map[int64]int {
	counts := make(map[int64]int)
	for i := range e.list {
		if one := &e.list[i]; one.known {
			counts[one.id]++
		}
	}
	for id, n := range left {
		counts[id] -= n
	}
	return counts
}

// translateEntity translates an entity, and reports whether the server could have it. Those of types that it does not have,
// animals mostly, are not even decoded.
func (p *Provider) translateEntity(w *worker, k key, e *storedOne) bool {
	raw, _ := e.raw.Lookup("id")
	id, _ := raw.Str()
	own, foreign := p.conf.Entities.Lookup(id)
	foreign = foreign && entity.IsForeign(e.raw)
	if !foreign && !entity.Translated(id) {
		p.skip(w, skipEntity, id, k.dim, k.pos, nil)
		return false
	}
	if w.entities.values += e.raw.Values(); w.entities.values > maxEntityValues {
		return false
	}
	java, err := e.raw.Compound()
	if err != nil {
		p.skip(w, skipMalformed, "entity", k.dim, k.pos, err)
		return false
	}
	e.java = java
	if !foreign && entity.IsFrame(id) {
		f, ok := entity.LoadFrame(java, e.version)
		if e.known = ok && k.dim.inChunk(k.pos, f.X, f.Y, f.Z); e.known {
			e.id, e.frame = f.ID(), &f
		}
	} else if e.id, e.data, e.known = entity.Load(java, w.entityOptions(e.version)); e.known {
		identifier, _ := e.data["identifier"].(string)
		_, e.known = p.conf.Entities.Lookup(identifier)
	}
	if e.known && foreign {
		if err := decodes(own, e.data); err != nil {
			e.known = false
			p.skip(w, skipMalformed, id, k.dim, k.pos, err)
			return false
		}
	}
	if !e.known {
		p.skip(w, skipEntity, id, k.dim, k.pos, nil)
	}
	return e.known
}

// decodes tries whether the server's own type reads the data of an entity. A file can say anything in the tag that holds it, and a
// type takes for granted that it has written that itself.
func decodes(own world.EntityType, data map[string]any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the type of the entity panics at its data: %v", r)
		}
	}()
	own.DecodeNBT(cloneMap(data), &world.EntityData{})
	return nil
}

// showFrame shows an item frame as a block, if its cell is air or a liquid, and no other frame hangs there.
func (p *Provider) showFrame(w *worker, k key, i int) bool {
	f := w.entities.list[i].frame
	o := override{y: int8(f.Y >> 4), i: uint16(f.Y&15<<8 | f.Z&15<<4 | f.X&15), frame: true, stored: i, data: f.Data}
	o.java = w.stateAt(k.pos, f.X, f.Y, f.Z)
	_, taken := w.bedrock.oldAt[place{o.y, o.i}]
	b, ok := w.blocks.source.BlockByName(f.Block())
	if taken || !ok || o.java == "" {
		return false
	}
	o.b = translate.Block{Runtime: w.blocks.source.BlockRuntimeID(b), Known: true}
	switch in := w.info(o.java); {
	case w.blocks.source.LiquidBlock(in.Runtime):
		o.b.Liquid, o.b.HasLiquid = in.Runtime, true
	case in.Block != w.info(airKey).Block:
		return false
	}
	w.bedrock.add(o)
	return true
}

// entityOptions lets the translation of entities ask about blocks.
func (w *worker) entityOptions(version int32) entity.Options {
	return entity.Options{
		Version: version,
		Host: func(key string) (string, map[string]any, bool) {
			return w.host(anvil.Modernise(key, version))
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
