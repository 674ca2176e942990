package entity_test

import (
	"fmt"
	"maps"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	dfentity "github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
)

// options are those of a provider: the translator answers for blocks.
func options(t testing.TB, version int32) entity.Options {
	t.Helper()
	tr := stored.Translator()
	return entity.Options{Version: version,
		Host: func(key string) (string, map[string]any, bool) {
			b := tr.Block(key)
			name, states, ok := world.DefaultBlockRegistry.RuntimeIDToState(b.Runtime)
			return name, states, ok && b.Known
		},
		Java: func(name string, states map[string]any) (string, bool) {
			b, ok := world.BlockByName(name, states)
			if !ok {
				return "", false
			}
			key, _ := tr.Java(translate.Block{Runtime: world.BlockRuntimeID(b)})
			return key, true
		},
		Flatten: func(name string, _ uint8) (string, bool) { return name, true }, // Gravel, in the worlds that there are.
	}
}

// host keeps the entities of one column between a world and the test.
type host struct {
	world.NopProvider
	in, out []chunk.Entity
}

func (h *host) LoadColumn(pos world.ChunkPos, dim world.Dimension) (*chunk.Column, error) {
	if pos != (world.ChunkPos{}) {
		return nil, leveldb.ErrNotFound
	}
	return &chunk.Column{Chunk: chunk.New(world.DefaultBlockRegistry, dim.Range()), Entities: h.in}, nil
}

func (h *host) StoreColumn(pos world.ChunkPos, _ world.Dimension, c *chunk.Column) error {
	if pos == (world.ChunkPos{}) {
		h.out = append(h.out, c.Entities...)
	}
	return nil
}

// through loads entities into a real world of the host, and takes back what it stores when it closes.
func through(t testing.TB, in []chunk.Entity) map[int64]map[string]any {
	t.Helper()
	h := &host{in: in}
	w := world.Config{Provider: h, Entities: dfentity.DefaultRegistry, Synchronous: true, Dim: world.Overworld}.New()
	w.Do(func(tx *world.Tx) {
		tx.SetBlock(cube.Pos{0, 0, 0}, block.Stone{}, nil) // So that the column counts as modified.
	})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	out := map[int64]map[string]any{}
	for _, e := range h.out {
		out[e.ID] = e.Data
	}
	return out
}

// TestWorlds loads every entity of every world through a world of the host and saves it again: nothing may change.
func TestWorlds(t *testing.T) {
	var things []stored.Thing
	stored.Entities(t, func(th stored.Thing) { things = append(things, th) })
	counts := map[string]int{}
	opts := options(t, 0)
	var in []chunk.Entity
	byID := map[int64]stored.Thing{}
	for _, th := range things {
		opts.Version = th.Version
		name, _ := th.Java["id"].(string)
		if entity.IsFrame(name) {
			f, ok := entity.LoadFrame(th.Java, th.Version)
			counts[fmt.Sprintf("%s frame %v", name, ok)]++
			saved := entity.SaveFrame(th.Java, f, th.Version)
			if saved.Changed || !reflect.DeepEqual(saved.Java, th.Java) {
				t.Errorf("%s: frame saved differently\n%v\n%v", th.World, th.Java, saved.Java)
			}
			fresh := entity.SaveFrame(nil, f, th.Version).Java
			for _, key := range []string{"id", "Pos", "Rotation", "Facing", "TileX", "TileY", "TileZ", "Item"} {
				if !reflect.DeepEqual(fresh[key], th.Java[key]) {
					t.Errorf("%s: a new frame has %s %v, the game wrote %v", th.World, key, fresh[key], th.Java[key])
				}
			}
			continue
		}
		id, data, ok := entity.Load(th.Java, opts)
		if !ok {
			counts["left where it is"]++
			continue
		}
		counts[name+" translated"]++
		in = append(in, chunk.Entity{ID: id, Data: maps.Clone(data)})
		if _, twice := byID[id]; twice {
			t.Logf("%s: %s has the UUID of another entity", th.World, name)
		}
		byID[id] = th
	}
	out := through(t, in)
	for id, th := range byID {
		opts.Version = th.Version
		data, ok := out[id]
		if !ok {
			t.Errorf("%s: %v is gone", th.World, th.Java)
			continue
		}
		saved := entity.Save(th.Java, id, data, opts)
		if saved.Changed || !reflect.DeepEqual(saved.Java, th.Java) || len(saved.Findings) > 0 {
			t.Errorf("%s: saved differently\n%v\n%v\n%v", th.World, th.Java, saved.Java, saved.Findings)
		}
	}
	var lines []string
	for k, n := range counts {
		lines = append(lines, fmt.Sprintf("%s %d", k, n))
	}
	sort.Strings(lines)
	t.Logf("%d entities\n%s", len(things), strings.Join(lines, "\n"))
	want := map[string]int{"FallingSand translated": 103, "Item translated": 4, "left where it is": 1165, "minecraft:end_crystal translated": 1,
		"minecraft:ender_crystal translated": 1, "minecraft:falling_block translated": 6, "minecraft:glow_item_frame frame true": 9,
		"minecraft:item translated": 43, "minecraft:item_frame frame true": 58}
	if !maps.Equal(counts, want) {
		t.Errorf("census %v, want %v", counts, want)
	}
}
