package anvil_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
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
			compareWorld(t, world, func(c *anvil.Chunk, want *slowanvil.Chunk) int { return compareUpgraded(t, c, want, 0) })
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

// TestBiomeIDs checks the table against the biomes that 26.1 has, and some by name.
func TestBiomeIDs(t *testing.T) {
	b, err := os.ReadFile(testworld.Shared(t, "mappingdata", "geyser-mappings", "biomes.json"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for id := range int32(256) {
		name := anvil.BiomeOfID(id)
		if !bytes.Contains(b, []byte(`"`+name+`"`)) {
			t.Errorf("biome %d is %s, which 26.1 does not have", id, name)
		}
		if name != "minecraft:plains" {
			named++
		}
	}
	if named < 80 {
		t.Errorf("only %d ids have a name", named)
	}
	for id, want := range map[int32]string{-1: "plains", 3: "windswept_hills", 8: "nether_wastes", 12: "snowy_plains", 35: "savanna", 47: "warm_ocean",
		129: "sunflower_plains", 140: "ice_spikes", 155: "old_growth_birch_forest", 160: "old_growth_spruce_taiga", 163: "windswept_savanna",
		165: "eroded_badlands", 168: "bamboo_jungle", 170: "soul_sand_valley", 173: "basalt_deltas", 174: "dripstone_caves", 175: "lush_caves",
		180: "frozen_peaks", 181: "jagged_peaks", 200: "plains", 1000: "plains"} {
		if got := anvil.BiomeOfID(id); got != "minecraft:"+want {
			t.Errorf("biome %d is %s, want %s", id, got, want)
		}
	}
}
