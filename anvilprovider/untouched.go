package anvilprovider

import (
	"fmt"
	"strings"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
)

// A chunk that the world does not have, or that the game has not finished, is one that the game never generates once it has been
// written. A server hands such columns over as soon as somebody flies through them, and as soon as anything flows or falls into
// them from beside. So it is written only for what somebody did there: what is neither as the server's generator makes it nor
// comes by itself.

// deeds is what somebody did in a column that the server generated.
type deeds struct {
	// put are the cells that somebody put something into.
	put map[place]column.Pair
	// any is true if somebody did anything, such as taking away what was generated.
	any bool
}

// deeds compares the column with what the server's generator makes; if that is not known, with air, and biomes are then not
// something to keep a chunk of air for.
func (m *merger) deeds() (deeds, error) {
	s := m.snap
	d := deeds{any: len(s.blockEntities) > 0}
	var made *column.Copy
	if m.p.conf.Generator != nil {
		var err error
		if made, err = m.generated(); err != nil {
			return d, fmt.Errorf("generate for comparison: %w", err)
		}
		d.any = d.any || !s.chunk.SameBiomes(made)
	}
	c, err := s.chunk.Chunk(&m.w.builder, s.blocks.registry)
	if err != nil {
		return d, err
	}
	defer m.forgetNeighbours()
	air := s.blocks.air
	s.chunk.Differences(made, air, func(section int, i uint16, now, was column.Pair) {
		at := place{int8(s.chunk.Range[0]>>4 + section), i}
		if m.itself(c, at, now, was) {
			return
		}
		d.any = true
		if now[0] == air && now[1] == air {
			return
		}
		if d.put == nil {
			d.put = make(map[place]column.Pair)
		}
		d.put[at] = now
	})
	return d, nil
}

// generated returns what the server's generator, which is known, makes of the column.
func (m *merger) generated() (*column.Copy, error) {
	c := chunk.New(m.snap.blocks.source, m.k.dim.r)
	m.p.conf.Generator(m.k.dim.host).GenerateChunk(m.k.pos, c)
	c.Compact() // as a server does before it hands a chunk over
	return column.Of(c)
}

// itself reports whether what a cell of the column holds now, instead of what it was, can have come there by itself: a liquid
// that flows, fire, vines, and what liquids harden to. A source of a liquid cannot, and so nor can obsidian, which a source of
// lava hardens to. Source: what Dragonfly's blocks do when they are ticked (server/block: liquid.go, lava.go, water.go, fire.go,
// vine.go).
func (m *merger) itself(c *chunk.Chunk, at place, now, was column.Pair) bool {
	br := m.snap.blocks.source
	if now[0] == was[0] {
		return now[1] == m.snap.blocks.air || flows(br, now[1])
	}
	if flows(br, now[0]) {
		return true
	}
	bedrock, _, _ := br.RuntimeIDToState(now[0])
	switch strings.TrimPrefix(bedrock, "minecraft:") {
	case "fire", "soul_fire", "vine":
		return true
	case "stone", "cobblestone":
		return m.touchesLiquid(c, at)
	}
	return false
}

// flows reports whether a block is a liquid that is no source.
func flows(br world.BlockRegistry, rid uint32) bool {
	b, _ := br.BlockByRuntimeID(rid)
	l, ok := b.(world.Liquid)
	return ok && (l.LiquidDepth() < 8 || l.LiquidFalling())
}

// touchesLiquid reports whether there is a liquid beside a cell of the column, in the chunk or in the one beside it.
func (m *merger) touchesLiquid(c *chunk.Chunk, at place) bool {
	x, y, z := cell{y: at.y, i: at.i}.position(m.k.pos)
	for _, d := range around {
		if m.liquidAt(c, cube.Pos{x + d[0], y + d[1], z + d[2]}) {
			return true
		}
	}
	return false
}

// liquidAt reports whether there is a liquid at a block position. Of the chunks beside the column it knows what the server saved
// last, or else what is stored.
func (m *merger) liquidAt(c *chunk.Chunk, pos cube.Pos) bool {
	if pos.OutOfBounds(m.snap.chunk.Range) {
		return false
	}
	if at := (world.ChunkPos{int32(pos[0] >> 4), int32(pos[2] >> 4)}); at != m.k.pos {
		if c = m.waitingBeside(at); c == nil {
			in := m.w.info(m.anyState(position(pos)))
			return in.HasLiquid || m.snap.blocks.source.LiquidBlock(in.Runtime)
		}
	}
	for layer := range uint8(2) {
		if m.snap.blocks.source.LiquidBlock(c.Block(uint8(pos[0]&15), int16(pos[1]), uint8(pos[2]&15), layer)) {
			return true
		}
	}
	return false
}

// waitingBeside returns a chunk beside the column as the server saved it last, nil if that does not wait to be written.
func (m *merger) waitingBeside(pos world.ChunkPos) *chunk.Chunk {
	c, known := m.waiting[pos]
	if known {
		return c
	}
	if snap := m.p.saves.waiting(key{m.k.dim, pos}); snap != nil && snap.blocks == m.snap.blocks {
		c, _ = snap.chunk.Chunk(&m.w.builder, snap.blocks.registry)
	}
	if m.waiting == nil {
		m.waiting = make(map[world.ChunkPos]*chunk.Chunk)
	}
	m.waiting[pos] = c
	return c
}
