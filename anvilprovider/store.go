package anvilprovider

import (
	"fmt"
	"slices"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
)

// snapshot is a copy of a column as the server saved it. It does not change.
type snapshot struct {
	blocks        *blocks
	chunk         *column.Copy
	blockEntities []chunk.BlockEntity
	entities      []chunk.Entity
	ticks         []chunk.ScheduledBlockUpdate
	tick          int64
}

// StoreColumn takes a copy of the column and returns; it is merged into the stored chunk and written in the background.
// LoadColumn sees it at once. An error to write is logged, and returned by Flush and Close; the copy is kept and written
// later. StoreColumn waits while Config.SaveQueue columns wait already. If as many columns of one region file could not be
// written, further ones of that file are ErrQueueFailed, and a server loses them when it unloads them; columns of other files
// are not held up.
//
// A provider that is read-only does nothing.
func (p *Provider) StoreColumn(pos world.ChunkPos, dim world.Dimension, col *chunk.Column) error {
	if p.closed.Load() {
		return ErrClosed
	}
	if p.saves == nil {
		return nil
	}
	k, snap, err := p.snapshot(pos, dim, col)
	if err != nil {
		return fmt.Errorf("store column: %w", err)
	}
	if err := p.saves.store(k, snap); err != nil {
		return fmt.Errorf("store column %v of %s: %w", pos, k.dim.id, err)
	}
	if p.ahead != nil {
		p.ahead.invalidate(k)
	}
	p.stats.stored.Add(1)
	return nil
}

// snapshot takes a snapshot of a column that is to be saved.
func (p *Provider) snapshot(pos world.ChunkPos, dim world.Dimension, col *chunk.Column) (k key, s *snapshot, err error) {
	d, err := p.dims.of(dim)
	if err != nil {
		return k, nil, err
	}
	b, err := p.registry()
	if err != nil {
		return k, nil, err
	}
	if s, err = snapshotOf(col, b); err != nil {
		return k, nil, fmt.Errorf("%v of %s: %w", pos, d.id, err)
	}
	return key{d, pos}, s, nil
}

func snapshotOf(col *chunk.Column, b *blocks) (*snapshot, error) {
	c, err := column.Of(col.Chunk)
	if err != nil {
		return nil, err
	}
	s := &snapshot{blocks: b, chunk: c, ticks: slices.Clone(col.ScheduledBlocks), tick: col.Tick}
	for _, be := range col.BlockEntities {
		s.blockEntities = append(s.blockEntities, chunk.BlockEntity{Pos: be.Pos, Data: cloneMap(be.Data)})
	}
	for _, e := range col.Entities {
		s.entities = append(s.entities, chunk.Entity{ID: e.ID, Data: cloneMap(e.Data)})
	}
	return s, nil
}

// column makes a column of the snapshot.
func (s *snapshot) column(w *worker) (*chunk.Column, error) {
	c, err := s.chunk.Chunk(&w.builder, s.blocks.registry)
	if err != nil {
		return nil, err
	}
	col := &chunk.Column{Chunk: c, Tick: s.tick, ScheduledBlocks: slices.Clone(s.ticks)}
	for _, be := range s.blockEntities {
		col.BlockEntities = append(col.BlockEntities, chunk.BlockEntity{Pos: be.Pos, Data: cloneMap(be.Data)})
	}
	for _, e := range s.entities {
		col.Entities = append(col.Entities, chunk.Entity{ID: e.ID, Data: cloneMap(e.Data)})
	}
	return col, nil
}

// cloneMap copies a map of NBT, with the maps and slices in it. Slices of numbers are not changed by anybody, and shared.
func cloneMap(m map[string]any) map[string]any {
	if m == nil {
		return nil
	}
	c := make(map[string]any, len(m))
	for k, v := range m {
		c[k] = cloneValue(v)
	}
	return c
}

func cloneValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		return cloneMap(v)
	case []any:
		c := make([]any, len(v))
		for i := range v {
			c[i] = cloneValue(v[i])
		}
		return c
	case []map[string]any:
		c := make([]map[string]any, len(v))
		for i := range v {
			c[i] = cloneMap(v[i])
		}
		return c
	}
	return v
}
