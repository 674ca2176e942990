package blockentity

// Refine answers the state key that a cell has once what Bedrock keeps in the block entity is counted in: the colour of a bed
// or banner, how a head is turned, the face of a shulker box, the halves of a chest, a note, a pose, whether a lectern or a
// jukebox has something in it, the plant in a pot. Place.State is the state that the block alone gives. before is the map that Load or Synthesise
// gave for the cell, after the one that the host handed back. Only what differs between them is written, so a state that
// nobody touched stays; with a nil before, for a block that was placed, everything is.
func Refine(p Place, before, after map[string]any) string {
	s := parseState(p.State)
	k := kindOf(s.name)
	r := refiner{before: before, after: after}
	out := s
	switch k {
	case Bed:
		if n, ok := r.uint8("color"); ok && n < 16 {
			out.name = colours[n] + "_bed"
		}
	case Banner:
		if n, ok := r.int32("Base"); ok {
			suffix := "_banner"
			if onWall(s.name) {
				suffix = "_wall_banner"
			}
			out.name = colours[15-n&15] + suffix
		}
	case Skull:
		if yaw, ok := after["Rotation"].(float32); ok && r.changed("Rotation") {
			turn := int(float64(yaw)/22.5+16.5+1600) & 15
			out = out.with("rotation", sixteenths[turn])
		}
	case ShulkerBox:
		if n, ok := r.uint8("facing"); ok && int(n) < len(faces) {
			out = out.with("facing", faces[n])
		}
	case Chest, TrappedChest:
		if r.changed("pairx") || r.changed("pairz") {
			out = out.with("type", r.half(s, p))
		}
	case NoteBlock:
		if n, ok := r.uint8("note"); ok && int(n) < len(notes) {
			out = out.with("note", notes[n])
		}
		if n, ok := r.uint8("powered"); ok {
			out = out.with("powered", yes(n != 0))
		}
	case CopperGolemStatue:
		if n, ok := r.int32("Pose"); ok && n >= 0 && int(n) < len(golemPoses) {
			out = out.with("copper_golem_pose", golemPoses[n])
		}
	case Lectern:
		if n, ok := r.uint8("hasBook"); ok {
			out = out.with("has_book", yes(n != 0))
		}
	case FlowerPot:
		if with, ok := pot(p, after); ok && r.changed("PlantBlock") {
			out = with
		}
	case Jukebox:
		if r.changed("RecordItem") {
			out = out.with("has_record", yes(after["RecordItem"] != nil))
		}
	}
	if out.name == s.name && (len(out.props) == 0 || samePropsAs(out, s)) {
		return p.State
	}
	return out.key()
}

func samePropsAs(a, b state) bool {
	for k, v := range a.props {
		if b.props[k] != v {
			return false
		}
	}
	return true
}

// refiner compares the two maps of one cell.
type refiner struct{ before, after map[string]any }

func (r refiner) changed(key string) bool {
	return r.before == nil || !sameEntry(r.before, r.after, key)
}

func (r refiner) uint8(key string) (uint8, bool) {
	n, ok := r.after[key].(uint8)
	return n, ok && r.changed(key)
}

func (r refiner) int32(key string) (int32, bool) {
	n, ok := r.after[key].(int32)
	return n, ok && r.changed(key)
}

// half answers the type of a chest by where its other half is.
func (r refiner) half(s state, p Place) string {
	x, okX := r.after["pairx"].(int32)
	z, okZ := r.after["pairz"].(int32)
	facing := direction(s.props["facing"])
	if !okX || !okZ || facing < 0 {
		return "single"
	}
	for i, d := range horizontal {
		if int(x) != p.X+d.dx || int(z) != p.Z+d.dz {
			continue
		}
		switch (i - facing + 4) & 3 {
		case 1:
			return "left"
		case 3:
			return "right"
		}
	}
	return "single"
}

func yes(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
