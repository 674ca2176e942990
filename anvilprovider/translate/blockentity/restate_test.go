package blockentity

import (
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

// Restate answers the state key of a block from before 1.13, where the compound held what the name holds now: the colour of a
// bed or banner, the kind of a head and how it is turned, the note of a note block. It is given the state that the numeric id
// alone gives, in today's names, and answers it unchanged for all other blocks and for later versions.
func Restate(stateKey string, java map[string]any, version int32) string {
	s := parseState(stateKey)
	c := codec{kind: kindOf(s.name), state: s, place: Place{Version: version}}
	if !c.old() {
		return stateKey
	}
	out := s
	switch c.kind {
	case Bed:
		n, _ := c.bed(java)["color"].(uint8)
		out.name = colours[n] + "_bed"
	case Banner:
		suffix := "_banner"
		if onWall(s.name) {
			suffix = "_wall_banner"
		}
		out.name = colours[c.bannerColour(java)] + suffix
	case Skull:
		if kind, ok := java["SkullType"].(uint8); ok {
			for head, n := range skulls {
				if n == kind {
					if out.name = head; onWall(s.name) {
						i := strings.LastIndexByte(head, '_')
						out.name = head[:i] + "_wall" + head[i:]
					}
				}
			}
		}
		if rot, ok := java["Rot"].(uint8); ok {
			out = out.with("rotation", sixteenths[rot&15])
		}
	case NoteBlock:
		n, _ := c.note(java)["note"].(uint8)
		out = out.with("note", notes[n])
	default:
		if s.name != "flower_pot" {
			return stateKey
		}
		plant, _ := java["Item"].(string)
		value, _ := java["Data"].(int32)
		if !strings.Contains(plant, ":") {
			plant = "minecraft:" + plant
		}
		stack := item.Upgrade(nbt.Compound{"id": plant, "Count": uint8(1), "Damage": int16(value)}, item.Flattened-1, item.Components)
		plant, _ = stack["id"].(string)
		name, ok := potted(plant)
		if !ok {
			return stateKey
		}
		out = state{name: name}
	}
	return out.key()
}

// potted answers the name of a flower pot with a plant in it.
func potted(plant string) (string, bool) {
	short, ok := strings.CutPrefix(plant, "minecraft:")
	switch {
	case !ok || short == "air":
		return "", false
	case short == "short_grass" || short == "grass":
		return "", false
	}
	return "potted_" + short, true
}
