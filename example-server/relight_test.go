package main

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/example-server/internal/relight"
	"github.com/kestrel-mc/kestrel/internal/layout"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// compared has what the comparison of each world comes to. README has the same numbers.
var compared = []struct {
	world                     string
	chunks, cells, block, sky int
}{
	{"java-1.15.2", 1298, 95_698_944, 1041, 0},
	{"java-1.16.2-blocks", 225, 16_588_800, 0, 0},
	{"java-1.17.1", 100, 7_372_800, 0, 0},
	{"java-1.18.1", 495, 52_715_520, 258, 0},
	{"java-1.20.5", 1321, 140_681_216, 0, 0},
	{"java-1.21", 84, 8_945_664, 0, 0},
	{"java-1.21.1-lz4", 4, 425_984, 0, 0},
	{"java-1.21.11-unlit", 0, 0, 0, 0},
}

// TestRelightCompare has the exact numbers of an independent flood over the same worlds. The differing cells are block light that the game
// lost across chunk borders before 1.20.
func TestRelightCompare(t *testing.T) {
	for _, test := range compared {
		if testing.Short() && test.chunks > 100 {
			continue
		}
		t.Run(test.world, func(t *testing.T) {
			got, code := tool[relighting](t, "relight", testworld.Dir(t, test.world), "--compare")
			if got.Chunks != test.chunks || got.Cells != test.cells || got.BlockMismatches != test.block || got.SkyMismatches != test.sky || got.Written != 0 {
				t.Errorf("got %+v", got)
			}
			want := exitWell
			if test.block > 0 {
				want = exitProblems
			}
			if code != want {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

// TestRelightShards compares in four parts.
func TestRelightShards(t *testing.T) {
	long(t)
	root := testworld.Dir(t, "java-1.18.1")
	whole, _ := tool[relighting](t, "relight", root, "--compare")
	var sum relighting
	for _, shard := range []string{"0/4", "1/4", "2/4", "3/4"} {
		part, _ := tool[relighting](t, "relight", root, "--compare", "--shard", shard)
		sum.add(part)
	}
	if sum.Chunks != whole.Chunks || sum.Cells != whole.Cells || sum.BlockMismatches != whole.BlockMismatches || sum.Ineligible != whole.Ineligible {
		t.Errorf("parts come to %+v, the whole is %+v", sum, whole)
	}
}

// TestRelightWrite takes the light out of a world and lets relight put it back. A chunk whose neighbours are all finished gets what the
// game had stored: byte for byte, and which arrays are there. Every other chunk stays as it is.
func TestRelightWrite(t *testing.T) {
	long(t)
	root := testworld.Copy(t, "java-1.21")
	before := lightOf(t, root)
	if err := strip(filepath.Join(root, "region")); err != nil {
		t.Fatal(err)
	}
	stripped := lightOf(t, root)
	if got, _ := tool[relighting](t, "relight", root, "--compare"); got.Chunks != 0 {
		t.Fatalf("without light %d chunks can be compared", got.Chunks)
	}
	first, code := tool[relighting](t, "relight", root, "--write")
	left := map[string]int{string(relight.ErrAbsent): 418, string(relight.ErrFringe): 50}
	if first.Chunks != 84 || first.Written != 84 || first.Ineligible != 468 || !maps.Equal(first.Left, left) || code != exitWell {
		t.Errorf("exit code %d: %+v", code, first)
	}
	after := lightOf(t, root)
	written := 0
	at := func(x, z int32) *slowanvil.Chunk { return before[[2]int32{x, z}] }
	for pos, want := range before {
		got := after[pos]
		if !slowanvil.Eligible(pos[0], pos[1], at) {
			if diff := cmp.Diff(stripped[pos].Root, got.Root); diff != "" {
				t.Errorf("chunk %v, whose light is not certain, has changed: %s", pos, diff)
			}
			continue
		}
		written++
		if !got.LightOn {
			t.Errorf("chunk %v does not say that it is lit", pos)
		}
		for y, s := range want.Sections {
			if g := got.Sections[y]; !bytes.Equal(s.BlockLight, g.BlockLight) || !bytes.Equal(s.SkyLight, g.SkyLight) {
				t.Errorf("chunk %v section %d has other light", pos, y)
			}
			for i := range 4096 {
				if x, y, z := i&15, y*16+i>>8, i>>4&15; want.State(x, y, z) != got.State(x, y, z) {
					t.Fatalf("chunk %v: the block at %d, %d, %d changed", pos, x, y, z)
				}
			}
		}
		if len(want.Sections) != len(got.Sections) {
			t.Errorf("chunk %v has %d sections, want %d", pos, len(got.Sections), len(want.Sections))
		}
	}
	if written != 84 || len(after) != len(before) {
		t.Errorf("%d chunks were to be written; there are %d, were %d", written, len(after), len(before))
	}
	// Once is enough.
	if again, code := tool[relighting](t, "relight", root, "--write"); again.Written != 0 || again.Chunks != 84 || code != exitWell {
		t.Errorf("a second time wrote %d chunks", again.Written)
	}
	// The chunks at the fringe are not lit, so that fewer can be compared.
	if got, code := tool[relighting](t, "relight", root, "--compare"); got.Chunks == 0 || got.Chunks >= 84 || code != exitWell {
		t.Errorf("exit code %d: %+v", code, got)
	}
}

// TestRelightKeeps lets relight loose on worlds that the game has lit. All that it could write is there already, and the chunks at the
// fringe have light that came through unfinished ones: not a byte changes.
func TestRelightKeeps(t *testing.T) {
	for _, name := range []string{"java-1.21", "java-1.20.5"} {
		if testing.Short() && name != "java-1.21" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			root := testworld.Copy(t, name)
			if got, code := tool[relighting](t, "relight", root, "--write"); got.Written != 0 || got.Chunks == 0 || got.Left[string(relight.ErrFringe)] == 0 || code != exitWell {
				t.Errorf("exit code %d: %+v", code, got)
			}
			files, err := filepath.Glob(filepath.Join(testworld.Dir(t, name), "region", "*"))
			if err != nil || len(files) == 0 {
				t.Fatalf("%d files: %v", len(files), err)
			}
			for _, file := range files {
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if got, err := os.ReadFile(filepath.Join(root, "region", filepath.Base(file))); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s has changed: %v", filepath.Base(file), err)
				}
			}
		})
	}
}

// TestRelightUnknownSky has chunks without light in a dimension of a data pack. Whether there is a sky nobody can tell.
func TestRelightUnknownSky(t *testing.T) {
	root := t.TempDir()
	sky := filepath.Join(root, "dimensions", "mod", "sky")
	if err := os.CopyFS(sky, os.DirFS(testworld.Dir(t, "java-1.21.11-unlit"))); err != nil {
		t.Fatal(err)
	}
	before := lightOf(t, sky)
	got, code := tool[relighting](t, "relight", root, "--write")
	if got.Written != 0 || got.Left[string(relight.ErrSky)] == 0 || code != exitWell {
		t.Errorf("exit code %d: %+v", code, got)
	}
	for pos, c := range lightOf(t, sky) {
		if c.LightOn && !before[pos].LightOn {
			t.Errorf("chunk %v says that its light is complete", pos)
		}
	}
}

// TestRelightWaits holds the order of what is written to a region file: a chunk is on the disk before the header points to it.
func TestRelightWaits(t *testing.T) {
	root := testworld.Copy(t, "java-1.21")
	if err := strip(filepath.Join(root, "region")); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	pending, headers, early := map[string]bool{}, 0, 0
	w := newRelighter(root, relightOptions{write: true}, newProgress(io.Discard, "chunks", 0))
	w.files = func(pos region.Pos) vfs.FS {
		return vfs.Watch(oneRegion(pos), func(op vfs.Op) error {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case op.Kind == vfs.KindSync:
				pending[op.Name] = false
			case op.Kind == vfs.KindWrite && op.Off >= 8192:
				pending[op.Name] = true
			case op.Kind == vfs.KindWrite:
				headers++
				if pending[op.Name] {
					early++
				}
			}
			return nil
		})
	}
	regions, err := javaworld.Regions([]javaworld.Dimension{{ID: layout.Overworld, Dir: root}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range regions {
		if err := w.region(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if w.found.Written == 0 || headers == 0 || early > 0 {
		t.Errorf("%d chunks, %d writes to headers, %d of them before the chunk was safe", w.found.Written, headers, early)
	}
}

// lightOf reads a world's chunks with the independent reader.
func lightOf(t *testing.T, root string) map[[2]int32]*slowanvil.Chunk {
	t.Helper()
	chunks := map[[2]int32]*slowanvil.Chunk{}
	err := slowanvil.Chunks(filepath.Join(root, "region"), func(c *slowanvil.Chunk) error {
		chunks[[2]int32{c.X, c.Z}] = c
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return chunks
}

// strip takes all light out of a folder of region files.
func strip(dir string) error {
	s, err := region.Options{Sync: region.SyncNone}.Open(dir)
	if err != nil {
		return err
	}
	regions, err := s.Regions()
	if err != nil {
		return err
	}
	var decoder anvil.Decoder
	var encoder anvil.Encoder
	var chunk anvil.Chunk
	for _, pos := range regions {
		for e := range s.Chunks(pos) {
			data, _, err := s.Read(nil, e.X, e.Z)
			if err != nil || decoder.Decode(data, &chunk) != nil {
				continue
			}
			edit := anvil.Edit{Light: anvil.LightOff}
			for _, section := range chunk.Sections {
				none := anvil.LightEdit{Replace: true}
				edit.Sections = append(edit.Sections, anvil.SectionEdit{Y: section.Y, BlockLight: none, SkyLight: none})
			}
			out, err := encoder.Append(nil, &chunk, &edit)
			if err != nil {
				return err
			}
			if err := s.Write(e.X, e.Z, out); err != nil {
				return err
			}
		}
	}
	return s.Close()
}
