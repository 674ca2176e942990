package anvilprovider_test

import (
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// TestEntitiesComeAndGo stores an item on the ground, moves it, and takes it away. An animal beside it, which the server does
// not know, stays to the last bit, as does an unknown tag of the document.
func TestEntitiesComeAndGo(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{0, 0}
	folder := filepath.Join(dir, "entities")
	stored := entitiesDoc(4671, pig(1, 2, 3, 4))
	stored["mod:tag"] = int64(7)
	putTree(t, folder, pos, stored)
	putTree(t, filepath.Join(dir, "region"), pos, blankTree(t))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	read := func() (item map[string]any, n int) {
		root := readDoc(t, folder)
		if slowanvil.Int(root["mod:tag"]) != 7 || slowanvil.Int(root["DataVersion"]) != 4671 {
			t.Fatalf("document %v", root)
		}
		all := list(root, "Entities")
		for _, v := range all {
			m := v.(map[string]any)
			if m["id"] == "minecraft:pig" {
				n++
			} else {
				item = m
			}
		}
		if n != 1 {
			t.Errorf("%d pigs", n)
		}
		return item, len(all)
	}
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 0 {
		t.Fatalf("%v, %v", col.Entities, err)
	}
	thing := chunk.Entity{ID: 99, Data: map[string]any{"identifier": "minecraft:item", "Pos": []float32{3.5, 70, 4.5}, "Motion": []float32{0, 0, 0},
		"Item": map[string]any{"Name": "minecraft:apple", "Count": byte(3), "Damage": int16(0)}, "Age": int16(5), "PickupDelay": int64(10)}}
	col.Entities = []chunk.Entity{thing}
	save(t, p, pos, col)
	if item, n := read(); n != 2 || item["id"] != "minecraft:item" {
		t.Errorf("%d entities, item %v", n, item)
	}
	if col, err = p.LoadColumn(pos, world.Overworld); err != nil || len(col.Entities) != 1 || col.Entities[0].ID != 99 {
		t.Fatalf("%v, %v", col.Entities, err)
	}
	written := p.Stats().Written
	save(t, p, pos, col)
	if p.Stats().Written != written {
		t.Error("entities that did not change were written")
	}
	col.Entities[0].Data["Pos"] = []float32{3.5, 65, 4.5}
	save(t, p, pos, col)
	if item, _ := read(); item["Pos"].([]any)[1] != 65.0 {
		t.Errorf("moved item: %v", item["Pos"])
	}
	col.Entities = nil
	save(t, p, pos, col)
	if item, n := read(); n != 1 {
		t.Errorf("%d entities, item %v", n, item)
	}
}

// TestBrokenEntitiesDoNotMatter damages the entities of a chunk. A change of entities alone is dropped, which is logged; terrain loads and
// is saved; and the damaged document stays.
func TestBrokenEntitiesDoNotMatter(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{0, 0}
	folder := filepath.Join(dir, "entities")
	putDoc(t, folder, pos, []byte("no NBT"))
	putTree(t, filepath.Join(dir, "region"), pos, blankTree(t))
	var log lines
	p := open(t, anvilprovider.Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Sync: region.SyncNone}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	col.Entities = []chunk.Entity{anEgg}
	save(t, p, pos, col)
	if n := log.count(anvilprovider.ErrEntities.Error()); n != 1 {
		t.Errorf("logged %d times: %s", n, log.b.String())
	}
	if s := p.Stats(); s.Written != 0 || s.Unchanged != 1 {
		t.Errorf("stats %+v", s)
	}
	put(col, 1, 2, 3, "minecraft:stone")
	save(t, p, pos, col)
	if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(1, 2, 3); got != "minecraft:stone" {
		t.Errorf("block %s", got)
	}
	entries, err := slowanvil.ReadRegion(filepath.Join(folder, "r.0.0.mca"))
	if err != nil || len(entries) != 1 || string(entries[0].NBT) != "no NBT" {
		t.Errorf("the damaged document did not stay: %v, %v", entries, err)
	}
}
