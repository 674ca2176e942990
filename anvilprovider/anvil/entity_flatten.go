package anvil

import (
	"encoding/json"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// entityFlatten is the flattening of block entities. Source: DataFixerUpper's ChunkPalettedStorageFix (V1451) removes pots
// and notes; BlockEntityBannerColorFix (V1456) turns colours round; BlockEntityBlockStateFix (V1451.2) names the block of a
// moving piston; V1506 and later tell trapped chests from chests.
func entityFlatten(be nbt.Compound, at string) bool {
	id, _ := be.Str("id")
	switch id {
	case "minecraft:flower_pot", "minecraft:noteblock":
		return false
	case "minecraft:chest":
		if strings.HasPrefix(at, "minecraft:trapped_chest") {
			be["id"] = "minecraft:trapped_chest"
		}
	case "minecraft:banner":
		delete(be, "Base")
		turnPatterns(be)
	case "minecraft:bed":
		delete(be, "color")
	case "minecraft:skull":
		delete(be, "SkullType")
		delete(be, "Rot")
	case "minecraft:piston":
		block, ok := be.Int("blockId")
		meta, _ := be.Int("blockData")
		if ok {
			s := parseState(LegacyKey(int(block), int(meta&15)))
			be["blockState"] = stateTree(&s)
			delete(be, "blockId")
			delete(be, "blockData")
		}
	}
	return true
}

// turnPatterns makes the colours of a banner's patterns count from white instead of from black.
func turnPatterns(be nbt.Compound) {
	list, ok := be.List("Patterns")
	if !ok || list.Elem != nbt.TagCompound {
		return
	}
	for _, v := range list.Items {
		p := v.(nbt.Compound)
		if colour, ok := p.Int("Color"); ok {
			p["Color"] = int32(15 - colour&15)
		}
	}
}

// stateTree is a state as a compound of Name and Properties.
func stateTree(s *state) nbt.Compound {
	c := nbt.Compound{"Name": s.name}
	if len(s.props) > 0 {
		props := nbt.Compound{}
		for _, p := range s.props {
			props[p.name] = p.value
		}
		c["Properties"] = props
	}
	return c
}

// entityNameJSON makes a plain custom name a text component. Source: V1458.
func entityNameJSON(be nbt.Compound, _ string) bool {
	name, ok := be.Str("CustomName")
	id, _ := be.Str("id")
	switch {
	case !ok || id == "minecraft:command_block":
	case name == "":
		delete(be, "CustomName")
	default:
		be["CustomName"] = plainJSON(name)
	}
	return true
}

// plainJSON is the text component, as JSON, of a plain text.
func plainJSON(text string) string {
	b, err := json.Marshal(map[string]string{"text": text})
	if err != nil {
		return ""
	}
	return string(b)
}
