package anvil

// Fences, panes, walls, gates and chorus plants connect to their neighbours. Source: canConnectTo of 1.12's BlockFence,
// BlockPane and BlockWall; BlockFenceGate.getActualState; BlockChorusPlant.getActualState.

var (
	deriveFence = &deriver{code: func(w *view, own, _ int) uint32 {
		return w.sides(func(d direction, id, meta int) bool {
			return id == own || fenceIDs.has(id) && fenceIDs.has(own) || gateAcross(d, id, meta) || w.joins(d, id, true)
		})
	}, apply: applySides}

	derivePane = &deriver{code: func(w *view, _, _ int) uint32 {
		return w.sides(func(d direction, id, _ int) bool { return paneIDs.has(id) || w.joins(d, id, false) })
	}, apply: applySides}

	deriveWall = &deriver{code: wallCode, apply: func(s *state, meta int, code uint32) {
		applySides(s, meta, code)
		s.set("up", boolValue(code>>4 == 1))
	}}

	deriveGate = &deriver{
		code: func(w *view, _, meta int) uint32 {
			facing := facing0(meta)
			left, _ := w.beside(facing.counter())
			right, _ := w.beside(facing.clockwise())
			if left == 139 || right == 139 {
				return 1
			}
			return 0
		},
		apply: func(s *state, _ int, code uint32) { s.set("in_wall", boolValue(code == 1)) },
	}

	deriveChorus = &deriver{
		code: func(w *view, _, _ int) uint32 {
			code := w.sides(func(_ direction, id, _ int) bool { return id == 199 || id == 200 })
			if id, _ := w.at(0, 1, 0); id == 199 || id == 200 {
				code |= 1 << 4
			}
			if id, _ := w.at(0, -1, 0); id == 199 || id == 200 || id == 121 { // end stone
				code |= 1 << 5
			}
			return code
		},
		apply: func(s *state, meta int, code uint32) {
			applySides(s, meta, code)
			s.set("up", boolValue(code>>4&1 == 1))
			s.set("down", boolValue(code>>5 == 1))
		},
	}
)

// joins reports whether a solid neighbour is joined; fences and walls leave glass and trapdoors alone, panes do not.
func (w *view) joins(d direction, id int, leavesGlass bool) bool {
	if shyIDs.has(id) || leavesGlass && glassIDs.has(id) {
		return false
	}
	dx, dz := d.step()
	return w.solid(dx, 0, dz, side(d.opposite()))
}

// gateAcross reports whether a neighbour is a gate that stands across the direction to it.
func gateAcross(d direction, id, meta int) bool {
	return gateIDs.has(id) && !facing0(meta).sameAxis(d)
}

// wallCode is sides, and bit 4 for the post: there is none in a straight run of wall with air above.
func wallCode(w *view, own, _ int) uint32 {
	code := w.sides(func(d direction, id, meta int) bool {
		return id == own || gateAcross(d, id, meta) || w.joins(d, id, true)
	})
	const alongZ, alongX = 1<<north | 1<<south, 1<<east | 1<<west
	if above, _ := w.at(0, 1, 0); above != 0 || code != alongZ && code != alongX {
		code |= 1 << 4
	}
	return code
}
