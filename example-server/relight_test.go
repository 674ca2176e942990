package main

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
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

// TestRelightWrite takes the light out of a world, lets relight put it back, and compares with what the game had stored: byte for byte, and
// which arrays are there.
func TestRelightWrite(t *testing.T) {
	long(t)
	root := testworld.Copy(t, "java-1.21")
	before := lightOf(t, root)
	if err := strip(filepath.Join(root, "region")); err != nil {
		t.Fatal(err)
	}
	if got, _ := tool[relighting](t, "relight", root, "--compare"); got.Chunks != 0 {
		t.Fatalf("without light %d chunks can be compared", got.Chunks)
	}
	first, code := tool[relighting](t, "relight", root, "--write")
	if first.Chunks != 134 || first.Written != 134 || code != exitWell {
		t.Errorf("exit code %d: %+v", code, first)
	}
	after := lightOf(t, root)
	compared := 0
	at := func(x, z int32) *slowanvil.Chunk { return before[[2]int32{x, z}] }
	for pos, want := range before {
		if !slowanvil.Eligible(pos[0], pos[1], at) {
			continue
		}
		compared++
		got := after[pos]
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
	if compared != 84 {
		t.Errorf("%d chunks were compared", compared)
	}
	// Once is enough, and what was written agrees with itself.
	if again, code := tool[relighting](t, "relight", root, "--write"); again.Written != 0 || code != exitWell {
		t.Errorf("a second time wrote %d chunks", again.Written)
	}
	if got, code := tool[relighting](t, "relight", root, "--compare"); got.Chunks != 84 || code != exitWell {
		t.Errorf("exit code %d: %+v", code, got)
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
