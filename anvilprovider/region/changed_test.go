package region_test

import (
	"errors"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// overwrite gives a file other contents without making another file of it, as cp does.
func overwrite(t *testing.T, fsys vfs.FS, name string, data []byte) {
	t.Helper()
	h, err := fsys.OpenWrite(name)
	if err == nil {
		err = h.Truncate(0)
	}
	if err == nil && len(data) > 0 {
		_, err = h.WriteAt(data, 0)
	}
	if err == nil {
		err = errors.Join(h.Sync(), h.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestChangedInPlace copies an earlier region file over one that a store has open, or cuts it off. What the store remembers of the file
// is wrong then: the next change says so, and neither it nor what the store does later spoils what is there.
func TestChangedInPlace(t *testing.T) {
	name := dir + "/r.0.0.mca"
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier, region.SyncNone} {
		for _, cut := range []int{-1, 0, 3, 5000, 8192} {
			for _, next := range []string{"write", "delete", "flush", "backup", "close", "write in doubt"} {
				mem := vfs.NewMem()
				o := region.Options{Compression: region.None, Sync: policy}
				s := open(t, mem, o)
				for x := range int32(4) {
					write(t, s, x, 0, 1, smallBytes+int(x)*4096)
				}
				closeStore(t, s)
				earlier, err := mem.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if cut >= 0 {
					earlier = earlier[:cut]
				}

				faulty := vfs.NewFaults(mem)
				s = open(t, faulty, o)
				for round := range uint32(3) {
					for x := range int32(5) {
						write(t, s, x, 0, 2+round, largeBytes)
					}
				}
				if next == "write in doubt" {
					// The word of an entry is written, but not the other, nor can it be taken back.
					faulty.Arm(vfs.Fault{Err: errInjected, Match: func(op vfs.Op) bool { return op.Kind == vfs.KindWrite && op.Off < 8192 && op.Size == 4 }, After: 1})
					if err := s.Write(3, 0, payload(3, 0, 9, smallBytes)); !errors.Is(err, errInjected) {
						t.Fatal(err)
					}
					faulty.Disarm()
				}
				overwrite(t, mem, name, earlier)
				switch next {
				case "write", "write in doubt":
					err = s.Write(6, 0, payload(6, 0, 1, largeBytes))
				case "delete":
					err = s.Delete(1, 0)
				case "flush":
					err = s.Flush()
				case "backup":
					err = s.Backup(region.Pos{})
				case "close":
					err = s.Close()
				}
				if !errors.Is(err, region.ErrReplaced) {
					t.Fatalf("%v, cut %d, %s: got %v", policy, cut, next, err)
				}
				if next != "close" {
					wantFile := func(s *region.Store) {
						t.Helper()
						if cut < 0 {
							for x := range int32(4) {
								wantVersion(t, s, x, 0, 1)
							}
						}
					}
					wantFile(s)
					err := s.Write(6, 0, payload(6, 0, 2, largeBytes))
					if cut == 3 {
						if !errors.Is(err, region.ErrHeaderCut) {
							t.Errorf("%v, cut %d, %s: got %v", policy, cut, next, err)
						}
						_ = s.Close()
						continue
					}
					if err != nil {
						t.Fatalf("%v, cut %d, %s: again: %v", policy, cut, next, err)
					}
					wantFile(s)
					wantVersion(t, s, 6, 0, 2)
					closeStore(t, s)
				}
				s = open(t, mem, o)
				if cut < 0 {
					for x := range int32(4) {
						wantVersion(t, s, x, 0, 1)
					}
					checkStore(t, s)
				}
				closeStore(t, s)
			}
		}
	}
}

// TestCutWhileRead cuts a file off that stores have open, for reading only and for writing. What was stored is not absent then, unless the
// header says so.
func TestCutWhileRead(t *testing.T) {
	name := dir + "/r.0.0.mca"
	for _, readOnly := range []bool{true, false} {
		for _, cut := range []int{0, 3, 4, 4096, 8191, 8192, 8193, 8196, 8197, 9000, 12287, 12288, 12293, 20000} {
			mem := vfs.NewMem()
			s := open(t, mem, region.Options{Compression: region.None})
			write(t, s, 0, 0, 1, smallBytes)
			write(t, s, 1, 0, 1, largeBytes)
			write(t, s, 31, 31, 1, externalBytes)
			closeStore(t, s)
			data, err := mem.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			s = open(t, mem, region.Options{ReadOnly: readOnly})
			wantVersion(t, s, 0, 0, 1)
			overwrite(t, mem, name, data[:cut])
			for _, c := range [][2]int32{{0, 0}, {1, 0}, {31, 31}} {
				b, _, err := s.Read(nil, c[0], c[1])
				checkChunkError(t, err, c[0], c[1])
				if err == nil {
					_, err = versionOf(b, c[0], c[1])
				} else if errors.Is(err, region.ErrCorrupt) {
					err = nil
				}
				if err != nil {
					t.Errorf("read-only %v, cut to %d bytes, chunk %v: %v", readOnly, cut, c, err)
				}
			}
			overwrite(t, mem, name, data)
			for _, c := range [][2]int32{{0, 0}, {1, 0}, {31, 31}} {
				wantVersion(t, s, c[0], c[1], 1)
			}
			closeStore(t, s)
		}
	}
}

// TestTwoWriters lets two stores write to one file by turns, as two processes do that heed no lock. Whoever comes second is told, and
// looks again: nothing of either is lost.
func TestTwoWriters(t *testing.T) {
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier, region.SyncNone} {
		mem := vfs.NewMem()
		o := region.Options{Compression: region.None, Sync: policy}
		stores := []*region.Store{open(t, mem, o), open(t, mem, o)}
		sizes := []int{smallBytes, largeBytes, externalBytes, largeBytes, smallBytes, externalBytes}
		told := 0
		for i := range 30 {
			s, x := stores[i%2], int32(i%7)
			err := s.Write(x, 0, payload(x, 0, uint32(i+1), sizes[i%len(sizes)]))
			if errors.Is(err, region.ErrReplaced) {
				told++
				write(t, s, x, 0, uint32(i+1), sizes[i%len(sizes)])
			} else if err != nil {
				t.Fatal(err)
			}
		}
		for _, s := range stores {
			if err := s.Close(); err != nil && !errors.Is(err, region.ErrReplaced) {
				t.Fatal(err)
			}
		}
		if told < 20 {
			t.Errorf("%v: only %d writes were told of the other", policy, told)
		}
		s := open(t, mem, o)
		for x := range int32(7) {
			last := x
			for last+7 < 30 {
				last += 7
			}
			wantVersion(t, s, x, 0, uint32(last+1))
		}
		checkCrashed(t, s, 6)
		closeStore(t, s)
	}
}
