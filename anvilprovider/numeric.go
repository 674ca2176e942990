package anvilprovider

import (
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Chunks of before 1.13 leave to their neighbours what a fence connects to. At the border of a chunk that is upgraded,
// package anvil therefore asks what is stored beside it.

// numericAt returns the numeric id and meta at a block position beside the chunk that is being decoded. ok is false if the
// chunk there is absent, unreadable, or of another era. A neighbour is read when it is first asked for, and once for each
// chunk that is decoded; there are eight at most.
func (w *worker) numericAt(x, y, z int32) (id, meta int, ok bool) {
	pos := world.ChunkPos{x >> 4, z >> 4}
	c, known := w.numeric[pos]
	if !known {
		c = readNumeric(w.dim, pos)
		if w.numeric == nil {
			w.numeric = make(map[world.ChunkPos]*anvil.NumericChunk)
		}
		w.numeric[pos] = c
	}
	if c == nil {
		return 0, 0, false
	}
	return c.At(x, y, z)
}

// readNumeric reads a stored chunk, nil if it is not one of numeric ids.
func readNumeric(dim *dimension, pos world.ChunkPos) *anvil.NumericChunk {
	data, _, err := dim.terrain.Read(nil, pos[0], pos[1])
	if err != nil {
		return nil
	}
	c, ok := anvil.ReadNumeric(data, nbt.Limits{})
	if !ok {
		return nil
	}
	return c
}
