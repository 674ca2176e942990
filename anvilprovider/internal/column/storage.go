package column

import "slices"

// Storage is one layer of a section, or its biomes: a palette, and one index into it per cell, packed as Dragonfly packs
// them. With 0 bits there are no words, and every cell has the first value of the palette.
type Storage struct {
	Bits    int
	Words   []uint32
	Palette []uint32
}

// Unpack writes the index of each cell in Java's order. scratch is overwritten.
func (s Storage) Unpack(dst, scratch *[Cells]uint16) {
	if s.Bits == 0 {
		clear(dst[:])
		return
	}
	unpack(scratch, s.Words, s.Bits)
	turnBack(dst, scratch)
}

// equal reports whether two storages are the same, packed words and all.
func (s Storage) equal(o Storage) bool {
	return s.Bits == o.Bits && slices.Equal(s.Palette, o.Palette) && slices.Equal(s.Words, o.Words)
}

// Uniform returns the value of all cells if there is only one in the palette.
func (s Storage) Uniform() (v uint32, ok bool) {
	if len(s.Palette) != 1 {
		return 0, false
	}
	return s.Palette[0], true
}

// HoldsBiomes reports whether the storage holds these biomes, of which indices has one for each 4x4x4 cells. It packs them and
// compares words. It may be false for storages of more than four biomes that hold them.
func (s Storage) HoldsBiomes(values []uint32, indices *[BiomeCells]uint16) bool {
	if s.Bits > 2 || len(values) > BiomeCells {
		return false
	}
	var to [BiomeCells]uint16
	for i, v := range values {
		to[i] = uint16(slices.Index(s.Palette, v))
	}
	var own [BiomeCells]uint16
	for i, v := range indices {
		if own[i] = to[v]; own[i] > 3 {
			return false
		}
	}
	if s.Bits == 0 {
		return own == [BiomeCells]uint16{}
	}
	var words [Cells / 16]uint32
	n := wordsFor(s.Bits)
	packBiomes(words[:n], &own, s.Bits)
	return slices.Equal(words[:n], s.Words)
}
