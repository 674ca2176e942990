package anvil

import (
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// The block entities of an upgraded chunk are brought to the form of 1.21.11 (DefaultDataVersion), since that is how the
// chunk would be written: the chunk's DataVersion must not promise what a block entity does not hold. Each change of form
// is a step with the first DataVersion that has the new form; a block entity goes through all steps above its chunk's
// version. What no step knows stays as it is.

// entityStep is one change of the form of block entities.
type entityStep struct {
	// version is the first DataVersion with the new form.
	version int32
	// what says what changes, for tests.
	what string
	// apply changes a block entity. It returns false if there is none any more, because the block state says it all.
	apply func(be nbt.Compound, at string) bool
}

// entitySteps are in order of their versions; itemSteps, which change the items inside, interleave with them. at is the
// state key of the block.
var entitySteps = []entityStep{
	{704, "ids have a namespace", entityNamespace},
	{1451, "the flattening: pots and notes are states, colours count from white, pistons name their block", entityFlatten},
	{1458, "custom names are text components", entityNameJSON},
	{2514, "skull owners have a UUID of four ints", skullOwnerUUID},
	{2831, "spawners hold their entity in a compound of its own", spawnerData},
	{3439, "signs have two sides", signSides},
	{3576, "beacons name their effects", beaconEffects},
	{3818, "banners name their patterns, skulls have a profile, and names in lower case", entityLowerCase},
	{4181, "furnaces name their times", furnaceTimes},
	{4290, "texts are NBT", entityTexts},
}

// upgradeBlockEntities brings the block entities of a chunk to the form of 1.21.11. One that is not valid stays as it is.
func (d *Decoder) upgradeBlockEntities(c *Chunk) {
	kept := c.BlockEntities[:0]
	for _, raw := range c.BlockEntities {
		if up, keep := d.upgradeBlockEntity(c, raw); keep {
			kept = append(kept, up)
		}
	}
	c.BlockEntities = kept
}

// ThingsVersion returns the DataVersion in whose form the BlockEntities are: DefaultDataVersion in an upgraded chunk, and else
// the chunk's own. That is at least 2844, as for its blocks, whatever the chunk names.
func (c *Chunk) ThingsVersion() int32 {
	if c.Upgraded {
		return DefaultDataVersion
	}
	return c.version
}

// upgradeBytes is the largest block entity that is upgraded; a larger one stays as it is, since its tree would take many
// times its size. The largest real one that was seen has 0.75 MB (a chest full of written books).
const upgradeBytes = 8 << 20

func (d *Decoder) upgradeBlockEntity(c *Chunk, raw nbt.Raw) (_ nbt.Raw, keep bool) {
	if len(raw.Data) > upgradeBytes {
		return raw, true
	}
	be, err := raw.Compound()
	if err != nil {
		return raw, true
	}
	at := ""
	if pos, ok := position(raw); ok {
		at = c.blockAt(pos)
	}
	if !upgradeEntityTree(be, at, c.version, d.items()) {
		return nbt.Raw{}, false
	}
	up, err := nbt.RawOf(be)
	if err != nil {
		return raw, true
	}
	return up, true
}

// upgradeEntityTree runs the steps above a version on a block entity, and on the items inside.
func upgradeEntityTree(be nbt.Compound, at string, version int32, items *itemTable) (keep bool) {
	if id, ok := be.Str("id"); ok && !strings.Contains(id, ":") {
		// Structure first: whatever the chunk names, this is of before 1.11.
		version = min(version, 703)
	}
	for _, step := range entitySteps {
		if step.version > version && !step.apply(be, at) {
			return false
		}
	}
	for _, name := range [...]string{"RecordItem", "Book", "item"} {
		if item, ok := be.Compound(name); ok {
			be[name] = upgradeItem(item, version, items)
		}
	}
	if list, ok := be.List("Items"); ok && list.Elem == nbt.TagCompound {
		for i, v := range list.Items {
			list.Items[i] = upgradeItem(v.(nbt.Compound), version, items)
		}
	}
	return true
}

// blockAt returns the state key at a position of the world, "" outside the chunk.
func (c *Chunk) blockAt(pos [3]int32) string {
	if pos[0]>>4 != c.X || pos[2]>>4 != c.Z || pos[1] < -2048 || pos[1] > 2047 {
		return ""
	}
	s := c.At(int8(pos[1] >> 4))
	if s == nil {
		return ""
	}
	return s.Blocks.Block(int(pos[1]&15<<8 | pos[2]&15<<4 | pos[0]&15))
}
