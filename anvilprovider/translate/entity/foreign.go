package entity

import (
	"maps"
	"reflect"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/plainnbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// An entity of a type that is the server's own, such as a plug-in's, has no form in Java. It is stored as itself:
//
//	id: string                                the identifier that its type encodes
//	UUID, Pos, Motion, Rotation               as in any entity
//	kestrel:entity: compound                  all else that its type encodes
//
// Java drops an entity whose id it does not know, and reads the rest of the document. Where Java has a type of that name, for which
// a plug-in may have one of its own, it makes one with nothing of what is in the tag.
const foreignTag = "kestrel:entity"

// fleeting are the host's types that nobody stores: Java neither, and players have files of their own.
var fleeting = map[string]bool{"minecraft:lightning_bolt": true, "minecraft:player": true}

// Fleeting reports whether entities of one of the host's types are never stored.
func Fleeting(identifier string) bool { return fleeting[identifier] }

// Foreign reports whether one of the host's types is of those that Java has no form for, and that are stored as they are.
func Foreign(identifier string) bool {
	_, has := hostKind(identifier)
	return !has && !fleeting[identifier] && identifier != ""
}

// IsForeign reports whether a compound is an entity of one of those types.
func IsForeign(java nbt.Raw) bool {
	raw, _ := java.Lookup("id")
	id, _ := raw.Str()
	tag, _ := java.Lookup(foreignTag)
	return tag.Tag == nbt.TagCompound && Foreign(id)
}

// kindOf finds the kind of a stored entity of any version.
func kindOf(java nbt.Compound) (kind, bool) {
	name, _ := java["id"].(string)
	if _, tagged := java.Compound(foreignTag); tagged && Foreign(name) {
		return foreignKind(name), true
	}
	return named(name)
}

func foreignKind(identifier string) kind {
	return kind{dragonfly: identifier, foreign: true, load: loader.foreign, save: (*saver).foreign}
}

// placed are the entries of the host's data that are not in the tag, because they are where Java has them.
var placed = []string{"identifier", "Pos", "Motion", "Yaw", "Pitch"}

func (l loader) foreign(data map[string]any) bool {
	tag, _ := l.java.Compound(foreignTag)
	for key, v := range plainnbt.Map(tag) {
		if !slices.Contains(placed, key) {
			data[key] = v
		}
	}
	return true
}

func (s *saver) foreign() {
	rest := maps.Clone(s.now)
	for _, key := range placed {
		delete(rest, key)
	}
	tag, err := plainnbt.Whole(rest)
	if err != nil {
		s.findings = append(s.findings, Finding{What: "part of an entity without a form in NBT", Detail: err.Error()})
	}
	if old, _ := s.out.Compound(foreignTag); old == nil || !reflect.DeepEqual(old, tag) {
		s.out[foreignTag] = tag
	}
}
