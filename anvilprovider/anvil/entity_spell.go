package anvil

import (
	"bytes"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// The steps of block entities and items lead to the form of 1.21.11 and the names of 26.3, and a chunk may be written for a version from
// OldestUpgraded on. Between those, nothing changed about them but names.

// ModerniseItem returns the name that Java 26.3 has for an item that a version names as given; up to 1.13, as the release of 1.13 does.
func ModerniseItem(name string, dataVersion int32) string {
	return renameItem(name, dataVersion)
}

// SpellItem returns how a version names an item that has the name given in Java 26.3; up to 1.13, as the release of 1.13 does. An item
// that did not exist at all keeps its name.
func SpellItem(name string, dataVersion int32) string {
	dataVersion = max(dataVersion, legacyVersion)
	for _, rules := range [2][]rename{stateRenames, itemRenames} {
		for _, r := range slices.Backward(rules[renameEpoch(rules, dataVersion):]) {
			var before []string
			for old, now := range r.names {
				if now == name {
					before = append(before, old)
				}
			}
			if len(before) > 0 {
				name = slices.Min(before)
			}
		}
	}
	return name
}

// RespellItem returns a stack with the names that one version gives to it and to what is in it as another version gives them. The stack
// is not changed; the result may be it.
func RespellItem(stack nbt.Compound, from, to int32) nbt.Compound {
	from, to = max(from, legacyVersion), max(to, legacyVersion)
	if renameEpoch(stateRenames, from) == renameEpoch(stateRenames, to) && renameEpoch(itemRenames, from) == renameEpoch(itemRenames, to) {
		return stack
	}
	return respell(stack, func(name string) string { return SpellItem(ModerniseItem(name, from), to) }).(nbt.Compound)
}

// spellEntities spells the items and blocks that block entities name for a version. Those that name none that it spells otherwise stay
// as they are.
func spellEntities(list []nbt.Raw, version int32) ([]nbt.Raw, error) {
	newer := newerNames(version)
	for i, raw := range list {
		if len(raw.Data) > upgradeBytes || !slices.ContainsFunc(newer, func(name []byte) bool { return bytes.Contains(raw.Data, name) }) {
			continue
		}
		be, err := raw.Compound()
		if err != nil {
			continue
		}
		spelled := respell(be, func(name string) string { return SpellItem(name, version) })
		if list[i], err = nbt.RawOf(spelled); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// newerNames lists the names that are newer than a version, without their namespace.
func newerNames(version int32) (names [][]byte) {
	for _, rules := range [2][]rename{stateRenames, itemRenames} {
		for _, r := range rules[renameEpoch(rules, version):] {
			for _, name := range r.names {
				names = append(names, []byte(name[len("minecraft:"):]))
			}
		}
	}
	return names
}

// respell copies a value with other names for what is in it: an item has an id and a count, and the block that a piston moves a name
// in blockState.
func respell(v any, name func(string) string) any {
	switch v := v.(type) {
	case nbt.List:
		items := make([]any, len(v.Items))
		for i := range items {
			items[i] = respell(v.Items[i], name)
		}
		return nbt.List{Elem: v.Elem, Items: items}
	case nbt.Compound:
		c := make(nbt.Compound, len(v))
		for key, inside := range v {
			c[key] = respell(inside, name)
		}
		_, now := v.Int("count")
		_, before := v.Int("Count")
		if id, ok := v.Str("id"); ok && (now || before) {
			c["id"] = name(id)
		}
		if state, ok := c.Compound("blockState"); ok {
			if block, ok := state.Str("Name"); ok {
				state["Name"] = name(block)
			}
		}
		return c
	}
	return v
}
