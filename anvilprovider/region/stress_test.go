package region_test

import (
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// stressChunk is a chunk of the stress test: its versions before and after the write under way.
type stressChunk struct {
	x, z            int32
	begun, finished atomic.Uint32
}

// TestStress lets eight readers and four writers work on three regions with room for one open file, flipping between one
// sector, a few, and an external file. A reader must see a whole payload, no older than what was finished when it began
// and no newer than what was begun when it ended. In the end the store is closed under their hands.
func TestStress(t *testing.T) {
	defer goleak.VerifyNone(t)
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier} {
		t.Run(policy.String(), func(t *testing.T) { stress(t, policy) })
	}
}

func stress(t *testing.T, policy region.SyncPolicy) {
	const writers, readers, duration = 4, 8, 1200 * time.Millisecond
	counter := vfs.NewCounter(vfs.NewMem())
	s := open(t, counter, region.Options{Compression: region.None, Sync: policy, MaxOpen: 1})
	var chunks []*stressChunk
	for i := range int32(24) {
		chunks = append(chunks, &stressChunk{x: i % 8 * 9, z: i / 8}) // Three regions along x.
	}
	var wg sync.WaitGroup
	var reads, writes atomic.Int64
	stop := make(chan struct{})
	time.AfterFunc(duration, func() { close(stop) })
	// loop runs one worker until the store is closed.
	loop := func(seed uint64, step func(*rand.Rand) error) {
		defer wg.Done()
		rng := rand.New(rand.NewPCG(seed, 2))
		for {
			if err := step(rng); errors.Is(err, region.ErrClosed) {
				return
			} else if err != nil {
				t.Error(err)
				return
			}
		}
	}
	for w := range writers {
		wg.Add(1)
		go loop(uint64(w), func(rng *rand.Rand) error {
			c := chunks[rng.IntN(len(chunks)/writers)*writers+w] // Each chunk has one writer.
			version := c.begun.Load() + 1
			size := []int{500, 500, 4090, 4092, 9000, 40_000, externalBytes}[rng.IntN(7)]
			c.begun.Store(version)
			if err := s.Write(c.x, c.z, payload(c.x, c.z, version, size)); err != nil {
				return err
			}
			c.finished.Store(version)
			writes.Add(1)
			return nil
		})
	}
	for r := range readers {
		wg.Add(1)
		var buf []byte
		go loop(uint64(100+r), func(rng *rand.Rand) error {
			c := chunks[rng.IntN(len(chunks))]
			least := c.finished.Load()
			b, _, err := s.Read(buf[:0], c.x, c.z)
			most := c.begun.Load()
			if err == region.ErrNotFound && least == 0 {
				return nil
			}
			if err != nil {
				return err
			}
			buf = b
			version, err := versionOf(b, c.x, c.z)
			if err == nil && (version < least || version > most) {
				t.Errorf("chunk %d,%d: read version %d, want %d to %d", c.x, c.z, version, least, most)
			}
			reads.Add(1)
			return err
		})
	}
	<-stop
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if n, peak := counter.Handles(); n != 0 {
		t.Errorf("%d handles are open, %d were", n, peak)
	}
	if err := s.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
	t.Logf("%d reads, %d writes", reads.Load(), writes.Load())
	s = open(t, counter, region.Options{Sync: policy})
	for _, c := range chunks {
		wantVersion(t, s, c.x, c.z, c.finished.Load(), c.begun.Load())
	}
	checkStore(t, s)
	closeStore(t, s)
}

// TestLive reads through a read-only store while another store, as another process would, writes to the same files.
func TestLive(t *testing.T) {
	defer goleak.VerifyNone(t)
	mem := vfs.NewMem()
	w := open(t, mem, region.Options{Compression: region.ZLib, Sync: region.SyncNone})
	r := open(t, mem, region.Options{ReadOnly: true})
	wantVersion(t, r, 0, 0, 0)
	wantVersion(t, r, 0, 0, 0) // That there was no file must not be remembered.
	var finished atomic.Uint32
	done := make(chan struct{})
	go func() {
		defer close(done)
		rng := rand.New(rand.NewPCG(3, 3))
		for version := uint32(1); version <= 200; version++ {
			for x := range int32(3) {
				size := []int{500, 5000, 30_000, 30_000, 1_100_000}[rng.IntN(5)]
				if version%8 != 0 {
					size = min(size, 30_000)
				}
				if err := w.Write(x, 0, payload(x, 0, version, size)); err != nil {
					t.Error(err)
				}
			}
			finished.Store(version)
		}
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		for x := range int32(3) {
			least := finished.Load()
			b, _, err := r.Read(nil, x, 0)
			if err == region.ErrNotFound && least == 0 {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if version, err := versionOf(b, x, 0); err != nil || version < least {
				t.Fatalf("chunk %d: version %d, %v; want at least %d", x, version, err, least)
			}
		}
	}
	closeStore(t, r)
	closeStore(t, w)
}
