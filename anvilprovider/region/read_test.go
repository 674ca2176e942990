package region_test

import (
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
