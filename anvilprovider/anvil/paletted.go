package anvil

import (
	"encoding/binary"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

const (
	blockCells = 4096
	biomeCells = 64
)

// Paletted is the content of a section: a palette, and for each cell an index into it.
type Paletted struct {
	// Palette holds state keys, or names of biomes, as Java 26.3 spells them. Unused entries are kept, and renames may make
	// two entries equal. The strings are interned by the Decoder.
	Palette []string
	// RawPalette holds the entries as they were stored, one for each of Palette. It is nil in upgraded chunks.
	RawPalette []nbt.Raw
	// Bits is the width of an index, 0 if all cells have entry 0.
	Bits int
	// Words are the packed indices: longs in big-endian bytes, each with 64/Bits indices from its lowest bit up; no index
	// spans two longs. Every index is inside the palette. Borrowed; nil if Bits is 0.
	Words []byte
}

// Present reports whether the section has this content at all.
func (p *Paletted) Present() bool {
	return len(p.Palette) != 0
}

// Uniform reports whether all cells have entry 0 of the palette, or the content is absent. A palette with unused entries
// may hide that all cells are the same; then it is false.
func (p *Paletted) Uniform() bool {
	return p.Bits == 0
}

// Unpack writes the index of each of 4,096 block cells.
func (p *Paletted) Unpack(dst *[blockCells]uint16) {
	if p.Bits == 0 {
		clear(dst[:])
		return
	}
	if p.Bits == 4 {
		unpack4(dst, p.Words)
		return
	}
	unpack(dst[:], p.Words, p.Bits)
}

// UnpackBiomes writes the index of each of 64 biome cells.
func (p *Paletted) UnpackBiomes(dst *[biomeCells]uint16) {
	if p.Bits == 0 {
		clear(dst[:])
		return
	}
	unpack(dst[:], p.Words, p.Bits)
}

// Block returns the state key of block cell i, which is y<<8 | z<<4 | x; "" if the content is absent.
func (p *Paletted) Block(i int) string {
	if len(p.Palette) == 0 {
		return ""
	}
	return p.Palette[p.index(i&(blockCells-1))]
}

// Biome returns the name of biome cell i, which is y<<4 | z<<2 | x; "" if the content is absent.
func (p *Paletted) Biome(i int) string {
	if len(p.Palette) == 0 {
		return ""
	}
	return p.Palette[p.index(i&(biomeCells-1))]
}

func (p *Paletted) index(i int) int {
	if p.Bits == 0 {
		return 0
	}
	per := 64 / p.Bits
	w := binary.BigEndian.Uint64(p.Words[i/per*8:])
	return int(w >> (i % per * p.Bits) & (1<<p.Bits - 1))
}
