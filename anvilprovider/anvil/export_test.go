package anvil

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
