package region_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestWrongKind puts a folder in the place of a region file, and a file in the place of the folder. Neither passes for the
// absence of chunks.
func TestWrongKind(t *testing.T) {
	top := t.TempDir()
	folder, file := filepath.Join(top, "folder"), filepath.Join(top, "file")
	if err := os.MkdirAll(filepath.Join(folder, "r.0.0.mca"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{folder, file} {
		s := openRead(t, dir)
		var fe *region.FileError
		regions, err := s.Regions()
		if dir == file && !errors.As(err, &fe) || dir == folder && !slices.Equal(regions, []region.Pos{{}}) {
			t.Errorf("%s: regions %v, %v", dir, regions, err)
		}
		_, _, err = s.Read(nil, 0, 0)
		if err == region.ErrNotFound {
			t.Errorf("%s: the chunk reads as absent", dir)
		}
		checkChunkError(t, err, 0, 0)
		found := 0
		for fault := range s.Check() {
			if found++; !errors.As(fault, &fe) {
				t.Errorf("%s: got %v", dir, fault)
			}
		}
		if found != 1 {
			t.Errorf("%s: %d faults", dir, found)
		}
	}
	s, err := region.Options{}.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(0, 0, payload(0, 0, 1, 100)); !errors.Is(err, region.ErrIO) {
		t.Errorf("write: got %v", err)
	}
	closeStore(t, s)
}
