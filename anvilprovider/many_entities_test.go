package anvilprovider_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// nothings appends an entry with a list of empty compounds, a byte each.
func nothings(b []byte, name string, n int) []byte {
	b = nbt.AppendListHead(nbt.AppendHead(b, nbt.TagList, name), nbt.TagCompound, n)
	return append(b, make([]byte, n)...)
}

// TestTooLargeEntity has one entity that the server could have consist of millions of values: like too many.
func TestTooLargeEntity(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	large, err := nbt.Append(nil, "", egg(64, 1, 2, 3, 4))
	if err != nil {
		t.Fatal(err)
	}
	doc := nbt.AppendInt(nbt.AppendHead(nbt.AppendHead(nil, nbt.TagCompound, ""), nbt.TagInt, "DataVersion"), 4671)
	doc = nbt.AppendListHead(nbt.AppendHead(doc, nbt.TagList, "Entities"), nbt.TagCompound, 1)
	doc = nbt.AppendEnd(nbt.AppendEnd(nothings(append(doc, large[3:len(large)-1]...), "mod:list", 4_000_000)))
	putDoc(t, filepath.Join(dir, "entities"), pos, doc)
	writeDoc(t, filepath.Join(dir, "region"), blankTree(t))
	before := files(t, filepath.Join(dir, "entities"))
	var log lines
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Log: slog.New(slog.NewTextHandler(&log, nil))}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 0 || p.Stats().Skipped["entities_broken"] != 1 || log.count("more than 1048576 values") != 1 {
		t.Fatalf("%d entities, %v, %+v, logged %s", len(col.Entities), err, p.Stats().Skipped, log.b.String())
	}
	col.Entities = []chunk.Entity{anEgg}
	save(t, p, pos, col)
	if files(t, filepath.Join(dir, "entities"))["r.0.0.mca"].content != before["r.0.0.mca"].content {
		t.Error("the file has changed")
	}
}

// TestTooManyEntities loads chunks for which a few kilobytes say that there are a million entities and more, in a file of their own and in
// the chunk: neither takes the memory that they would, the server gets the terrain, it is told which file has them and why they are not
// read, and whatever is saved they stay. So many as are read are no reason to keep memory for as many.
func TestTooManyEntities(t *testing.T) {
	const tooMany = "1000000 entities, of which at most 32768 are read"
	for name, c := range map[string]struct {
		file, inside int
		logged, at   string
	}{
		"in their own file": {1_000_000, 0, tooMany, filepath.Join("entities", "r.0.0.mca")},
		"in the chunk":      {0, 1_000_000, tooMany, filepath.Join("region", "r.0.0.mca")},
		"as many as may be": {1 << 15, 1 << 15, "", ""},
	} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		doc := nbt.AppendInt(nbt.AppendHead(nbt.AppendHead(nil, nbt.TagCompound, ""), nbt.TagInt, "DataVersion"), 4671)
		putDoc(t, filepath.Join(dir, "entities"), pos, nbt.AppendEnd(nothings(doc, "Entities", c.file)))
		tree, err := nbt.Append(nil, "", blankTree(t))
		if err != nil {
			t.Fatal(err)
		}
		putDoc(t, filepath.Join(dir, "region"), pos, nbt.AppendEnd(nothings(tree[:len(tree)-1], "entities", c.inside)))
		doc, tree = nil, nil
		var log lines
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Log: slog.New(slog.NewTextHandler(&log, nil))}, dir)
		if _, err := p.LoadColumn(world.ChunkPos{9, 9}, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) { // makes the tables
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil || len(col.Entities) != 0 {
			t.Fatalf("%s: %d entities, %v", name, len(col.Entities), err)
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if took, held := (after.TotalAlloc-before.TotalAlloc)>>20, (int64(after.HeapAlloc)-int64(before.HeapAlloc))>>20; took > 150 || held > 10 {
			t.Errorf("%s: %d MB allocated, %d MB held", name, took, held)
		}
		if broken := p.Stats().Skipped["entities_broken"]; (broken != 0) != (c.logged != "") || log.count(c.logged) == 0 || log.count(c.at) == 0 {
			t.Errorf("%s: %d broken, logged %s", name, broken, log.b.String())
		}
		if c.logged == "" {
			continue
		}
		col.Entities = []chunk.Entity{anEgg}
		put(col, 1, 2, 3, placed[1])
		save(t, p, pos, col)
		if n := len(list(readDoc(t, filepath.Join(dir, "entities")), "Entities")) + len(list(readDoc(t, filepath.Join(dir, "region")), "entities")); n != 1_000_000 {
			t.Errorf("%s: %d entities are left", name, n)
		}
		if log.count(anvilprovider.ErrEntities.Error()) != 1 {
			t.Errorf("%s: it is not told that the new entity is not saved: %s", name, log.b.String())
		}
	}
}
