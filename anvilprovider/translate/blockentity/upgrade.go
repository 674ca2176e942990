package blockentity

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// flat are entries of compounds before 1.13 that are part of the block state since.
var flat = map[Kind][]string{Bed: {"color"}, Banner: {"Base"}, Skull: {"SkullType", "Rot"}}

// Upgrade rewrites a stored block entity from the spelling of one DataVersion in that of another, for a chunk that is written
// in a newer form. It answers nil for a block entity that the newer version does not have, such as a note block's. Entries
// that it does not know stay as they are, and so does what has the form of 1.21.5 already, whatever version it is said to be of.
func Upgrade(java nbt.Compound, stateKey string, from, to int32) nbt.Compound {
	s := parseState(stateKey)
	k := kindOf(s.name)
	out := make(nbt.Compound, len(java)+4)
	for key, v := range java {
		out[key] = v
	}
	if id, ok := java["id"].(string); ok {
		out["id"] = modernID(id)
	}
	if k != Opaque {
		id, stored := javaID(k, s, to)
		if !stored {
			return nil
		}
		out["id"] = id
	}
	upgradeStacks(out, from, to)
	if name, ok := out["CustomName"].(string); ok && from < text.NamesJSON && to >= text.NamesJSON {
		out["CustomName"] = text.Save(name, to)
	} else if ok && from < text.NBT && to >= text.NBT {
		shown, _ := text.Load(name, from)
		out["CustomName"] = text.Save(shown, to)
	}
	if from < item.Flattened && to >= item.Flattened {
		for _, key := range flat[k] {
			delete(out, key)
		}
		if out["id"] == "minecraft:flower_pot" {
			return nil
		}
	}
	c := saver{codec: codec{kind: k, state: s, place: Place{Version: from}}, out: out}
	switch k {
	case Banner:
		c.upgradeBanner(to)
	case Sign, HangingSign:
		c.upgradeSign(to)
	case Furnace:
		if from < renamedTimers && to >= renamedTimers {
			c.rename(map[string]string{"BurnTime": "lit_time_remaining", "CookTime": "cooking_time_spent",
				"CookTimeTotal": "cooking_total_time"})
		}
	case Beacon:
		if from < namedEffects && to >= namedEffects {
			c.upgradeBeacon()
		}
	}
	return out
}

// upgradeStacks upgrades the stacks that any block entity has, under the names that the game uses for them.
func upgradeStacks(out nbt.Compound, from, to int32) {
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
	for _, key := range []string{"RecordItem", "Book", "item"} {
		if stack, ok := out[key].(nbt.Compound); ok {
			out[key] = item.Upgrade(stack, from, to)
		}
	}
}

func (c *saver) rename(names map[string]string) {
	for old, name := range names {
		if v, ok := c.out[old]; ok {
			delete(c.out, old)
			c.out[name] = v
		}
	}
}

func (c *saver) upgradeBanner(to int32) {
	layers := c.layers(c.out)
	if len(layers) == 0 {
		return
	}
	crossed := c.old() != (to < item.Flattened) || c.place.Version < item.Components && to >= item.Components
	if !crossed {
		return
	}
	c.now = c.banner(c.out)
	delete(c.out, "Patterns")
	c.was, c.place.Version = map[string]any{}, to
	c.patchBanner()
}

func (c *saver) upgradeBeacon() {
	m := c.beacon(c.out)
	c.rename(map[string]string{"Primary": "primary_effect", "Secondary": "secondary_effect"})
	for key, since := range map[string]string{"Primary": "primary_effect", "Secondary": "secondary_effect"} {
		delete(c.out, since)
		for name, n := range beaconEffects {
			if m[key] == n {
				c.out[since] = name
			}
		}
	}
}

// upgradeSign moves the four lines to the front of a two-sided sign, and rewrites the texts when they become NBT.
func (c *saver) upgradeSign(to int32) {
	from := c.place.Version
	if _, done := c.out["front_text"]; from < twoSided && to >= twoSided && !done {
		front := oldSide(c.out)
		c.place.Version = to
		side := c.emptySide()
		if front.colour != "" {
			side["color"] = front.colour
		}
		side["has_glowing_text"] = bit(front.glowing)
		list := nbt.List{Elem: nbt.TagString}
		for _, line := range front.lines {
			s, ok := line.(string)
			if !ok {
				s = text.Save("", text.Compact).(string)
			}
			list.Items = append(list.Items, s)
		}
		side["messages"] = list
		c.out["front_text"], c.out["back_text"], c.out["is_waxed"] = side, c.emptySide(), uint8(0)
		for _, key := range []string{"Text1", "Text2", "Text3", "Text4", "Color", "GlowingText"} {
			delete(c.out, key)
		}
	}
	if from < text.NBT && to >= text.NBT {
		for _, key := range []string{"front_text", "back_text"} {
			side, ok := c.out[key].(nbt.Compound)
			if list, _ := side["messages"].(nbt.List); !ok || list.Elem == nbt.TagCompound {
				continue
			}
			lines := sideOf(c.out, key).texts(from)
			c.place.Version = to
			fresh := make(nbt.Compound, len(side))
			for k, v := range side {
				fresh[k] = v
			}
			fresh["messages"] = c.messages(nbt.List{}, [4]string{}, lines)
			c.out[key] = fresh
		}
	}
}
