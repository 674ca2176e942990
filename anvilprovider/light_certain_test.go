package anvilprovider_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"reflect"
	"syscall"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// Light that is saved is certain or is not there. These tests hold what makes it uncertain, one thing at a time.

// middle is the chunk in the middle of those that putLit makes.
var middle = world.ChunkPos{32, 1}

// putLit stores 3x3 chunks of air that say that their light is complete, which is true without any array, in a folder of region files.
// Those in the west are in another file. change, if not nil, gets each document before it is stored.
func putLit(t *testing.T, folder string, lowest, highest int8, change func(world.ChunkPos, nbt.Compound)) {
	t.Helper()
	for x := middle[0] - 1; x <= middle[0]+1; x++ {
		for z := middle[1] - 1; z <= middle[1]+1; z++ {
			_, root, err := nbt.Decode(anvil.Blank(x, z, 4671, lowest, highest, "minecraft:plains"), nbt.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			root["isLightOn"] = int8(1)
			if change != nil {
				change(world.ChunkPos{x, z}, root)
			}
			putTree(t, folder, world.ChunkPos{x, z}, root)
		}
	}
}

// sectionOf is the section of a document at a height.
func sectionOf(root nbt.Compound, y int32) nbt.Compound {
	for _, item := range root["sections"].(nbt.List).Items {
		if at, _ := item.(nbt.Compound).Int("Y"); at == int64(y) {
			return item.(nbt.Compound)
		}
	}
	return nil
}

// oneBlock is a section of air but for one block in the middle.
func oneBlock(name string) nbt.Compound {
	data := make([]int64, 256)
	const at = 8<<8 | 8<<4 | 8
	data[at/16] = 1 << (at % 16 * 4)
	return nbt.Compound{"data": data, "palette": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Name": "minecraft:air"}, nbt.Compound{"Name": name}}}}
}

// rawChunks are the chunks of a folder of region files as the slow reader has them.
func rawChunks(t *testing.T, folder string) map[world.ChunkPos]*slowanvil.Chunk {
	t.Helper()
	chunks := make(map[world.ChunkPos]*slowanvil.Chunk)
	err := slowanvil.Chunks(folder, func(c *slowanvil.Chunk) error {
		chunks[world.ChunkPos{c.X, c.Z}] = c
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return chunks
}

// editMiddle loads the chunk in the middle of a dimension, changes it, saves it, and waits for it.
func editMiddle(t *testing.T, p *anvilprovider.Provider, dim world.Dimension, change func(*chunk.Column)) error {
	t.Helper()
	col, err := p.LoadColumn(middle, dim)
	if err != nil {
		t.Fatal(err)
	}
	change(col)
	if err := p.StoreColumn(middle, dim, col); err != nil {
		t.Fatal(err)
	}
	return p.Flush(context.Background())
}

// checkDark checks that a chunk does not say that it is lit, by any word, and has no array that could be taken for its light.
func checkDark(t *testing.T, c *slowanvil.Chunk) {
	t.Helper()
	if c.LightOn || c.Starlight {
		t.Errorf("chunk %d,%d says that its light is complete: %t, by Starlight %t", c.X, c.Z, c.LightOn, c.Starlight)
	}
	for y, s := range c.Sections {
		if s.BlockLight != nil || s.SkyLight != nil {
			t.Errorf("chunk %d,%d keeps light in section %d", c.X, c.Z, y)
		}
	}
}

// TestLightBesideUnfinished replaces chunks that the game has not finished. The light of the finished ones beside them came through what
// they were.
func TestLightBesideUnfinished(t *testing.T) {
	for _, name := range []string{"java-1.21", "java-1.20.5"} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "java-1.21" {
				t.Skip("several thousand chunks; -short")
			}
			t.Parallel()
			dir := testworld.Copy(t, name)
			folder := filepath.Join(dir, "region")
			before := rawChunks(t, folder)
			p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
			replaced := make(map[world.ChunkPos]bool)
			for pos, c := range before {
				if !c.Full && anyBeside(pos, func(at world.ChunkPos) bool { return before[at] != nil && before[at].Full }) {
					replaced[pos] = true
					if err := p.StoreColumn(pos, world.Overworld, columnOf("minecraft:stone", 100)); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := p.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
			after, o, lit := rawChunks(t, folder), newOracle(t), 0
			for pos, c := range before {
				reached := anyBeside(pos, func(at world.ChunkPos) bool { return replaced[at] })
				switch now := after[pos]; {
				case !c.LightOn:
				case reached:
					checkDark(t, now)
				case !now.LightOn:
					t.Errorf("chunk %v has lost its light, and no chunk beside it was replaced", pos)
				default:
					lit++
					if n, ok := o.differences(t, after, pos); ok && n > 0 {
						t.Errorf("chunk %v: %d cells have wrong light", pos, n)
					}
				}
			}
			if len(replaced) == 0 || lit == 0 {
				t.Errorf("%d chunks were replaced, %d are lit", len(replaced), lit)
			}
		})
	}
}

// anyBeside reports whether any of the eight chunks beside one is as told.
func anyBeside(pos world.ChunkPos, is func(world.ChunkPos) bool) bool {
	for i := range int32(9) {
		if i != 4 && is(world.ChunkPos{pos[0] + i%3 - 1, pos[1] + i/3 - 1}) {
			return true
		}
	}
	return false
}

// TestLightBesideDeleted puts a new chunk where there was one before somebody deleted it: the chunks around have its light yet.
func TestLightBesideDeleted(t *testing.T) {
	dir := testworld.Copy(t, "java-1.21")
	folder := filepath.Join(dir, "region")
	before := rawChunks(t, folder)
	var gone world.ChunkPos
	for pos := range before {
		if !anyBeside(pos, func(at world.ChunkPos) bool { return before[at] == nil || !before[at].LightOn }) {
			gone = pos
		}
	}
	s, err := region.Options{Sync: region.SyncNone}.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Delete(gone[0], gone[1]), s.Close()); err != nil {
		t.Fatal(err)
	}
	save(t, open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir), gone, columnOf("minecraft:stone", 100))
	for pos, c := range rawChunks(t, folder) {
		beside := anyBeside(pos, func(at world.ChunkPos) bool { return at == gone })
		if pos == gone || beside {
			checkDark(t, c)
		} else if c.LightOn != before[pos].LightOn {
			t.Errorf("chunk %v is lit: %t", pos, c.LightOn)
		}
	}
}

// TestLightOfNothing builds in worlds of air, where no array says whether there is a sky.
func TestLightOfNothing(t *testing.T) {
	for _, test := range []struct {
		name            string
		dim             world.Dimension
		region          string
		lowest, highest int8
		lit, sky        bool
	}{
		{"overworld", world.Overworld, "region", -4, 19, true, true},
		{"nether", world.Nether, "DIM-1/region", 0, 15, true, false},
		{"end", world.End, "DIM1/region", 0, 15, false, false}, // which has a sky in new games, and had none
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			folder := filepath.Join(dir, test.region)
			putLit(t, folder, test.lowest, test.highest, nil)
			p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
			err := editMiddle(t, p, test.dim, func(col *chunk.Column) {
				for x := uint8(6); x < 9; x++ {
					for z := uint8(6); z < 9; z++ {
						put(col, x, 100, z, "minecraft:magma_block") // of level 3, which stays within the chunk
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			chunks := rawChunks(t, folder)
			c := chunks[middle]
			if !test.lit {
				checkDark(t, c)
				return
			}
			if level := slowanvil.Nibble(c.Sections[6].BlockLight, 7, 101&15, 7); !c.LightOn || level != 2 {
				t.Fatalf("it is lit: %t, with level %d above the magma", c.LightOn, level)
			}
			if !test.sky {
				for y, s := range c.Sections {
					if s.SkyLight != nil {
						t.Errorf("section %d has sky light", y)
					}
				}
				return
			}
			if n, ok := newOracle(t).differences(t, chunks, middle); !ok || n > 0 {
				t.Errorf("%d cells have wrong light, proven %t", n, ok)
			}
		})
	}
}

// TestLightOfModdedBlocks has a block whose light nobody knows, in a place each, and a change of light nearby. The block shines, in the
// file.
func TestLightOfModdedBlocks(t *testing.T) {
	lamp := func(at world.ChunkPos) func(world.ChunkPos, nbt.Compound) {
		return func(pos world.ChunkPos, root nbt.Compound) {
			if pos != at {
				return
			}
			light := make([]byte, 2048)
			for i := range 4096 {
				d := max(i&15-8, 8-i&15) + max(i>>8-8, 8-i>>8) + max(i>>4&15-8, 8-i>>4&15)
				light[i/2] |= byte(max(6-d, 0)) << (i & 1 * 4)
			}
			s := sectionOf(root, 0)
			s["block_states"], s["BlockLight"] = oneBlock("mod:lamp"), light
		}
	}
	for _, test := range []struct {
		name   string
		lamp   world.ChunkPos
		change func(*chunk.Column)
		lit    bool
	}{
		{"broken", middle, func(col *chunk.Column) { put(col, 8, 8, 8, "minecraft:air") }, false},
		{"turned to stone", middle, func(col *chunk.Column) { put(col, 8, 8, 8, "minecraft:stone") }, false},
		{"beside a change", middle, func(col *chunk.Column) { put(col, 5, 8, 5, "minecraft:magma_block") }, false},
		{"in the next chunk", world.ChunkPos{middle[0] - 1, middle[1]}, func(col *chunk.Column) { put(col, 8, 8, 8, "minecraft:magma_block") }, false},
		{"nowhere", world.ChunkPos{}, func(col *chunk.Column) { put(col, 8, 8, 8, "minecraft:magma_block") }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			folder := filepath.Join(dir, "region")
			putLit(t, folder, -4, 19, lamp(test.lamp))
			p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
			if err := editMiddle(t, p, world.Overworld, test.change); err != nil {
				t.Fatal(err)
			}
			if c := rawChunk(t, folder, middle); !test.lit {
				checkDark(t, c)
			} else if !c.LightOn {
				t.Error("it is not lit")
			}
		})
	}
}

// TestLightOfStarlight changes a chunk that Starlight has lit, as Paper does. Beside each array Starlight keeps a number that says
// whether there is light, and it believes the number.
func TestLightOfStarlight(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "region")
	putLit(t, folder, -4, 19, func(_ world.ChunkPos, root nbt.Compound) {
		root["isLightOn"], root["starlight.light_version"] = int8(0), int32(9)
		for y := int32(-4); y <= 19; y++ {
			s := sectionOf(root, y)
			s["starlight.blocklight_state"], s["starlight.skylight_state"] = int32(1), int32(1) // nothing but 0
		}
	})
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	if err := editMiddle(t, p, world.Overworld, func(col *chunk.Column) { put(col, 8, 8, 8, "minecraft:magma_block") }); err != nil {
		t.Fatal(err)
	}
	for pos, c := range rawChunks(t, folder) {
		// All are reached: the section has its first block.
		if checkDark(t, c); t.Failed() {
			t.Fatalf("chunk %v", pos)
		}
	}
}

// TestLightBesideUnreadable changes a block at a border whose light reaches a chunk in another file, which cannot be read in several
// ways.
func TestLightBesideUnreadable(t *testing.T) {
	beside := world.ChunkPos{middle[0] - 1, middle[1]} // in another file
	glow := func(col *chunk.Column) { put(col, 0, 8, 8, "minecraft:glowstone") }

	t.Run("just now", func(t *testing.T) {
		dir := t.TempDir()
		folder := filepath.Join(dir, "region")
		putLit(t, folder, -4, 19, nil)
		faults := vfs.NewFaults(vfs.OS{})
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, FS: faults, Log: slog.New(slog.DiscardHandler)}, dir)
		col, err := p.LoadColumn(middle, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		glow(col)
		faults.Arm(vfs.Fault{Err: syscall.EMFILE, Match: func(op vfs.Op) bool { return filepath.Base(op.Name) == "r.0.0.mca" }})
		if err := p.StoreColumn(middle, world.Overworld, col); err != nil {
			t.Fatal(err)
		}
		if err := p.Flush(context.Background()); !errors.Is(err, syscall.EMFILE) {
			t.Errorf("the save says %v", err)
		}
		if !rawChunk(t, folder, middle).LightOn {
			t.Error("the chunk is written, and the one beside it keeps its light")
		}
		faults.Disarm()
		if err := p.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
		checkDark(t, rawChunk(t, folder, middle))
		checkDark(t, rawChunk(t, folder, beside))
	})

	t.Run("for it is unfinished", func(t *testing.T) {
		dir := t.TempDir()
		folder := filepath.Join(dir, "region")
		putLit(t, folder, -4, 19, func(pos world.ChunkPos, root nbt.Compound) {
			if pos == beside {
				root["Status"] = "minecraft:spawn" // the step after light
			}
		})
		before := rawChunk(t, folder, beside).Root
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		if err := editMiddle(t, p, world.Overworld, glow); err != nil {
			t.Fatal(err)
		}
		after := rawChunk(t, folder, beside)
		if checkDark(t, after); slowanvil.Int(before["isLightOn"]) != 1 {
			t.Error("it was not lit before")
		}
		delete(before, "isLightOn")
		delete(after.Root, "isLightOn")
		if !reflect.DeepEqual(before, after.Root) {
			t.Error("something else of it changed")
		}
	})

	t.Run("for it is damaged", func(t *testing.T) {
		dir := t.TempDir()
		folder := filepath.Join(dir, "region")
		putLit(t, folder, -4, 19, nil)
		putDoc(t, folder, beside, []byte("no NBT"))
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		if err := editMiddle(t, p, world.Overworld, glow); err != nil {
			t.Errorf("a damaged chunk keeps that beside it from being saved: %v", err)
		}
	})
}
