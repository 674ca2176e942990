package anvil

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// NumericChunk gives access to the numeric blocks of a chunk of before 1.13, without upgrading it: for a Decoder's
// Neighbour. It borrows the document that it was read from, and is safe for concurrent use.
type NumericChunk struct {
	x, z     int32
	sections [256]*scan // by Y as uint8
}

// ReadNumeric reads the sections of a chunk. It returns false for chunks that are not of numeric ids, or not valid.
func ReadNumeric(data []byte, lim nbt.Limits) (*NumericChunk, bool) {
	d := Decoder{r: nbt.NewReader(data, lim), inLevel: true}
	r := d.r
	if _, ok := r.Root(); !ok {
		return nil, false
	}
	for {
		tag, name, ok := r.Next()
		if !ok {
			return nil, false
		}
		if string(name) == "Level" && tag == nbt.TagCompound {
			break
		}
		r.Skip(tag)
	}
	d.intern.reset()
	var c Chunk
	var h head
	for {
		at := r.Offset()
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		switch string(name) {
		case "xPos", "zPos", "Sections":
			d.levelEntry(&c, &h, tag, name, at)
		default:
			r.Skip(tag)
		}
	}
	n := &NumericChunk{x: c.X, z: c.Z}
	for i := range c.memory.scans {
		s := &c.memory.scans[i]
		if s.blocksPresent || s.ids != nil && s.meta == nil {
			return nil, false
		}
		n.sections[uint8(s.y)] = s
	}
	return n, r.Err() == nil && h.hasX && h.hasZ && h.hasSections
}

// At returns the id and meta of a block at a position of the world, air where the chunk has no section. It returns false
// outside the chunk.
func (n *NumericChunk) At(x, y, z int32) (id, meta int, ok bool) {
	if x>>4 != n.x || z>>4 != n.z || y < -128<<4 || y >= 128<<4 {
		return 0, 0, false
	}
	s := n.sections[uint8(y>>4)]
	if s == nil || s.ids == nil {
		return 0, 0, true
	}
	id, meta = s.numericAt(int(y&15<<8 | z&15<<4 | x&15))
	return id, meta, true
}

// numericAt returns the id and meta of a cell.
func (s *scan) numericAt(cell int) (id, meta int) {
	shift := cell & 1 << 2
	id = int(s.ids[cell])
	if s.add != nil {
		id |= int(s.add[cell>>1]>>shift) & 15 << 8
	}
	return id, int(s.meta[cell>>1]>>shift) & 15
}
