package region_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestReplaced puts another region file in the place of one that a store has open, as who restores a back-up does, or takes it away. The
// next write says so and names the file; the one after it, and all reads, use the file that is there.
func TestReplaced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open cannot be replaced there")
	}
	for _, test := range []struct {
		name    string
		replace func(path string) error
		kept    bool // the chunk that was not written is in the new file
	}{
		{"by a copy", func(path string) error {
			data, err := os.ReadFile(path)
			return errors.Join(err, os.WriteFile(path+".new", data, 0o644), os.Rename(path+".new", path))
		}, true},
		{"by an empty file", func(path string) error {
			return errors.Join(os.WriteFile(path+".new", nil, 0o644), os.Rename(path+".new", path))
		}, false},
		{"by nothing", os.Remove, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			s, err := region.Options{}.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			write(t, s, 0, 0, 1, smallBytes)
			write(t, s, 5, 5, 1, externalBytes)
			write(t, s, 5, 5, 2, smallBytes) // leaves a file that is to be removed
			path := filepath.Join(dir, "r.0.0.mca")
			if err := test.replace(path); err != nil {
				t.Fatal(err)
			}
			err = s.Write(0, 0, payload(0, 0, 2, smallBytes))
			var where *region.ChunkError
			if !errors.Is(err, region.ErrReplaced) || !errors.As(err, &where) || where.File != path {
				t.Fatalf("the write says %v", err)
			}
			if _, _, err := s.Read(nil, 5, 5); test.kept && err != nil || !test.kept && !errors.Is(err, region.ErrNotFound) {
				t.Errorf("a chunk of the file that was replaced: %v", err)
			}
			write(t, s, 0, 0, 3, smallBytes)
			wantVersion(t, s, 0, 0, 3)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			r := openRead(t, dir)
			wantVersion(t, r, 0, 0, 3)
		})
	}
}
