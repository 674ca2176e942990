// Package playerdat finds the spawn point of a player, set by a bed or a respawn anchor, in the player's file, and
// changes it there. The package is pure: it works on trees of NBT.
package playerdat

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// compoundVersion is 1.21.5, which replaced SpawnX, SpawnY, SpawnZ and SpawnDimension by a compound.
const compoundVersion = 4325

// Spawn is a spawn point: a position in blocks, in the dimension with the identifier given.
type Spawn struct {
	Pos       [3]int32
	Dimension string
}

// Get reads the spawn point. A player who never slept has none.
func Get(root nbt.Compound) (s Spawn, ok bool) {
	c, pos := root, []int32(nil)
	dimension := "SpawnDimension"
	if respawn, found := root.Compound("respawn"); found {
		c, dimension = respawn, "dimension"
		pos, _ = respawn["pos"].([]int32)
	} else {
		for _, name := range [3]string{"SpawnX", "SpawnY", "SpawnZ"} {
			if n, found := root.Int(name); found {
				pos = append(pos, int32(n))
			}
		}
	}
	if len(pos) != 3 {
		return Spawn{}, false
	}
	s = Spawn{Pos: [3]int32(pos), Dimension: layout.Overworld}
	if d, found := c.Str(dimension); found {
		s.Dimension = d
	}
	return s, true
}

// Set writes the spawn point in the form that the file has or, if it has none, in the form of the data version given.
// Everything else stays as it is. It reports whether anything changed.
func Set(root nbt.Compound, s Spawn, dataVersion int32) bool {
	if old, ok := Get(root); ok && old == s {
		return false
	}
	respawn, isCompound := root.Compound("respawn")
	_, isOld := root.Int("SpawnX")
	switch {
	case isCompound:
		respawn["pos"], respawn["dimension"] = []int32{s.Pos[0], s.Pos[1], s.Pos[2]}, s.Dimension
	case !isOld && dataVersion >= compoundVersion:
		root["respawn"] = nbt.Compound{"pos": []int32{s.Pos[0], s.Pos[1], s.Pos[2]}, "dimension": s.Dimension}
	default:
		root["SpawnX"], root["SpawnY"], root["SpawnZ"] = s.Pos[0], s.Pos[1], s.Pos[2]
		if _, ok := root["SpawnDimension"]; ok || s.Dimension != layout.Overworld {
			root["SpawnDimension"] = s.Dimension
		}
	}
	return true
}
