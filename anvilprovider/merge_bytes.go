package anvilprovider

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
)

// Nearly all cells of nearly all sections are the same as they were, and comparing them is what a merge would spend its time
// on. So it is done eight cells at a time: each stored cell becomes the index that its block has in the palette that was
// saved, in one byte, and eight bytes are compared at once. What differs there is then compared as compareCells does.

// byteCells is the memory for one section, a byte for each cell, in Java's order.
type byteCells struct {
	// stored are indices into the translated palette, saved those of either layer, and want what saved is to be where nothing
	// changed.
	stored, scratch [column.Cells]uint8
	saved, want     [2][column.Cells]uint8
}

// noIndex stands for a block that is not in a saved palette.
const noIndex = 255

// narrow reports whether all indices of a section fit a byte, and leave noIndex free. The palette has been translated, and so
// many overrides are to be added to it.
func (m *merger) narrow(overrides int, layers *[2]column.Storage) bool {
	return max(len(m.w.runtime)+overrides, len(layers[0].Palette), len(layers[1].Palette)) <= noIndex && max(layers[0].Bits, layers[1].Bits) <= 8
}

// compareBytes is compareCells for a section that is narrow.
func (m *merger) compareBytes(s *anvil.Section, overrides []override, layers *[2]column.Storage) {
	w, c := m.w, &m.w.bytes
	s.Blocks.UnpackBytes(&c.stored)
	for _, o := range overrides {
		c.stored[o.i] = uint8(w.override(o))
	}
	var saved, want [2]*[column.Cells]uint8
	for i, values := range [2][]uint32{w.runtime, w.liquid} {
		layers[i].UnpackBytes(&c.saved[i], &c.scratch)
		saved[i], want[i] = &c.saved[i], c.expect(i, values, layers[i].Palette)
	}
	blocks, liquids := layers[0].Palette, layers[1].Palette
	for i := 0; i < column.Cells; i += 8 {
		differ := (eight(saved[0], i) ^ eight(want[0], i)) | (eight(saved[1], i) ^ eight(want[1], i))
		for differ != 0 {
			k := bits.TrailingZeros64(differ) &^ 7
			differ &^= 0xff << k
			cell := i + k/8
			old, block, liquid := c.stored[cell], blocks[saved[0][cell]], liquids[saved[1][cell]]
			if block != w.runtime[old] || liquid != w.liquid[old] { // Palettes may hold a block twice.
				m.change(s.Y, uint16(cell), w.entries[old], block, liquid)
			}
		}
	}
}

// eight returns the cells from i on.
func eight(cells *[column.Cells]uint8, i int) uint64 {
	return binary.LittleEndian.Uint64(cells[i : i+8 : i+8])
}

// expect returns the index that each cell has in the palette of a saved layer if nothing changed, where values are what the stored
// indices mean. The result may be what is stored, or what is saved.
func (c *byteCells) expect(layer int, values, palette []uint32) *[column.Cells]uint8 {
	var to [256]uint8
	same, one, next := true, len(palette) == 1, 0
	for i, v := range values {
		// Mostly the palettes are in the same order.
		if next >= len(palette) || palette[next] != v {
			next = slices.Index(palette, v)
		}
		to[i] = uint8(next) // -1 is noIndex.
		same, one = same && next == i, one && next == 0
		next++
	}
	switch {
	case one:
		return &c.saved[layer]
	case same:
		return &c.stored
	}
	want := &c.want[layer]
	for i, v := range c.stored {
		want[i] = to[v]
	}
	return want
}
