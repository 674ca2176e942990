package anvilprovider_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestUpgradeRefusedMeanwhile saves an old chunk again while it is found out that the first save is refused: the second is looked at,
// too.
func TestUpgradeRefusedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	putTree(t, filepath.Join(dir, "region"), world.ChunkPos{}, oldTree(0))
	var holding atomic.Bool
	started, release := make(chan struct{}), make(chan struct{})
	fsys := vfs.Watch(vfs.OS{}, func(op vfs.Op) error {
		if op.Kind == vfs.KindRead && holding.CompareAndSwap(true, false) {
			close(started)
			<-release
		}
		return nil
	})
	p := open(t, anvilprovider.Config{Upgrade: anvilprovider.UpgradeRefuse, FS: fsys, ReadAhead: -1, SaveWorkers: 1, Log: slog.New(slog.DiscardHandler)}, dir)
	col, err := p.LoadColumn(world.ChunkPos{}, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	put(col, 5, 5, 5, placed[1])
	holding.Store(true)
	storeColumn(t, p, world.ChunkPos{}, col)
	<-started
	put(col, 5, 5, 5, placed[2])
	storeColumn(t, p, world.ChunkPos{}, col)
	close(release)
	if err := flushed(p); !errors.Is(err, anvilprovider.ErrUpgrade) {
		t.Errorf("got %v", err)
	}
	if s := p.Stats(); s.Refused != 2 || s.Queued != 0 {
		t.Errorf("%d saves were refused, want 2; %d wait", s.Refused, s.Queued)
	}
}

// TestRefusedChunkLosesItsLight changes a lamp beside a chunk of before 1.18 that may not be upgraded. It stays as it is, but for the word
// that its light is complete, and is kept aside.
func TestRefusedChunkLosesItsLight(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "region")
	old := oldTree(1)
	old["Level"].(nbt.Compound)["isLightOn"] = uint8(1)
	putTree(t, folder, world.ChunkPos{}, ground(t, world.ChunkPos{}))
	putTree(t, folder, world.ChunkPos{1, 0}, old)
	before := storedChunk(t, folder, world.ChunkPos{1, 0}).Root
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Upgrade: anvilprovider.UpgradeRefuse}, dir)
	col, err := p.LoadColumn(world.ChunkPos{}, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	put(col, 15, 70, 4, "minecraft:glowstone")
	save(t, p, world.ChunkPos{}, col)
	kept := storedChunk(t, filepath.Join(dir, "kestrel-backup", "region"), world.ChunkPos{1, 0}).Root
	if diff := cmp.Diff(before, kept); diff != "" {
		t.Errorf("the copy: %s", diff)
	}
	before["Level"].(map[string]any)["isLightOn"] = uint8(0)
	if diff := cmp.Diff(before, storedChunk(t, folder, world.ChunkPos{1, 0}).Root); diff != "" {
		t.Error(diff)
	}
}
