package anvil

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// Neighbour returns the numeric id and meta at a block position outside the chunk, in blocks of the world, and whether it
// is known. It is asked for the columns that touch the chunk's borders, when a block there takes its state from its
// neighbours: fences, chests, stairs and the like. Numbers finds the answer where the neighbour was upgraded before. Without
// one the neighbour counts as air, as the game counts it until it loads that chunk as well.
type Neighbour func(x, y, z int32) (id, meta int, ok bool)

// view is what a deriver sees: the numeric blocks around a cell, and its block entity.
type view struct {
	x, y, z    int // the cell: x and z in the chunk, y in the world
	chunk      *Chunk
	sections   [256]*scan // by Y as uint8
	neighbour  Neighbour
	entities   map[[3]int32]nbt.Raw
	hasIndexed bool
	leaves     leafMap
}

func (w *view) reset(c *Chunk, neighbour Neighbour) {
	w.leaves.reset()
	w.chunk, w.neighbour, w.hasIndexed = c, neighbour, false
	w.sections = [256]*scan{}
}

// at returns the id and meta at an offset from the cell; air where nothing is known.
func (w *view) at(dx, dy, dz int) (id, meta int) {
	x, y, z := w.x+dx, w.y+dy, w.z+dz
	if uint(x) > 15 || uint(z) > 15 {
		if w.neighbour != nil {
			if id, meta, ok := w.neighbour(w.chunk.X<<4+int32(x), int32(y), w.chunk.Z<<4+int32(z)); ok {
				return id, meta
			}
		}
		return 0, 0
	}
	if y < -128<<4 || y >= 128<<4 {
		return 0, 0
	}
	s := w.sections[uint8(y>>4)]
	if s == nil || s.ids == nil {
		return 0, 0
	}
	return s.numericAt(y&15<<8 | z<<4 | x)
}

// entity returns the block entity of the cell.
func (w *view) entity() (nbt.Raw, bool) {
	if !w.hasIndexed {
		w.hasIndexed = true
		if w.entities == nil {
			w.entities = map[[3]int32]nbt.Raw{}
		}
		clear(w.entities)
		for _, raw := range w.chunk.BlockEntities {
			if pos, ok := position(raw); ok {
				w.entities[pos] = raw
			}
		}
	}
	raw, ok := w.entities[[3]int32{w.chunk.X<<4 + int32(w.x), int32(w.y), w.chunk.Z<<4 + int32(w.z)}]
	return raw, ok
}

// position reads where a block entity is.
func position(raw nbt.Raw) (pos [3]int32, ok bool) {
	found := 0
	r := nbt.NewReader(raw.Data, nbt.Limits{})
	for {
		tag, name, more := r.Next()
		if !more {
			return pos, found == 7 && r.Err() == nil
		}
		if len(name) == 1 && name[0] >= 'x' && name[0] <= 'z' {
			i := name[0] - 'x'
			pos[i] = integer(r, tag)
			found |= 1 << i
			continue
		}
		r.Skip(tag)
	}
}
