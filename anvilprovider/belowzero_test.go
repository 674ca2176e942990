package anvilprovider_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// unfilled makes a chunk one that the game has upgraded from 1.17 and has yet to fill below height 0: bedrock at 0 with a hole, stone
// above, one block of a mod, and the status and target given. It says that it is lit, as one is that the game has nearly finished.
func unfilled(root nbt.Compound, status string, retrogen any) {
	data := make([]int64, 256)
	for i := range 4096 {
		data[i/16] |= 2 << (i % 16 * 4)
	}
	for i := range 256 {
		data[i/16] &^= 3 << (i % 16 * 4)
		data[i/16] |= 1 << (i % 16 * 4)
	}
	data[0] &^= 15
	data[255] |= 3 << 60
	palette := nbt.List{Elem: nbt.TagCompound}
	for _, name := range []string{"minecraft:air", "minecraft:bedrock", "minecraft:stone", "mod:machine"} {
		palette.Items = append(palette.Items, nbt.Compound{"Name": name})
	}
	s := sectionOf(root, 0)
	s["block_states"], s["mod:tag"] = nbt.Compound{"data": data, "palette": palette}, "kept"
	s["BlockLight"] = make([]byte, 2048)
	root["Status"], root["below_zero_retrogen"] = status, retrogen
	root["blending_data"] = nbt.Compound{"old_noise": int8(1)}
	root["isLightOn"] = int8(1)
}

// target is the tag of a chunk that had a status before the game's upgrade.
func target(status string) nbt.Compound {
	return nbt.Compound{"target_status": status, "missing_bedrock": []int64{1}}
}

// TestBelowZero serves chunks that the game has upgraded from 1.17 and not loaded since. What was built in them is there, and a
// change keeps it, and keeps them chunks that the game fills below height 0.
func TestBelowZero(t *testing.T) {
	for _, test := range []struct{ status, target string }{
		{"minecraft:empty", "heightmaps"}, {"minecraft:empty", "minecraft:heightmaps"}, {"empty", "minecraft:spawn"}, {"minecraft:empty", "minecraft:light"},
		{"minecraft:empty", "minecraft:full"}, {"minecraft:noise", "minecraft:spawn"}, {"minecraft:light", "minecraft:spawn"},
	} {
		t.Run(test.status+" "+test.target, func(t *testing.T) {
			dir := t.TempDir()
			folder := filepath.Join(dir, "region")
			putLit(t, folder, -4, 19, func(pos world.ChunkPos, root nbt.Compound) {
				if pos == middle {
					unfilled(root, test.status, target(test.target))
				}
			})
			before := rawChunks(t, folder)
			p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
			if err := editMiddle(t, p, world.Overworld, func(*chunk.Column) {}); err != nil {
				t.Fatal(err)
			}
			if after := rawChunks(t, folder); !reflect.DeepEqual(before[middle].Root, after[middle].Root) {
				t.Error("a chunk in which nothing changed was written")
			}
			err := editMiddle(t, p, world.Overworld, func(col *chunk.Column) {
				for _, y := range []int16{1, 15} {
					if got := col.Chunk.Block(8, y, 8, 0); got != imageOf("minecraft:stone").block {
						t.Errorf("the server sees at height %d: %s", y, describe(got))
					}
				}
				put(col, 8, 100, 8, "minecraft:magma_block")
				put(col, 7, 0, 7, "minecraft:air")
			})
			if err != nil {
				t.Fatal(err)
			}
			after := rawChunks(t, folder)
			c := after[middle]
			for y := -64; y < 320; y++ {
				for i := range 256 {
					want := before[middle].State(i&15, y, i>>4)
					switch {
					case y == 100 && i == 8<<4|8:
						want = "minecraft:magma_block"
					case y == 0 && i == 7<<4|7:
						want = "minecraft:air"
					}
					if got := c.State(i&15, y, i>>4); got != want {
						t.Fatalf("%d,%d,%d is %s, want %s", i&15, y, i>>4, got, want)
					}
				}
			}
			for _, name := range []string{"Status", "below_zero_retrogen", "blending_data"} {
				if !reflect.DeepEqual(c.Root[name], before[middle].Root[name]) {
					t.Errorf("%s is %v, and was %v", name, c.Root[name], before[middle].Root[name])
				}
			}
			// The game is still to put blocks into it: its light is not known, nor is any that comes through it.
			for pos := range after {
				checkDark(t, after[pos])
			}
			if _, err := os.Stat(filepath.Join(dir, "kestrel-backup")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("there is a backup: %v", err)
			}
		})
	}
}

