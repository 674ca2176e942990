package anvilprovider_test

import (
	"log/slog"
	"maps"
	"math"
	"path/filepath"
	"testing"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/block/model"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// machine is a block of a plug-in with a block entity, of which it reads back all types that NBT has.
type machine struct{ data map[string]any }

func (machine) EncodeBlock() (string, map[string]any) { return "plugin:machine", nil }
func (machine) Hash() (uint64, uint64)                { return 0, math.MaxUint64 }
func (machine) Model() world.BlockModel               { return model.Solid{} }
func (m machine) EncodeNBT() map[string]any           { return maps.Clone(m.data) }
func (machine) DecodeNBT(data map[string]any) any     { return machine{maps.Clone(data)} }

// cage is a plug-in's implementation of a block that the host lacks: it reads its own entries, and not what Java has in it.
type cage struct{ animal string }

func (cage) EncodeBlock() (string, map[string]any) { return "minecraft:mob_spawner", nil }
func (cage) Hash() (uint64, uint64)                { return 0, math.MaxUint64 }
func (cage) Model() world.BlockModel               { return model.Solid{} }
func (c cage) EncodeNBT() map[string]any           { return map[string]any{"id": "Cage", "animal": c.animal} }
func (cage) DecodeNBT(data map[string]any) any {
	animal, _ := data["animal"].(string)
	return cage{animal}
}

// pluginRegistry is a registry with the blocks of a plug-in.
func pluginRegistry() world.BlockRegistry {
	world.DefaultBlockRegistry.Finalize() // The hashes of stairs need it.
	br := world.NewBlockRegistry()
	name, props := machine{}.EncodeBlock()
	br.RegisterBlockState(world.BlockState{Name: name, Properties: props})
	br.RegisterBlock(machine{})
	br.RegisterBlock(cage{})
	br.Finalize()
	return br
}

// inWorld runs what a server does in a world with a registry, from its start to its end.
func inWorld(t *testing.T, dir string, br world.BlockRegistry, f func(tx *world.Tx)) anvilprovider.Stats {
	t.Helper()
	return inLoggedWorld(t, quiet(t), dir, br, f)
}

func inLoggedWorld(t *testing.T, log *slog.Logger, dir string, br world.BlockRegistry, f func(tx *world.Tx)) anvilprovider.Stats {
	t.Helper()
	p, err := anvilprovider.Config{Log: log, Sync: region.SyncNone}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := world.Config{Provider: p, Blocks: br, Synchronous: true, Entities: entity.DefaultRegistry, Log: log, RandomTickSpeed: -1}.New()
	w.Do(f)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return p.Stats()
}

// TestPluginBlockEntities places blocks of a plug-in, changes them, starts the server without the plug-in while somebody builds beside
// them, and with it again: each comes back exactly, in the types in which the host's own world gives them back.
func TestPluginBlockEntities(t *testing.T) {
	dir, at, beside := t.TempDir(), cube.Pos{5, 70, 5}, cube.Pos{9, 70, 9}
	data := func(energy int32) map[string]any {
		return map[string]any{
			"energy": energy, "on": uint8(1), "short": int16(-3), "long": int64(1) << 40, "float": float32(1.5), "double": 2.25, "name": "drill 𝄞",
			"uuid": [4]int32{1, 2, 3, 4}, "bytes": [3]byte{1, 2, 3}, "longs": [2]int64{5, 6}, "list of bytes": []byte{7, 8}, "list of ints": []int32{9, 10},
			"list of longs": []int64{11}, "Items": []any{"a", "b"}, "x": int32(1000), "nested": map[string]any{"deeper": []any{map[string]any{"y": int16(1)}}},
			"lists": []any{[]any{"c"}, []any{}}, "empty": []any{}, "nothing": map[string]any{},
		}
	}
	br := pluginRegistry()
	check := func(when string, energy int32) {
		t.Helper()
		stats := inWorld(t, dir, br, func(tx *world.Tx) {
			m, ok := tx.Block(at).(machine)
			if !ok {
				t.Fatalf("%s: the block is %#v", when, tx.Block(at))
			}
			if diff := cmp.Diff(data(energy), m.data); diff != "" {
				t.Errorf("%s: %s", when, diff)
			}
			if c, ok := tx.Block(beside).(cage); !ok || c.animal != "cat" {
				t.Errorf("%s: the cage is %#v", when, tx.Block(beside))
			}
			tx.SetBlock(at, m, nil) // The same, so that the chunk is saved.
		})
		if stats.Written != 0 || stats.Unchanged == 0 {
			t.Errorf("%s: nothing changed, and %+v", when, stats)
		}
	}
	inWorld(t, dir, br, func(tx *world.Tx) {
		tx.SetBlock(at, machine{data(500)}, nil)
		tx.SetBlock(beside, cage{"cat"}, nil)
	})
	check("placed", 500)
	inWorld(t, dir, br, func(tx *world.Tx) { tx.SetBlock(at, machine{data(499)}, nil) })
	check("changed", 499)
	inWorld(t, dir, nil, func(tx *world.Tx) {
		if name, _ := tx.Block(at).EncodeBlock(); name == "plugin:machine" {
			t.Error("the plug-in is there")
		}
		tx.SetBlock(cube.Pos{1, 80, 1}, dfblock.Stone{}, nil)
	})
	check("without the plug-in for a time", 499)
	stats := inLoggedWorld(t, slog.New(slog.DiscardHandler), dir, br, func(tx *world.Tx) {
		tx.SetBlock(at, machine{map[string]any{"energy": int32(7), "odd": func() {}}}, nil)
	})
	if stats.Lost["block_part"] != 1 {
		t.Errorf("a part that cannot be stored is counted as %v", stats.Lost)
	}
	inWorld(t, dir, br, func(tx *world.Tx) {
		if m, ok := tx.Block(at).(machine); !ok || m.data["energy"] != int32(7) {
			t.Errorf("without what cannot be stored, the machine is %#v", tx.Block(at))
		}
		tx.SetBlock(at, machine{}, nil)
		tx.SetBlock(beside, nil, nil)
	})
	inWorld(t, dir, br, func(tx *world.Tx) {
		if m, ok := tx.Block(at).(machine); !ok || len(m.data) != 0 {
			t.Errorf("after it was emptied the machine is %#v", tx.Block(at))
		}
	})
	if entries := readDoc(t, filepath.Join(dir, "region"))["kestrel:bedrock_states"]; entries != nil {
		t.Errorf("left is %v", entries)
	}
}

// TestPluginReadsAJavaBlock has a plug-in that implements a block which Java keeps much about: nothing is written as long as it changes
// nothing, what Java has stays when it does, and what it has comes back.
func TestPluginReadsAJavaBlock(t *testing.T) {
	dir, br := t.TempDir(), pluginRegistry()
	const spawner = "minecraft:spawner"
	root := withBlock(t, spawner, holders[spawner])
	writeDoc(t, filepath.Join(dir, "region"), root)
	again := func(animal string) func(tx *world.Tx) {
		return func(tx *world.Tx) {
			c, ok := tx.Block(wetAt).(cage)
			if !ok || c.animal != animal {
				t.Errorf("the cage is %#v", tx.Block(wetAt))
			}
			tx.SetBlock(wetAt, c, nil)
		}
	}
	if s := inWorld(t, dir, br, again("")); s.Written != 0 {
		t.Errorf("nothing changed, and %+v", s)
	}
	inWorld(t, dir, br, func(tx *world.Tx) { tx.SetBlock(wetAt, cage{"dog"}, nil) })
	if s := inWorld(t, dir, br, again("dog")); s.Written != 0 {
		t.Errorf("nothing changed, and %+v", s)
	}
	want, _ := root.List("block_entities")
	got, _ := rawTree(t, dir, 0).List("block_entities")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
