package region_test

import (
	"errors"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestReadOnly does everything to a read-only store, over a folder that has something to clear up and over none: nothing is
// created, opened for writing, changed or removed.
func TestReadOnly(t *testing.T) {
	full := vfs.NewMem()
	s := open(t, full, region.Options{Compression: region.None})
	write(t, s, 0, 0, 1, 3000)
	write(t, s, 1, 0, 1, externalBytes)
	closeStore(t, s)
	for _, name := range []string{"c.7.7.mcc", "c.1.0.mcc.kestrel-tmp", "r.3.3.mca"} {
		if err := full.WriteFile(dir+"/"+name, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, mem := range []*vfs.Mem{full, vfs.NewMem()} {
		watched := vfs.Watch(mem, func(op vfs.Op) error {
			if op.Kind.Mutates() || op.Kind == vfs.KindOpenWrite {
				t.Errorf("operation %v", op)
			}
			return nil
		})
		s := open(t, watched, region.Options{ReadOnly: true})
		stored := uint32(0)
		if mem == full {
			stored = 1
		}
		wantVersion(t, s, 0, 0, stored)
		wantVersion(t, s, 1, 0, stored)
		wantVersion(t, s, 99, 99, 0)
		for _, err := range []error{
			s.Write(0, 0, payload(0, 0, 2, 100)), s.WriteRaw(0, 0, nil, region.None), s.Delete(0, 0),
			s.Backup(region.Pos{}),
		} {
			if !errors.Is(err, region.ErrReadOnly) {
				t.Errorf("got %v, want ErrReadOnly", err)
			}
		}
		orphans := 0
		for fault := range s.Check() {
			if !errors.Is(fault, region.ErrOrphan) {
				t.Error(fault)
			}
			orphans++
		}
		if want := 2 * int(stored); orphans != want {
			t.Errorf("Check found %d orphans, want %d", orphans, want)
		}
		if err := s.Flush(); err != nil {
			t.Error(err)
		}
		closeStore(t, s)
	}
}

// TestClosed uses a store after Close.
func TestClosed(t *testing.T) {
	s := open(t, vfs.NewMem(), region.Options{})
	write(t, s, 0, 0, 1, 100)
	closeStore(t, s)
	_, _, err := s.Read(nil, 0, 0)
	for _, err := range []error{err, s.Write(0, 0, nil), s.Delete(0, 0), s.Flush(), s.Backup(region.Pos{})} {
		if err != region.ErrClosed {
			t.Errorf("got %v, want ErrClosed", err)
		}
	}
}
