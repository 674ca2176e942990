package anvilprovider

import (
	"errors"
	"fmt"

	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
)

// Reasons why something that the server saved is not in the world. They are the keys of Stats.Lost.
const (
	lostType   = "entity_type" // an entity of a type that Config.Entities does not name
	lostEntity = "entity"      // an entity, or what has changed of it, that the world has no form for
	lostPart   = "entity_part" // a part of an entity
	lostData   = "block_part"  // a part of a block entity: of a plug-in's block, or a plant that no pot of Java's holds
	lostLoot   = "loot_table"  // the loot table of a container that a server of Bedrock Edition has not opened
)

// Causes of a loss.
var (
	errUnnamedType = errors.New("its type is not named by Config.Entities, so that it would never be given to the server again")
	errNoForm      = errors.New("there is no form in which it could be read again")
	errNoTable     = errors.New("the loot tables of Java are others")
)

// saveEntity merges an entity of the server into its stored form, nil if it has none, under the number by which it is known in the
// chunk. What is not saved is counted and logged; what is stored of it stays.
func (m *merger) saveEntity(old nbt.Compound, id int64, e *chunk.Entity, options entity.Options) entity.Saved {
	identifier, _ := e.Data["identifier"].(string)
	if entity.Fleeting(identifier) {
		return entity.Saved{Java: old}
	}
	if _, ok := m.p.conf.Entities.Lookup(identifier); !ok {
		m.lose(lostType, identifier, e.Data["Pos"], errUnnamedType)
		return entity.Saved{Java: old}
	}
	saved := entity.Save(old, id, e.Data, options)
	if saved.Java == nil || saved.Changed && !readable(saved.Java, id, identifier, options) {
		m.lose(lostEntity, identifier, e.Data["Pos"], errors.Join(errNoForm, found(saved.Findings)))
		return entity.Saved{Java: old}
	}
	if err := found(saved.Findings); err != nil {
		m.lose(lostPart, identifier, e.Data["Pos"], err)
	}
	return saved
}

// readable reports whether what is about to be stored will be the entity that it is now.
func readable(java nbt.Compound, id int64, identifier string, options entity.Options) bool {
	again, data, ok := entity.Load(java, options)
	return ok && again == id && data["identifier"] == identifier
}

// found makes an error of what a translation has found, nil if that is nothing.
func found(findings []entity.Finding) error {
	var errs []error
	for _, f := range findings {
		errs = append(errs, fmt.Errorf("%s: %s", f.What, f.Detail))
	}
	return errors.Join(errs...)
}

// lose notes something that the server saved and that will not be in the world. It is counted once the rest is written, so that attempts
// that fail do not count. The first of each kind is logged at once, with its place.
func (m *merger) lose(reason, kind string, at any, cause error) {
	m.lost = append(m.lost, reason)
	if m.p.seen.add("lost " + reason + " " + kind) {
		m.p.conf.Log.Error("not saved; further ones of the kind are only counted", "reason", reason, "kind", kind, "dimension", m.k.dim.id,
			"x", m.k.pos[0], "z", m.k.pos[1], "at", at, "error", cause)
	}
}
