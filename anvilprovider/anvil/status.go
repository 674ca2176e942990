package anvil

import (
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

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

// A world of before 1.18 ends at height 0. DataFixerUpper's ChunkHeightAndBiomeFix (schema V2832) makes unfinished chunks of
// those in which bedrock lies there, whatever was built in them, so that the game generates what is below once they are
// loaded. Until then such a chunk has the status empty, or one that generation has come to since, and a compound
// below_zero_retrogen, whose target_status is what the chunk had before. All at 0 and above stays as it is, but for bedrock up
// to 4, which becomes deepslate (the game's BelowZeroRetrogen).

const retrogenTag = "below_zero_retrogen"

// builtTargets are the targets of chunks whose blocks are all there. A finished chunk has the target heightmaps, and from 1.20 on
// spawn, because RemapChunkStatusFix (schema V3450) renames it. What light, spawn and heightmaps lack is no block: a chunk is lit
// once all around it have their trees and ores. squaremap draws the last three as well (its pull request 117).
var builtTargets = map[string]bool{"light": true, "spawn": true, "heightmaps": true, "full": true}

// builtAboveZero reports whether a chunk that is not finished lacks nothing but what is below height 0, going by its
// below_zero_retrogen. One that cannot be understood is an error: nobody knows what the chunk holds.
func builtAboveZero(retrogen nbt.Raw) (bool, error) {
	if retrogen.IsZero() {
		return false, nil
	}
	target, _ := retrogen.Lookup("target_status")
	name, ok := target.Str()
	if !ok {
		return false, malformed("below_zero_retrogen without target_status")
	}
	name = strings.TrimPrefix(name, "minecraft:")
	if !builtTargets[name] && !partialStatuses[name] {
		return false, malformed("unknown target_status %q", name)
	}
	return builtTargets[name], nil
}
