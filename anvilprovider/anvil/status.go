package anvil

import "strings"

// partialStatuses are the steps of generation before the last, of every version: 1.13's names, 1.14's (DataFixerUpper's
// ChunkStatusFix2 renames the former), and those that 1.18 to 1.20 added.
var partialStatuses = map[string]bool{
	// 1.13
	"base": true, "carved": true, "liquid_carved": true, "decorated": true, "lighted": true, "mobs_spawned": true, "finalized": true,
	// from 1.14
	"empty": true, "structure_starts": true, "structure_references": true, "biomes": true, "noise": true, "surface": true,
	"carvers": true, "liquid_carvers": true, "features": true, "light": true, "spawn": true, "heightmaps": true,
	// from 1.20
	"initialize_light": true,
}

// statusOf cuts the namespace, and says whether generation is complete and whether the name is known. 1.13 calls the last
// steps fullchunk and postprocessed. A chunk that names no status is complete: the game always names one, and the writers
// that do not (Minestom among them) write finished chunks.
func statusOf(stored string) (status string, full, known bool) {
	switch status = strings.TrimPrefix(stored, "minecraft:"); status {
	case "":
		return "full", true, true
	case "full", "fullchunk", "postprocessed":
		return status, true, true
	}
	return status, false, partialStatuses[status]
}
