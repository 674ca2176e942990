package anvilprovider_test

import (
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestNewerBlocks places blocks that the game of the chunk has, and such as it does not have: those are counted, by name, and the chunk
// keeps its version. In a new chunk of a new world none of them is newer.
func TestNewerBlocks(t *testing.T) {
	for _, test := range []struct {
		world string
		want  map[string]int
	}{
		{"java-1.18.1", map[string]int{"minecraft:copper_bulb": 1, "minecraft:bamboo_planks": 2}},
		{"java-1.20.5", nil},
		{"", nil},
	} {
		dir := t.TempDir()
		if test.world != "" {
			dir = testworld.Copy(t, test.world)
		}
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		pos, col := world.ChunkPos{}, columnOf("minecraft:stone", 0)
		var version int
		if test.world != "" {
			pos = fullChunks(t, p, -20, 20)[0]
			version = rawChunk(t, filepath.Join(dir, "region"), pos).DataVersion
			var err error
			if col, err = p.LoadColumn(pos, world.Overworld); err != nil {
				t.Fatal(err)
			}
		}
		put(col, 1, 200, 1, "minecraft:copper_bulb[lit=false,powered=false]")
		put(col, 2, 200, 1, "minecraft:bamboo_planks")
		put(col, 3, 200, 1, "minecraft:bamboo_planks")
		put(col, 4, 200, 1, "minecraft:stone")
		save(t, p, pos, col)
		if got := p.Stats().NewerBlocks; !maps.Equal(got, test.want) {
			t.Errorf("%q: newer are %v, want %v", test.world, got, test.want)
		}
		if now := rawChunk(t, filepath.Join(dir, "region"), pos).DataVersion; test.world != "" && now != version {
			t.Errorf("%s: data version %d became %d", test.world, version, now)
		}
	}
}

// TestBlocksAreCountedOnce has a save fail twice before it is written: a cell of a block that Java does not have, or not yet, counts
// once, when it is written.
func TestBlocksAreCountedOnce(t *testing.T) {
	p, _, repair := failing(t, anvilprovider.Config{DataVersion: 2860, ReadAhead: -1}, &lines{})
	col := columnOf("minecraft:stone", 0)
	put(col, 1, 200, 1, "minecraft:bamboo_planks")
	col.Chunk.SetBlock(2, 200, 1, 0, bedrockOnly(t))
	storeColumn(t, p, world.ChunkPos{}, col)
	for range 2 {
		if err := flushed(p); err == nil {
			t.Fatal("nothing failed")
		}
	}
	if s := p.Stats(); len(s.NewerBlocks)+len(s.BedrockOnly) > 0 {
		t.Errorf("nothing is written, and counted are %v and %v", s.NewerBlocks, s.BedrockOnly)
	}
	repair()
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
	s := p.Stats()
	if !maps.Equal(s.NewerBlocks, map[string]int{"minecraft:bamboo_planks": 1}) || len(s.BedrockOnly) != 1 || slices.Max(slices.Collect(maps.Values(s.BedrockOnly))) != 1 {
		t.Errorf("counted are %v and %v", s.NewerBlocks, s.BedrockOnly)
	}
}

// bedrockOnly is a block that Java does not have.
func bedrockOnly(t *testing.T) uint32 {
	t.Helper()
	for rid := range uint32(world.DefaultBlockRegistry.BlockCount()) {
		b := translator().Block("minecraft:air")
		b.Runtime = rid
		if _, exact := translator().Java(b); !exact && !isFrame(rid) {
			return rid
		}
	}
	t.Fatal("Java has all blocks")
	return 0
}
