package anvil

import "slices"

// Names and properties of blocks change between versions. Each change is a rename with the first DataVersion that spells
// the new way; the list is ordered, and a state of any version goes through all renames above its version to reach the
// spelling of 26.3. Going the other way, a state of 26.3 is spelled for an older chunk (Spell).
//
// The versions are those of the game's own data fixers (DataFixerUpper schemas) where a name changed. A change of which
// properties a block has needs no fixer, since the game fills in defaults; there the version is that of the release.
type rename struct {
	// version is the first DataVersion that has the new spelling.
	version int32
	// what says what changes, for tests and errors.
	what string
	// names maps old names to new ones. It may be nil.
	names map[string]string
	// forward changes what names cannot say, after them; back undoes it, before them. They may be nil.
	forward, back func(*state)
}

// stateRenames is every change of a block's name or properties from the flattening to 26.3, in order.
var stateRenames = slices.Concat(renames113, renames114, renames115, renames116, renames117, renames118, renames120, renames121)

// renameEpoch returns the index of the first rename that a state of the version still has to go through.
func renameEpoch(rules []rename, version int32) int {
	i, _ := slices.BinarySearchFunc(rules, version, func(r rename, v int32) int {
		if r.version <= v {
			return -1
		}
		return 1
	})
	return i
}

// renameForward takes a state from an epoch to the spelling of 26.3.
func renameForward(s *state, epoch int) {
	for i := range stateRenames[epoch:] {
		r := &stateRenames[epoch+i]
		if name, ok := r.names[s.name]; ok {
			s.name = name
		}
		if r.forward != nil {
			r.forward(s)
		}
	}
}

// renameBack takes a state from the spelling of 26.3 to that of an epoch.
func renameBack(s *state, epoch int) {
	for i := len(stateRenames) - 1; i >= epoch; i-- {
		r := &stateRenames[i]
		if r.back != nil {
			r.back(s)
		}
		for before, after := range r.names {
			if after == s.name {
				s.name = before
				break
			}
		}
	}
}

// Modernise returns the key that Java 26.3 has for a state that a chunk of the DataVersion spells as given. A key that no
// rename knows comes back as it is, with its properties sorted.
func Modernise(stateKey string, dataVersion int32) string {
	s := parseState(stateKey)
	renameForward(&s, renameEpoch(stateRenames, dataVersion))
	return s.key()
}

// Spell returns how a chunk of the DataVersion spells a state that has the key given in Java 26.3: older names, older
// values, and without properties that did not exist yet. A block that did not exist at all keeps its name. A dataVersion of
// 0 or less means today's.
func Spell(stateKey string, dataVersion int32) string {
	if dataVersion <= 0 {
		return stateKey
	}
	epoch := renameEpoch(stateRenames, dataVersion)
	if epoch == len(stateRenames) {
		return stateKey
	}
	s := parseState(stateKey)
	renameBack(&s, epoch)
	return s.key()
}

// biomeRenames is every change of a biome's name up to 26.3, in order; only names are used.
var biomeRenames = slices.Concat(biomes113, biomes116, biomes118)

// renameBiome takes the name of a biome from an epoch to 26.3.
func renameBiome(name string, epoch int) string {
	for _, r := range biomeRenames[epoch:] {
		if n, ok := r.names[name]; ok {
			name = n
		}
	}
	return name
}

// SpellBiome returns how a chunk of the DataVersion spells a biome that has the name given in Java 26.3. Where several old
// biomes became one, it is one of the old names. A dataVersion of 0 or less means today's.
func SpellBiome(name string, dataVersion int32) string {
	if dataVersion <= 0 {
		return name
	}
	epoch := renameEpoch(biomeRenames, dataVersion)
	for i := len(biomeRenames) - 1; i >= epoch; i-- {
		var candidates []string
		for before, after := range biomeRenames[i].names {
			if after == name {
				candidates = append(candidates, before)
			}
		}
		if len(candidates) > 0 {
			name = slices.Min(candidates)
		}
	}
	return name
}

// minecraft puts the namespace before both sides of a list of names.
func minecraft(pairs ...string) map[string]string {
	m := make(map[string]string, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		m["minecraft:"+pairs[i]] = "minecraft:" + pairs[i+1]
	}
	return m
}

// added is a rename for a property that blocks got: there is nothing to do forward, since a missing property has its
// default, and going back it is dropped.
func added(version int32, prop, what string, has func(name string) bool) rename {
	return rename{version: version, what: what, back: func(s *state) {
		if has(s.name) {
			s.drop(prop)
		}
	}}
}