// TestBesideBelowZero changes the light of a chunk beside one that the game has yet to fill below height 0, and of such a chunk itself.
// It cannot be computed, where it can be if both are finished.
func TestBesideBelowZero(t *testing.T) {
	for name, test := range map[string]struct {
		unfilled world.ChunkPos
		lit      bool
	}{
		"beside":  {world.ChunkPos{middle[0] + 1, middle[1]}, false},
		"itself":  {middle, false},
		"nowhere": {world.ChunkPos{}, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			folder := filepath.Join(dir, "region")
			putLit(t, folder, -4, 19, func(pos world.ChunkPos, root nbt.Compound) {
				if pos == test.unfilled {
					root["Status"], root["below_zero_retrogen"] = "minecraft:light", target("minecraft:spawn")
				}
			})
			p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
			if err := editMiddle(t, p, world.Overworld, func(col *chunk.Column) { put(col, 8, 100, 8, "minecraft:magma_block") }); err != nil {
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

// TestBuiltBelowZero builds where the game would put its terrain. The chunk is finished then, and what was stored is in a copy.
func TestBuiltBelowZero(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "region")
	root := blankTree(t)
	unfilled(root, "minecraft:empty", target("minecraft:spawn"))
	writeDoc(t, folder, root)
	before := readDoc(t, folder)
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	col, err := p.LoadColumn(world.ChunkPos{}, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	put(col, 3, -1, 3, "minecraft:oak_planks")
	save(t, p, world.ChunkPos{}, col)
	c := rawChunk(t, folder, world.ChunkPos{})
	if _, ok := c.Root["below_zero_retrogen"]; ok || c.Root["Status"] != "minecraft:full" || c.LightOn {
		t.Errorf("Status %v, tag there %v, lit %v", c.Root["Status"], ok, c.LightOn)
	}
	for y, want := range map[int]string{-1: "minecraft:oak_planks", 0: "minecraft:bedrock", 1: "minecraft:stone", -2: "minecraft:air"} {
		if got := c.State(3, y, 3); got != want {
			t.Errorf("at height %d is %s, want %s", y, got, want)
		}
	}
	if kept := readDoc(t, filepath.Join(dir, "kestrel-backup", "region")); !reflect.DeepEqual(kept, before) {
		t.Error("the copy is not what was stored")
	}
}

// TestBelowZeroUnclear has tags that say something else. A chunk whose generation had not come to its blocks' end is unfinished; one
// whose tag cannot be understood cannot be read, and stays as it is.
func TestBelowZeroUnclear(t *testing.T) {
	for name, test := range map[string]struct {
		retrogen any
		absent   bool
	}{
		"carved only":     {target("minecraft:liquid_carvers"), true},
		"without trees":   {target("features"), true},
		"nothing":         {target("minecraft:empty"), true},
		"unknown target":  {target("minecraft:polished"), false},
		"without target":  {nbt.Compound{"missing_bedrock": []int64{1}}, false},
		"target a number": {nbt.Compound{"target_status": int32(3)}, false},
		"no compound":     {"minecraft:spawn", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			folder := filepath.Join(dir, "region")
			root := blankTree(t)
			unfilled(root, "minecraft:empty", test.retrogen)
			writeDoc(t, folder, root)
			before := files(t, folder)
			p, err := anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Log: slog.New(slog.DiscardHandler)}.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.LoadColumn(world.ChunkPos{}, world.Overworld)
			var unreadable *anvilprovider.ChunkError
			if errors.Is(err, leveldb.ErrNotFound) != test.absent || errors.As(err, &unreadable) == test.absent {
				t.Errorf("the error is %v", err)
			}
			if test.absent {
				if err := p.Close(); err != nil {
					t.Fatal(err)
				}
				return
			}
			if err := p.StoreColumn(world.ChunkPos{}, world.Overworld, columnOf("minecraft:stone", 100)); err != nil {
				t.Fatal(err)
			}
			if err := p.Flush(context.Background()); err == nil {
				t.Error("something was saved over it")
			}
			_ = p.Close()
			for name, was := range before {
				if is := files(t, folder)[name]; is.content != was.content {
					t.Errorf("%s has changed", name)
				}
			}
		})
	}
}
