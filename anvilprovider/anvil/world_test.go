package anvil_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// modernWorlds are the shared worlds of 1.18 and later.
var modernWorlds = []string{"java-1.18.1", "java-1.20.5", "java-1.21", "java-1.21.1-lz4", "java-1.21.1-mixed", "java-1.21.11-unlit",
	"java-26.1.2", "java-26.1.2-lz4"}

// entries calls f for every stored chunk of all dimensions of a shared world that can be inflated.
func entries(t testing.TB, world string, f func(file string, e slowanvil.Entry)) {
	t.Helper()
	dims, err := slowanvil.Dimensions(testworld.Dir(t, world))
	if err != nil {
		t.Fatal(err)
	}
	for _, dim := range dims {
		err := slowanvil.Entries(dim.Region, func(file string, e slowanvil.Entry) error {
			if e.Err == nil {
				f(filepath.Base(file), e)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestModernWorlds compares every cell of every chunk of the modern worlds with the slow reader.
func TestModernWorlds(t *testing.T) {
	for _, world := range modernWorlds {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			compareWorld(t, world, func(c *anvil.Chunk, want *slowanvil.Chunk) int { return compareChunk(t, c, want) })
		})
	}
}

// compareWorld decodes every chunk of a world with both readers. They must agree on which are finished; those are compared, which returns
// the number of cells.
func compareWorld(t *testing.T, world string, compare func(c *anvil.Chunk, want *slowanvil.Chunk) (cells int)) {
	t.Helper()
	var d anvil.Decoder
	var c anvil.Chunk
	full, partial, cells := 0, 0, 0
	entries(t, world, func(file string, e slowanvil.Entry) {
		want, err := e.Chunk()
		if err != nil {
			t.Fatalf("%s: oracle: %v", file, err)
		}
		err = d.Decode(e.NBT, &c)
		var part *anvil.PartialError
		switch {
		case errors.As(err, &part):
			partial++
			if want.Full || part.Status != want.Status {
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
			cells += compare(&c, want)
		}
	})
	t.Logf("%d full chunks, %d partial, %d cells compared", full, partial, cells)
	if full == 0 || cells == 0 {
		t.Error("nothing was compared")
	}
}

// compareChunk compares a decoded chunk with the slow reader's, cell by cell, and returns how many cells there were.
func compareChunk(t *testing.T, c *anvil.Chunk, want *slowanvil.Chunk) (cells int) {
	t.Helper()
	if c.X != want.X || c.Z != want.Z || int(c.DataVersion) != want.DataVersion || c.Full != want.Full || c.Status != want.Status ||
		c.LightOn != want.LightOn || c.Starlight != want.Starlight || len(c.Sections) != len(want.Sections) {
		t.Errorf("chunk %d,%d: head differs from the oracle's", want.X, want.Z)
		return 0
	}
	var blocks [4096]uint16
	var biomes [64]uint16
	for i := range c.Sections {
		s, o := &c.Sections[i], want.Sections[int(c.Sections[i].Y)]
		if i > 0 && c.Sections[i-1].Y >= s.Y {
			t.Errorf("sections are not in order")
		}
		if string(s.BlockLight) != string(o.BlockLight) || string(s.SkyLight) != string(o.SkyLight) {
			t.Errorf("chunk %d,%d section %d: light differs", c.X, c.Z, s.Y)
		}
		if s.Blocks.Present() != (o.Cells != nil) || s.Biomes.Present() != (o.BiomeCells != nil) {
			t.Errorf("chunk %d,%d section %d: presence differs", c.X, c.Z, s.Y)
			continue
		}
		if s.Blocks.Present() {
			s.Blocks.Unpack(&blocks)
			for j, key := range s.Blocks.Palette {
				if w := anvil.Modernise(o.Palette[j], max(c.DataVersion, 2844)); key != w {
					t.Errorf("chunk %d,%d section %d: palette entry %d is %s, want %s", c.X, c.Z, s.Y, j, key, w)
				}
			}
			for j, index := range blocks {
				if index != o.Cells[j] {
					t.Errorf("chunk %d,%d section %d: cell %d is %d, want %d", c.X, c.Z, s.Y, j, index, o.Cells[j])
					break
				}
				cells++
			}
			if s.Blocks.Block(1234) != s.Blocks.Palette[o.Cells[1234]] {
				t.Errorf("chunk %d,%d section %d: Block differs from Unpack", c.X, c.Z, s.Y)
			}
		}
		if s.Biomes.Present() {
			s.Biomes.UnpackBiomes(&biomes)
			for j, index := range biomes {
				if got := s.Biomes.Palette[index]; got != o.BiomePalette[o.BiomeCells[j]] || s.Biomes.Biome(j) != got {
					t.Errorf("chunk %d,%d section %d: biome %d is %s, want %s", c.X, c.Z, s.Y, j, got, o.BiomePalette[o.BiomeCells[j]])
				}
				cells++
			}
		}
	}
	return cells
}
