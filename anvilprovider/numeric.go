package anvilprovider

import (
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Chunks of before 1.13 leave to their neighbours what a fence connects to. At the border of a chunk that is upgraded,
// package anvil therefore asks what is stored beside it.

// numericSection is a section of numeric ids as it is stored: 4,096 low bytes of ids, and 2,048 nibbles each of metas and,
// perhaps, of high parts of ids.
type numericSection struct{ blocks, data, add []byte }

// numericAt returns the numeric id and meta at a block position beside the chunk that is being decoded. ok is false if the
// chunk there is absent, unreadable, or of another era.
func (w *worker) numericAt(x, y, z int32) (id, meta int, ok bool) {
	pos := world.ChunkPos{x >> 4, z >> 4}
	sections, known := w.numeric[pos]
	if !known {
		sections = readNumeric(w.dim, pos)
		if w.numeric == nil {
			w.numeric = make(map[world.ChunkPos]map[int64]numericSection)
		}
		w.numeric[pos] = sections
	}
	if sections == nil {
		return 0, 0, false
	}
	s, ok := sections[int64(y>>4)]
	if !ok {
		return 0, 0, true
	}
	i := int(y&15<<8 | z&15<<4 | x&15)
	id, meta = int(s.blocks[i]), nibble(s.data, i)
	if s.add != nil {
		id |= nibble(s.add, i) << 8
	}
	return id, meta, true
}

func nibble(b []byte, i int) int { return int(b[i>>1]>>(i&1*4)) & 15 }

// readNumeric reads the sections of a stored chunk by their Y, nil if it is not one of numeric ids.
func readNumeric(dim *dimension, pos world.ChunkPos) map[int64]numericSection {
	data, _, err := dim.terrain.Read(nil, pos[0], pos[1])
	if err != nil {
		return nil
	}
	r := nbt.NewReader(data, nbt.Limits{})
	if _, ok := r.Root(); !ok {
		return nil
	}
	level, ok := nbt.Raw{Tag: nbt.TagCompound, Data: data[r.Offset():]}.Lookup("Level")
	if !ok {
		return nil
	}
	list, ok := level.Lookup("Sections")
	if !ok || list.Tag != nbt.TagList {
		return nil
	}
	r.Reset(list.Data)
	elem, n := r.List()
	sections := make(map[int64]numericSection, n)
	for range n {
		raw := r.Raw(elem)
		y, _ := raw.Lookup("Y")
		number, ok := y.Int()
		s := numericSection{blocks: byteArray(raw, "Blocks", 4096), data: byteArray(raw, "Data", 2048), add: byteArray(raw, "Add", 2048)}
		if !ok || s.blocks == nil || s.data == nil {
			return nil
		}
		sections[number] = s
	}
	return sections
}

// byteArray returns a byte array of a length in a compound, or nil.
func byteArray(c nbt.Raw, name string, length int) []byte {
	raw, ok := c.Lookup(name)
	if !ok || raw.Tag != nbt.TagByteArray || len(raw.Data) != 4+length {
		return nil
	}
	return raw.Data[4:]
}
