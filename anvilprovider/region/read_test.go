package region_test

import (
	"errors"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestReadAllocations reads into a buffer that is large enough: nothing may be allocated, whatever the compression, and
// not for a chunk that is not there either.
func TestReadAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("pools do not keep what they hold under the race detector")
	}
	fs := vfs.OS{}
	folder := t.TempDir()
	for i, kind := range []region.Compression{region.GZip, region.ZLib, region.None, region.LZ4} {
		s, err := region.Options{FS: fs, Compression: kind, Sync: region.SyncNone}.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Write(int32(i), 0, payload(int32(i), 0, 1, 60_000)); err != nil {
			t.Fatal(err)
		}
		closeStore(t, s)
	}
	for _, readOnly := range []bool{false, true} {
		s, err := region.Options{ReadOnly: readOnly}.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 0, 61_000)
		for x := range int32(5) {
			allocs := testing.AllocsPerRun(200, func() {
				b, _, err := s.Read(buf, x, 0)
				if x < 4 && (err != nil || len(b) != 60_000) || x == 4 && err != region.ErrNotFound {
					t.Fatalf("chunk %d: %d bytes, %v", x, len(b), err)
				}
			})
			if allocs != 0 {
				t.Errorf("read only %v, chunk %d: %v allocations", readOnly, x, allocs)
			}
		}
		closeStore(t, s)
	}
}

// TestNoFile reads a chunk of a region that has no file, as each load does from a world without a folder of entities. In a
// read-only store the file is looked for each time, since another process may make it; that takes little memory.
func TestNoFile(t *testing.T) {
	for _, readOnly := range []bool{false, true} {
		s, err := region.Options{ReadOnly: readOnly}.Open(filepath.Join(t.TempDir(), "entities"))
		if err != nil {
			t.Fatal(err)
		}
		const n = 100
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			if _, _, err := s.Read(nil, 3, 4); err != region.ErrNotFound {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		if got := (after.TotalAlloc - before.TotalAlloc) / n; got > 2048 {
			t.Errorf("read only %v: %d bytes for each read", readOnly, got)
		}
		closeStore(t, s)
	}
}

// TestEviction reads and writes more regions than may be open: files are closed, never more than one too many are open,
// and nothing is lost.
func TestEviction(t *testing.T) {
	counter := vfs.NewCounter(vfs.NewMem())
	s := open(t, counter, region.Options{MaxOpen: 3, Sync: region.SyncBarrier})
	for round := range uint32(3) {
		for i := range int32(20) {
			write(t, s, i*32, -i*32, round+1, 5000)
			wantVersion(t, s, (i*7%20)*32, -(i*7%20)*32, round, round+1)
			if n, _ := counter.Handles(); n > 3 {
				t.Fatalf("%d handles are open", n)
			}
		}
	}
	if _, peak := counter.Handles(); peak > 4 {
		t.Errorf("%d handles were open", peak)
	}
	checkStore(t, s)
	closeStore(t, s)
	if n, _ := counter.Handles(); n != 0 {
		t.Errorf("%d handles are open after Close", n)
	}
}

// TestTornRead moves the chunk and gives its sectors to another in the middle of the read, as often as it is tried without
// a lock: the read must notice, whether the writer is in this process or in another one.
func TestTornRead(t *testing.T) {
	for _, live := range []bool{false, true} {
		for times := 1; times <= 4; times++ {
			mem := vfs.NewMem()
			writer := open(t, mem, region.Options{Compression: region.None, Sync: region.SyncNone})
			write(t, writer, 0, 0, 1, smallBytes)
			version, left := uint32(1), 0
			hook := func(op vfs.Op) error {
				if op.Kind == vfs.KindRead && op.Off >= 8192 && op.Size == 4096 && left > 0 {
					left--
					version++
					write(t, writer, 0, 0, version, smallBytes)
					write(t, writer, 1, 0, version, smallBytes) // Takes the place that 0,0 gave up.
				}
				return nil
			}
			reader := open(t, vfs.Watch(mem, hook), region.Options{ReadOnly: live, Compression: region.None, Sync: region.SyncNone})
			if !live {
				closeStore(t, writer)
				writer = reader
			}
			wantVersion(t, reader, 0, 0, 1)
			left = times
			wantVersion(t, reader, 0, 0, version+uint32(times))
			if left != 0 {
				t.Errorf("live %v: tried only %d times", live, times-left)
			}
			if live {
				left = 1000
				_, _, err := reader.Read(nil, 0, 0)
				if left = 0; !errors.Is(err, region.ErrChanging) {
					t.Errorf("always moving: got %v", err)
				}
				checkChunkError(t, err, 0, 0)
			}
			closeStore(t, reader)
			if live {
				closeStore(t, writer)
			}
		}
	}
}
