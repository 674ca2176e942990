package anvilprovider_test

import (
	"log/slog"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// gatedGenerator makes nothing. A save of a new chunk asks it, and waits at the gate of the chunk if there is one.
type gatedGenerator struct {
	mu    sync.Mutex
	gates map[world.ChunkPos]*gate
}

// gate is where saves of a chunk wait: started gets a value for each that has come to it.
type gate struct{ started, open chan struct{} }

func (g *gatedGenerator) close(pos world.ChunkPos) *gate {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gates == nil {
		g.gates = make(map[world.ChunkPos]*gate)
	}
	g.gates[pos] = &gate{make(chan struct{}, 10), make(chan struct{})}
	return g.gates[pos]
}

func (g *gatedGenerator) GenerateChunk(pos world.ChunkPos, _ *chunk.Chunk) {
	g.mu.Lock()
	at := g.gates[pos]
	g.mu.Unlock()
	if at != nil {
		at.started <- struct{}{}
		<-at.open
	}
}

func (*gatedGenerator) DefaultSpawn(world.Dimension) cube.Pos { return cube.Pos{} }

// TestFlushWaitsForWhatWaits flushes while a chunk waits. Then a chunk is saved beside another, of which a fence is to be derived
// anew, and that cannot happen yet: Flush does not wait for it. A Flush that begins after that save does.
func TestFlushWaitsForWhatWaits(t *testing.T) {
	var generator gatedGenerator
	faults := vfs.NewFaults(vfs.NewMem())
	p := open(t, anvilprovider.Config{
		FS: faults, SaveWorkers: 2, ReadAhead: -1, Log: slog.New(slog.DiscardHandler),
		Generator: func(world.Dimension) world.Generator { return &generator },
	}, t.TempDir())
	waits, beside := world.ChunkPos{160, 0}, world.ChunkPos{31, 0}
	others := [2]world.ChunkPos{{200, 0}, {300, 0}}
	right := columnOf(placed[1], 0)
	put(right, 0, 10, 4, fence)
	save(t, p, world.ChunkPos{32, 0}, right)
	faults.Arm(vfs.Fault{Err: syscall.EIO, Match: func(op vfs.Op) bool { return op.Kind == vfs.KindWrite }})
	store(t, p, waits, placed[1])
	for range 3 { // It is not tried again in the next seconds.
		if err := flushed(p); err == nil {
			t.Fatal("nothing failed")
		}
	}
	faults.Disarm()
	first, second, third, fourth := generator.close(waits), generator.close(beside), generator.close(others[0]), generator.close(others[1])
	one, two := make(chan error, 1), make(chan error, 1)
	go func() { one <- flushed(p) }()
	<-first.started // It was tried again, so Flush has begun.
	left := columnOf(placed[1], 0)
	put(left, 15, 10, 4, fence)
	storeColumn(t, p, beside, left)
	<-second.started
	store(t, p, others[0], placed[1])
	store(t, p, others[1], placed[1])
	close(second.open)
	<-third.started // The chunk beside is written, and what follows of it waits behind these two, one for each worker.
	close(first.open)
	<-fourth.started
	ended := func(flush chan error, within time.Duration) bool {
		select {
		case err := <-flush:
			if err != nil {
				t.Error(err)
			}
			return true
		case <-time.After(within):
			return false
		}
	}
	if !ended(one, 5*time.Second) {
		t.Error("Flush waits for what was saved after it began")
	}
	go func() { two <- flushed(p) }()
	if ended(two, 50*time.Millisecond) {
		t.Error("Flush does not wait for what was saved before it began")
	}
	close(third.open)
	close(fourth.open)
	if !ended(two, 5*time.Second) || p.Stats().Queued != 0 {
		t.Errorf("the second Flush: %+v", p.Stats())
	}
}
