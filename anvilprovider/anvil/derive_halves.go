package anvil

// Doors keep half of their state in each half, and the upper half of a tall plant does not say which plant it is. Source:
// DataFixerUpper's ChunkPalettedStorageFix.

var (
	// deriveDoor: bits 0 and 1 the facing, 2 open, 3 hinge right, 4 powered; bit 5 says that the other half was found.
	deriveDoor = &deriver{
		code: func(w *view, own, meta int) uint32 {
			lower, upper := meta, meta
			if meta&8 == 0 {
				id, m := w.at(0, 1, 0)
				if id != own || m&8 == 0 {
					return 0
				}
				upper = m
			} else {
				id, m := w.at(0, -1, 0)
				if id != own || m&8 != 0 {
					return 0
				}
				lower = m
			}
			return uint32(doorFacing(lower)) | uint32(lower&4) | uint32(upper&1)<<3 | uint32(upper&2)<<3 | 1<<5
		},
		apply: func(s *state, _ int, code uint32) {
			if code == 0 {
				return
			}
			s.set("facing", direction(code&3).String())
			s.set("open", boolValue(code>>2&1 == 1))
			s.set("hinge", [2]string{"left", "right"}[code>>3&1])
			s.set("powered", boolValue(code>>4&1 == 1))
		},
	}

	// deriveTallPlant: 0, or the kind of the lower half plus 1.
	deriveTallPlant = &deriver{
		code: func(w *view, own, meta int) uint32 {
			if meta&8 == 0 {
				return 0
			}
			id, m := w.at(0, -1, 0)
			if id != own || m&8 != 0 || m >= len(tallPlants) {
				return 0
			}
			return uint32(m) + 1
		},
		apply: func(s *state, _ int, code uint32) {
			if code > 0 {
				s.name = tallPlants[code-1]
			}
		},
	}
)

var tallPlants = [6]string{"minecraft:sunflower", "minecraft:lilac", "minecraft:tall_grass", "minecraft:large_fern",
	"minecraft:rose_bush", "minecraft:peony"}

// doorFacing reads the meta of a lower half, which counts east 0, south 1, west 2, north 3.
func doorFacing(meta int) direction {
	return direction(meta+1) & 3
}
