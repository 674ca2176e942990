package anvil

// Redstone dust, repeaters and trip wire look at their neighbours. Source: 1.12's BlockRedstoneWire.getAttachPosition,
// BlockRedstoneRepeater.isLocked and BlockTripWire.isConnectedTo.

var (
	deriveDust = &deriver{
		code: func(w *view, _, _ int) (code uint32) {
			for d := north; d <= west; d++ {
				code |= w.dust(d) << (2 * d)
			}
			return code
		},
		apply: func(s *state, _ int, code uint32) {
			for d := north; d <= west; d++ {
				s.set(d.String(), [4]string{"none", "side", "up"}[code>>(2*d)&3])
			}
		},
	}

	deriveRepeater = &deriver{
		code: func(w *view, _, meta int) uint32 {
			facing := facing0(meta)
			for _, d := range [2]direction{facing.clockwise(), facing.counter()} {
				id, m := w.beside(d)
				powered := id == 94 || id == 150 || id == 149 && m&8 != 0
				if powered && facing0(m) == d {
					return 1
				}
			}
			return 0
		},
		apply: func(s *state, _ int, code uint32) { s.set("locked", boolValue(code == 1)) },
	}

	deriveTripwire = &deriver{code: func(w *view, _, _ int) uint32 {
		return w.sides(func(d direction, id, meta int) bool { return id == 132 || id == 131 && facing0(meta) == d.opposite() })
	}, apply: applySides}
)

const (
	dustNone = iota
	dustSide
	dustUp
)

// powerIDs are the blocks that dust joins from any side. Source: canProvidePower of 1.12's blocks.
var powerIDs = ids(28, 69, 70, 72, 75, -77, 131, 143, 146, -152, 178)

// clearIDs are solid to the eye but no normal cubes: dust climbs past them, and does not climb them. Source: isNormalCube of
// 1.12's materials and blocks.
var clearIDs = ids(18, 20, 29, 33, 46, 79, 89, 95, 138, 152, 161, 165, 166, 169, 212, 218, -234)

// normalCube reports whether the block at an offset is a full opaque cube that gives no power.
func (w *view) normalCube(dx, dy, dz int) bool {
	id, _ := w.at(dx, dy, dz)
	return !openIDs.has(id) && !clearIDs.has(id) && !stairIDs.has(id) && !slabIDs.has(id)
}

// dust returns how dust connects in a direction.
func (w *view) dust(d direction) uint32 {
	dx, dz := d.step()
	isDust := func(dy int) bool {
		id, _ := w.at(dx, dy, dz)
		return id == 55
	}
	if id, meta := w.at(dx, 0, dz); dustJoins(d, id, meta) || !w.normalCube(dx, 0, dz) && isDust(-1) {
		return dustSide
	}
	if w.normalCube(0, 1, 0) || !isDust(1) {
		return dustNone
	}
	id, _ := w.at(dx, 0, dz)
	switch {
	case !w.solid(dx, 0, dz, sideUp) && id != 89:
		return dustNone
	case w.normalCube(dx, 0, dz):
		return dustUp
	}
	return dustSide
}

// dustJoins reports whether dust joins a neighbour on its own level.
func dustJoins(d direction, id, meta int) bool {
	switch id {
	case 55:
		return true
	case 93, 94:
		return facing0(meta).sameAxis(d)
	case 218: // observers give power at their back
		facing, ok := facing2(meta)
		return ok && facing == d
	}
	return powerIDs.has(id)
}
