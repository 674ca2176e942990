package column

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world/chunk"
)

// networkFlag is the lowest bit of a storage's first byte: the palette holds runtime IDs, not NBT.
const networkFlag = 1

// sameAsBelow is the storage size with which Dragonfly says that a section's biomes are those of the section below. It
// is read here but never written: Dragonfly would let both sections share one storage, and change both.
const sameAsBelow = 0x7f

// decodeNetwork builds the chunk through chunk.NetworkDecode, the only bulk door that Dragonfly documents.
func (b *Builder) decodeNetwork(br chunk.BlockRegistry, r cube.Range) (*chunk.Chunk, error) {
	count := len(b.layers)
	for count > 0 && !b.layers[count-1][0].present() && !b.layers[count-1][1].present() {
		count--
	}
	b.net = b.net[:0]
	for i, layers := range b.layers[:count] {
		n := 0
		switch {
		case layers[1].present():
			n = 2
		case layers[0].present():
			n = 1
		}
		b.net = append(b.net, chunk.SubChunkVersion, byte(n), byte(int8(i+r[0]>>4)))
		for _, layer := range layers[:n] {
			if !layer.present() {
				layer = b.put(b.air)
			}
			b.net = appendStorage(b.net, b.storage(layer))
		}
	}
	for _, biome := range b.biomes {
		b.net = appendStorage(b.net, b.storage(biome))
	}
	c, err := chunk.NetworkDecode(br, b.net, count, r)
	if err != nil {
		return nil, err
	}
	// NetworkDecode leaves palettes that believe to have just looked up runtime ID 0 and found it at index 0.
	for _, sub := range c.Sub()[:count] {
		for _, layer := range sub.Layers() {
			layer.Palette().Replace(func(v uint32) uint32 { return v })
		}
	}
	// So do those of biomes, which nothing but looking another one up makes look again.
	for i, biome := range b.biomes {
		if s := b.storage(biome); len(s.Palette) > 1 && s.Palette[0] != 0 {
			y := int16(r[0] + i<<4)
			was := c.Biome(0, y, 0)
			c.SetBiome(0, y, 0, s.Palette[0])
			c.SetBiome(0, y, 0, was)
		}
	}
	return c, nil
}

// appendStorage appends a storage in Dragonfly's network form, which is the same for blocks and biomes.
func appendStorage(dst []byte, s Storage) []byte {
	dst = append(dst, byte(s.Bits<<1|networkFlag))
	for _, w := range s.Words {
		dst = binary.LittleEndian.AppendUint32(dst, w)
	}
	if s.Bits != 0 {
		dst = appendVarint(dst, int32(len(s.Palette)))
	}
	for _, v := range s.Palette {
		dst = appendVarint(dst, int32(v))
	}
	return dst
}

// appendVarint appends a zigzag variable-length integer of 32 bits.
func appendVarint(dst []byte, v int32) []byte {
	return binary.AppendUvarint(dst, uint64(uint32(v<<1)^uint32(v>>31)))
}

var errNetwork = errors.New("malformed network form")

// readStorage reads a storage in the network form into s, reusing its memory, and returns what follows it. The result is
// false for a storage that says "same as below".
func readStorage(b []byte, s *Storage) (rest []byte, ok bool, err error) {
	if len(b) == 0 {
		return nil, false, fmt.Errorf("%w: no storage", errNetwork)
	}
	bits := int(b[0] >> 1)
	b = b[1:]
	if bits == sameAsBelow {
		return b, false, nil
	}
	if bits > 16 || bits != 0 && bitsFor(1<<bits) != bits {
		return nil, false, fmt.Errorf("%w: %d bits per index", errNetwork, bits)
	}
	s.Bits = bits
	n := wordsFor(bits)
	if len(b) < n*4 {
		return nil, false, fmt.Errorf("%w: %d bytes for %d words", errNetwork, len(b), n)
	}
	s.Words = slices.Grow(s.Words[:0], n)[:n]
	for i := range s.Words {
		s.Words[i] = binary.LittleEndian.Uint32(b[i*4:])
	}
	b = b[n*4:]
	count := int32(1)
	if bits != 0 {
		if count, b, err = readVarint(b); err != nil {
			return nil, false, err
		}
	}
	if count <= 0 || int(count) > len(b) {
		return nil, false, fmt.Errorf("%w: palette of %d values in %d bytes", errNetwork, count, len(b))
	}
	s.Palette = s.Palette[:0]
	for range count {
		var v int32
		if v, b, err = readVarint(b); err != nil {
			return nil, false, err
		}
		s.Palette = append(s.Palette, uint32(v))
	}
	return b, true, nil
}

func readVarint(b []byte) (int32, []byte, error) {
	u, n := binary.Uvarint(b)
	if n <= 0 || u > 1<<32-1 {
		return 0, nil, fmt.Errorf("%w: variable-length integer", errNetwork)
	}
	return int32(uint32(u)>>1) ^ -int32(u&1), b[n:], nil
}
