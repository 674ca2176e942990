package anvilprovider

import (
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
)

// Nearly all sections are the same as they were, and comparing their cells is what a merge would spend its time on. So all cells
// of a section are compared at once: each stored cell becomes the index that its block has in the palette that was saved, in one
// byte, and so the section is an array to compare with another.

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
	if *saved[0] == *want[0] && *saved[1] == *want[1] {
		return // Nearly always.
	}
	blocks, liquids := layers[0].Palette, layers[1].Palette
	for i, old := range c.stored {
		if saved[0][i] == want[0][i] && saved[1][i] == want[1][i] {
			continue
		}
		block, liquid := blocks[saved[0][i]], liquids[saved[1][i]]
		if block != w.runtime[old] || liquid != w.liquid[old] { // Palettes may hold a block twice.
			m.change(s.Y, uint16(i), w.entries[old], block, liquid)
		}
	}
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
