package worldcopy_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/worldcopy"
)

func TestRegions(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "world", "region")
	for _, name := range []string{"r.0.0.mca", "c.31.31.mcc", "r.1.0.mca", "c.32.0.mcc", "r.-1.0.mca", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(from, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := worldcopy.Regions(from, to, func(p region.Pos) bool { return p.X <= 0 }); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(to)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
		if data, err := os.ReadFile(filepath.Join(to, e.Name())); string(data) != e.Name() {
			t.Errorf("%s holds %q, %v", e.Name(), data, err)
		}
	}
	if want := []string{"c.31.31.mcc", "r.-1.0.mca", "r.0.0.mca"}; !slices.Equal(got, want) {
		t.Errorf("copied %v, want %v", got, want)
	}
}

func TestNothingThere(t *testing.T) {
	to := filepath.Join(t.TempDir(), "world")
	absent := filepath.Join(t.TempDir(), "absent")
	if err := worldcopy.Regions(absent, to, func(region.Pos) bool { return true }); err != nil {
		t.Error(err)
	}
	if err := worldcopy.File(absent, filepath.Join(to, "level.dat")); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(to); !os.IsNotExist(err) {
		t.Errorf("the copy of nothing is there: %v", err)
	}
}
