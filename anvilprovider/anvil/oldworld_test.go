package anvil_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// paletteWorlds are the shared worlds of 1.13 to 1.17.
var paletteWorlds = []string{"java-1.13.2-blocks", "java-1.15.2", "java-1.16.2-blocks", "java-1.17.1", "flattening/1.13", "damaged/no-data-version"}

// biomesSeen are the numeric biomes of the shared worlds, in the spelling of 26.3.
var biomesSeen = map[int32]string{0: "ocean", 1: "plains", 2: "desert", 3: "windswept_hills", 4: "forest", 5: "taiga", 6: "swamp", 7: "river", 8: "nether_wastes", 9: "the_end", 16: "beach",
	18: "forest", 19: "taiga", 127: "the_void", 171: "crimson_forest"}

func TestPaletteWorlds(t *testing.T) {
	for _, world := range paletteWorlds {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			var d anvil.Decoder
			var c anvil.Chunk
			full, partial, cells := 0, 0, 0
			entries(t, world, func(file string, e slowanvil.Entry) {
				want, err := e.Chunk()
				if err != nil {
					t.Fatalf("%s: oracle: %v", file, err)
				}
				switch err := d.Decode(e.NBT, &c); {
				case errors.Is(err, anvil.ErrPartial):
					partial++
					if want.Full {
						t.Errorf("%s %d,%d: %v, oracle has status %q", file, e.X, e.Z, err, want.Status)
					}
				case world == "damaged/no-data-version" && e.X == 31 && e.Z == 16:
					// The chunk is {Level: {xPos, zPos}} and nothing else.
					if !errors.Is(err, anvil.ErrMalformed) {
						t.Errorf("a chunk without sections: %v", err)
					}
				case err != nil:
					t.Errorf("%s %d,%d: %v", file, e.X, e.Z, err)
				default:
					full++
					cells += compareUpgraded(t, &c, want, 0)
				}
			})
			t.Logf("%d full chunks, %d partial, %d cells compared", full, partial, cells)
			if full == 0 || cells == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}

// compareUpgraded compares a chunk of 1.13 to 1.17 with the slow reader's, cell by cell: the states renamed one at a time,
// and biomes by their numbers. lowest is the section where the array of biomes begins.
func compareUpgraded(t *testing.T, c *anvil.Chunk, want *slowanvil.Chunk, lowest int) (cells int) {
	t.Helper()
	if c.X != want.X || c.Z != want.Z || int(c.DataVersion) != want.DataVersion || !c.Upgraded || c.Starlight != want.Starlight {
		t.Errorf("chunk %d,%d: head differs from the oracle's", want.X, want.Z)
	}
	for y, o := range want.Sections {
		s := c.At(int8(y))
		if s == nil {
			t.Errorf("chunk %d,%d: section %d is missing", c.X, c.Z, y)
			continue
		}
		if !bytes.Equal(s.BlockLight, o.BlockLight) || !bytes.Equal(s.SkyLight, o.SkyLight) || s.Blocks.Present() != (o.Cells != nil) {
			t.Errorf("chunk %d,%d section %d: light or presence differs", c.X, c.Z, y)
		}
		var index [4096]uint16
		s.Blocks.Unpack(&index)
		renamed := map[string]string{}
		version := c.DataVersion
		if version == 0 {
			// A chunk of palettes that names no version is read as one of 1.13.
			version = 1519
		}
		for _, key := range o.Palette {
			renamed[key] = anvil.Modernise(key, version)
		}
		for i := range o.Cells {
			if got := s.Blocks.Palette[index[i]]; got != renamed[o.Palette[o.Cells[i]]] {
				t.Errorf("chunk %d,%d section %d cell %d: %s, want %s", c.X, c.Z, y, i, got, o.Palette[o.Cells[i]])
				break
			}
			cells++
		}
	}
	n := len(want.BiomeIDs)
	if n == 0 {
		return cells
	}
	for i := range max(n/64, 16) {
		if n == 256 && i >= 16 {
			break
		}
		s := c.At(int8(lowest + i))
		if s == nil || !s.Biomes.Present() {
			t.Errorf("chunk %d,%d: section %d has no biomes", c.X, c.Z, lowest+i)
			continue
		}
		for j := range 64 {
			id := int32(0)
			if n == 256 {
				id = want.BiomeIDs[(j>>2&3*4+2)<<4|(j&3*4+2)]
			} else {
				id = want.BiomeIDs[i*64+j]
			}
			name, ok := biomesSeen[id]
			if !ok {
				t.Fatalf("biome %d is not in the test's table", id)
			}
			if got := s.Biomes.Biome(j); got != "minecraft:"+name {
				t.Errorf("chunk %d,%d section %d biome %d: %s, want %s", c.X, c.Z, s.Y, j, got, name)
				break
			}
			cells++
		}
	}
	return cells
}

// oddChunk reads a single chunk, which may be compressed.
func oddChunk(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(testworld.Dir(t, "odd-chunks"), name))
	if err != nil {
		t.Fatal(err)
	}
	var r io.Reader
	switch {
	case bytes.HasPrefix(b, []byte{0x1f, 0x8b}):
		r, err = gzip.NewReader(bytes.NewReader(b))
	case b[0] == 0x78:
		r, err = zlib.NewReader(bytes.NewReader(b))
	default:
		return b
	}
	if err != nil {
		t.Fatal(err)
	}
	if b, err = io.ReadAll(r); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestOddChunks(t *testing.T) {
	for _, tt := range []struct {
		name             string
		upgraded         bool
		lowest, sections int
		status           string
	}{
		{"1.17.1-custom-heights.chunk", true, -8, 41, "full"}, // 40 sections and the light below
		{"unicode.chunk", true, 0, 17, "full"},
		{"21w44a-test1.nbt", false, 0, 24, "full"},
		{"issue99-chunk.nbt", false, 0, 25, "full"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := oddChunk(t, tt.name)
			var d anvil.Decoder
			var c anvil.Chunk
			if err := d.Decode(data, &c); err != nil {
				t.Fatal(err)
			}
			tree, err := slowanvil.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			want, err := slowanvil.Decode(tree)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Sections) != tt.sections || c.Status != tt.status {
				t.Errorf("%d sections, status %q", len(c.Sections), c.Status)
			}
			cells := 0
			if tt.upgraded {
				cells = compareUpgraded(t, &c, want, tt.lowest)
			} else {
				cells = compareChunk(t, &c, want)
			}
			if cells == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}
