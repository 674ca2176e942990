package anvilprovider_test

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// columnOf returns a column of the overworld full of one state up to a height.
func columnOf(key string, top int16) *chunk.Column {
	im, c := imageOf(key), chunk.New(world.DefaultBlockRegistry, world.Overworld.Range())
	for y := int16(-64); y <= top; y++ {
		for x := range uint8(16) {
			for z := range uint8(16) {
				c.SetBlock(x, y, z, 0, im.block)
			}
		}
	}
	for y := int16(-64); y < 320; y++ {
		for x := range uint8(16) {
			for z := range uint8(16) {
				c.SetBiome(x, y, z, 1)
			}
		}
	}
	return &chunk.Column{Chunk: c}
}

// at returns the block at 1, 0, 1 of a chunk.
func at(t testing.TB, p *anvilprovider.Provider, pos world.ChunkPos) uint32 {
	t.Helper()
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	return col.Chunk.Block(1, 0, 1, 0)
}

func store(t testing.TB, p *anvilprovider.Provider, pos world.ChunkPos, key string) {
	t.Helper()
	if err := p.StoreColumn(pos, world.Overworld, columnOf(key, 0)); err != nil {
		t.Fatal(err)
	}
}

// storeColumn is store for any column.
func storeColumn(t testing.TB, p *anvilprovider.Provider, pos world.ChunkPos, col *chunk.Column) {
	t.Helper()
	if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
}

