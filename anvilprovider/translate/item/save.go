package item

import (
	"reflect"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/text"
)

// Save translates a stack in Dragonfly's disk format into the Java compound of a DataVersion, without a slot. It is nil for an
// empty stack and for one that Dragonfly could not read either. A stack that carries its Java compound gets that, with what
// changed since; if it came from a chunk of another version, the compound is brought to this one.
func Save(disk map[string]any, version int32) (nbt.Compound, []Finding) {
	w := writer{version: version, how: spellingOf(version)}
	c := w.save(disk)
	return c, w.findings
}

// save writes a stack with the version, spelling and depth of the writer.
func (w *writer) save(disk map[string]any) nbt.Compound {
	s, m, ok := normal(disk)
	if !ok {
		return nil
	}
	w.is, w.was = formOf(s, m), emptyForm()
	java, from, ok := carried(s)
	if !ok {
		return w.patch(nil)
	}
	before, outcome := reader{version: from, depth: w.depth}.load(java)
	if outcome == Empty {
		return w.patch(nil)
	}
	s, m, ok = normal(before)
	if !ok {
		return w.patch(nil)
	}
	w.was = formOf(s, m)
	if from != w.version {
		java = w.convert(java, from)
	}
	w.how = spelled(java, w.version)
	if reflect.DeepEqual(w.was, w.is) {
		return java
	}
	return w.patch(java)
}

// Upgrade rewrites a Java stack from the spelling of one DataVersion in that of another. What the other cannot say is kept
// aside in it: unknown entries of a tag become custom data, and a stack that goes back to before 1.20.5 keeps its components
// under the entry stashKey, where Load finds them.
func Upgrade(java nbt.Compound, from, to int32) nbt.Compound {
	w := writer{version: to, how: spellingOf(to)}
	c := w.convert(bare(java), from)
	if slot, ok := java["Slot"]; ok {
		c["Slot"] = slot
	}
	return c
}

// stashKey is the entry of a tag that keeps a stack of a newer version.
const stashKey = "kestrel:stack"

// stashed answers the stack of a newer version that a tag keeps.
func stashed(java nbt.Compound) (inner nbt.Compound, version int32, ok bool) {
	tag, _ := java["tag"].(nbt.Compound)
	stash, ok := tag[stashKey].(nbt.Compound)
	if !ok {
		return nil, 0, false
	}
	inner, ok = stash["item"].(nbt.Compound)
	version, _ = stash["DataVersion"].(int32)
	return inner, version, ok
}

// convert is Upgrade without the slot, to the writer's version.
func (w *writer) convert(java nbt.Compound, from int32) nbt.Compound {
	r := reader{version: from, depth: w.depth}
	how, target := spelled(java, from), spellingOf(w.version)
	if how == componented && from < Components && target == componented {
		return java // It is newer than it is said to be, and has been brought up already.
	}
	if how == target && sameTexts(from, w.version) {
		if how != numeric {
			java = anvil.RespellItem(java, from, w.version)
		}
		return java
	}
	f, ok := r.read(java)
	if !ok {
		return java
	}
	sub := writer{version: w.version, how: target, depth: w.depth, was: emptyForm(), is: f}
	out := sub.patch(nil)
	w.findings = append(w.findings, sub.findings...)
	switch {
	case how == target:
		keepRest(out, java, target)
	case target == componented:
		unknownTags(out, java)
	case how == componented:
		w.find("item older than its components", f.id)
		tag := copied(out["tag"])
		tag[stashKey] = nbt.Compound{"DataVersion": from, "item": java}
		out["tag"] = tag
	default:
		keepRest(out, java, target)
	}
	return out
}

// sameTexts reports whether two versions spell texts alike.
func sameTexts(a, b int32) bool {
	for _, border := range []int32{text.NamesJSON, text.LoreJSON, text.NBT} {
		if (a < border) != (b < border) {
			return false
		}
	}
	return true
}

// translated are the entries of a tag that a form expresses.
var translated = map[string]bool{"display": true, "Damage": true, "ench": true, "Enchantments": true,
	"StoredEnchantments": true, "Unbreakable": true, "RepairCost": true, "Potion": true, "Trim": true, "instrument": true,
	"effects": true, "Effects": true, userKey: true, variantKey: true, "pages": true, "title": true, "author": true, "generation": true,
	"Fireworks": true, "Explosion": true, "ChargedProjectiles": true, "Charged": true}

// keepRest copies what the form does not express from one stack of a spelling to another.
func keepRest(out, java nbt.Compound, how spelling) {
	key := "tag"
	if how == componented {
		key = "components"
	}
	old, _ := java[key].(nbt.Compound)
	inner := copied(out[key])
	for k, v := range old {
		if _, written := inner[k]; !written && !translated[k] {
			inner[k] = v
		}
	}
	if len(inner) > 0 {
		out[key] = inner
	}
}

// unknownTags moves the entries of a tag that have no component into the custom data, as the game does.
func unknownTags(out, java nbt.Compound) {
	old, _ := java["tag"].(nbt.Compound)
	rest := nbt.Compound{}
	for k, v := range old {
		if !translated[k] && k != "BlockEntityTag" {
			rest[k] = v
		}
	}
	components := copied(out["components"])
	if be, ok := old["BlockEntityTag"].(nbt.Compound); ok && !expressed(be) {
		data := copied(be)
		if _, ok := data["id"]; !ok {
			id, _ := out["id"].(string)
			data["id"] = blockEntityID(id)
		}
		components["minecraft:block_entity_data"] = data
	}
	if len(rest) > 0 {
		data := copied(components["minecraft:custom_data"])
		for k, v := range rest {
			data[k] = v
		}
		components["minecraft:custom_data"] = data
	}
	if len(components) > 0 {
		out["components"] = components
	}
}

// expressed reports whether a block entity tag holds only what a form expresses.
func expressed(be nbt.Compound) bool {
	for k := range be {
		switch k {
		case "Patterns", "Items", "sherds", "id", "Base":
		default:
			return false
		}
	}
	return true
}
