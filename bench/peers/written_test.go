package peers

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/Tnze/go-mc/level"
	"github.com/Tnze/go-mc/level/block"
	gonbt "github.com/Tnze/go-mc/nbt"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// gomcVersion is the data version whose blocks go-mc knows, 1.20.2.
const gomcVersion = 3578

// placedAt is the cell of every chunk in which a block is placed, and placedKey what.
var placedAt = [3]int{5, 90, 6}

const placedKey = "minecraft:gold_block"

// TestOthersReadTerrain lets go-mc read generated chunks that were written, changed and written again: every cell has the state that
// the generator gave it.
func TestOthersReadTerrain(t *testing.T) {
	var chunks []terrain.Chunk
	columns := make(map[world.ChunkPos]*terrain.Column)
	for i := range int32(9) {
		c := terrain.Natural(i%3, i/3)
		data, err := c.Encode(gomcVersion, nil)
		if err != nil {
			t.Fatal(err)
		}
		columns[world.ChunkPos{c.X, c.Z}] = c
		chunks = append(chunks, terrain.Chunk{X: c.X, Z: c.Z, NBT: data})
	}
	dir := fixture.Anvil(t, chunks)
	var at []world.ChunkPos
	for pos := range columns {
		at = append(at, pos)
	}
	change(t, dir, at)
	files := openFiles(t, dir)
	for pos, c := range columns {
		sameStates(t, files, pos, terrain.Lowest, func(x, y, z int) string { return anvil.Spell(c.At(x, y, z), gomcVersion) })
	}
}

// TestOthersReadEdits lets go-mc read chunks of a real world that were changed: every other cell has the state that another reader
// finds in the world as it was.
func TestOthersReadEdits(t *testing.T) {
	source, err := filepath.Abs(filepath.Join("..", "shared", "worlds", "java-1.18.1"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(source); err != nil {
		t.Skip("the world is not there: ", err)
	}
	dir := filepath.Join(t.TempDir(), "world")
	if err := os.CopyFS(dir, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	before := make(map[world.ChunkPos]*slowanvil.Chunk)
	var at []world.ChunkPos
	err = slowanvil.Chunks(filepath.Join(source, "region"), func(c *slowanvil.Chunk) error {
		if c.Full && len(at) < 60 {
			pos := world.ChunkPos{c.X, c.Z}
			before[pos], at = c, append(at, pos)
		}
		return nil
	})
	if err != nil || len(at) == 0 {
		t.Fatalf("%d chunks: %v", len(at), err)
	}
	change(t, dir, at)
	files := openFiles(t, dir)
	for pos, c := range before {
		sameStates(t, files, pos, slowanvil.Int(c.Root["yPos"])*16, c.State)
	}
}

// change places a block in each of the chunks and writes all of each anew.
func change(t *testing.T, dir string, at []world.ChunkPos) {
	t.Helper()
	p := fixture.Open(t, dir, anvilprovider.Config{ReadAhead: -1, Sync: region.SyncNone})
	gold, _ := chunk.BlockRegistry(world.DefaultBlockRegistry).StateToRuntimeID(placedKey, nil)
	for _, pos := range at {
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		col.Chunk.SetBlock(uint8(placedAt[0]), int16(placedAt[1]), uint8(placedAt[2]), 0, gold)
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			t.Fatal(err)
		}
		if err := p.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
		if written, err := p.Rewrite(pos, world.Overworld, col); !written || err != nil {
			t.Fatalf("%v: %t, %v", pos, written, err)
		}
	}
}

// sameStates compares all cells of a chunk, as go-mc reads it, with what they should be. A property that a state of an older version
// lacks has its default for go-mc, and is passed over.
func sameStates(t *testing.T, files gomcFiles, pos world.ChunkPos, lowest int, want func(x, y, z int) string) {
	t.Helper()
	theirs, err := files.load(pos)
	if err != nil {
		t.Fatalf("go-mc does not read chunk %v: %v", pos, err)
	}
	seen := make(map[[2]string]bool)
	for i := range theirs.Sections {
		for cell := range 4096 {
			x, y, z := cell&15, lowest+i*16+cell>>8, cell>>4&15
			key := want(x, y, z)
			if [3]int{x, y, z} == placedAt {
				key = placedKey
			}
			got := stateOf(t, theirs, i, cell)
			if pair := [2]string{key, got}; !seen[pair] {
				if !covers(got, key) {
					t.Fatalf("chunk %v, %d,%d,%d: go-mc reads %s, want %s", pos, x, y, z, got, key)
				}
				seen[pair] = true
			}
		}
	}
	if len(theirs.Sections) < 16 {
		t.Errorf("chunk %v: go-mc reads %d sections", pos, len(theirs.Sections))
	}
}

// states are the keys of go-mc's states that were asked for.
var states = map[level.BlocksState]string{}

// stateOf is the state key of a cell.
func stateOf(t *testing.T, c *level.Chunk, section, cell int) string {
	t.Helper()
	id := c.Sections[section].GetBlock(cell)
	if key, ok := states[id]; ok {
		return key
	}
	b := block.StateList[id]
	data, err := gonbt.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	var properties map[string]string
	if err := gonbt.Unmarshal(data, &properties); err != nil {
		t.Fatal(err)
	}
	key := b.ID() + "["
	for name, value := range properties {
		key += name + "=" + value + ","
	}
	states[id] = key + "]"
	return states[id]
}

// covers reports whether a state of go-mc has the name and all properties of a state key.
func covers(got, key string) bool {
	name, properties, _ := strings.Cut(strings.TrimSuffix(key, "]"), "[")
	if !strings.HasPrefix(got, name+"[") {
		return false
	}
	for p := range strings.SplitSeq(properties, ",") {
		if p != "" && !strings.Contains(got, "["+p+",") && !strings.Contains(got, ","+p+",") {
			return false
		}
	}
	return true
}
