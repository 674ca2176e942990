package anvilprovider_test

import (
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
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

// TestNewerWorld serves a world of a game that nobody knows yet. What is new in it is spelled as in the newest game that is known, and
// says so, so that the game brings it up to date; what was there keeps its version.
func TestNewerWorld(t *testing.T) {
	const future = anvil.NewestDataVersion + 4000
	for _, by := range []string{"level.dat", "chunks"} {
		t.Run(by, func(t *testing.T) {
			dir, log := t.TempDir(), &lines{}
			folder := dir
			if by == "level.dat" {
				folder = filepath.Join(dir, "dimensions", "minecraft", "overworld")
				newerLevel(t, dir, future)
			}
			there := blankTree(t)
			there["DataVersion"] = int32(future)
			writeDoc(t, filepath.Join(folder, "region"), there)
			p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Log: slog.New(slog.NewTextHandler(log, nil))}, dir)
			if n := log.count("newer game"); n != 1 && by == "level.dat" {
				t.Errorf("it is logged %d times", n)
			}
			col, err := p.LoadColumn(world.ChunkPos{}, world.Overworld)
			if err != nil {
				t.Fatal(err)
			}
			put(col, 1, 100, 1, "minecraft:stone")
			col.Entities = []chunk.Entity{newEgg(1)}
			save(t, p, world.ChunkPos{}, col)
			save(t, p, world.ChunkPos{1, 0}, columnOf("minecraft:stone", 100))
			if got := rawChunk(t, filepath.Join(folder, "region"), world.ChunkPos{}).DataVersion; got != future {
				t.Errorf("a chunk that was there is of %d now", got)
			}
			if got := rawChunk(t, filepath.Join(folder, "region"), world.ChunkPos{1, 0}).DataVersion; got != anvil.NewestDataVersion {
				t.Errorf("a new chunk is of %d", got)
			}
			if got := readDoc(t, filepath.Join(folder, "entities"))["DataVersion"]; got != int32(anvil.NewestDataVersion) {
				t.Errorf("new entities are of %v", got)
			}
		})
	}
	if _, err := (anvilprovider.Config{DataVersion: future}).Open(t.TempDir()); err == nil {
		t.Error("a new world of a version that nobody knows was made")
	}
}

// TestWalkInNewerWorld moves an entity of a game that nobody knows yet into a new chunk, which is of the newest known one. It keeps what
// the server does not know of it.
func TestWalkInNewerWorld(t *testing.T) {
	dir := t.TempDir()
	there := blankTree(t)
	there["DataVersion"] = int32(anvil.NewestDataVersion + 4000)
	writeDoc(t, filepath.Join(dir, "region"), there)
	writeDoc(t, filepath.Join(dir, "entities"), entitiesDoc(anvil.NewestDataVersion+4000, egg(60, 1, 2, 3, 4)))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	from, err := p.LoadColumn(world.ChunkPos{}, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	to := columnOf("minecraft:stone", 60)
	walk(from, to)
	save(t, p, world.ChunkPos{32, 0}, to)
	save(t, p, world.ChunkPos{}, from)
	got := documents(t, filepath.Join(dir, "entities"))[world.ChunkPos{32, 0}]
	entities := list(got, "Entities")
	if len(entities) != 1 || entities[0].(map[string]any)["mod:tag"] != int32(60) || got["DataVersion"] != int32(anvil.NewestDataVersion+4000) {
		t.Errorf("the document is %v", got)
	}
}

// newerLevel makes a world whose level.dat names a version.
func newerLevel(t *testing.T, dir string, version int32) {
	t.Helper()
	if err := open(t, anvilprovider.Config{DataVersion: 4790}, dir).Close(); err != nil {
		t.Fatal(err)
	}
	level := filepath.Join(dir, "level.dat")
	f, err := datfile.Read(level)
	if err != nil {
		t.Fatal(err)
	}
	data, _ := f.Root.Compound("Data")
	data["DataVersion"] = version
	if err := f.Write(level, ""); err != nil {
		t.Fatal(err)
	}
}
