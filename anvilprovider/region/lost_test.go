package region_test

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// lostFile returns a region file of two chunks, one of them external, with the first bytes of its header zeroed.
func lostFile(t *testing.T, zeroed int) (*vfs.Mem, []byte) {
	t.Helper()
	mem := vfs.NewMem()
	s := open(t, mem, region.Options{})
	write(t, s, 1, 0, 1, largeBytes)
	write(t, s, 2, 0, 1, externalBytes)
	closeStore(t, s)
	data, err := mem.ReadFile(dir + "/r.0.0.mca")
	if err != nil {
		t.Fatal(err)
	}
	clear(data[:zeroed])
	if err := mem.WriteFile(dir+"/r.0.0.mca", bytes.Clone(data)); err != nil {
		t.Fatal(err)
	}
	return mem, data
}

// TestHeaderLost zeroes the locations, and the whole header. No chunk reads as absent, nothing is written, and nothing is
// cleared up; the fault is found and listed.
func TestHeaderLost(t *testing.T) {
	for _, zeroed := range []int{4096, 8192} {
		mem, data := lostFile(t, zeroed)
		for _, readOnly := range []bool{true, false} {
			s := open(t, mem, region.Options{ReadOnly: readOnly})
			for x := range int32(4) {
				_, _, err := s.Read(nil, x, 0)
				if !errors.Is(err, region.ErrHeaderLost) || !errors.Is(err, region.ErrCorrupt) {
					t.Errorf("chunk %d,0: got %v", x, err)
				}
				checkChunkError(t, err, x, 0)
			}
			if !readOnly {
				for _, err := range []error{s.Write(0, 0, payload(0, 0, 1, 3000)), s.Delete(1, 0)} {
					if !errors.Is(err, region.ErrHeaderLost) {
						t.Errorf("change: got %v", err)
					}
				}
				write(t, s, 40, 0, 1, 3000) // Only the one region is refused.
				if err := s.Delete(40, 0); err != nil {
					t.Error(err)
				}
			}
			var found []error
			for fault := range s.Check() {
				found = append(found, fault)
			}
			if len(found) != 1 || !errors.Is(found[0], region.ErrHeaderLost) {
				t.Errorf("check: got %v", found)
			}
			listed := 0
			for _, fault := range s.Chunks(region.Pos{}) {
				var fe *region.FileError
				if listed++; !errors.As(fault, &fe) || !errors.Is(fault, region.ErrHeaderLost) {
					t.Errorf("chunks: got %v", fault)
				}
			}
			if listed != 1 {
				t.Errorf("%d entries are listed", listed)
			}
			closeStore(t, s)
		}
		after, err := mem.ReadFile(dir + "/r.0.0.mca")
		if err != nil || !bytes.Equal(after, data) {
			t.Errorf("the file was changed: %v", err)
		}
		if _, err := mem.Size(dir + "/c.2.0.mcc"); err != nil {
			t.Error("the external file was cleared up: ", err)
		}
	}
}

// TestHeaderLostOfJava zeroes the locations of a region file that the game wrote.
func TestHeaderLostOfJava(t *testing.T) {
	mem := vfs.NewMem()
	data, err := os.ReadFile(testworld.Shared(t, "worlds", "java-1.18.1", "region", "r.0.0.mca"))
	if err != nil {
		t.Fatal(err)
	}
	clear(data[:4096])
	if err := mem.WriteFile(dir+"/r.0.0.mca", data); err != nil {
		t.Fatal(err)
	}
	s := open(t, mem, region.Options{})
	if err := s.Write(0, 0, payload(0, 0, 1, 3000)); !errors.Is(err, region.ErrHeaderLost) {
		t.Errorf("got %v", err)
	}
	closeStore(t, s)
}

// TestEmptiedOnPurpose deletes all chunks: the file is empty then, for a store that opens it later too, and can be filled
// again. Once it has been, its header can be lost like any other. The time of each chunk is the one of its last write.
func TestEmptiedOnPurpose(t *testing.T) {
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier, region.SyncNone} {
		mem := vfs.NewMem()
		o := region.Options{Sync: policy}
		s := open(t, mem, o)
		for round := range uint32(3) {
			for x := range int32(3) {
				write(t, s, x, 0, round+1, largeBytes)
			}
			if round == 1 {
				closeStore(t, s)
				s = open(t, mem, o)
			}
			for x := range int32(3) {
				wantVersion(t, s, x, 0, round+1)
				if err := s.Delete(x, 0); err != nil {
					t.Fatal(err)
				}
			}
			if round > 0 {
				closeStore(t, s)
				s = open(t, mem, o)
			}
			for x := range int32(3) {
				wantVersion(t, s, x, 0, 0)
			}
			checkStore(t, s)
		}
		write(t, s, 5, 0, 1, largeBytes)
		closeStore(t, s)
		s = open(t, mem, o)
		for e, err := range s.Chunks(region.Pos{}) {
			if err != nil || e.X != 5 || int64(e.Timestamp) != clock().Unix() {
				t.Errorf("%+v, %v", e, err)
			}
		}
		closeStore(t, s)
		data, err := mem.ReadFile(dir + "/r.0.0.mca")
		if err != nil {
			t.Fatal(err)
		}
		clear(data[:4096])
		if err := mem.WriteFile(dir+"/r.0.0.mca", data); err != nil {
			t.Fatal(err)
		}
		s = open(t, mem, o)
		if _, _, err := s.Read(nil, 5, 0); !errors.Is(err, region.ErrHeaderLost) {
			t.Errorf("%v: got %v", policy, err)
		}
		closeStore(t, s)
	}
}

// TestHeaderLostWhileWatched reads a file whose first chunk another process is writing, and one that it is copying: what looked lost is
// read once the header is there.
func TestHeaderLostWhileWatched(t *testing.T) {
	mem, data := lostFile(t, 8192)
	s := open(t, mem, region.Options{ReadOnly: true})
	if _, _, err := s.Read(nil, 1, 0); !errors.Is(err, region.ErrHeaderLost) {
		t.Errorf("got %v", err)
	}
	copy(data[4:], []byte{0, 0, 2, 3})
	overwrite(t, mem, dir+"/r.0.0.mca", data[:7])
	if _, _, err := s.Read(nil, 1, 0); !errors.Is(err, region.ErrHeaderCut) {
		t.Errorf("got %v", err)
	}
	if err := mem.WriteFile(dir+"/r.0.0.mca", data); err != nil {
		t.Fatal(err)
	}
	wantVersion(t, s, 1, 0, 1)
	closeStore(t, s)
}

// TestEmptied opens a region whose chunks were all deleted by somebody else: that is an empty region where it is expected, and a
// lost header where it is not. A header without a single timestamp is lost in any case.
func TestEmptied(t *testing.T) {
	for _, c := range []struct {
		name    string
		zeroed  int
		emptied bool
		want    error
	}{
		{"emptied", 4096, true, region.ErrNotFound},
		{"terrain", 4096, false, region.ErrHeaderLost},
		{"overwritten", 8192, true, region.ErrHeaderLost},
	} {
		mem, _ := lostFile(t, c.zeroed)
		s := open(t, mem, region.Options{Emptied: c.emptied})
		if _, _, err := s.Read(nil, 1, 0); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		if c.want == region.ErrNotFound {
			write(t, s, 5, 5, 1, 3000)
			for fault := range s.Check() {
				if !errors.Is(fault, region.ErrOrphan) { // The file of 2,0 is still there.
					t.Errorf("%s: %v", c.name, fault)
				}
			}
		}
		closeStore(t, s)
	}
}
