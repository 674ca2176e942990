package java

// Sky is what is known of the sky light of a dimension. In one without, no chunk has an array of sky light; but neither have chunks
// of nothing but air under an open sky, so that the arrays of a few chunks do not always tell.
type Sky uint8

const (
	// SkyUnknown is the sky of a dimension about which nothing is known yet. No sky light can be read or written.
	SkyUnknown Sky = iota
	// SkyNone is that of a dimension with block light alone.
	SkyNone
	// SkyShines is that of a dimension with both kinds of light.
	SkyShines
)

// SkyOf returns the sky of the dimension with the identifier given: the overworld has one and the nether has none. The End had none in
// old games and has one in 1.21.11 (has_skylight in the game's data), and a chunk may be older than the game that will read it, so that
// the End's is unknown, as are those of data packs.
func SkyOf(dimension string) Sky {
	switch dimension {
	case "minecraft:overworld":
		return SkyShines
	case "minecraft:the_nether":
		return SkyNone
	}
	return SkyUnknown
}

// See returns what is known of the sky after a look at a chunk of the dimension: whether the chunk says that its light is complete, its
// arrays of sky light, nil where a section has none, and for each of its sections whether anything but air is in it. An array proves a
// sky, whatever was known before. A lit chunk that has blocks and no array proves that there is none, since above the highest block
// the game stores one; but not if there was known to be one.
func (s Sky) See(lit bool, stored [][]byte, occupied []bool) Sky {
	for _, array := range stored {
		if array != nil {
			return SkyShines
		}
	}
	if s == SkyUnknown && lit {
		for _, o := range occupied {
			if o {
				return SkyNone
			}
		}
	}
	return s
}
