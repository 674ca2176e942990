package anvilprovider_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestEntitiesOfOneNumber stores entities that the server cannot tell apart: two with the same lower half of a UUID, and one
// stored twice. A save that changes another thing keeps all; what becomes of the first becomes of it alone.
func TestEntitiesOfOneNumber(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	folder := filepath.Join(dir, "entities")
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	writeDoc(t, folder, entitiesDoc(4671, egg(60, 1, 2, 3, 4), egg(61, 5, 6, 3, 4), egg(62, 7, 7, 7, 7), egg(62, 7, 7, 7, 7)))
	before := readDoc(t, folder)
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 2 {
		t.Fatalf("%v, %v", col.Entities, err)
	}
	save(t, p, pos, col)
	if diff := cmp.Diff(before, readDoc(t, folder)); diff != "" {
		t.Errorf("a plain save: %s", diff)
	}
	col.Entities = col.Entities[1:]
	save(t, p, pos, col)
	if diff := cmp.Diff(list(before, "Entities")[1:], list(readDoc(t, folder), "Entities")); diff != "" {
		t.Errorf("without the first: %s", diff)
	}
	save(t, p, pos, col)
	if diff := cmp.Diff(list(before, "Entities")[1:], list(readDoc(t, folder), "Entities")); diff != "" {
		t.Errorf("without the first, again: %s", diff)
	}
	// One of that number comes back, and is saved twice.
	for y := range 2 {
		back := newEgg(3<<32 | 4)
		back.Data["Pos"] = []float32{1, float32(80 + y), 3}
		with := *col
		with.Entities = append([]chunk.Entity{back}, col.Entities...)
		save(t, p, pos, &with)
		now := list(readDoc(t, folder), "Entities")
		if diff := cmp.Diff(list(before, "Entities")[1:], now[1:]); diff != "" || now[0].(map[string]any)["Pos"].([]any)[1] != float64(80+y) {
			t.Errorf("with another: %s", diff)
		}
	}
	save(t, p, pos, col)
	// The server has two of one number, too.
	col.Entities = append(col.Entities, newEgg(99), newEgg(99))
	save(t, p, pos, col)
	if n := len(list(readDoc(t, folder), "Entities")); n != 5 {
		t.Errorf("%d entities after two more of one number", n)
	}
}

// TestEntitiesInsideAChunk adds an entity to a chunk of today that holds entities itself: each is stored once afterwards.
func TestEntitiesInsideAChunk(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	folder, regions := filepath.Join(dir, "entities"), filepath.Join(dir, "region")
	writeDoc(t, regions, blankTree(t, pig(1, 1, 1, 1), egg(60, 2, 2, 2, 2)))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	before := readDoc(t, regions)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 1 {
		t.Fatalf("%v, %v", col.Entities, err)
	}
	put(col, 1, 2, 3, "minecraft:stone")
	save(t, p, pos, col)
	if diff := cmp.Diff(before["entities"], readDoc(t, regions)["entities"]); diff != "" || readDoc(t, folder) != nil {
		t.Errorf("a block was placed: %s", diff)
	}
	col.Entities = append(col.Entities, newEgg(99))
	save(t, p, pos, col)
	if inside, moved := list(readDoc(t, regions), "entities"), list(readDoc(t, folder), "Entities"); len(inside) != 0 || len(moved) != 3 {
		t.Errorf("%d entities inside, %d beside", len(inside), len(moved))
	}
}

// TestEntitiesInBoth loads a chunk whose entities were moved to their document, as they are in the document; those that are
// in the chunk alone are there, too.
func TestEntitiesInBoth(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	folder, regions := filepath.Join(dir, "entities"), filepath.Join(dir, "region")
	writeDoc(t, regions, blankTree(t, pig(1, 1, 1, 1), egg(60, 2, 2, 2, 2), egg(61, 3, 3, 3, 3)))
	writeDoc(t, folder, entitiesDoc(4671, egg(70, 2, 2, 2, 2), pig(1, 1, 1, 1)))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 2 {
		t.Fatalf("%v, %v", col.Entities, err)
	}
	col.Entities = append(col.Entities, newEgg(99))
	save(t, p, pos, col)
	var heights []any
	for _, e := range list(readDoc(t, folder), "Entities") {
		heights = append(heights, e.(map[string]any)["Pos"].([]any)[1])
	}
	if want := []any{61.0, 70.0, 64.0, 2.0}; !reflect.DeepEqual(heights, want) {
		t.Errorf("entities at %v, want %v", heights, want)
	}
	if inside := list(readDoc(t, regions), "entities"); len(inside) != 0 {
		t.Errorf("%d entities inside", len(inside))
	}
}

