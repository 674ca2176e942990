package anvil

import "strings"

// Changes from 1.18 to 1.19. Source: the block lists of the releases (translation facts, minecraft-data).
var renames118 = []rename{
	added(3105, "waterlogged", "leaves hold water (1.19)", func(name string) bool { return strings.HasSuffix(name, "_leaves") }),
	{version: 3337, what: "instruments of heads (1.19.4)", back: func(s *state) { limitInstrument(s, instruments118) }},
}

// instruments118 are the values of a note block's instrument up to 1.19.3.
var instruments118 = map[string]bool{"harp": true, "basedrum": true, "snare": true, "hat": true, "bass": true, "flute": true, "bell": true,
	"guitar": true, "chime": true, "xylophone": true, "iron_xylophone": true, "cow_bell": true, "didgeridoo": true, "bit": true,
	"banjo": true, "pling": true}

// limitInstrument gives a note block the harp if its instrument is none of the known ones.
func limitInstrument(s *state, known map[string]bool) {
	if s.name == "minecraft:note_block" && s.get("instrument") != "" && !known[s.get("instrument")] {
		s.set("instrument", "harp")
	}
}
