package main

import (
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/example-server/internal/bedrockworld"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestConvertThereAndBack converts a Java world to LevelDB and back. Every block must be the one that it was, or one that looks the same on
// a Bedrock server.
func TestConvertThereAndBack(t *testing.T) {
	long(t)
	for name, chunks := range map[string]int{"java-1.21": 134, "java-1.20.5": 1473} {
		t.Run(name, func(t *testing.T) {
			root := testworld.Dir(t, name)
			dir := t.TempDir()
			there, back := filepath.Join(dir, "bedrock"), filepath.Join(dir, "java")
			first, code := tool[conversion](t, "convert", root, there)
			if first.Chunks != chunks || first.Failed != 0 || code != exitWell {
				t.Fatalf("exit code %d: %+v", code, first)
			}
			second, code := tool[conversion](t, "convert", there, back)
			if second.Chunks != chunks || second.Failed != 0 || code != exitWell {
				t.Fatalf("exit code %d: %+v", code, second)
			}
			before, after := lightOf(t, root), lightOf(t, back)
			blocks := translator(t)
			cells, alike := 0, map[[2]string]bool{}
			for pos, want := range before {
				if !want.Full {
					continue
				}
				got := after[pos]
				if got == nil {
					t.Fatalf("chunk %v is gone", pos)
				}
				for sy := -4; sy < 20; sy++ {
					a, b := want.Sections[sy], got.Sections[sy]
					cells += 4096
					if len(a.Palette) == 1 && len(b.Palette) == 1 && a.Palette[0] == b.Palette[0] {
						continue
					}
					for i := range 4096 {
						x, y, z := i&15, sy*16+i>>8, i>>4&15
						pair := [2]string{want.State(x, y, z), got.State(x, y, z)}
						if pair[0] == pair[1] || alike[pair] {
							continue
						}
						a, b := anvil.Modernise(pair[0], int32(want.DataVersion)), anvil.Modernise(pair[1], int32(got.DataVersion))
						if blocks.Block(a) != blocks.Block(b) {
							t.Fatalf("chunk %v at %d, %d, %d: %s became %s", pos, x, y, z, a, b)
						}
						alike[pair] = true
					}
				}
			}
			t.Logf("%d cells; %d states became another one that looks the same", cells, len(alike))
			if cells != chunks*384*256 {
				t.Errorf("%d cells were compared", cells)
			}
		})
	}
}

// TestConvertBedrock converts a world of Bedrock Edition and loads it through the provider: every block is the one that Dragonfly's own
// provider loads.
func TestConvertBedrock(t *testing.T) {
	long(t)
	root := testworld.Dir(t, "bedrock-1.20.80")
	before := fingerprint(t, root)
	to := filepath.Join(t.TempDir(), "java")
	c, code := tool[conversion](t, "convert", root, to)
	if c.Chunks != 3058 || c.Failed != 0 || code != exitWell {
		t.Fatalf("exit code %d: %+v", code, c)
	}
	if after := fingerprint(t, root); len(before) != len(after) {
		t.Errorf("the world had %d files and has %d", len(before), len(after))
	} else {
		for path, want := range before {
			if after[path] != want {
				t.Errorf("%s was touched", path)
			}
		}
	}
	src, err := bedrockworld.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	p, err := anvilprovider.Config{ReadOnly: true, ReadAhead: -1, Log: discard()}.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	dimensions, blocks := map[world.Dimension]int{}, translator(t)
	for i, col := range src.Columns {
		if i%29 != 0 && (col.Dimension != world.End || i%7 != 0) { // a hundred of them, in all dimensions
			continue
		}
		dimensions[col.Dimension]++
		want, err := src.LoadColumn(col.Pos, col.Dimension)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.LoadColumn(col.Pos, col.Dimension)
		if err != nil {
			t.Fatal(err)
		}
		r := col.Dimension.Range()
		for x := range uint8(16) {
			for z := range uint8(16) {
				for y := int16(r[0]); y <= int16(r[1]); y++ {
					for layer := range uint8(2) {
						a, b := want.Chunk.Block(x, y, z, layer), got.Chunk.Block(x, y, z, layer)
						if a != b && !alike(blocks, a, b) {
							nameA, statesA, _ := world.DefaultBlockRegistry.RuntimeIDToState(a)
							nameB, statesB, _ := world.DefaultBlockRegistry.RuntimeIDToState(b)
							t.Fatalf("%v %v at %d, %d, %d layer %d: %s %v became %s %v", col.Dimension, col.Pos, x, y, z, layer, nameA, statesA, nameB, statesB)
						}
					}
				}
			}
		}
	}
	if len(dimensions) != 3 {
		t.Errorf("compared %v", dimensions)
	}
}

// alike reports whether two blocks of Bedrock Edition are one in Java, which has no flowing lava apart from lava, and no bedrock that
// burns for ever.
func alike(blocks *translate.Translator, a, b uint32) bool {
	keyA, okA := blocks.JavaOf(a)
	keyB, okB := blocks.JavaOf(b)
	return okA && okB && keyA == keyB
}
