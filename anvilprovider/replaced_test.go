package anvilprovider_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestReplacedRegion restores a region file from a copy while the world is served. The next save is told to whoever asks, names the file,
// and is kept until it is in the file that is there now.
func TestReplacedRegion(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open cannot be replaced there")
	}
	dir := t.TempDir()
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Log: slog.New(slog.DiscardHandler)}, dir)
	save(t, p, world.ChunkPos{}, columnOf(placed[1], 0))
	path := filepath.Join(dir, "region", "r.0.0.mca")
	data, err := os.ReadFile(path)
	if err := errors.Join(err, os.WriteFile(path+".new", data, 0o644), os.Rename(path+".new", path)); err != nil {
		t.Fatal(err)
	}
	store(t, p, world.ChunkPos{}, placed[2])
	if err := p.Flush(context.Background()); err != nil && (!errors.Is(err, region.ErrReplaced) || !strings.Contains(err.Error(), path)) {
		t.Errorf("the first attempt: %v", err)
	}
	if err := p.Flush(context.Background()); err != nil {
		t.Errorf("the second attempt: %v", err)
	}
	if p.Stats().Failed != 1 {
		t.Errorf("%d attempts failed, and nobody was told", p.Stats().Failed)
	}
	q := open(t, anvilprovider.Config{ReadOnly: true, ReadAhead: -1}, dir)
	if at(t, q, world.ChunkPos{}) != imageOf(placed[2]).block {
		t.Error("the save went to a file without a name")
	}
}
