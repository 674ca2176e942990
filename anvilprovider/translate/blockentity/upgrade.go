package blockentity

import (
	"maps"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// upgraded rewrites the compound of a block that Dragonfly does not implement, which a chunk of one DataVersion gave to the host,
// for a chunk of another: its stacks and its name. Other entries stay as they are, and so does what has the form of 1.21.5 already.
func upgraded(java nbt.Compound, from, to int32) nbt.Compound {
	out := maps.Clone(java)
	if list, ok := out["Items"].(nbt.List); ok {
		items := nbt.List{Elem: list.Elem}
		for _, v := range list.Items {
			if stack, ok := v.(nbt.Compound); ok {
				v = item.Upgrade(stack, from, to)
			}
			items.Items = append(items.Items, v)
		}
		out["Items"] = items
	}
	// The names that the game uses for single stacks.
	for _, key := range []string{"RecordItem", "Book", "item"} {
		if stack, ok := out[key].(nbt.Compound); ok {
			out[key] = item.Upgrade(stack, from, to)
		}
	}
	if name, ok := out["CustomName"].(string); ok && from < text.NBT && to >= text.NBT {
		shown, _ := text.Load(name, from)
		out["CustomName"] = text.Save(shown, to)
	}
	return out
}
