package showcase

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// items is the list of the items in a container, as 1.20.5 and later store it.
func items(slots ...any) nbt.List { return nbt.List{Elem: nbt.TagCompound, Items: slots} }

// slot is a number of one item in a slot.
func slot(number uint8, name string, count int32) nbt.Compound {
	return nbt.Compound{"Slot": number, "id": "minecraft:" + name, "count": count}
}

// sign is the data of a sign with text on its front, as 1.21.5 and later store it: each line is a text component, here a plain string.
func sign(colour string, glowing bool, lines ...any) nbt.Compound {
	side := func(colour string, glowing bool, lines []any) nbt.Compound {
		glow := uint8(0)
		if glowing {
			glow = 1
		}
		return nbt.Compound{"color": colour, "has_glowing_text": glow, "messages": nbt.List{Elem: nbt.TagString, Items: lines}}
	}
	return nbt.Compound{
		"front_text": side(colour, glowing, lines),
		"back_text":  side("black", false, []any{"", "", "", ""}),
		"is_waxed":   uint8(0),
	}
}
