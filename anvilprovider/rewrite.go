package anvilprovider

import (
	"fmt"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
)

// Rewrite saves a column as StoreColumn does, but at once, and writes the chunk even if nothing differs: all that the merge
// can write anew, it does, from palettes to the document of the entities. It is how a tool proves that writing loses nothing,
// where StoreColumn would leave the bytes alone. A chunk of before 1.18 is left alone by it, since writing it is an upgrade;
// written says whether the chunk was written. Palette entries that no cell uses are not written again. The chunk must not be stored
// at the same time.
func (p *Provider) Rewrite(pos world.ChunkPos, dim world.Dimension, col *chunk.Column) (written bool, err error) {
	if p.closed.Load() || p.saves == nil {
		return false, ErrClosed
	}
	k, snap, err := p.snapshot(pos, dim, col)
	if err != nil {
		return false, fmt.Errorf("rewrite column: %w", err)
	}
	written, _, err = p.mergeColumn(k, content{snap: snap, waited: true}, true)
	return written, err
}

// replaceAll makes the edit of a merge name everything that it can, with what the chunk will have anyway.
func (m *merger) replaceAll() {
	c := &m.w.chunk
	for i := range c.Sections {
		s := &c.Sections[i]
		if s.Blocks.Present() {
			cells := m.cellsOf(s.Y)
			touch(cells, airKey, "minecraft:stone")
			m.sectionEdit(s.Y).Blocks = cells
		}
		if e := m.sectionEdit(s.Y); s.Biomes.Present() && e.Biomes == nil {
			e.Biomes = s.EditBiomes()
			touch(e.Biomes, "minecraft:plains", "minecraft:desert")
		}
		e := m.sectionEdit(s.Y)
		for _, l := range []struct {
			edit   *anvil.LightEdit
			stored []byte
		}{{&e.BlockLight, s.BlockLight}, {&e.SkyLight, s.SkyLight}} {
			if l.stored != nil && !l.edit.Replace && !m.relights {
				*l.edit = anvil.LightEdit{Replace: true, Array: l.stored}
			}
		}
	}
	if m.edit.BlockEntities == nil && len(m.entities) > 0 {
		m.edit.BlockEntities = m.entities
	}
	if m.edit.BlockTicks == nil && len(c.BlockTicks) > 0 {
		m.edit.BlockTicks = c.BlockTicks
	}
	if m.edit.FluidTicks == nil && len(c.FluidTicks) > 0 {
		m.edit.FluidTicks = c.FluidTicks
	}
	if m.edit.Heightmaps.IsZero() {
		m.edit.Heightmaps = c.Heightmaps
	}
	if e := &m.w.entities; e.doc != nil && !e.broken && !e.mixed {
		m.entityChanged = true
	}
}

// touch changes a cell and changes it back, so that the cells are written.
func touch(c *anvil.Cells, a, b string) {
	was := c.At(0)
	for _, other := range []string{a, b} {
		if other != was {
			c.Set(0, other)
		}
	}
	c.Set(0, was)
}
