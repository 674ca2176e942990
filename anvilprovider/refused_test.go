package anvilprovider_test

import (
	"errors"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
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
