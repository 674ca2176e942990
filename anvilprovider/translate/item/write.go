package item

import (
	"reflect"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// writer patches a Java compound so that it says what a form says. was is the form that the compound has now: what did not
// change is not touched, so whatever the form cannot express stays.
type writer struct {
	version  int32
	how      spelling
	depth    int
	was, is  form
	findings []Finding
}

// patch answers the compound with the changes between two forms applied. The compound passed is not changed. A nil one is
// written from nothing, for which was must be an empty form.
func (w *writer) patch(java nbt.Compound) nbt.Compound {
	out := make(nbt.Compound, len(java)+4)
	for k, v := range java {
		out[k] = v
	}
	fresh := java == nil
	if fresh || w.was.count != w.is.count {
		w.count(out)
	}
	if fresh || w.was.id != w.is.id || w.how == numeric && w.was.damage != w.is.damage {
		w.id(out)
	}
	if w.how == componented {
		w.within(out, "components", w.components)
		return out
	}
	w.within(out, "tag", w.tag)
	if (fresh || w.was.id != w.is.id) && !w.readable() {
		w.stash(out)
	}
	return out
}

// readable reports whether the name that is written is read as the same item again. Some names meant another item once.
func (w *writer) readable() bool {
	id := anvil.SpellItem(w.is.id, w.version)
	if w.how == numeric {
		old, damage, ok := unflatten(id)
		if !ok {
			if id, _ = flatten(id, 0); id != w.is.id {
				return false
			}
		} else {
			id, _ = flatten(old, damage)
		}
	}
	return anvil.ModerniseItem(id, w.version) == w.is.id
}

// newest is a version of today, in which stacks are stashed.
const newest = 4790

// stash keeps a stack as today's versions write it in the tag of one whose name would be misread.
func (w *writer) stash(out nbt.Compound) {
	sub := writer{version: newest, how: componented, depth: w.depth + 1, was: emptyForm(), is: w.is}
	tag := copied(out["tag"])
	tag[stashKey] = nbt.Compound{"DataVersion": int32(newest), "item": sub.patch(nil)}
	out["tag"] = tag
}

func (w *writer) count(out nbt.Compound) {
	if w.how == componented {
		out["count"] = int32(w.is.count)
		return
	}
	out["Count"] = uint8(w.is.count)
}

func (w *writer) id(out nbt.Compound) {
	id := anvil.SpellItem(w.is.id, w.version)
	if w.how != numeric {
		out["id"] = id
		return
	}
	damage := clamp16(w.is.damage)
	if old, d, ok := unflatten(id); ok {
		id = old
		if d != 0 {
			damage = d
		}
	} else {
		w.find("item newer than the chunk", id)
	}
	out["id"], out["Damage"] = id, damage
}

// within runs a change on a copy of an inner compound, which it drops if nothing is left in it.
func (w *writer) within(out nbt.Compound, key string, change func(nbt.Compound)) {
	inner := nbt.Compound{}
	had, ok := out[key].(nbt.Compound)
	for k, v := range had {
		inner[k] = v
	}
	change(inner)
	switch {
	case len(inner) > 0:
		out[key] = inner
	case ok && len(had) > 0:
		delete(out, key)
	}
}

func (w *writer) find(what, detail string) { w.findings = append(w.findings, Finding{what, detail}) }

// set writes a value, or removes the key if the value says nothing.
func set(c nbt.Compound, key string, v any, present bool) {
	if present {
		c[key] = v
		return
	}
	delete(c, key)
}

// changed reports whether a field of the form is to be written.
func changed(was, is any) bool { return !reflect.DeepEqual(was, is) }

// full answers a name with the namespace that Java writes.
func full(name string) string {
	if name == "" || strings.Contains(name, ":") {
		return name
	}
	return namespace + name
}

// inner writes a stack that lies in another one.
func (w *writer) inner(disk map[string]any) nbt.Compound {
	sub := writer{version: w.version, how: w.how, depth: w.depth + 1}
	c := sub.save(disk)
	w.findings = append(w.findings, sub.findings...)
	return c
}

// rocket writes what makes a firework rocket with the names of a version, nil if it stays.
func (w *writer) rocket(flight, explosions string, spell func(explosion) nbt.Compound) nbt.Compound {
	was, is := w.was, w.is
	if was.id == is.id && was.flight == is.flight && !changed(was.explosions, is.explosions) {
		return nil
	}
	c := nbt.Compound{flight: uint8(is.flight)}
	if len(is.explosions) > 0 {
		list := nbt.List{Elem: nbt.TagCompound}
		for _, e := range is.explosions {
			list.Items = append(list.Items, spell(e))
		}
		c[explosions] = list
	}
	return c
}

// innerForm writes a stack of which only the form is known.
func (w *writer) innerForm(f form) nbt.Compound {
	sub := writer{version: w.version, how: w.how, depth: w.depth + 1, was: emptyForm(), is: f}
	c := sub.patch(nil)
	w.findings = append(w.findings, sub.findings...)
	return c
}
