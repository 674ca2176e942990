package anvil

import "iter"

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
	return deriverOf(uint32(id<<4)) != nil
}

// DeriverCodes yields the codes that the deriver of a numeric id can give.
func DeriverCodes(id int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		derive := deriverOf(uint32(id << 4))
		count := map[*deriver]uint32{deriveSnowy: 2, deriveBed: 16, deriveBanner: 16, derivePot: uint32(len(pots)) + 1, derivePumpkin: 2,
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
