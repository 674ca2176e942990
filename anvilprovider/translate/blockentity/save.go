package blockentity

import (
	"fmt"
	"reflect"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

// Finding is something that a caller may want to report.
type Finding = item.Finding

// Saved is the result of Save.
type Saved struct {
	// Java is the compound to store, nil if the place has none.
	Java nbt.Compound
	// Changed reports whether it differs from the stored one. If not, it is the stored one.
	Changed bool
	// Findings are things that could not be written as they are.
	Findings []Finding
}

// Save merges what the host has into what is stored. old is the stored compound, spelled as Place.Version says, or nil if
// there is none; dragonfly is the map that the host handed back; Place.State is the state that the cell will have, after
// Refine. placed says that the block was placed since the chunk was loaded: it then gets a compound although nothing in it
// differs from an empty one, and the old one, which belonged to another block, must not be passed.
func Save(old nbt.Compound, dragonfly map[string]any, p Place, placed bool) Saved {
	s := parseState(p.State)
	c := saver{codec: codec{kind: kindOf(s.name), state: s, place: p}, now: dragonfly}
	if c.kind == Opaque {
		return c.opaque(old)
	}
	if old != nil && check(old, p) != nil {
		// Load refused it, so the host never saw it.
		return Saved{Java: old}
	}
	c.was = build(c.kind, s, old, p)
	if !placed && Same(c.was, dragonfly) {
		return Saved{Java: old}
	}
	id, stored := javaID(c.kind, s, p.Version)
	if !stored {
		if _, has := pot(p, dragonfly); c.kind == FlowerPot && !has {
			plant, _ := dragonfly["PlantBlock"].(map[string]any)
			c.find("plant in a flower pot that Java has none for", fmt.Sprint(plant["name"]))
		}
		return Saved{Java: old, Findings: c.findings} // Java has no block entity here: Refine keeps all of it in the state.
	}
	if old == nil {
		c.was, c.out = build(c.kind, s, nil, p), c.empty(id)
	} else {
		c.out = make(nbt.Compound, len(old)+4)
		for k, v := range old {
			c.out[k] = v
		}
	}
	c.patch()
	if reflect.DeepEqual(old, c.out) {
		return Saved{Java: old, Findings: c.findings}
	}
	return Saved{Java: c.out, Changed: true, Findings: c.findings}
}

// saver patches one compound. was is what the compound says now, in Dragonfly's words, and now is what it has to say.
type saver struct {
	codec
	was, now map[string]any
	out      nbt.Compound
	findings []Finding
}

// opaque gives back the compound that a block carried unread.
func (c *saver) opaque(old nbt.Compound) Saved {
	java, from, ok := unpack(c.now)
	if !ok || reflect.DeepEqual(java, old) {
		return Saved{Java: old}
	}
	if from != c.place.Version {
		java = upgraded(java, from, c.place.Version)
	}
	c.out = make(nbt.Compound, len(java))
	for k, v := range java {
		c.out[k] = v
	}
	c.position()
	if reflect.DeepEqual(c.out, old) {
		return Saved{Java: old}
	}
	return Saved{Java: c.out, Changed: true}
}

func (c *saver) position() {
	c.out["x"], c.out["y"], c.out["z"] = int32(c.place.X), int32(c.place.Y), int32(c.place.Z)
}

// empty is the compound of a new block.
func (c *saver) empty(id string) nbt.Compound {
	c.out = nbt.Compound{"id": id, "keepPacked": uint8(0)}
	c.position()
	switch c.kind {
	case Chest, TrappedChest, Barrel, Hopper, Dispenser, Furnace, BrewingStand, Campfire, ShulkerBox:
		c.out["Items"] = nbt.List{}
	case Sign, HangingSign:
		c.emptySign()
	}
	if c.kind == Hopper {
		c.out["TransferCooldown"] = int32(0)
	}
	return c.out
}

// differs reports whether an entry of Dragonfly's map has changed.
func (c *saver) differs(key string) bool { return !sameEntry(c.was, c.now, key) }

func (c *saver) find(what, detail string) {
	c.findings = append(c.findings, Finding{What: what, Detail: detail})
}

// patch writes what has changed.
func (c *saver) patch() {
	switch c.kind {
	case Sign, HangingSign:
		c.patchSign()
	case Chest, TrappedChest, Barrel, Dispenser, ShulkerBox:
		c.patchContainer()
	case Hopper:
		c.patchContainer()
		c.patchInt("TransferCooldown", "TransferCooldown")
	case Furnace:
		c.patchItems()
		c.patchFurnace()
	case BrewingStand:
		c.patchItems()
		c.patchBrewing()
	case Campfire:
		c.patchCampfire()
	case Jukebox:
		c.patchStack("RecordItem", "RecordItem")
	case Lectern:
		c.patchStack("book", "Book")
		if _, has := c.out["Book"]; has {
			c.patchInt("page", "Page")
		} else {
			delete(c.out, "Page")
		}
	case DecoratedPot:
		c.patchStack("item", "item")
		c.patchSherds()
	case Banner:
		c.patchBanner()
	case Beacon:
		c.patchInt("Levels", "Levels")
		c.patchEffect("Primary", "primary_effect")
		c.patchEffect("Secondary", "secondary_effect")
	}
}

func (c *saver) patchInt(key, java string) {
	if n, ok := c.now[key].(int32); ok && c.differs(key) {
		c.out[java] = n
	}
}
