package anvilprovider_test

import (
	"path/filepath"
	"reflect"
	"testing"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestThroughAWorld changes one block, high in the air, of every chunk that has block entities or entities, through
// Dragonfly's own World, which decodes and encodes all of them. In the files nothing else may have changed.
func TestThroughAWorld(t *testing.T) {
	for _, name := range []string{"java-1.18.1", "java-1.20.5", "java-1.21.11-unlit"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := testworld.Copy(t, name)
			before := make(map[world.ChunkPos]*slowanvil.Chunk)
			entities := documents(t, filepath.Join(dir, "entities"))
			p, err := anvilprovider.Config{Log: quiet(t), ReadAhead: -1, Sync: region.SyncNone}.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			w := world.Config{Provider: p, Synchronous: true, Entities: entity.DefaultRegistry, Log: quiet(t), RandomTickSpeed: -1}.New()
			err = slowanvil.Chunks(filepath.Join(dir, "region"), func(c *slowanvil.Chunk) error {
				pos := world.ChunkPos{c.X, c.Z}
				list, _ := c.Root["block_entities"].([]any)
				if !c.Full || len(list) == 0 && entities[pos] == nil {
					return nil
				}
				before[pos] = c
				w.Do(func(tx *world.Tx) {
					tx.SetBlock(cube.Pos{int(c.X)<<4 + 5, 310, int(c.Z)<<4 + 6}, dfblock.Glass{}, nil)
				})
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			n := 0
			err = slowanvil.Chunks(filepath.Join(dir, "region"), func(c *slowanvil.Chunk) error {
				pos := world.ChunkPos{c.X, c.Z}
				old := before[pos]
				if old == nil {
					return nil
				}
				n++
				glass := edit{pos: cube.Pos{int(c.X)<<4 + 5, 310, int(c.Z)<<4 + 6}, key: "minecraft:glass"}
				checkEdit(t, old, c, map[world.ChunkPos]edit{{c.X, c.Z}: glass})
				if c.State(5, 310, 6) != "minecraft:glass" {
					t.Errorf("%v: the block is %s", pos, c.State(5, 310, 6))
				}
				return nil
			})
			if err != nil || n == 0 {
				t.Errorf("%d chunks: %v", n, err)
			}
			for pos, now := range documents(t, filepath.Join(dir, "entities")) {
				if old := entities[pos]; !reflect.DeepEqual(old, now) {
					t.Errorf("entities of %v: %s", pos, cmp.Diff(old, now))
				}
			}
			t.Logf("%d chunks; %+v", n, p.Stats())
		})
	}
}

// documents reads all entities of a folder, if there is one.
func documents(t *testing.T, folder string) map[world.ChunkPos]map[string]any {
	t.Helper()
	all := make(map[world.ChunkPos]map[string]any)
	err := slowanvil.Entries(folder, func(_ string, e slowanvil.Entry) error {
		root, err := slowanvil.Parse(e.NBT)
		if list, _ := root["Entities"].([]any); len(list) > 0 {
			all[world.ChunkPos{e.X, e.Z}] = root
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
