package layout_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/layout"
)

// tree creates the files named, and folders for the names that end in a slash, and returns their root.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestDimensionDir(t *testing.T) {
	for _, tt := range []struct {
		name   string
		files  []string
		modern bool
		id     string
		want   string
	}{
		{"classic overworld", []string{"region/"}, false, layout.Overworld, "."},
		{"classic nether", []string{"DIM-1/region/"}, false, layout.Nether, "DIM-1"},
		{"classic end", []string{"DIM1/region/"}, false, layout.End, "DIM1"},
		{"an old world's nether is not its overworld", []string{"region/"}, false, layout.Nether, "DIM-1"},
		{"custom", []string{"dimensions/example/moon/region/"}, false, "example:moon", "dimensions/example/moon"},
		{"custom, deep, absent", nil, false, "example:a/b", "dimensions/example/a/b"},
		{"modern overworld", []string{"dimensions/minecraft/overworld/"}, true, layout.Overworld, "dimensions/minecraft/overworld"},
		{"both: modern wins", []string{"DIM-1/region/r.0.0.mca", "dimensions/minecraft/the_nether/region/r.0.0.mca"}, false, layout.Nether, "dimensions/minecraft/the_nether"},
		{"modern without regions hides nothing", []string{"DIM-1/region/", "dimensions/minecraft/the_nether/data/"}, false, layout.Nether, "DIM-1"},
		{"nor does it in a modern world", []string{"DIM-1/region/", "dimensions/minecraft/the_nether/data/"}, true, layout.Nether, "DIM-1"},
		{"an empty folder of regions hides nothing", []string{"region/r.0.0.mca", "dimensions/minecraft/overworld/region/"}, false, layout.Overworld, "."},
		{"modern world, its regions were deleted", []string{"region/r.0.0.mca", "dimensions/minecraft/overworld/region/"}, true, layout.Overworld, "dimensions/minecraft/overworld"},
		{"modern folder alone", []string{"dimensions/minecraft/the_end/data/"}, false, layout.End, "dimensions/minecraft/the_end"},
		{"modern world, only the old nether there", []string{"DIM-1/region/"}, true, layout.Nether, "DIM-1"},
		{"modern world, nothing there", nil, true, layout.End, "dimensions/minecraft/the_end"},
		{"no namespace", []string{"region/"}, false, "overworld", "."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := tree(t, tt.files...)
			got := layout.World{Root: root, Modern: tt.modern}.DimensionDir(tt.id)
			if want := filepath.Join(root, tt.want); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestDimensions(t *testing.T) {
	root := tree(t, "region/", "DIM1/data/", "dimensions/minecraft/the_nether/region/", "dimensions/example/a/b/region/",
		"dimensions/example/c/data/", "dimensions/alpha/a/region")
	want := []string{layout.Overworld, layout.Nether, "alpha:a", "example:a/b"}
	if got, err := (layout.World{Root: root}).Dimensions(); err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if got, err := (layout.World{Root: filepath.Join(root, "nothing")}).Dimensions(); err != nil || len(got) != 0 {
		t.Errorf("a folder that does not exist has %v, %v", got, err)
	}
}

func TestHasModernFolders(t *testing.T) {
	if (layout.World{Root: tree(t, "region/")}).HasModernFolders() {
		t.Error("a world whose overworld lies in region is called modern")
	}
	if !(layout.World{Root: tree(t, "dimensions/minecraft/overworld/")}).HasModernFolders() {
		t.Error("a world of 26.1 is not called modern")
	}
}

func TestPlayerFile(t *testing.T) {
	const id = "00000000-0000-0000-0000-000000000001"
	for _, tt := range []struct {
		name   string
		files  []string
		modern bool
		want   string
	}{
		{"classic", nil, false, "playerdata"},
		{"modern", nil, true, "players/data"},
		{"modern folder there", []string{"players/data/"}, false, "players/data"},
		{"both: modern wins", []string{"playerdata/" + id + ".dat", "players/data/" + id + ".dat"}, false, "players/data"},
		{"only the old file", []string{"playerdata/" + id + ".dat", "players/data/"}, true, "playerdata"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := tree(t, tt.files...)
			got := layout.World{Root: root, Modern: tt.modern}.PlayerFile(id)
			if want := filepath.Join(root, tt.want, id+".dat"); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestDetect(t *testing.T) {
	for _, tt := range []struct {
		name          string
		files         []string
		at            string
		fresh, modern bool
		found, try    string // parts of the error; found empty = no error
	}{
		{name: "classic", files: []string{"level.dat", "region/"}},
		{name: "regions alone", files: []string{"region/r.0.0.mca"}},
		{name: "only the old level file", files: []string{"level.dat_old"}},
		{name: "modern", files: []string{"level.dat", "dimensions/minecraft/overworld/region/"}, modern: true},
		{name: "modern, not played in yet", files: []string{"level.dat", "dimensions/minecraft/overworld/data/"}, modern: true},
		{name: "classic, beside an empty modern folder", files: []string{"level.dat", "region/r.0.0.mca", "dimensions/minecraft/overworld/"}},
		{name: "classic, beside empty modern regions", files: []string{"level.dat", "region/r.0.0.mca", "dimensions/minecraft/overworld/region/"}},
		{name: "both", files: []string{"level.dat", "region/r.0.0.mca", "dimensions/minecraft/overworld/region/r.0.0.mca"}, modern: true},
		{name: "absent", at: "nowhere", fresh: true},
		{name: "empty", fresh: true},
		{name: "stale lock", files: []string{"session.lock"}, fresh: true},
		{name: "level.dat", files: []string{"level.dat"}, at: "level.dat", found: "a level.dat file", try: "."},
		{name: "region file", files: []string{"w/level.dat", "w/region/r.0.0.mca"}, at: "w/region/r.0.0.mca", found: "a region file", try: "w"},
		{name: "region folder", files: []string{"w/level.dat", "w/region/r.0.0.mca"}, at: "w/region", found: "a folder of region files", try: "w"},
		{name: "region folder of the nether", files: []string{"level.dat", "DIM-1/region/r.0.0.mca"}, at: "DIM-1/region", found: "a folder of region files", try: "."},
		{name: "classic nether", files: []string{"level.dat", "DIM-1/region/"}, at: "DIM-1", found: "the folder of one dimension", try: "."},
		{name: "modern end", files: []string{"level.dat", "dimensions/minecraft/the_end/region/"}, at: "dimensions/minecraft/the_end", found: "the folder of one dimension", try: "."},
		{name: "bedrock", files: []string{"level.dat", "levelname.txt", "db/CURRENT"}, found: "a Bedrock world"},
		{name: "folder of worlds", files: []string{"a/level.dat", "b/region/"}, found: "a folder without a world", try: "a"},
		{name: "folder of worlds, one for Bedrock", files: []string{"a/level.dat", "a/db/CURRENT", "b/region/"}, found: "a folder without a world", try: "b"},
		{name: "something else", files: []string{"notes.txt"}, found: "a folder without a world"},
		{name: "archive", files: []string{"w.zip"}, at: "w.zip", found: "an archive"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := tree(t, tt.files...)
			w, fresh, err := layout.Detect(filepath.Join(root, tt.at))
			if tt.found == "" {
				if err != nil {
					t.Fatal(err)
				}
				if fresh != tt.fresh || w.Modern != tt.modern || w.Root != filepath.Join(root, tt.at) {
					t.Errorf("got %+v, fresh %t", w, fresh)
				}
				return
			}
			var fe *layout.FolderError
			if !errors.As(err, &fe) {
				t.Fatalf("got %v, want a *FolderError", err)
			}
			if !strings.HasPrefix(fe.Found, tt.found) || !strings.Contains(err.Error(), layout.Expected) {
				t.Errorf("got %q", err)
			}
			if tt.try != "" && !strings.HasPrefix(fe.Try, filepath.Join(root, tt.try)) {
				t.Errorf("suggested %q, want %q", fe.Try, tt.try)
			}
		})
	}
}

// TestCheckFiles has region files of other formats, alone and beside Anvil's.
func TestCheckFiles(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files []string
		found string // part of the error, empty for none
	}{
		{"none", []string{"level.dat"}, ""},
		{"Anvil", []string{"region/r.0.0.mca"}, ""},
		{"McRegion", []string{"region/r.0.0.mcr", "region/r.0.-1.mcr"}, "region/r.0.-1.mcr and 1 more such files: it is a world of before Java Edition 1.2"},
		{"McRegion that was converted", []string{"region/r.0.0.mca", "region/r.0.0.mcr", "region/r.1.0.mcr"}, ""},
		{"McRegion in the nether", []string{"region/r.0.0.mca", "DIM-1/region/r.0.0.mcr"}, "DIM-1/region/r.0.0.mcr: it is"},
		{"linear", []string{"dimensions/minecraft/overworld/region/r.-3.12.linear"}, "dimensions/minecraft/overworld/region/r.-3.12.linear: only Anvil"},
		{"linear in part", []string{"region/r.0.0.mca", "region/r.0.0.linear", "region/r.0.1.linear"}, "region/r.0.1.linear: only Anvil"},
		{"linear that was converted", []string{"region/r.0.0.mca", "region/r.0.0.linear"}, ""},
		{"linear in a dimension of a data pack", []string{"dimensions/a/b/c/region/r.0.0.linear"}, "dimensions/a/b/c/region/r.0.0.linear"},
		{"other names", []string{"region/old.mcr", "region/r.0.mcr", "region/r.a.b.linear", "region/r.0.0.mcr.bak", "region/r.0.0.mcr/"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := tree(t, tt.files...)
			err := layout.World{Root: root}.CheckFiles()
			var fe *layout.FormatError
			switch {
			case tt.found == "" && err != nil:
				t.Error(err)
			case tt.found != "" && (!errors.As(err, &fe) || fe.Path != root || !strings.Contains(err.Error(), filepath.FromSlash(tt.found))):
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestCheckVersion(t *testing.T) {
	w := layout.World{Root: "world"}
	for version, want := range map[int64]string{19132: "before Java Edition 1.2", 0: "before Java Edition 1.2", 19134: "only Anvil"} {
		if err := w.CheckVersion(version); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", version, err)
		}
	}
	if err := w.CheckVersion(layout.AnvilVersion); err != nil {
		t.Error(err)
	}
}
