package plugin

import (
	"context"
	"fmt"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

// Report is the outcome of [Light.Verify].
type Report struct {
	Chunks  int // chunks compared
	Cells   int // cells compared, each in two kinds
	Block   int // cells with a wrong level of block light
	Sky     int // cells with a wrong level of sky light
	Skipped int // chunks in view that have a neighbour out of view, and so no certain light
	Wrong   []world.ChunkPos
}

// Verify lights chunks again from nothing but their blocks as they are now, and compares what Tx.Light and Tx.SkyLight answer with
// that, in every chunk between two corners, both included, that is in view with all its neighbours. It waits until the light is up to
// date, copies the chunks on the world's goroutine, some tens of microseconds each, and does the rest on the caller's. It must not be
// called on the world's goroutine.
func (l *Light) Verify(ctx context.Context, from, to world.ChunkPos) (Report, error) {
	from, to = world.ChunkPos{min(from[0], to[0]), min(from[1], to[1])}, world.ChunkPos{max(from[0], to[0]), max(from[1], to[1])}
	within := func(p areas.Pos, margin int64) bool {
		x, z := int64(p.X), int64(p.Z)
		return x >= int64(from[0])-margin && x <= int64(to[0])+margin && z >= int64(from[1])-margin && z <= int64(to[1])+margin
	}
	v := newVerifier(l.rules)
	if err := l.flush(ctx, func(*world.Tx) {
		for p, col := range l.columns {
			if within(p, 1) && col.primed {
				v.chunks[p] = col.chunk.Clone()
			}
		}
	}); err != nil {
		return v.Report, err
	}
	for p := range v.chunks {
		if !within(p, 0) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return v.Report, err
		}
		if err := v.verify(p); err != nil {
			return v.Report, err
		}
	}
	return v.Report, nil
}

// verifier lights copies of chunks.
type verifier struct {
	Report
	reader  *reader
	engine  *lighting.Engine
	chunks  map[areas.Pos]*chunk.Chunk
	columns map[areas.Pos]*lighting.Column // their blocks, never lit
	area    lighting.Area
}

func newVerifier(r *rules) *verifier {
	return &verifier{reader: newReader(r), engine: lighting.NewEngine(r.shapes), chunks: map[areas.Pos]*chunk.Chunk{}, columns: map[areas.Pos]*lighting.Column{}}
}

// verify compares one chunk.
func (v *verifier) verify(p areas.Pos) error {
	if err := v.area.Reset(p.X-1, p.Z-1, 3, 3); err != nil {
		return err
	}
	for dz := int32(-1); dz <= 1; dz++ {
		for dx := int32(-1); dx <= 1; dx++ {
			c := v.chunks[p.Add(dx, dz)]
			if c == nil {
				v.Skipped++
				return nil
			}
			col, err := v.column(p.Add(dx, dz), c)
			if err != nil {
				return err
			}
			if err := v.area.Put(col); err != nil {
				return err
			}
		}
	}
	v.engine.Light(&v.area, lighting.Block)
	v.engine.Light(&v.area, lighting.Sky)
	v.compare(p)
	return nil
}

// column returns a fresh copy of the blocks of a chunk.
func (v *verifier) column(p areas.Pos, c *chunk.Chunk) (*lighting.Column, error) {
	if v.columns[p] == nil {
		s := take(p, c)
		col, err := v.reader.column(&s)
		if err != nil {
			return nil, fmt.Errorf("plugin: verify: %w", err)
		}
		v.columns[p] = col
	}
	return v.columns[p].Clone(), nil
}

// compare counts the cells of the middle chunk in which the host has another level.
func (v *verifier) compare(p areas.Pos) {
	want, c := v.area.Column(p.X, p.Z), v.chunks[p]
	block, sky := v.Block, v.Sky
	for i, sub := range c.Sub() {
		sec := want.Section(int32(c.Range()[0]>>4 + i))
		v.Block += different(sub, sec, lighting.Block)
		v.Sky += different(sub, sec, lighting.Sky)
	}
	v.Chunks++
	v.Cells += 4096 * len(c.Sub())
	if v.Block != block || v.Sky != sky {
		v.Wrong = append(v.Wrong, world.ChunkPos{p.X, p.Z})
	}
}

// different counts the cells of a sub-chunk that have another level than those of a section, with the host's getters.
func different(sub *chunk.SubChunk, sec *lighting.Section, kind lighting.Kind) (n int) {
	get := sub.BlockLight
	if kind == lighting.Sky {
		get = sub.SkyLight
	}
	levels, uniform := sec.Levels(kind)
	for i := range 4096 {
		level := uniform
		if levels != nil {
			level = levels.At(i)
		}
		if get(uint8(i&15), uint8(i>>8), uint8(i>>4&15)) != level {
			n++
		}
	}
	return n
}
