package anvilprovider

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
)

// biomes compares the biomes of all sections with the stored ones. Java has one biome for each 4x4x4 cells, Dragonfly one
// for each cell: where the cells of one group do not agree, the most frequent biome of them counts.
func (m *merger) biomes() error {
	first := int8(m.snap.chunk.Range[0] >> 4)
	for i, saved := range m.snap.chunk.Biomes {
		m.sectionBiomes(first+int8(i), saved)
	}
	return nil
}

func (m *merger) sectionBiomes(y int8, saved column.Storage) {
	w := m.w
	s := w.chunk.At(y)
	if s == nil || !s.Biomes.Present() {
		def, _ := w.blocks.t.Biome(m.k.dim.biome)
		if v, ok := saved.Uniform(); ok && v == def {
			return
		}
		w.runtime = append(w.runtime[:0], def)
		clear(w.biomeIndices[:])
	} else {
		w.runtime = w.runtime[:0]
		for _, name := range s.Biomes.Palette {
			id, _ := w.blocks.t.Biome(name)
			w.runtime = append(w.runtime, id)
		}
		s.Biomes.UnpackBiomes(&w.biomeIndices)
	}
	if saved.HoldsBiomes(w.runtime, &w.biomeIndices) {
		return
	}
	saved.Unpack(&w.saved[0], &w.scratch)
	var edit *anvil.Cells
	for cell, old := range w.biomeIndices {
		id := frequent(saved.Palette, &w.saved[0], cell, w.runtime[old])
		if id == w.runtime[old] {
			continue
		}
		if edit == nil {
			edit = m.editBiomes(y, s)
		}
		edit.Set(cell, w.blocks.t.JavaBiome(id))
	}
	if edit != nil && edit.Changed() {
		m.sectionEdit(y).Biomes = edit
	}
}

func (m *merger) editBiomes(y int8, s *anvil.Section) *anvil.Cells {
	if s == nil || !s.Biomes.Present() {
		return anvil.NewBiomes(m.k.dim.biome)
	}
	return s.EditBiomes()
}

// frequent returns the most frequent biome in a group of 4x4x4 cells, and old if no other is more frequent.
func frequent(palette []uint32, indices *[column.Cells]uint16, group int, old uint32) uint32 {
	base := group>>4<<10 | group>>2&3<<6 | group&3<<2
	if one, ok := agreed(palette, indices, base); ok {
		return one
	}
	counts := make(map[uint32]int, 4)
	for i := range 64 {
		counts[palette[indices[base|i>>4<<8|i>>2&3<<4|i&3]]]++
	}
	best := old
	for id, n := range counts {
		if n > counts[best] || n == counts[best] && best != old && id < best {
			best = id
		}
	}
	return best
}

// agreed returns the biome of a group whose cells agree.
func agreed(palette []uint32, indices *[column.Cells]uint16, base int) (uint32, bool) {
	first := indices[base]
	for y := 0; y < 4; y++ {
		for z := 0; z < 4; z++ {
			row := indices[base|y<<8|z<<4:][:4]
			if row[0] != first || row[1] != first || row[2] != first || row[3] != first {
				return 0, false
			}
		}
	}
	return palette[first], true
}
