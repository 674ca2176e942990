package anvil

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// Two chests side by side that face the same way are one. Source: UpgradeData.BlockFixers.CHEST, which also exchanges the
// contents of the halves where the order of the halves changed (see swapChests).

var deriveChest = &deriver{
	code: func(w *view, id, meta int) uint32 { return uint32(w.chestHalf(id, meta)) },
	apply: func(s *state, _ int, code uint32) {
		s.set("type", [3]string{"single", "left", "right"}[code])
	},
}

const (
	chestSingle = iota
	chestLeft
	chestRight
)

// chestFacing reads the meta of a chest, north if it is none that the game writes.
func chestFacing(meta int) direction {
	d, _ := facing2(meta)
	return d
}

// chestHalf returns which half the chest in the cell is. In a row of three, which the game does not let anybody build, the
// one in the middle belongs to its clockwise neighbour, and the third is single.
func (w *view) chestHalf(id, meta int) int {
	facing := chestFacing(meta)
	other := func(steps int) bool {
		d := facing.clockwise()
		dx, dz := d.step()
		oid, ometa := w.at(dx*steps, 0, dz*steps)
		return oid == id && chestFacing(ometa) == facing
	}
	switch {
	case other(1) && !other(2):
		return chestLeft
	case other(1):
		// The neighbour belongs to the one behind it.
		return chestSingle
	case other(-1):
		return chestRight
	}
	return chestSingle
}

// swapChests exchanges the contents of the two halves of the chests that face north or east. Until 1.12 the first half was
// the one further north or west, since 1.13 it is the right one; the two rules agree for the other directions. The halves
// of a chest that stands in two chunks are not exchanged: the other chunk is not at hand.
func swapChests(c *Chunk) {
	at := map[[3]int32]int{}
	for i, raw := range c.BlockEntities {
		if pos, ok := position(raw); ok {
			at[pos] = i
		}
	}
	for pos, i := range at {
		s := parseState(c.blockAt(pos))
		if s.get("type") != "left" || s.name != "minecraft:chest" && s.name != "minecraft:trapped_chest" {
			continue
		}
		// The other half of a left one is clockwise of where it faces.
		other := pos
		switch s.get("facing") {
		case "north":
			other[0]++
		case "east":
			other[2]++
		default:
			continue
		}
		if j, ok := at[other]; ok {
			c.BlockEntities[i], c.BlockEntities[j] = swapItems(c.BlockEntities[i], c.BlockEntities[j])
		}
	}
}

// swapItems exchanges the entries Items of two compounds.
func swapItems(a, b nbt.Raw) (_, _ nbt.Raw) {
	x, okA := a.Lookup("Items")
	y, okB := b.Lookup("Items")
	replace := func(raw, items nbt.Raw, ok bool) nbt.Raw {
		out := []byte{}
		r := nbt.NewReader(raw.Data, nbt.Limits{})
		for {
			tag, name, more := r.Next()
			if !more {
				break
			}
			v := r.Raw(tag)
			if string(name) != "Items" {
				out = append(rawHead(out, tag, string(name)), v.Data...)
			}
		}
		if ok {
			out = items.AppendEntry(out, "Items")
		}
		return nbt.Raw{Tag: nbt.TagCompound, Data: nbt.AppendEnd(out)}
	}
	return replace(a, y, okB), replace(b, x, okA)
}
