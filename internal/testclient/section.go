package testclient

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/sandertv/gophertunnel/minecraft/nbt"
	"github.com/sandertv/gophertunnel/minecraft/protocol"
)

// cells is the number of cells in a sub-chunk.
const cells = 16 * 16 * 16

// Section is a decoded sub-chunk.
type Section struct {
	// Layers holds the network IDs of the blocks, x<<8|z<<4|y. Layer 0 has the blocks, layer 1 what they stand in, mostly water. A
	// sub-chunk without blocks has no layers.
	Layers []*[cells]uint32
	// Entities holds the data of block entities by their position in the world.
	Entities map[protocol.BlockPos]map[string]any
}

// errShort is returned for a sub-chunk that ends too early.
var errShort = errors.New("the data end too early")

// decodeSection reads the network form of a sub-chunk: the version (9), the number of layers, the index of the sub-chunk in
// the column, the layers, and the block entities as NBT up to the end.
func decodeSection(data []byte) (*Section, error) {
	if len(data) < 3 {
		return nil, errShort
	}
	if data[0] != 9 {
		return nil, fmt.Errorf("sub-chunk version %d is not 9", data[0])
	}
	s := &Section{Layers: make([]*[cells]uint32, data[1]), Entities: map[protocol.BlockPos]map[string]any{}}
	rest := data[3:]
	var err error
	for i := range s.Layers {
		if s.Layers[i], rest, err = decodeLayer(rest); err != nil {
			return nil, fmt.Errorf("layer %d: %w", i, err)
		}
	}
	if s.Entities, err = decodeEntities(rest); err != nil {
		return nil, err
	}
	return s, nil
}

// decodeEntities reads one NBT compound after another.
func decodeEntities(data []byte) (map[protocol.BlockPos]map[string]any, error) {
	entities := map[protocol.BlockPos]map[string]any{}
	buf := bytes.NewBuffer(data)
	decoder := nbt.NewDecoderWithEncoding(buf, nbt.NetworkLittleEndian)
	for buf.Len() > 0 {
		entity := map[string]any{}
		if err := decoder.Decode(&entity); err != nil {
			return nil, fmt.Errorf("block entity: %w", err)
		}
		x, okX := entity["x"].(int32)
		y, okY := entity["y"].(int32)
		z, okZ := entity["z"].(int32)
		if !okX || !okY || !okZ {
			return nil, fmt.Errorf("block entity without a position: %v", entity)
		}
		entities[protocol.BlockPos{x, y, z}] = entity
	}
	return entities, nil
}

// decodeLayer reads one palette with its indices: a byte `bits<<1 | 1`, the indices packed into little-endian words of 32 bits from the lowest
// bit up, none of them across two words, the number of palette entries, and the entries as signed varints. With 0 bits
// there are neither words nor a number, and one entry.
func decodeLayer(data []byte) (*[cells]uint32, []byte, error) {
	if len(data) == 0 {
		return nil, nil, errShort
	}
	bits, rest := int(data[0]>>1), data[1:]
	if data[0]&1 == 0 || bits > 16 {
		return nil, nil, fmt.Errorf("header %#x is not that of a network palette", data[0])
	}
	var indices [cells]uint32
	count := uint64(1)
	if bits > 0 {
		perWord := 32 / bits
		size := (cells + perWord - 1) / perWord * 4
		if len(rest) < size {
			return nil, nil, errShort
		}
		for i := range indices {
			word := binary.LittleEndian.Uint32(rest[i/perWord*4:])
			indices[i] = word >> (i % perWord * bits) & (1<<bits - 1)
		}
		rest = rest[size:]
		var err error
		if count, rest, err = varint(rest); err != nil {
			return nil, nil, err
		}
	}
	if count > cells {
		return nil, nil, fmt.Errorf("a palette of %d entries", count)
	}
	palette := make([]uint32, count)
	for i := range palette {
		v, after, err := varint(rest)
		if err != nil {
			return nil, nil, err
		}
		palette[i], rest = uint32(v), after
	}
	for i, index := range indices {
		if int(index) >= len(palette) {
			return nil, nil, fmt.Errorf("index %d is past the palette's %d entries", index, len(palette))
		}
		indices[i] = palette[index]
	}
	return &indices, rest, nil
}

// varint reads a signed varint of 32 bits (zigzag), as palettes have them. No value in a palette is negative.
func varint(data []byte) (uint64, []byte, error) {
	v, n := binary.Uvarint(data)
	if n <= 0 || v > 1<<32-1 {
		return 0, nil, errShort
	}
	if v&1 != 0 {
		return 0, nil, fmt.Errorf("negative number %d in a palette", -int64(v>>1)-1)
	}
	return v >> 1, data[n:], nil
}

// index is the place of a cell in a layer; only the lowest four bits of each coordinate count.
func index(pos protocol.BlockPos) int {
	return int(pos[0]&15)<<8 | int(pos[2]&15)<<4 | int(pos[1]&15)
}

// sectionOf is the sub-chunk that a block lies in.
func sectionOf(pos protocol.BlockPos) protocol.SubChunkPos {
	return protocol.SubChunkPos{pos[0] >> 4, pos[1] >> 4, pos[2] >> 4}
}
