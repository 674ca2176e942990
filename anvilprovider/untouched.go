package anvilprovider

import (
	"fmt"

	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
)

// untouched reports whether the column that was merged is one that nobody changed: the world has no such chunk, or the game has not
// finished it, and it is what the server's generator makes; if that is not known, it holds nothing. A server hands such columns over as
// soon as somebody flies through them, and a chunk that is written is one that the game never finishes. Where the generator is not
// known, biomes are not something to keep a chunk of air for.
func (m *merger) untouched() (bool, error) {
	if !m.fresh || m.p.conf.KeepUntouched {
		return false, nil
	}
	if m.entityChanged || m.edit.BlockEntities != nil || m.edit.BlockTicks != nil || m.edit.FluidTicks != nil {
		return false, nil
	}
	if m.p.conf.Generator == nil {
		return len(m.changed) == 0, nil // A new chunk is merged into air.
	}
	return m.generated()
}

// generated reports whether the column is as the server's generator, which is known, makes it.
func (m *merger) generated() (bool, error) {
	c := chunk.New(m.snap.blocks.source, m.k.dim.r)
	m.p.conf.Generator(m.k.dim.host).GenerateChunk(m.k.pos, c)
	c.Compact() // as a server does before it hands a chunk over
	made, err := column.Of(c)
	if err != nil {
		return false, fmt.Errorf("generate for comparison: %w", err)
	}
	return made.Equal(m.snap.chunk), nil
}
