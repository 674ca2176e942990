package anvilprovider_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// failing opens a new world on a disk of which the writes to some files fail.
func failing(t *testing.T, conf anvilprovider.Config, log *lines, names ...string) (p *anvilprovider.Provider, mem *vfs.Mem, repair func()) {
	t.Helper()
	mem = vfs.NewMem()
	faults := vfs.NewFaults(mem)
	conf.FS, conf.Log = faults, slog.New(slog.NewTextHandler(log, nil))
	p = open(t, conf, t.TempDir())
	faults.Arm(vfs.Fault{Err: syscall.EIO, Match: func(op vfs.Op) bool {
		if op.Kind != vfs.KindWrite {
			return false
		}
		for _, name := range names {
			if filepath.Base(op.Name) == name {
				return true
			}
		}
		return len(names) == 0
	}})
	repair = func() { faults.Disarm() }
	t.Cleanup(repair) // Before the provider is closed, which would fail.
	return p, mem, repair
}

// flushed flushes and returns the error.
func flushed(p *anvilprovider.Provider) error { return p.Flush(context.Background()) }

// TestBrokenFileHoldsUpNoOther makes one region file unwritable. Many more columns of it are saved than the queue takes: it
// alone gets no more, columns of other files are saved, one line is logged, and Flush tells the file, the cause and the number
// in a few words. After the repair everything that was kept is written.
func TestBrokenFileHoldsUpNoOther(t *testing.T) {
	const queue = 6
	var log lines
	p, mem, repair := failing(t, anvilprovider.Config{SaveQueue: queue}, &log, "r.0.0.mca")
	for x := range int32(queue) {
		store(t, p, world.ChunkPos{x * 3, 0}, placed[1])
	}
	if err := flushed(p); !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	for z := range int32(3) {
		err := p.StoreColumn(world.ChunkPos{1, 5 + z}, world.Overworld, columnOf(placed[1], 0))
		if !errors.Is(err, anvilprovider.ErrQueueFailed) || !errors.Is(err, syscall.EIO) {
			t.Fatalf("beyond the bound: %v", err)
		}
	}
	for x := range int32(4 * queue) {
		store(t, p, world.ChunkPos{40 + x*3, 7}, placed[2])
	}
	// A column that is kept takes newer content.
	store(t, p, world.ChunkPos{3, 0}, placed[3])
	err := flushed(p)
	if s := p.Stats(); s.Queued != queue || s.Written != 4*queue {
		t.Errorf("stats %+v", s)
	}
	var chunkErr *anvilprovider.ChunkError
	if !errors.As(err, &chunkErr) || filepath.Base(chunkErr.File) != "r.0.0.mca" || !strings.Contains(err.Error(), "5 more chunks") ||
		len(err.Error()) > 500 || strings.Contains(err.Error(), "\n") {
		t.Errorf("Flush: %v", err)
	}
	if n := log.count("level=ERROR"); n != 1 {
		t.Errorf("%d errors logged: %s", n, log.b.String())
	}
	repair()
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	if n := log.count("saved after all"); n != 1 {
		t.Errorf("%d lines about the repair", n)
	}
	again := open(t, anvilprovider.Config{FS: mem, ReadOnly: true}, p.Dir())
	for x := range int32(queue) {
		want := placed[1]
		if x == 1 {
			want = placed[3]
		}
		if got := at(t, again, world.ChunkPos{x * 3, 0}); got != imageOf(want).block {
			t.Errorf("chunk %d: %d", x, got)
		}
	}
}

// TestKeptColumnsAreBounded breaks more files than may be kept of. A column of a file that is not known to be broken is then
// tried at once: it is saved, or refused.
func TestKeptColumnsAreBounded(t *testing.T) {
	var log lines
	names := []string{"r.0.0.mca", "r.1.0.mca", "r.2.0.mca", "r.3.0.mca", "r.4.0.mca"}
	p, _, repair := failing(t, anvilprovider.Config{SaveQueue: 1}, &log, names...)
	for x := range int32(4) {
		store(t, p, world.ChunkPos{32 * x, 0}, placed[1])
		if err := flushed(p); !errors.Is(err, syscall.EIO) {
			t.Fatal(err)
		}
	}
	for range 3 {
		err := p.StoreColumn(world.ChunkPos{32 * 4, 0}, world.Overworld, columnOf(placed[1], 0))
		if !errors.Is(err, syscall.EIO) || errors.Is(err, anvilprovider.ErrQueueFailed) {
			t.Errorf("a fifth broken file: %v", err)
		}
	}
	if s := p.Stats(); s.Queued != 4 || s.Kept != 4 || s.Unsaved != 1 {
		t.Errorf("stats %+v, want 4 kept and 1 unsaved", s)
	}
	if kept, not := log.count("it is kept and tried again"), log.count("it is not kept"); kept != 4 || not != 3 {
		t.Errorf("%d columns are said to be kept, and %d not to be", kept, not)
	}
	for x := range int32(5) {
		store(t, p, world.ChunkPos{32*5 + 3*x, 0}, placed[1])
	}
	if n := p.Stats().Written; n != 5 {
		t.Errorf("%d columns of a healthy file were written, want 5", n)
	}
	repair()
	if err := flushed(p); err != nil || p.Stats().Queued != 0 {
		t.Errorf("after the repair: %v, %+v", err, p.Stats())
	}
}

