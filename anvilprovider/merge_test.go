package anvilprovider_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

const fence = "minecraft:oak_fence[east=false,north=false,south=false,waterlogged=false,west=false]"

// TestDerived places fences side by side, in one chunk and across a border, and takes one away again: Java's states connect
// and part, although the server's do not say so.
func TestDerived(t *testing.T) {
	dir := t.TempDir()
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	left, right := world.ChunkPos{0, 0}, world.ChunkPos{1, 0}
	col := columnOf(placed[1], 0)
	put(col, 15, 10, 4, fence)
	save(t, p, left, col)
	second := columnOf(placed[1], 0)
	put(second, 0, 10, 4, fence)
	put(second, 1, 10, 4, fence)
	put(second, 2, 10, 4, "minecraft:stone")
	save(t, p, right, second)
	c := rawChunk(t, filepath.Join(dir, "region"), right)
	for x, want := range []string{"east=true,north=false,south=false,waterlogged=false,west=true", "east=true,north=false,south=false,waterlogged=false,west=true"} {
		if got := c.State(x, 10, 4); !strings.Contains(got, want) {
			t.Errorf("fence %d is %s, want %s", x, got, want)
		}
	}
	put(second, 0, 10, 4, "minecraft:air")
	save(t, p, right, second)
	if got := rawChunk(t, filepath.Join(dir, "region"), right).State(1, 10, 4); !strings.Contains(got, "west=false") || !strings.Contains(got, "east=true") {
		t.Errorf("after its neighbour went: %s", got)
	}
}

// TestBiomeChange changes the biome of some groups of cells and of a single cell. Groups change, one cell in 64 does not.
func TestBiomeChange(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{3, 3}
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	save(t, p, pos, columnOf(placed[1], 0))
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	desert, _ := translator().Biome("minecraft:desert")
	for x := uint8(4); x < 8; x++ {
		for y := int16(8); y < 12; y++ {
			for z := range uint8(4) {
				col.Chunk.SetBiome(x, y, z, desert)
			}
		}
	}
	col.Chunk.SetBiome(1, 100, 1, desert)
	save(t, p, pos, col)
	c := rawChunk(t, filepath.Join(dir, "region"), pos)
	for y, section := range c.Sections {
		for i := range 64 {
			x, sy, z := i&3*4, i>>4*4, i>>2&3*4
			want := "minecraft:plains"
			if y == 0 && x == 4 && sy == 8 && z == 0 {
				want = "minecraft:desert"
			}
			if got := section.Biome(x, sy, z); got != want {
				t.Errorf("section %d at %d,%d,%d: %s, want %s", y, x, sy, z, got, want)
			}
		}
	}
	if s := p.Stats(); s.Written != 2 {
		t.Errorf("stats %+v", s)
	}
}

// TestUpperNetherStays changes a chunk of the nether, of which Java has twice the height: the upper half stays.
func TestUpperNetherStays(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "DIM-1", "region")
	putDoc(t, folder, world.ChunkPos{}, blankWith(t, 0, 15, "minecraft:nether_wastes", 12, "mod:glowing_thing[lit=true]"))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col, err := p.LoadColumn(world.ChunkPos{}, world.Nether)
	if err != nil || col.Chunk.Range() != world.Nether.Range() {
		t.Fatal(err)
	}
	put(col, 1, 2, 3, "minecraft:netherrack")
	if err := p.StoreColumn(world.ChunkPos{}, world.Nether, col); err != nil {
		t.Fatal(err)
	}
	if err := p.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	raw := rawChunk(t, folder, world.ChunkPos{})
	if got := raw.State(0, 192, 0); got != "mod:glowing_thing[lit=true]" {
		t.Errorf("the upper half has %s", got)
	}
	if got := raw.State(1, 2, 3); got != "minecraft:netherrack" || len(raw.Sections) != 16 {
		t.Errorf("%s in %d sections", got, len(raw.Sections))
	}
}

// TestUnknownBlockStays loads a block of a mod, shown as another, and saves its chunk after a change beside it.
func TestUnknownBlockStays(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{0, 0}
	putDoc(t, filepath.Join(dir, "region"), pos, blankWith(t, -4, 19, "mod:strange_place", 0, "mod:machine[facing=north,power=15]"))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	if name := describe(col.Chunk.Block(0, 0, 0, 0)); !strings.HasPrefix(name, "minecraft:unknown") {
		t.Errorf("shown as %s", name)
	}
	put(col, 1, 0, 0, "minecraft:stone")
	save(t, p, pos, col)
	raw := rawChunk(t, filepath.Join(dir, "region"), pos)
	if got := raw.State(0, 0, 0); got != "mod:machine[facing=north,power=15]" {
		t.Errorf("stored as %s", got)
	}
	if got := raw.Sections[3].Biome(0, 0, 0); got != "mod:strange_place" {
		t.Errorf("biome %s", got)
	}
	st := p.Stats()
	if st.UnknownBlocks["mod:machine"] == 0 || st.UnknownBiomes["mod:strange_place"] == 0 || st.ChangedCells != 1 {
		t.Errorf("stats %+v", st)
	}
}
