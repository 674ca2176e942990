package anvilprovider

import (
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Chunks of before 1.13 leave to their neighbours what a fence connects to. At the border of a chunk that is upgraded,
// package anvil therefore asks what is stored beside it. A neighbour may have been upgraded before, and answers all the same:
// chunks are saved one after the other, and a fence must not lose what it is connected to by that.

// neighbour is a stored chunk beside one that is decoded. Both are nil if there is none that can be read.
type neighbour struct {
	numeric *anvil.NumericChunk
	modern  *anvil.Chunk
}

// numericAt returns the numeric id and meta at a block position beside the chunk that is being decoded. ok is false if the
// chunk there is absent or unreadable. A neighbour is read when it is first asked for, and once for each chunk that is
// decoded; there are eight at most.
func (w *worker) numericAt(x, y, z int32) (id, meta int, ok bool) {
	pos := world.ChunkPos{x >> 4, z >> 4}
	n, known := w.numeric[pos]
	if !known {
		n = w.readNeighbour(pos)
		if w.numeric == nil {
			w.numeric = make(map[world.ChunkPos]neighbour)
		}
		w.numeric[pos] = n
	}
	switch {
	case n.numeric != nil:
		return n.numeric.At(x, y, z)
	case n.modern != nil && y>>4 == int32(int8(y>>4)):
		id, meta = w.numberOf(n.modern, int8(y>>4), int(y&15<<8|z&15<<4|x&15))
		return id, meta, true
	}
	return 0, 0, false
}

// numberOf returns the id and meta that a cell of a chunk of today would have. Of blocks that never had a number, those that
// others connect to on all sides count as stone, and the rest as air.
func (w *worker) numberOf(c *anvil.Chunk, y int8, cell int) (id, meta int) {
	s := c.At(y)
	if s == nil || !s.Blocks.Present() {
		return 0, 0
	}
	key := s.Blocks.Block(cell)
	if id, meta, ok := w.numbers.Of(key); ok {
		return id, meta
	}
	if w.blocks.t.Sturdy(key) {
		return 1, 0
	}
	return 0, 0
}

// readNeighbour reads a stored chunk of any era.
func (w *worker) readNeighbour(pos world.ChunkPos) neighbour {
	data, _, err := w.dim.terrain.Read(nil, pos[0], pos[1])
	if err != nil {
		return neighbour{}
	}
	if c, ok := anvil.ReadNumeric(data, nbt.Limits{}); ok {
		return neighbour{numeric: c}
	}
	c := new(anvil.Chunk)
	if w.beside.Decode(data, c) != nil || c.X != pos[0] || c.Z != pos[1] {
		return neighbour{}
	}
	return neighbour{modern: c}
}