// TestEntitiesOfTwoVersions does not put entities of one version into a document of another: those inside the chunk stay,
// and so does the document. A document without entities takes the version of those that it gets.
func TestEntitiesOfTwoVersions(t *testing.T) {
	for name, c := range map[string]struct {
		doc     nbt.Compound
		inside  int
		version int
		beside  int
	}{
		"some":  {entitiesDoc(3700, pig(1, 1, 1, 1)), 1, 3700, 1},
		"none":  {entitiesDoc(3700), 0, 4671, 2},
		"moved": {entitiesDoc(3700, egg(60, 2, 2, 2, 2)), 0, 3700, 2},
	} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		folder, regions := filepath.Join(dir, "entities"), filepath.Join(dir, "region")
		writeDoc(t, regions, blankTree(t, egg(60, 2, 2, 2, 2)))
		writeDoc(t, folder, c.doc)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil || len(col.Entities) != 1 {
			t.Fatalf("%s: %v, %v", name, col.Entities, err)
		}
		col.Entities = append(col.Entities, newEgg(99))
		save(t, p, pos, col)
		doc := readDoc(t, folder)
		if n, m := len(list(readDoc(t, regions), "entities")), len(list(doc, "Entities")); n != c.inside || m != c.beside || slowanvil.Int(doc["DataVersion"]) != c.version {
			t.Errorf("%s: %d entities inside, %d in a document of version %v", name, n, m, doc["DataVersion"])
		}
	}
}

// TestEntitiesThatAreNone leaves a document alone whose list does not hold entities. The terrain loads.
func TestEntitiesThatAreNone(t *testing.T) {
	for _, what := range []any{nbt.List{Elem: nbt.TagInt, Items: []any{int32(1), int32(2)}}, nbt.List{Elem: nbt.TagString, Items: []any{"x"}}, int32(7)} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		folder := filepath.Join(dir, "entities")
		writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
		writeDoc(t, folder, nbt.Compound{"DataVersion": int32(4671), "Position": []int32{0, 0}, "Entities": what})
		before := readDoc(t, folder)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		put(col, 1, 2, 3, "minecraft:stone")
		col.Entities = append(col.Entities, newEgg(99))
		save(t, p, pos, col)
		if diff := cmp.Diff(before, readDoc(t, folder)); diff != "" {
			t.Errorf("%v: %s", what, diff)
		}
		if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(1, 2, 3); got != "minecraft:stone" {
			t.Errorf("block %s", got)
		}
	}
}

// TestBackupHoldsEntities upgrades a chunk with entities in it and copies back what was kept: each entity is there once, with
// the region files alone and with both. The entities that moved say how old they are.
func TestBackupHoldsEntities(t *testing.T) {
	for _, folders := range [][]string{{"region"}, {"region", "entities"}} {
		dir := testworld.Copy(t, "java-1.15.2")
		pos, old := chunkWithEntities(t, filepath.Join(dir, "region"))
		edit := func(y int16) int {
			p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
			col, err := p.LoadColumn(pos, world.Overworld)
			if err != nil {
				t.Fatal(err)
			}
			put(col, 7, y, 7, "minecraft:glowstone")
			save(t, p, pos, col)
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
			n := 0
			err = slowanvil.Entries(filepath.Join(dir, "entities"), func(_ string, e slowanvil.Entry) error {
				if root, err := slowanvil.Parse(e.NBT); err == nil && e.X == pos[0] && e.Z == pos[1] {
					n += len(list(root, "Entities"))
					if v := slowanvil.Int(root["DataVersion"]); v != int(old.DataVersion) {
						t.Errorf("the entities are said to be of version %d", v)
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		want := len(list(old.Level, "Entities"))
		if n := edit(250); n != want {
			t.Errorf("%d entities, want %d", n, want)
		}
		for _, folder := range folders {
			kept, err := filepath.Glob(filepath.Join(dir, "kestrel-backup", folder, "*"))
			if err != nil || len(kept) == 0 {
				t.Fatalf("nothing of %s is kept: %v", folder, err)
			}
			for _, from := range kept {
				data, err := os.ReadFile(from)
				if err == nil {
					err = os.WriteFile(filepath.Join(dir, folder, filepath.Base(from)), data, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(folders) == 2 {
			err := slowanvil.Entries(filepath.Join(dir, "entities"), func(string, slowanvil.Entry) error { return errors.New("an entity") })
			if err != nil {
				t.Error("what was moved is still there: ", err)
			}
		}
		if n := edit(251); n != want {
			t.Errorf("%d entities after %v were copied back, want %d", n, folders, want)
		}
	}
}

// chunkWithEntities finds a finished chunk with entities in it.
func chunkWithEntities(t *testing.T, regions string) (pos world.ChunkPos, found *slowanvil.Chunk) {
	t.Helper()
	err := slowanvil.Chunks(regions, func(c *slowanvil.Chunk) error {
		if c.Full && len(list(c.Level, "Entities")) > 1 && found == nil {
			pos, found = world.ChunkPos{c.X, c.Z}, c
		}
		return nil
	})
	if err != nil || found == nil {
		t.Fatalf("no chunk with entities: %v", err)
	}
	return pos, found
}
