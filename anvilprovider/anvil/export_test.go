package anvil

import (
	"iter"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// DerivedBy applies the deriver of a numeric block with a code, and returns the key and whether the block has a deriver.
func DerivedBy(id, meta int, code uint32) (key string, ok bool) {
	text, known := legacyState(id, meta)
	derive := deriverOf(uint32(id<<4 | meta))
	if !known || derive == nil {
		return "", false
	}
	s := parseState(text)
	derive.apply(&s, meta, code)
	renameForward(&s, renameEpoch(stateRenames, legacyVersion))
	return s.key(), true
}

// HasDeriver reports whether a numeric id has a deriver.
func HasDeriver(id int) bool {
	return id < len(derivers) && derivers[id] != nil
}

// DeriverCodes yields the codes that the deriver of a numeric id can give.
func DeriverCodes(id int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		derive := derivers[id]
		count := map[*deriver]uint32{deriveSnowy: 2, derivePodzol: 2, deriveBed: 16, deriveBanner: 16, derivePot: uint32(len(pots)) + 1, derivePumpkin: 2,
			deriveStem: 5, deriveVine: 2, deriveFire: 32, deriveStairs: 5, deriveChest: 3, deriveRepeater: 2, deriveTripwire: 16,
			deriveTallPlant: 7, deriveFence: 16, derivePane: 16, deriveWall: 32, deriveChorus: 64, deriveGate: 2}[derive]
		keep := func(uint32) bool { return true }
		switch derive {
		case deriveDust:
			count, keep = 256, func(c uint32) bool { return c&3 < 3 && c>>2&3 < 3 && c>>4&3 < 3 && c>>6&3 < 3 }
		case deriveDoor:
			count, keep = 64, func(c uint32) bool { return c == 0 || c >= 32 }
		case deriveSkull:
			count, keep = 128, func(c uint32) bool { return c&7 < 6 }
		case deriveNote:
			count, keep = 10<<6, func(c uint32) bool { return c&31 < 25 }
		case deriveLeaves:
			count, keep = 8, func(c uint32) bool { return c > 0 }
		}
		for c := range count {
			if keep(c) && !yield(c) {
				return
			}
		}
	}
}

// RenameVersions returns the versions of the renames of states and of biomes, in their order.
func RenameVersions() (states, biomes []int32) {
	for _, r := range stateRenames {
		states = append(states, r.version)
	}
	for _, r := range biomeRenames {
		biomes = append(biomes, r.version)
	}
	return states, biomes
}

// StepVersions returns the versions of the steps of block entities, of items, and of the renames of items.
func StepVersions() (entities, items, names []int32) {
	for _, s := range entitySteps {
		entities = append(entities, s.version)
	}
	for _, s := range itemSteps {
		items = append(items, s.version)
	}
	for _, r := range itemRenames {
		names = append(names, r.version)
	}
	return entities, items, names
}

// WithoutRename renames a state with one of the renames left out, by its index.
func WithoutRename(without int, stateKey string, dataVersion int32) string {
	s := parseState(stateKey)
	for i := renameEpoch(stateRenames, dataVersion); i < len(stateRenames); i++ {
		if i == without {
			continue
		}
		r := &stateRenames[i]
		if name, ok := r.names[s.name]; ok {
			s.name = name
		}
		if r.forward != nil {
			r.forward(&s)
		}
	}
	return s.key()
}

// OldName is one old name of the renames, with its new one.
type OldName struct {
	Version       int32
	Before, After string
}

// OldNames returns every old name.
func OldNames() (all []OldName) {
	for _, r := range stateRenames {
		for before, after := range r.names {
			all = append(all, OldName{r.version, before, after})
		}
	}
	return all
}

// UpgradeEntity runs the upgrade of block entities on one.
func UpgradeEntity(be nbt.Compound, at string, version int32) (keep bool) {
	return upgradeEntityTree(be, at, version, newItemTable())
}

// Interned returns how many entries a Decoder keeps.
func Interned(d *Decoder) int {
	n := len(d.intern.ids)
	for _, maps := range [][]map[string]string{d.intern.states, d.intern.texts, d.intern.biomes} {
		for _, m := range maps {
			n += len(m)
		}
	}
	return n
}

// BiomeOfID names a numeric biome.
func BiomeOfID(id int32) string { return biomeOfID(id) }
