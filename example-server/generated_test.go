package main

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/config"
)

// TestGenerated stores chunks that the world does not have: as they were generated, with one block changed, and once more as they were
// generated, when the world has them. It also empties a chunk of the world, which must not be taken for one that was generated.
func TestGenerated(t *testing.T) {
	for _, kind := range []string{config.GenerateNothing, config.GenerateFlat} {
		t.Run(kind, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "w")
			if err := writeShowcase(dir); err != nil {
				t.Fatal(err)
			}
			world.DefaultBlockRegistry.Finalize()
			p, err := config.Default().Provider(discard()).Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			k := keeper{Provider: p, blocks: world.DefaultBlockRegistry, generator: generators(kind)}
			stone := world.BlockRuntimeID(block.Stone{})

			for _, dim := range []world.Dimension{world.Overworld, world.Nether, world.End} {
				pos := world.ChunkPos{40, -40}
				fresh := func() *chunk.Column {
					c := chunk.New(world.DefaultBlockRegistry, dim.Range())
					k.generator(dim).GenerateChunk(pos, c)
					c.Compact()
					return &chunk.Column{Chunk: c}
				}
				store := func(col *chunk.Column, want bool) {
					t.Helper()
					if err := k.StoreColumn(pos, dim, col); err != nil {
						t.Fatal(err)
					}
					if _, err := k.LoadColumn(pos, dim); (err == nil) != want || err != nil && !errors.Is(err, leveldb.ErrNotFound) {
						t.Errorf("%v: the world has the chunk: %v, want %v (%v)", dim, err == nil, want, err)
					}
				}
				store(fresh(), false)
				changed := fresh()
				changed.Chunk.SetBlock(3, int16(dim.Range()[0])+20, 5, 0, stone)
				store(changed, true)
				store(fresh(), true) // the change was taken back: the world has the chunk by now
				if got, err := k.LoadColumn(pos, dim); err != nil || got.Chunk.Block(3, int16(dim.Range()[0])+20, 5, 0) == stone {
					t.Errorf("%v: a change that was taken back is still there (%v)", dim, err)
				}
			}
			empty := &chunk.Column{Chunk: chunk.New(world.DefaultBlockRegistry, world.Overworld.Range())}
			k.generator(world.Overworld).GenerateChunk(world.ChunkPos{}, empty.Chunk)
			if err := k.StoreColumn(world.ChunkPos{}, world.Overworld, empty); err != nil {
				t.Fatal(err)
			}
			if got, err := k.LoadColumn(world.ChunkPos{}, world.Overworld); err != nil || got.Chunk.Block(0, -64, 0, 0) != empty.Chunk.Block(0, -64, 0, 0) {
				t.Errorf("a chunk that was emptied is as it was (%v)", err)
			}
		})
	}
}
