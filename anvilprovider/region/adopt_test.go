package region_test

import (
	"errors"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestStaleExternal makes the removal of a .mcc file that nothing names fail. The write has succeeded all the same; Flush
// reports it; and if the chunk has become external again by then, its new file must not be removed for the old one.
func TestStaleExternal(t *testing.T) {
	faulty := vfs.NewFaults(vfs.NewMem())
	s := open(t, faulty, region.Options{Compression: region.None})
	noRemoval := vfs.Fault{Err: errInjected, Match: func(op vfs.Op) bool { return op.Kind == vfs.KindRemove }}
	write(t, s, 0, 0, 1, externalBytes)
	write(t, s, 1, 0, 1, externalBytes)
	faulty.Arm(noRemoval)
	write(t, s, 0, 0, 2, smallBytes)
	write(t, s, 1, 0, 2, smallBytes)
	wantVersion(t, s, 0, 0, 2)
	write(t, s, 0, 0, 3, externalBytes)
	var fe *region.FileError
	if err := s.Flush(); !errors.Is(err, errInjected) || !errors.As(err, &fe) || fe.File != dir+"/c.1.0.mcc" {
		t.Errorf("flush: got %v", err)
	}
	faulty.Disarm()
	write(t, s, 2, 0, 1, smallBytes)
	if err := s.Flush(); err != nil {
		t.Error(err)
	}
	wantVersion(t, s, 0, 0, 3)
	wantVersion(t, s, 1, 0, 2)
	closeStore(t, s)
	s = open(t, faulty, region.Options{})
	wantVersion(t, s, 0, 0, 3)
	checkCrashed(t, s, 1) // What could not be removed then stays until the chunk is written again.
	write(t, s, 1, 0, 3, smallBytes)
	checkStore(t, s)
	closeStore(t, s)
}
