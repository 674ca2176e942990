package blockentity

import (
	"strings"

	"github.com/df-mc/dragonfly/server/item"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// twoSided is the DataVersion of 1.20, from which on signs have text on both sides.
const twoSided = 3463

// sign translates all eras of sign text: Text1 to Text4 up to 1.19.4, two sides of four messages from 1.20 on.
func (c codec) sign(java nbt.Compound) map[string]any {
	id := "Sign"
	if c.kind == HangingSign {
		id = "HangingSign"
	}
	front, back := sideOf(java, "front_text"), sideOf(java, "back_text")
	if _, ok := java["front_text"]; !ok {
		front = oldSide(java)
	}
	waxed, _ := java["is_waxed"].(uint8)
	return map[string]any{"id": id, "IsWaxed": bit(waxed != 0), "FrontText": front.bedrock(c.place.Version),
		"BackText": back.bedrock(c.place.Version)}
}

// side is one side of a sign as Java has it.
type side struct {
	lines   [4]any
	colour  string
	glowing bool
}

func oldSide(java nbt.Compound) (s side) {
	for i := range s.lines {
		s.lines[i] = java["Text"+string(rune('1'+i))]
	}
	s.colour, _ = java["Color"].(string)
	glow, _ := java["GlowingText"].(uint8)
	s.glowing = glow != 0
	return s
}

func sideOf(java nbt.Compound, key string) (s side) {
	c, _ := java[key].(nbt.Compound)
	list, _ := c["messages"].(nbt.List)
	for i, v := range list.Items {
		if i < len(s.lines) {
			s.lines[i] = v
		}
	}
	s.colour, _ = c["color"].(string)
	glow, _ := c["has_glowing_text"].(uint8)
	s.glowing = glow != 0
	return s
}

// texts translates the four lines.
func (s side) texts(version int32) (lines [4]string) {
	for i, v := range s.lines {
		lines[i], _ = text.Load(v, version)
	}
	return lines
}

func (s side) bedrock(version int32) map[string]any {
	lines := s.texts(version)
	i := index(colours[:], s.colour)
	if i < 0 {
		i = 15 // Black is what a sign without a dye has.
	}
	return map[string]any{"SignTextColor": signColour(i), "IgnoreLighting": bit(s.glowing),
		"Text": text.Cut(strings.TrimRight(strings.Join(lines[:], "\n"), "\n")), "TextOwner": ""}
}

// signColour answers the colour that a dye gives to a sign's text, 0xaarrggbb, as Dragonfly writes it.
func signColour(dye int) int32 {
	c := item.Colours()[dye].SignRGBA()
	return int32(uint32(c.A)<<24 | uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B))
}

// dyeOf answers the dye that comes nearest to a colour of a sign's text.
func dyeOf(argb int32) int {
	best, distance := 15, 1<<30
	for i := range colours {
		if d := text.Distance(uint32(argb), uint32(signColour(i))); d < distance {
			best, distance = i, d
		}
	}
	return best
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
