package column

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

// Uniform returns the value of all cells if there is only one in the palette.
func (s Storage) Uniform() (v uint32, ok bool) {
	if len(s.Palette) != 1 {
		return 0, false
	}
	return s.Palette[0], true
}
