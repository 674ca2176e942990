package anvilprovider_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestUnreadableChunkIsNotWrittenOver saves a chunk where there is one that cannot be read, as no server should: it stays.
func TestUnreadableChunkIsNotWrittenOver(t *testing.T) {
	for name, doc := range map[string][]byte{"no chunk": []byte("no NBT"), "misplaced": anvil.Blank(7, 7, 4671, -4, 19, "minecraft:plains")} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		regions := filepath.Join(dir, "region")
		putDoc(t, regions, pos, doc)
		p, err := anvilprovider.Config{Log: slog.New(slog.DiscardHandler), Sync: region.SyncNone}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		store(t, p, pos, placed[1])
		var chunkErr *anvilprovider.ChunkError
		if err := flushed(p); !errors.As(err, &chunkErr) {
			t.Errorf("%s: Flush: %v", name, err)
		}
		if err := p.Close(); !errors.As(err, &chunkErr) {
			t.Errorf("%s: Close: %v", name, err)
		}
		s, err := region.Options{ReadOnly: true}.Open(regions)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := s.Read(nil, 0, 0)
		if err := errors.Join(err, s.Close()); err != nil || string(got) != string(doc) {
			t.Errorf("%s: it changed, %v", name, err)
		}
	}
}

// TestEntitiesMoveFirst upgrades a chunk with entities in it: they are in their own file before they are gone from the chunk, so
// that a crash in between loses none.
func TestEntitiesMoveFirst(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	putTree(t, filepath.Join(dir, "region"), pos, oldTree(0, pig(2, 2, 2, 2)))
	var mu sync.Mutex
	var written []string
	fsys := vfs.Watch(vfs.OS{}, func(op vfs.Op) error {
		mu.Lock()
		defer mu.Unlock()
		folder := filepath.Base(filepath.Dir(op.Name))
		if op.Kind == vfs.KindWrite && !strings.Contains(op.Name, "kestrel-backup") && !slices.Contains(written, folder) {
			written = append(written, folder)
		}
		return nil
	})
	p := open(t, anvilprovider.Config{FS: fsys}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	put(col, 1, 20, 3, "minecraft:glowstone")
	save(t, p, pos, col)
	if !slices.Equal(written, []string{"entities", "region"}) || len(list(readDoc(t, filepath.Join(dir, "entities")), "Entities")) != 1 {
		t.Errorf("written in the order %v", written)
	}
}

// TestSettingsAreTriedAgain has something in the way of level.dat_old: the settings are not saved, which Flush tells, until it
// is gone.
func TestSettingsAreTriedAgain(t *testing.T) {
	dir := testworld.Copy(t, "java-1.20.5")
	old := filepath.Join(dir, "level.dat_old")
	if err := errors.Join(os.RemoveAll(old), os.MkdirAll(filepath.Join(old, "in the way"), 0o755)); err != nil {
		t.Fatal(err)
	}
	p := open(t, anvilprovider.Config{Log: slog.New(slog.DiscardHandler)}, dir)
	s := p.Settings()
	s.Lock()
	s.Time = 4321
	s.Unlock()
	p.SaveSettings(s)
	for range 2 {
		if err := flushed(p); err == nil {
			t.Error("nothing failed")
		}
	}
	if err := os.RemoveAll(old); err != nil {
		t.Fatal(err)
	}
	if err := flushed(p); err != nil {
		t.Error(err)
	}
	again := open(t, anvilprovider.Config{ReadOnly: true}, dir)
	if got := again.Settings().Time; got != 4321 {
		t.Errorf("time is %d", got)
	}
}

// TestSavedEntitiesAreCopies changes the data of an entity after it was saved, and of the one that is loaded from the save: what
// is saved stays.
func TestSavedEntitiesAreCopies(t *testing.T) {
	h := newHeld()
	p := open(t, anvilprovider.Config{FS: h.fsys}, t.TempDir())
	h.hold(t)
	col := columnOf(placed[1], 0)
	saved := newEgg(99)
	saved.Data["Item"] = map[string]any{"Count": uint8(3)}
	col.Entities = []chunk.Entity{saved}
	if err := p.StoreColumn(world.ChunkPos{}, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		saved.Data["Item"].(map[string]any)["Count"] = uint8(9)
		got, err := p.LoadColumn(world.ChunkPos{}, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		if saved = got.Entities[0]; saved.Data["Item"].(map[string]any)["Count"] != uint8(3) {
			t.Fatalf("it became %v", saved.Data)
		}
	}
}
