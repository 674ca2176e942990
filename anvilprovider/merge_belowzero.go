package anvilprovider

import (
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// finishBelowZero makes a finished chunk of one that the game has yet to fill below height 0 (anvil.Chunk.BelowZero), if the server
// changed a block there: the game would write its terrain over it. As long as nobody has built there, the chunk keeps its status and
// stays one that the game fills.
func (m *merger) finishBelowZero() {
	if !m.w.chunk.BelowZero || !slices.ContainsFunc(m.changed, func(c change) bool { return c.y < 0 }) {
		return
	}
	m.finishes = true
	m.edit.Status = "minecraft:full"
	m.set("below_zero_retrogen", nbt.Raw{})
}