// TestUnsaved refuses two columns, and repairs the file. A later save of one heals it. The other was loaded from its file
// meanwhile, so that what it held is gone.
func TestUnsaved(t *testing.T) {
	var log lines
	p, _, repair := failing(t, anvilprovider.Config{SaveQueue: 2, ReadAhead: -1}, &log, "r.0.0.mca")
	stats := func(when string, kept, unsaved int) {
		t.Helper()
		if s := p.Stats(); s.Kept != kept || s.Unsaved != unsaved {
			t.Errorf("%s: kept %d, unsaved %d, want %d and %d", when, s.Kept, s.Unsaved, kept, unsaved)
		}
	}
	for x := range int32(2) {
		store(t, p, world.ChunkPos{x * 3, 0}, placed[1])
	}
	if err := flushed(p); !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	stats("broken", 2, 0)
	healed, gone := world.ChunkPos{1, 5}, world.ChunkPos{1, 9}
	for _, pos := range []world.ChunkPos{healed, gone, gone} {
		if err := p.StoreColumn(pos, world.Overworld, columnOf(placed[1], 0)); !errors.Is(err, anvilprovider.ErrQueueFailed) {
			t.Fatal(err)
		}
	}
	stats("beyond the bound", 2, 2)
	if _, err := p.LoadColumn(gone, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
		t.Fatal(err)
	}
	if _, err := p.LoadColumn(world.ChunkPos{0, 0}, world.Overworld); err != nil { // It waits.
		t.Fatal(err)
	}
	repair()
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	stats("repaired", 0, 2)
	for _, pos := range []world.ChunkPos{healed, gone} {
		store(t, p, pos, placed[1])
	}
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	stats("saved again", 0, 1)
}

// TestFullDisk fills the disk: nothing is lost, and the Flush after space was freed saves all.
func TestFullDisk(t *testing.T) {
	var log lines
	p, mem, repair := failing(t, anvilprovider.Config{SaveQueue: 8}, &log)
	for x := range int32(24) {
		store(t, p, world.ChunkPos{12 * x, 0}, placed[1+x%3])
	}
	err := flushed(p)
	if n := strings.Count(err.Error(), "\n"); !errors.Is(err, syscall.EIO) || n > 9 {
		t.Errorf("%d lines: %v", n+1, err)
	}
	if s := p.Stats(); s.Queued != 24 || s.Written != 0 {
		t.Errorf("stats %+v", s)
	}
	if n := log.count("level=ERROR"); n != 9 {
		t.Errorf("%d errors logged for 9 files", n)
	}
	repair()
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	again := open(t, anvilprovider.Config{FS: mem, ReadOnly: true}, p.Dir())
	for x := range int32(24) {
		if got := at(t, again, world.ChunkPos{12 * x, 0}); got != imageOf(placed[1+x%3]).block {
			t.Errorf("chunk %d: %d", x, got)
		}
	}
}

// TestCloseReturnsWriteErrors is for what cannot be written at the very end.
func TestCloseReturnsWriteErrors(t *testing.T) {
	faults := vfs.NewFaults(vfs.NewMem())
	p, err := anvilprovider.Config{FS: faults, Sync: region.SyncFull, Log: slog.New(slog.DiscardHandler)}.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	faults.Arm(vfs.Fault{Err: syscall.ENOSPC, Match: func(op vfs.Op) bool { return op.Kind == vfs.KindWrite }})
	store(t, p, world.ChunkPos{7, 9}, placed[1])
	for range 2 {
		var chunkErr *anvilprovider.ChunkError
		if err := p.Close(); !errors.Is(err, syscall.ENOSPC) || !errors.As(err, &chunkErr) || chunkErr.X != 7 || chunkErr.Z != 9 {
			t.Errorf("Close: %v", err)
		}
	}
}
