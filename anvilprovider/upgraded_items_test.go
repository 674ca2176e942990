package anvilprovider_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestUpgradedItems upgrades chests of several eras for worlds of several versions: each item has the name that the version of the
// chunk gives it, in the chest, in a box in the chest, and if it was put there as the chunk was upgraded. The server sees the same
// items as before.
func TestUpgradedItems(t *testing.T) {
	chain := map[int32]string{4325: "minecraft:chain", 4435: "minecraft:chain", 4440: "minecraft:chain", 4554: "minecraft:iron_chain", 4671: "minecraft:iron_chain"}
	for from, grass := range map[int32]string{1631: "minecraft:grass", 2230: "minecraft:grass", 2586: "minecraft:grass", 2730: "minecraft:grass"} {
		for to := range chain {
			t.Run(fmt.Sprint(from, " for ", to), func(t *testing.T) {
				stack := func(slot uint8, id string, tag nbt.Compound) nbt.Compound {
					c := nbt.Compound{"Slot": slot, "id": id, "Count": uint8(2)}
					if tag != nil {
						c["tag"] = tag
					}
					return c
				}
				inBox := nbt.Compound{"BlockEntityTag": nbt.Compound{"Items": compounds(stack(3, "minecraft:chain", nil), stack(4, "mod:gem", nil))}}
				dir, pos, at := t.TempDir(), world.ChunkPos{}, cube.Pos{0, 10, 4}
				aWorld(t, dir)
				tree := oldTree(0)
				tree["DataVersion"] = from
				level := tree["Level"].(nbt.Compound)
				section := level["Sections"].(nbt.List).Items[0].(nbt.Compound)
				section["Palette"] = compounds(nbt.Compound{"Name": "minecraft:air"}, blockTree("minecraft:chest[facing=north,type=single,waterlogged=false]"))
				cells := section["BlockStates"].([]int64)
				clear(cells)
				const cell = 10<<8 | 4<<4
				cells[cell/16] = 1
				level["TileEntities"] = compounds(nbt.Compound{"id": "minecraft:chest", "x": int32(at[0]), "y": int32(at[1]), "z": int32(at[2]),
					"Items": compounds(stack(0, "minecraft:stick", nil), stack(1, "minecraft:chain", nil), stack(2, grass, nil), stack(3, "minecraft:scute", nil),
						stack(4, "minecraft:shulker_box", inBox), stack(5, "mod:iron_chain", nil))})
				writeDoc(t, filepath.Join(dir, "region"), tree)
				p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, DataVersion: to}, dir)
				col, err := p.LoadColumn(pos, world.Overworld)
				if err != nil {
					t.Fatal(err)
				}
				items := entityAt(col, at)["Items"].([]any)
				again := map[string]any{"Slot": uint8(9)}
				for k, v := range items[1].(map[string]any) {
					if k != "Slot" {
						again[k] = v
					}
				}
				entityAt(col, at)["Items"] = append(items, again)
				put(col, 7, 100, 7, "minecraft:stone")
				want := entityAt(col, at)
				for round := range 2 {
					// The second round has what was loaded before the upgrade, changed once more.
					entityAt(col, at)["Items"].([]any)[0].(map[string]any)["Count"] = uint8(5 + round)
					save(t, p, pos, col)
					root := rawTree(t, dir, 0)
					names := []any{"minecraft:stick", chain[to], "minecraft:short_grass", "minecraft:turtle_scute", "minecraft:shulker_box", chain[to], "mod:gem", "mod:iron_chain", chain[to]}
					if diff := cmp.Diff(names, itemNames(root)); diff != "" || root["DataVersion"] != to {
						t.Errorf("version %v: %s", root["DataVersion"], diff)
					}
				}
				if col, err = p.LoadColumn(pos, world.Overworld); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(shownItems(want), shownItems(entityAt(col, at))); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

// itemNames lists the items of the first block entity of a chunk, those in a box after it.
func itemNames(root nbt.Compound) (names []any) {
	chests, _ := root.List("block_entities")
	items, _ := chests.Items[0].(nbt.Compound).List("Items")
	for _, item := range items.Items {
		item := item.(nbt.Compound)
		names = append(names, item["id"])
		components, _ := item.Compound("components")
		inside, _ := components.List("minecraft:container")
		for _, item := range inside.Items {
			names = append(names, item.(nbt.Compound)["item"].(nbt.Compound)["id"])
		}
	}
	return names
}

// shownItems is a block entity of the server without the Java items that its items carry unseen, which say their version.
func shownItems(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any)
		for k, v := range v {
			if k != "dragonflyData" {
				m[k] = shownItems(v)
			}
		}
		return m
	case []any:
		l := make([]any, len(v))
		for i := range v {
			l[i] = shownItems(v[i])
		}
		return l
	}
	return v
}
