package javaworld_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/internal/layout"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

func TestDimensions(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{
		"region", "DIM-1/region", "DIM1/data", "entities", // the classic layout; the end has no regions
		"dimensions/minecraft/the_nether/region", // the newer place counts, since it has regions
		"dimensions/example/far/moon/region", "dimensions/alpha/one/region", "dimensions/example/empty/data",
	} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "dimensions/minecraft/the_nether/region/r.0.0.mca"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := javaworld.Dimensions(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []javaworld.Dimension{
		{ID: layout.Overworld, Dir: root},
		{ID: layout.Nether, Dir: filepath.Join(root, "dimensions", "minecraft", "the_nether")},
		{ID: "alpha:one", Dir: filepath.Join(root, "dimensions", "alpha", "one")},
		{ID: "example:far/moon", Dir: filepath.Join(root, "dimensions", "example", "far", "moon")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	none, err := javaworld.Dimensions(filepath.Join(root, "nothing"))
	if err != nil || len(none) != 0 {
		t.Errorf("a folder that does not exist has %v, %v", none, err)
	}
}

func TestRegions(t *testing.T) {
	root := t.TempDir()
	for _, f := range []string{"region/r.0.0.mca", "region/r.-1.0.mca", "region/r.1.-1.mca", "region/notes.txt", "DIM1/region/r.0.0.mca"} {
		path := filepath.Join(root, f)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dims, err := javaworld.Dimensions(root)
	if err != nil {
		t.Fatal(err)
	}
	regions, err := javaworld.Regions(dims)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i, r := range regions {
		if r.Index != i {
			t.Errorf("region %d has index %d", i, r.Index)
		}
		rel, _ := filepath.Rel(root, r.Path())
		got = append(got, filepath.ToSlash(rel))
	}
	want := []string{"region/r.1.-1.mca", "region/r.-1.0.mca", "region/r.0.0.mca", "DIM1/region/r.0.0.mca"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestEmptyModernFolders has remains of the layout of 26.1 that hold no regions beside those of a classic world.
func TestEmptyModernFolders(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{"region", "DIM-1/region", "dimensions/minecraft/overworld/region", "dimensions/minecraft/the_nether/data"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	got, err := javaworld.Dimensions(root)
	want := []javaworld.Dimension{{ID: layout.Overworld, Dir: root}, {ID: layout.Nether, Dir: filepath.Join(root, "DIM-1")}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, %v", diff, err)
	}
	if err := os.WriteFile(filepath.Join(root, "dimensions/minecraft/overworld/region/r.0.0.mca"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	want[0].Dir = filepath.Join(root, "dimensions", "minecraft", "overworld")
	got, err = javaworld.Dimensions(root)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("with a region: %v, %v", diff, err)
	}
}

func TestModernWorld(t *testing.T) {
	root := testworld.Dir(t, "java-26.1.2")
	dims, err := javaworld.Dimensions(root)
	if err != nil || len(dims) == 0 || dims[0].ID != layout.Overworld {
		t.Fatalf("dimensions are %v, %v", dims, err)
	}
	regions, err := javaworld.Regions(dims)
	if err != nil || len(regions) == 0 {
		t.Fatalf("%d regions, %v", len(regions), err)
	}
}