// TestReadYourWrites stores and loads without waiting: the newest column is seen, and belongs to its caller.
func TestReadYourWrites(t *testing.T) {
	p := open(t, anvilprovider.Config{}, t.TempDir())
	pos := world.ChunkPos{-3, 40}
	if _, err := p.LoadColumn(pos, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
		t.Fatal(err)
	}
	for i := range 50 {
		key := placed[1:][i%2]
		col, sign := columnOf(key, 0), map[string]any{"text": "old"}
		put(col, 2, 3, 2, "minecraft:piston[extended=false,facing=up]")
		col.BlockEntities = []chunk.BlockEntity{{Pos: cube.Pos{-46, 3, 642}, Data: sign}}
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			t.Fatal(err)
		}
		// The world goes on changing its chunk, and what it was given.
		col.Chunk.SetBlock(1, 0, 1, 0, 77)
		sign["text"] = "changed"
		got, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		if b := got.Chunk.Block(1, 0, 1, 0); b != imageOf(key).block {
			t.Fatalf("round %d: got %d, want %s", i, b, key)
		}
		if len(got.BlockEntities) == 1 && got.BlockEntities[0].Data["text"] == "changed" {
			t.Fatal("a block entity is shared with the world")
		}
		got.Chunk.SetBlock(1, 0, 1, 0, 78)
		if i%10 == 0 {
			if err := p.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// held is a file system of which the writes wait while it is held.
type held struct {
	mu   sync.Mutex
	fsys vfs.FS
	// started gets a value for each write that waits.
	started chan struct{}
}

// hold makes writes wait until release, which may be called more than once and is called at the end of the test.
func (h *held) hold(t *testing.T) (release func()) {
	h.mu.Lock()
	release = sync.OnceFunc(h.mu.Unlock)
	t.Cleanup(release)
	return release
}

func newHeld() *held {
	h := &held{started: make(chan struct{}, 1000)}
	h.fsys = vfs.Watch(vfs.NewMem(), func(op vfs.Op) error {
		if op.Kind == vfs.KindWrite {
			h.started <- struct{}{}
			h.mu.Lock()
			defer h.mu.Unlock()
		}
		return nil
	})
	return h
}

// TestQueueBlocks fills the queue while nothing can be written. StoreColumn then waits and does not drop anything.
func TestQueueBlocks(t *testing.T) {
	h := newHeld()
	p := open(t, anvilprovider.Config{FS: h.fsys, SaveQueue: 2, SaveWorkers: 1}, t.TempDir())
	release := h.hold(t)
	store(t, p, world.ChunkPos{0, 0}, placed[1])
	<-h.started
	store(t, p, world.ChunkPos{1, 0}, placed[1])
	done := make(chan error, 1)
	go func() { done <- p.StoreColumn(world.ChunkPos{2, 0}, world.Overworld, columnOf(placed[1], 0)) }()
	select {
	case err := <-done:
		t.Fatal("StoreColumn did not wait: ", err)
	case <-time.After(50 * time.Millisecond):
	}
	if n := p.Stats().Queued; n != 2 {
		t.Errorf("%d columns queued, want 2", n)
	}
	// A column that waits already takes no new place.
	store(t, p, world.ChunkPos{1, 0}, placed[2])
	release()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if err := p.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	for x, key := range []string{placed[1], placed[2], placed[1]} {
		if got := at(t, p, world.ChunkPos{int32(x), 0}); got != imageOf(key).block {
			t.Errorf("chunk %d: got %d, want %s", x, got, key)
		}
	}
}

// TestCoalescing saves one chunk many times while it cannot be written: it is written twice, with the first content and
// the last.
func TestCoalescing(t *testing.T) {
	h := newHeld()
	p := open(t, anvilprovider.Config{FS: h.fsys, SaveWorkers: 1}, t.TempDir())
	release := h.hold(t)
	store(t, p, world.ChunkPos{0, 0}, placed[1])
	<-h.started
	for i := range 9 {
		store(t, p, world.ChunkPos{0, 0}, placed[1+i%3])
	}
	release()
	if err := p.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	if s := p.Stats(); s.Written != 2 || s.Coalesced != 9 || s.Stored != 10 {
		t.Errorf("stats %+v", s)
	}
	if got := at(t, p, world.ChunkPos{0, 0}); got != imageOf(placed[3]).block {
		t.Errorf("got %d", got)
	}
}

// TestFailedWrites makes every kind of operation of a save fail in turn. The error is logged once, with path and cause; the
// old chunk stays in the file and the new one in the queue, from which it is loaded; Flush returns the error; and when the
// fault has ended, the next Flush writes the chunk.
func TestFailedWrites(t *testing.T) {
	for _, kind := range []vfs.Kind{vfs.KindWrite, vfs.KindSync, vfs.KindOpenWrite, vfs.KindMkdir, vfs.KindCreate} {
		t.Run(kind.String(), func(t *testing.T) {
			var log lines
			mem := vfs.NewMem()
			faults := vfs.NewFaults(mem)
			dir, pos := t.TempDir(), world.ChunkPos{5, 5}
			conf := anvilprovider.Config{FS: faults, Log: slog.New(slog.NewTextHandler(&log, nil)), MaxOpen: 1}
			if kind == vfs.KindOpenWrite || kind == vfs.KindWrite || kind == vfs.KindSync {
				first := open(t, anvilprovider.Config{FS: mem}, dir)
				store(t, first, pos, placed[1])
				if err := first.Close(); err != nil {
					t.Fatal(err)
				}
			}
			p := open(t, conf, dir)
			faults.Arm(vfs.Fault{Match: func(op vfs.Op) bool { return op.Kind == kind }, Err: syscall.ENOSPC, Short: true})
			store(t, p, pos, placed[2])
			for range 2 {
				err := p.Flush(context.Background())
				var chunkErr *anvilprovider.ChunkError
				if !errors.Is(err, syscall.ENOSPC) || !errors.As(err, &chunkErr) || chunkErr.X != 5 || chunkErr.File == "" {
					t.Fatalf("Flush: %v", err)
				}
			}
			if n := log.count("level=ERROR"); n != 1 {
				t.Errorf("%d errors logged, want 1: %s", n, log.b.String())
			}
			if got := at(t, p, pos); got != imageOf(placed[2]).block {
				t.Errorf("the pending column is not what is loaded: %d", got)
			}
			if _, fired := faults.Disarm(); fired == 0 {
				t.Fatal("no operation failed")
			}
			if err := p.Flush(context.Background()); err != nil {
				t.Fatal("after the fault: ", err)
			}
			if s := p.Stats(); s.Queued != 0 || s.Written != 1 || s.Failed < 2 {
				t.Errorf("stats %+v", s)
			}
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
			again := open(t, anvilprovider.Config{FS: mem, ReadOnly: true}, dir)
			if got := at(t, again, pos); got != imageOf(placed[2]).block {
				t.Errorf("reopened: %d", got)
			}
		})
	}
}

// TestQueueFullOfFailures does not wait for ever.
func TestQueueFullOfFailures(t *testing.T) {
	faults := vfs.NewFaults(vfs.NewMem())
	p := open(t, anvilprovider.Config{FS: faults, SaveQueue: 2, Log: slog.New(slog.DiscardHandler)}, t.TempDir())
	faults.Arm(vfs.Fault{Match: func(op vfs.Op) bool { return op.Kind == vfs.KindWrite }, Err: syscall.EIO})
	store(t, p, world.ChunkPos{0, 0}, placed[1])
	store(t, p, world.ChunkPos{1, 0}, placed[1])
	if err := p.Flush(context.Background()); !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	err := p.StoreColumn(world.ChunkPos{2, 0}, world.Overworld, columnOf(placed[1], 0))
	if !errors.Is(err, anvilprovider.ErrQueueFailed) || !errors.Is(err, syscall.EIO) {
		t.Errorf("got %v", err)
	}
	faults.Disarm()
}

// TestFlushEnds ends a Flush that waits with its context.
func TestFlushEnds(t *testing.T) {
	h := newHeld()
	p := open(t, anvilprovider.Config{FS: h.fsys, SaveWorkers: 1}, t.TempDir())
	release := h.hold(t)
	store(t, p, world.ChunkPos{0, 0}, placed[1])
	<-h.started
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	// The stores below wait for the same disk, so only the saver's part can end.
	done := make(chan error)
	go func() { done <- p.Flush(ctx) }()
	time.Sleep(30 * time.Millisecond)
	release()
	if err := <-done; !errors.Is(err, context.DeadlineExceeded) && err != nil {
		t.Errorf("got %v", err)
	}
}

func TestClosed(t *testing.T) {
	p := open(t, anvilprovider.Config{}, t.TempDir())
	store(t, p, world.ChunkPos{0, 0}, placed[1])
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Error("second Close: ", err)
	}
	if _, err := p.LoadColumn(world.ChunkPos{}, world.Overworld); !errors.Is(err, anvilprovider.ErrClosed) {
		t.Errorf("load: %v", err)
	}
	if err := p.StoreColumn(world.ChunkPos{}, world.Overworld, columnOf(placed[1], 0)); !errors.Is(err, anvilprovider.ErrClosed) {
		t.Errorf("store: %v", err)
	}
	if err := p.Flush(context.Background()); !errors.Is(err, anvilprovider.ErrClosed) {
		t.Errorf("flush: %v", err)
	}
}

// TestStress loads and stores at random in three dimensions at once, with a small queue and a small cache. Every column that
// is loaded holds what was stored there last; there is one goroutine per dimension, as in a server.
func TestStress(t *testing.T) {
	dir := t.TempDir()
	p := open(t, anvilprovider.Config{SaveQueue: 4, SaveWorkers: 2, ReadAhead: 16, ReadWorkers: 2, MaxOpen: 2, Sync: region.SyncNone}, dir)
	shadows := make([]map[world.ChunkPos]string, 3)
	var wg sync.WaitGroup
	for i, dim := range []world.Dimension{world.Overworld, world.Nether, world.End} {
		shadows[i] = make(map[world.ChunkPos]string)
		wg.Add(1)
		go func() {
			defer wg.Done()
			rnd := rand.New(rand.NewPCG(uint64(i), 3))
			for range 300 {
				pos := world.ChunkPos{int32(rnd.IntN(8)) - 4, int32(rnd.IntN(8))*9 - 30}
				want, stored := shadows[i][pos]
				col, err := p.LoadColumn(pos, dim)
				if !stored {
					if !errors.Is(err, leveldb.ErrNotFound) {
						t.Errorf("%v: %v", pos, err)
						return
					}
					col = &chunk.Column{Chunk: chunk.New(world.DefaultBlockRegistry, dim.Range())}
				} else if err != nil || col.Chunk.Block(3, 20, 3, 0) != imageOf(want).block {
					t.Errorf("%v: not %s: %v", pos, want, err)
					return
				}
				if rnd.IntN(3) == 0 {
					key := placed[1:5][rnd.IntN(4)]
					col.Chunk.SetBlock(3, 20, 3, 0, imageOf(key).block)
					if err := p.StoreColumn(pos, dim, col); err != nil {
						t.Error(err)
						return
					}
					shadows[i][pos] = key
				}
			}
		}()
	}
	wg.Wait()
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, anvilprovider.Config{ReadOnly: true}, dir)
	for i, dim := range []world.Dimension{world.Overworld, world.Nether, world.End} {
		for pos, want := range shadows[i] {
			col, err := again.LoadColumn(pos, dim)
			if err != nil || col.Chunk.Block(3, 20, 3, 0) != imageOf(want).block {
				t.Errorf("after reopening, %v: not %s: %v", pos, want, err)
			}
		}
	}
}

// lines is a log that can be counted.
type lines struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lines) count(s string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), s)
}
