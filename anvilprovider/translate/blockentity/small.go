package blockentity

import (
	"strings"

	"github.com/df-mc/dragonfly/server/block"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

// bed adds the colour, which is in the block's name.
func (c codec) bed() map[string]any {
	colour, _ := colourPrefix(c.state.name, "_bed")
	return map[string]any{"id": "Bed", "color": uint8(colour)}
}

// bannerColour is the colour of a banner's cloth.
func (c codec) bannerColour() int {
	name := strings.Replace(c.state.name, "_wall_banner", "_banner", 1)
	colour, _ := colourPrefix(name, "_banner")
	return colour
}

func (c codec) banner(java nbt.Compound) map[string]any {
	layers := []any{}
	for _, l := range c.layers(java) {
		if l.known() {
			layers = append(layers, map[string]any{"Pattern": l.code, "Color": int32(15 - l.colour)})
		}
	}
	return map[string]any{"id": "Banner", "Base": int32(15 - c.bannerColour()), "Type": int32(0), "Patterns": layers}
}

// layer is one pattern of a banner: Bedrock's code and the number of the dye.
type layer struct {
	code   string
	colour int
}

// known reports whether Dragonfly can show the layer. Its decoder panics at patterns that it does not know.
func (l layer) known() bool {
	_, ok := block.BannerPatternByID(l.code)
	return ok && l.colour >= 0 && l.colour < 16
}

// layers reads the patterns of a banner: codes and numbers up to 1.20.4, names after. What is no pattern has no code.
func (c codec) layers(java nbt.Compound) (ls []layer) {
	key := "patterns"
	if _, ok := java[key]; !ok {
		key = "Patterns"
	}
	list, _ := java[key].(nbt.List)
	for _, v := range list.Items {
		m, _ := v.(nbt.Compound)
		var l layer
		if key == "patterns" {
			name, _ := m["pattern"].(string)
			dye, _ := m["color"].(string)
			l.code, _ = item.PatternCode(name)
			l.colour = index(colours[:], dye)
		} else {
			l.code, _ = m["Pattern"].(string)
			n, _ := m.Int("Color")
			l.colour = int(n)
		}
		ls = append(ls, l)
	}
	return ls
}

// skull tells Dragonfly that the kind of the head is in the block (255) and how it is turned.
func (c codec) skull() map[string]any {
	turn := 0
	if r, ok := c.state.props["rotation"]; ok {
		turn = index(sixteenths[:], r)
	}
	return map[string]any{"id": "Skull", "SkullType": uint8(255), "Rotation": float32(max(turn, 0)) * 22.5}
}

// sixteenths are the values of the property rotation.
var sixteenths = [16]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"}

// notes are the values of the property note.
var notes = append(sixteenths[:], "16", "17", "18", "19", "20", "21", "22", "23", "24")

// note has no id, because Dragonfly writes none.
func (c codec) note() map[string]any {
	note, powered := max(index(notes, c.state.props["note"]), 0), c.state.props["powered"] == "true"
	return map[string]any{"note": uint8(note), "powered": bit(powered)}
}

// golemPoses are the values of the property copper_golem_pose in the order of Bedrock's numbers.
var golemPoses = [4]string{"standing", "sitting", "running", "star"}

func golemPose(s state) int32 {
	return int32(max(index(golemPoses[:], s.props["copper_golem_pose"]), 0))
}

// pot keeps the order of the sides, which is the same: back, left, right, front.
func (c codec) pot(java nbt.Compound) map[string]any {
	sherds := []any{"minecraft:brick", "minecraft:brick", "minecraft:brick", "minecraft:brick"}
	list, _ := java["sherds"].(nbt.List)
	for i, v := range list.Items {
		if name, ok := v.(string); ok && i < len(sherds) {
			sherds[i] = item.Sherd(name)
		}
	}
	m := map[string]any{"id": "DecoratedPot", "sherds": sherds}
	if stack := c.stack(java, "item"); stack != nil {
		m["item"] = stack
	}
	return m
}

// jukebox has only what Dragonfly takes for a disc.
func (c codec) jukebox(java nbt.Compound) map[string]any {
	m := map[string]any{"id": "Jukebox"}
	if stack := c.stack(java, "RecordItem"); stack != nil {
		if name, _ := stack["Name"].(string); strings.HasPrefix(name, "minecraft:music_disc_") {
			m["RecordItem"] = stack
		}
	}
	return m
}

// lectern has only what Dragonfly can open.
func (c codec) lectern(java nbt.Compound) map[string]any {
	m := map[string]any{"id": "Lectern", "hasBook": uint8(0), "page": int32(0)}
	book := c.stack(java, "Book")
	name, _ := book["Name"].(string)
	if name != "minecraft:writable_book" && name != "minecraft:written_book" {
		return m
	}
	tag, _ := book["tag"].(map[string]any)
	pages, _ := tag["pages"].([]any)
	page, _ := java["Page"].(int32)
	m["hasBook"], m["book"], m["totalPages"] = uint8(1), book, int32(len(pages))
	m["page"] = min(max(page, 0), max(int32(len(pages))-1, 0))
	return m
}

// beaconEffects are the effects that a beacon can have, by name, with the numbers that both editions use. Dragonfly panics at
// effects that act at once, so nothing else gets in.
var beaconEffects = map[string]int32{"minecraft:speed": 1, "minecraft:haste": 3, "minecraft:strength": 5,
	"minecraft:jump_boost": 8, "minecraft:regeneration": 10, "minecraft:resistance": 11}

// beacon reads numbers up to 1.20.1 and names after.
func (c codec) beacon(java nbt.Compound) map[string]any {
	levels, _ := java["Levels"].(int32)
	m := map[string]any{"id": "Beacon", "Levels": levels}
	for bedrock, since := range map[string]string{"Primary": "primary_effect", "Secondary": "secondary_effect"} {
		name, _ := java[since].(string)
		number, known := beaconEffects[name]
		if n, ok := java[bedrock].(int32); ok && !known {
			number = n
		}
		for _, n := range beaconEffects {
			if n == number {
				m[bedrock] = n
			}
		}
	}
	return m
}
