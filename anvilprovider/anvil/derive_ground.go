package anvil

// Blocks that look at what lies above, below or beside them. Sources: ChunkPalettedStorageFix for snow and pumpkins; 1.12's
// BlockVine, BlockFire and BlockStem for the rest (getActualState), and UpgradeData for attached stems.

var (
	deriveSnowy = &deriver{code: snowyCode, apply: applySnowy}
	// derivePodzol: of what shares the id, dirt and coarse dirt stay as they are under snow.
	derivePodzol = &deriver{metas: 1 << 2, code: snowyCode, apply: applySnowy}

	// derivePumpkin: what grew has no face; what stands on anything but grass or dirt was carved.
	derivePumpkin = &deriver{
		code: func(w *view, _, _ int) uint32 {
			if w.isPumpkin(0, 0) {
				return 1
			}
			return 0
		},
		apply: func(s *state, _ int, code uint32) {
			if code == 1 {
				*s = state{name: "minecraft:pumpkin"}
			}
		},
	}

	// deriveStem: 0, or the direction of the fruit plus 1.
	deriveStem = &deriver{
		code: func(w *view, id, meta int) uint32 {
			if meta < 7 {
				return 0
			}
			for d := north; d <= west; d++ {
				dx, dz := d.step()
				fruit, _ := w.at(dx, 0, dz)
				if id == 105 && fruit == 103 || id == 104 && w.isPumpkin(dx, dz) {
					return uint32(d) + 1
				}
			}
			return 0
		},
		apply: func(s *state, _ int, code uint32) {
			if code > 0 {
				name := "minecraft:attached_pumpkin_stem"
				if s.name == "minecraft:melon_stem" {
					name = "minecraft:attached_melon_stem"
				}
				*s = state{name: name}
				s.set("facing", direction(code-1).String())
			}
		},
	}

	deriveVine = &deriver{
		code: func(w *view, _, _ int) uint32 {
			if w.solid(0, 1, 0, sideDown) {
				return 1
			}
			return 0
		},
		apply: func(s *state, _ int, code uint32) { s.set("up", boolValue(code == 1)) },
	}

	// deriveFire: fire that does not stand on something climbs what burns beside it; bit 4 is above.
	deriveFire = &deriver{
		code: func(w *view, _, _ int) uint32 {
			if below, _ := w.at(0, -1, 0); w.solid(0, -1, 0, sideUp) || burnIDs.has(below) {
				return 0
			}
			code := w.sides(func(_ direction, id, _ int) bool { return burnIDs.has(id) })
			if above, _ := w.at(0, 1, 0); burnIDs.has(above) {
				code |= 1 << 4
			}
			return code
		},
		apply: func(s *state, meta int, code uint32) {
			applySides(s, meta, code)
			s.set("up", boolValue(code>>4 == 1))
		},
	}
)

// snowyCode is 1 under snow.
func snowyCode(w *view, _, _ int) uint32 {
	if above, _ := w.at(0, 1, 0); above == 78 || above == 80 {
		return 1
	}
	return 0
}

func applySnowy(s *state, _ int, code uint32) {
	if code == 1 {
		s.set("snowy", "true")
	}
}

// burnIDs are the blocks that catch fire. Source: BlockFire.init of 1.12.
var burnIDs = ids(5, 17, 18, 31, 32, 35, 37, 38, 46, 47, 53, 85, 106, 107, 125, 126, 134, -136, 161, -164, 170, 171, 173, 175, 183, -192)

// isPumpkin reports whether the pumpkin beside the cell is one without a face.
func (w *view) isPumpkin(dx, dz int) bool {
	id, _ := w.at(dx, 0, dz)
	below, meta := w.at(dx, -1, dz)
	return id == 86 && (below == 2 || below == 3 && meta == 0)
}
