package java

import "strings"

// Nibbles is a light array as files have it: the level of cell y<<8|z<<4|x, low nibble first.
type Nibbles [2048]byte

// Level returns the level of a cell, with x, y and z from 0 to 15.
func (n *Nibbles) Level(x, y, z int) uint8 { return n[y<<7|z<<3|x>>1] >> (x & 1 * 4) & 15 }

// Fill gives all cells one level.
func (n *Nibbles) Fill(level uint8) {
	for i := range n {
		n[i] = level<<4 | level
	}
}

// IsAir says whether a state is one of the three airs, which count as nothing where stored light is read or written.
func IsAir(stateKey string) bool {
	switch strings.TrimPrefix(stateKey, "minecraft:") {
	case "air", "cave_air", "void_air":
		return true
	}
	return false
}

// The light sections of a chunk are its block sections, and one below and one above the build height, which have no blocks.
// In this file slices have one element for each light section, from below; index 1 is the lowest block section.

// Near returns, for each light section of a chunk, whether anything but air lies in the 27 sections around it. occupied has
// the chunk itself (index 4) and its neighbours, rows of z from north to south, x from west to east in a row; each slice tells
// for the light sections whether anything but air is in it. A chunk that is not there may be nil.
func Near(occupied [9][]bool) []bool {
	near := make([]bool, len(occupied[4]))
	for i := range near {
		for _, o := range occupied {
			for j := max(i-1, 0); j <= i+1 && j < len(o); j++ {
				near[i] = near[i] || o[j]
			}
		}
	}
	return near
}

// ReadBlock fills levels from the stored BlockLight arrays, nil where a section has none: that is dark. An array that has not
// 2,048 bytes counts as absent. levels and stored have the same length.
func ReadBlock(levels []Nibbles, stored [][]byte) {
	for i := range levels {
		if copy(levels[i][:], whole(stored[i])) == 0 {
			levels[i].Fill(0)
		}
	}
}

// ReadSky fills levels from the stored SkyLight arrays. An absent array is 15 if the chunk has none higher up. Otherwise it is
// dark if anything lies near (see Near), and if not, every layer is the lowest of the section above.
//
// In a dimension without sky no chunk has any array, and ReadSky would read 15: the caller has to know.
func ReadSky(levels []Nibbles, stored [][]byte, near []bool) {
	seen := false
	for i := len(levels) - 1; i >= 0; i-- {
		array := whole(stored[i])
		switch {
		case array != nil:
			seen = true
			copy(levels[i][:], array)
		case !seen:
			levels[i].Fill(15)
		case near[i]:
			levels[i].Fill(0)
		default:
			for y := range 16 {
				copy(levels[i][y*128:(y+1)*128], levels[i+1][:128])
			}
		}
	}
}

func whole(array []byte) []byte {
	if len(array) != len(Nibbles{}) {
		return nil
	}
	return array
}

// Stores says whether the game writes a light array of either kind for a section: something lies near, and some cell is lit.
// A section without array reads back as it was.
func Stores(near bool, levels *Nibbles) bool {
	return near && *levels != Nibbles{}
}
