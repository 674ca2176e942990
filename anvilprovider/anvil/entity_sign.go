package anvil

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// signSides moves the four lines of a sign to its front. Source: DataFixerUpper schema V3439 (BlockEntitySignDoubleSidedEditableTextFix).
func signSides(be nbt.Compound, _ string) bool {
	if id, _ := be.Str("id"); id != "minecraft:sign" && id != "minecraft:hanging_sign" {
		return true
	}
	if _, ok := be["front_text"]; ok {
		return true
	}
	front := nbt.Compound{"color": "black", "has_glowing_text": uint8(0)}
	if colour, ok := be.Str("Color"); ok {
		front["color"] = colour
	}
	if glowing, ok := be.Int("GlowingText"); ok && glowing != 0 {
		front["has_glowing_text"] = uint8(1)
	}
	messages, empty := nbt.List{Elem: nbt.TagString}, nbt.List{Elem: nbt.TagString}
	for _, name := range [...]string{"Text1", "Text2", "Text3", "Text4"} {
		line, _ := be.Str(name)
		messages.Items = append(messages.Items, line)
		empty.Items = append(empty.Items, `""`)
	}
	front["messages"] = messages
	be["front_text"] = front
	be["back_text"] = nbt.Compound{"color": "black", "has_glowing_text": uint8(0), "messages": empty}
	be["is_waxed"] = uint8(0)
	for _, name := range [...]string{"Text1", "Text2", "Text3", "Text4", "FilteredText1", "FilteredText2", "FilteredText3", "FilteredText4",
		"Color", "GlowingText"} {
		delete(be, name)
	}
	return true
}
