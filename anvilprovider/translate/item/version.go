package item

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// DataVersions at which the spelling of a stack changed.
const (
	// Flattened is 17w47a: names instead of damage values.
	Flattened = 1451
	// Components is 24w09a: components instead of a tag.
	Components = 3819
)

// spelling is one of the three ways to write a stack.
type spelling uint8

const (
	numeric spelling = iota
	tagged
	componented
)

func spellingOf(version int32) spelling {
	switch {
	case version >= Components:
		return componented
	case version >= Flattened:
		return tagged
	}
	return numeric
}

// spelled reads from the compound itself how it is spelled where that is plain, and otherwise goes by the version. Chunks of
// one world carry different versions, and a stack without anything special looks alike in two of the three.
func spelled(java nbt.Compound, version int32) spelling {
	if _, ok := java["components"]; ok {
		return componented
	}
	if _, ok := java["count"]; ok {
		return componented
	}
	by := spellingOf(version)
	if by == componented {
		if _, ok := java["Count"]; ok {
			by = tagged
		}
	}
	if by == tagged {
		if _, ok := java["Damage"]; ok {
			by = numeric
		}
	}
	if _, isName := java["id"].(string); !isName {
		by = numeric
	}
	return by
}
