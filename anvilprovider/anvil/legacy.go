package anvil

import (
	_ "embed"
	"strconv"
	"strings"
)

// Numeric ids of before 1.13. The table has a state for each id and meta, as the release of 1.13 (1519) spells it; what
// depends on neighbours or block entities has a neutral value there, and is derived (derive_*.go).
//
// legacy.idx has three big-endian bytes for each id<<4|meta: the offset in legacy.txt of a line with the state, or 0xffffff
// for ids that were never used. 12,288 and 79,564 bytes; the text may grow to 16 MB. Source: pc/common/legacy.json of
// minecraft-data 3.119.0 (MIT).

//go:generate go run ./internal/gen -mcdata ../../.cache/mcdata -out data

var (
	//go:embed data/legacy.txt
	legacyText string
	//go:embed data/legacy.idx
	legacyIndex string
)

// legacyVersion is the DataVersion whose spelling the table has.
const legacyVersion = 1519

const noLegacy = 1<<24 - 1

// legacyState returns the state of a numeric id and meta in the spelling of 1.13, false if the game never had the id.
func legacyState(id, meta int) (string, bool) {
	if id < 0 || id > 255 {
		return "", false
	}
	i := 3 * (id<<4 | meta&15)
	at := int(legacyIndex[i])<<16 | int(legacyIndex[i+1])<<8 | int(legacyIndex[i+2])
	if at == noLegacy {
		return "", false
	}
	line, _, _ := strings.Cut(legacyText[at:], "\n")
	return line, true
}

// unknownID returns the key of a numeric id that the game never had: one of a mod. It keeps id and meta, as in
// kestrel:id_300[meta=5]. The game has no such block.
func unknownID(id, meta int) string {
	return "kestrel:id_" + strconv.Itoa(id) + "[meta=" + strconv.Itoa(meta) + "]"
}

// LegacyKey returns the state key, in the spelling of Java 26.3, of a numeric id and meta on its own: without what
// neighbours and block entities say. An id that the game never had gives a key of the namespace kestrel.
func LegacyKey(id, meta int) string {
	text, ok := legacyState(id, meta)
	if !ok {
		return unknownID(id, meta)
	}
	return Modernise(text, legacyVersion)
}
