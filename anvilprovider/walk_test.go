package anvilprovider_test

import (
	"path/filepath"
	"testing"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// aWalk makes a world with an entity in chunk 0,0 and none in chunk 32,0, of another file, and loads both chunks.
func aWalk(t *testing.T, version int32, entities ...any) (p *anvilprovider.Provider, from, to *chunk.Column, stored func() [2][]any) {
	t.Helper()
	dir := t.TempDir()
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	writeDoc(t, filepath.Join(dir, "entities"), entitiesDoc(4671, entities...))
	putDoc(t, filepath.Join(dir, "region"), world.ChunkPos{32, 0}, anvil.Blank(32, 0, version, -4, 19, "minecraft:plains"))
	p = open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	var err error
	if from, err = p.LoadColumn(world.ChunkPos{}, world.Overworld); err != nil {
		t.Fatal(err)
	}
	if to, err = p.LoadColumn(world.ChunkPos{32, 0}, world.Overworld); err != nil {
		t.Fatal(err)
	}
	return p, from, to, func() (all [2][]any) {
		for i, pos := range []world.ChunkPos{{}, {32, 0}} {
			all[i] = list(documents(t, filepath.Join(dir, "entities"))[pos], "Entities")
		}
		return all
	}
}

// walk moves an entity from one column to the other.
func walk(from, to *chunk.Column) {
	e := from.Entities[0]
	e.Data["Pos"] = []float32{515, 64, 2.5}
	from.Entities, to.Entities = from.Entities[1:], append(to.Entities, e)
}

// TestWalk moves an entity into another chunk, and back, with the chunks saved in each order: what the server does not know of
// it goes with it, it is never stored nowhere, and once both chunks are saved it is stored once.
func TestWalk(t *testing.T) {
	for _, order := range [][2]int{{0, 1}, {1, 0}} {
		p, from, to, stored := aWalk(t, 4671, egg(60, 1, 2, 3, 4), pig(1, 1, 1, 1))
		columns := [2]*chunk.Column{from, to}
		want := stored()[0][0].(map[string]any)
		want["Pos"] = []any{515.0, 64.0, 2.5}
		saveBoth := func() {
			t.Helper()
			for _, i := range order {
				save(t, p, world.ChunkPos{32 * int32(i), 0}, columns[i])
			}
		}
		walk(from, to)
		saveBoth()
		if got := stored(); len(got[0]) != 1 || cmp.Diff([]any{want}, got[1]) != "" {
			t.Fatalf("order %v: stored %v, want %v in the second", order, got, want)
		}
		walk(to, from)
		saveBoth()
		if got := stored(); len(got[1]) != 0 || cmp.Diff(want, got[0][1]) != "" {
			t.Fatalf("order %v, and back: stored %v", order, got)
		}
	}
}

// TestWalkIntoAnotherVersion moves an entity into a chunk of an older version: its UUID stays.
func TestWalkIntoAnotherVersion(t *testing.T) {
	p, from, to, stored := aWalk(t, 3700, egg(60, 1, 2, 3, 4))
	walk(from, to)
	save(t, p, world.ChunkPos{32, 0}, to)
	got := stored()[1]
	if len(got) != 1 || cmp.Diff([4]int32{1, 2, 3, 4}, got[0].(map[string]any)["UUID"]) != "" || got[0].(map[string]any)["mod:tag"] != nil {
		t.Errorf("stored %v", got)
	}
}

// TestWalkOfTwins moves an entity of whose number there are two: it does not take the form of the other.
func TestWalkOfTwins(t *testing.T) {
	p, from, to, stored := aWalk(t, 4671, egg(60, 1, 2, 3, 4))
	dir := filepath.Join(p.Dir(), "entities")
	putTree(t, dir, world.ChunkPos{64, 0}, nbt.Compound{"DataVersion": int32(4671), "Entities": nbt.List{Elem: nbt.TagCompound, Items: []any{egg(70, 9, 9, 3, 4)}}})
	putDoc(t, filepath.Join(p.Dir(), "region"), world.ChunkPos{64, 0}, anvil.Blank(64, 0, 4671, -4, 19, "minecraft:plains"))
	if col, err := p.LoadColumn(world.ChunkPos{64, 0}, world.Overworld); err != nil || len(col.Entities) != 1 {
		t.Fatal(err)
	}
	walk(from, to)
	save(t, p, world.ChunkPos{32, 0}, to)
	if got := stored()[1]; len(got) != 1 || got[0].(map[string]any)["mod:tag"] != nil {
		t.Errorf("stored %v", got)
	}
}

// TestWalkInAWorld throws an item across a border of chunks in a world of the server's: it arrives as the entity that it was.
func TestWalkInAWorld(t *testing.T) {
	dir := t.TempDir()
	thrown := nbt.Compound{"id": "minecraft:item", "UUID": []int32{1, 2, 3, 4}, "mod:tag": int32(7), "Age": int16(5), "PickupDelay": int16(10),
		"Pos":    nbt.List{Elem: nbt.TagDouble, Items: []any{15.8, 100.0, 2.5}},
		"Motion": nbt.List{Elem: nbt.TagDouble, Items: []any{0.5, 0.0, 0.0}},
		"Item":   nbt.Compound{"id": "minecraft:apple", "count": int32(3)}}
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	writeDoc(t, filepath.Join(dir, "entities"), entitiesDoc(4671, thrown))
	p, err := anvilprovider.Config{Log: quiet(t), Sync: region.SyncNone}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	w := world.Config{Provider: p, Synchronous: true, Entities: entity.DefaultRegistry, Log: quiet(t), RandomTickSpeed: -1}.New()
	w.Do(func(tx *world.Tx) {
		for _, x := range []int{3, 19} { // A chunk in which nothing but entities changed is not saved by the server.
			tx.SetBlock(cube.Pos{x, 20, 3}, dfblock.Stone{}, nil)
		}
	})
	for range 5 {
		w.AdvanceTick()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	docs := documents(t, filepath.Join(dir, "entities"))
	arrived := list(docs[world.ChunkPos{1, 0}], "Entities")
	if len(docs) != 1 || len(arrived) != 1 {
		t.Fatalf("stored %v", docs)
	}
	item := arrived[0].(map[string]any)
	if item["mod:tag"] != int32(7) || item["UUID"] != [4]int32{1, 2, 3, 4} {
		t.Errorf("stored %v", item)
	}
}

// TestWalkAfterMany loads so many bytes of other entities that the first is forgotten, and then lets it walk: saving the chunk
// that it leaves brings it back to mind.
func TestWalkAfterMany(t *testing.T) {
	p, from, to, stored := aWalk(t, 4671, egg(60, 1, 2, 3, 4))
	for n := range int32(4) {
		big, pos := egg(60, 9, 9, 9, n), world.ChunkPos{64 + n, 0}
		big["mod:blob"] = make([]byte, 5<<20)
		putTree(t, filepath.Join(p.Dir(), "entities"), pos, nbt.Compound{"DataVersion": int32(4671), "Entities": nbt.List{Elem: nbt.TagCompound, Items: []any{big}}})
		putDoc(t, filepath.Join(p.Dir(), "region"), pos, anvil.Blank(pos[0], 0, 4671, -4, 19, "minecraft:plains"))
	}
	for n := range int32(4) {
		if col, err := p.LoadColumn(world.ChunkPos{64 + n, 0}, world.Overworld); err != nil || len(col.Entities) != 1 {
			t.Fatal(err)
		}
	}
	walk(from, to)
	save(t, p, world.ChunkPos{}, from)
	save(t, p, world.ChunkPos{32, 0}, to)
	if got := stored()[1]; len(got) != 1 || got[0].(map[string]any)["mod:tag"] != int32(60) {
		t.Errorf("stored %v", got)
	}
}
