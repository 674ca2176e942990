package anvilprovider_test

import (
	"errors"
	"log/slog"
	"maps"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestNoUpgradeWithoutBackup has no room for the copies that are made before a chunk of before 1.18 is upgraded: nothing is
// written until there is.
func TestNoUpgradeWithoutBackup(t *testing.T) {
	dir := testworld.Copy(t, "java-1.16.2-blocks")
	faults := vfs.NewFaults(vfs.OS{})
	p := open(t, anvilprovider.Config{FS: faults, Log: slog.New(slog.DiscardHandler)}, dir)
	pos := fullChunks(t, p, 0, 32)[0]
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	put(col, 1, 250, 3, "minecraft:glowstone")
	before := files(t, filepath.Join(dir, "region"))
	faults.Arm(vfs.Fault{Err: syscall.ENOSPC, Match: func(op vfs.Op) bool {
		return op.Kind == vfs.KindWrite && strings.Contains(op.Name, "kestrel-backup")
	}})
	if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	if err := flushed(p); err == nil {
		t.Error("nothing failed")
	}
	if !maps.Equal(before, files(t, filepath.Join(dir, "region"))) {
		t.Error("the region files changed")
	}
	faults.Disarm()
	if err := flushed(p); err != nil {
		t.Error(err)
	}
	if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(1, 250, 3); got != "minecraft:glowstone" {
		t.Errorf("after there was room: %s", got)
	}
}

// TestNoUpgradeOfHalfTheEntities changes a chunk of before 1.18 with entities in it, beside which there are others that cannot
// be read or are of another version. Those in the chunk cannot move to them, and may not stay in a chunk of today: it stays as
// it is, and that is told. The change is kept for when they can.
func TestNoUpgradeOfHalfTheEntities(t *testing.T) {
	for name, doc := range map[string][]byte{"broken": []byte("no NBT"), "mixed": encoded(t, entitiesDoc(4671, pig(1, 1, 1, 1)))} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		regions := filepath.Join(dir, "region")
		putTree(t, regions, pos, oldTree(0, pig(2, 2, 2, 2)))
		putDoc(t, filepath.Join(dir, "entities"), pos, doc)
		before := files(t, dir)
		p, err := anvilprovider.Config{Log: slog.New(slog.DiscardHandler)}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		put(col, 1, 20, 3, "minecraft:glowstone")
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			t.Fatal(err)
		}
		if err := flushed(p); err == nil || errors.Is(err, anvilprovider.ErrUpgrade) || p.Stats().Queued != 1 {
			t.Errorf("%s: %v, %+v", name, err, p.Stats())
		}
		if err := p.Close(); err == nil {
			t.Errorf("%s: nobody is told that the change is lost", name)
		}
		for file, f := range files(t, dir) {
			if filepath.Ext(file) == ".mca" && f.content != before[file].content {
				t.Errorf("%s: %s changed", name, file)
			}
		}
	}
}
