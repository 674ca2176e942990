package anvilprovider_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// oldWorlds are the real worlds of before 1.18.
var oldWorlds = []string{"java-1.8.9", "java-1.12.2", "java-1.13.2-blocks", "java-1.15.2", "java-1.16.2-blocks", "java-1.17.1", "flattening/1.12.2", "flattening/1.13"}

// TestOldWorlds loads every chunk of old worlds and saves some of them: those that were not changed stay as they are, and
// those that were come back as they were saved, in today's form, after the region file was kept aside.
func TestOldWorlds(t *testing.T) {
	for _, name := range oldWorlds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := testworld.Copy(t, name)
			regions := filepath.Join(dir, "region")
			before := files(t, regions)
			p := open(t, anvilprovider.Config{ReadAhead: -1, Sync: region.SyncNone}, dir)
			var chunks []world.ChunkPos
			err := slowanvil.Entries(regions, func(_ string, e slowanvil.Entry) error {
				pos := world.ChunkPos{e.X, e.Z}
				col, err := p.LoadColumn(pos, world.Overworld)
				if errors.Is(err, leveldb.ErrNotFound) {
					return nil
				} else if err != nil {
					return err
				}
				chunks = append(chunks, pos)
				if len(chunks)%8 == 0 {
					return p.StoreColumn(pos, world.Overworld, col)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
			if s := p.Stats(); s.Written != 0 || len(s.UnknownBlocks) != 0 || s.Loaded == 0 {
				t.Errorf("stats %+v", s)
			}
			if !maps.Equal(before, files(t, regions)) {
				t.Fatal("saving what did not change wrote something")
			}
			editOld(t, p, chunks)
			kept := files(t, filepath.Join(dir, "kestrel-backup", "region"))
			for file := range kept {
				if kept[file].content != before[file].content {
					t.Errorf("%s was not kept as it was", file)
				}
			}
			if len(kept) == 0 {
				t.Error("no region file was kept aside")
			}
		})
	}
}

// editOld changes some chunks, and compares all that is loaded then with what was saved.
func editOld(t *testing.T, p *anvilprovider.Provider, chunks []world.ChunkPos) {
	t.Helper()
	rnd, saved := rand.New(rand.NewPCG(1, 9)), make(map[world.ChunkPos]*chunk.Column)
	for i, pos := range chunks {
		if i%16 != 0 {
			continue
		}
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		makeEdit(col, pos, "minecraft:stone_bricks", rnd)
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			t.Fatal(err)
		}
		saved[pos] = col
	}
	if err := p.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	for pos, want := range saved {
		got, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		if diff := columnDiff(got, want); diff != "" {
			t.Errorf("%v: %s", pos, diff)
		}
	}
	t.Logf("%d of %d chunks changed and upgraded, %d beside them lost their light", len(saved), len(chunks), p.Stats().Darkened)
}

// columnDiff says in what two columns differ.
func columnDiff(a, b *chunk.Column) string {
	r := a.Chunk.Range()
	for y := int16(r[0]); y <= int16(r[1]); y++ {
		for x := range uint8(16) {
			for z := range uint8(16) {
				for layer := range uint8(2) {
					if i, j := a.Chunk.Block(x, y, z, layer), b.Chunk.Block(x, y, z, layer); i != j {
						return fmt.Sprintf("at %d,%d,%d: %s, want %s", x, y, z, describe(i), describe(j))
					}
				}
				if i, j := a.Chunk.Biome(x, y, z), b.Chunk.Biome(x, y, z); i != j {
					return fmt.Sprintf("at %d,%d,%d: biome %d, want %d", x, y, z, i, j)
				}
			}
		}
	}
	things := func(c *chunk.Column) (all []string) {
		for _, be := range c.BlockEntities {
			all = append(all, fmt.Sprint("block entity ", be.Pos, spoken(be.Data)))
		}
		for _, e := range c.Entities {
			all = append(all, fmt.Sprint("entity ", e.ID, spoken(e.Data)))
		}
		for _, u := range c.ScheduledBlocks {
			all = append(all, fmt.Sprint("tick ", u.Pos, u.Block, u.Tick-c.Tick))
		}
		slices.Sort(all)
		return all
	}
	return cmp.Diff(things(b), things(a))
}

// spoken returns a map without the Java forms that are kept beside what the server understands: they name their version.
func spoken(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any)
		for k, x := range v {
			if k != "java" && k != "dragonflyData" {
				m[k] = spoken(x)
			}
		}
		return m
	case []any:
		l := make([]any, len(v))
		for i := range v {
			l[i] = spoken(v[i])
		}
		return l
	}
	return v
}

func describe(rid uint32) string {
	name, props, _ := world.DefaultBlockRegistry.RuntimeIDToState(rid)
	return fmt.Sprint(name, props)
}

// TestOldNeighbourLosesItsLight changes a chunk at its border: the old chunk beside it, which is not saved, is no longer lit,
// and otherwise what it was.
func TestOldNeighbourLosesItsLight(t *testing.T) {
	for name, at := range map[string][2]world.ChunkPos{"java-1.16.2-blocks": {}, "java-1.8.9": {}, "java-1.15.2": {}} {
		dir := testworld.Copy(t, name)
		lit := make(map[world.ChunkPos]*slowanvil.Chunk)
		flag := func(c *slowanvil.Chunk) bool {
			return slowanvil.Int(c.Level["isLightOn"]) == 1 || slowanvil.Int(c.Level["LightPopulated"]) == 1
		}
		read := func(chunks map[world.ChunkPos]*slowanvil.Chunk) {
			err := slowanvil.Chunks(filepath.Join(dir, "region"), func(c *slowanvil.Chunk) error {
				chunks[world.ChunkPos{c.X, c.Z}] = c
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		read(lit)
		for pos, c := range lit {
			east := lit[world.ChunkPos{pos[0] + 1, pos[1]}]
			if c.Full && flag(c) && east != nil && east.Full && flag(east) {
				at = [2]world.ChunkPos{pos, {pos[0] + 1, pos[1]}}
			}
		}
		p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
		col, err := p.LoadColumn(at[0], world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		put(col, 15, 200, 4, "minecraft:glowstone")
		save(t, p, at[0], col)
		after := make(map[world.ChunkPos]*slowanvil.Chunk)
		read(after)
		east, was := after[at[1]], lit[at[1]]
		if flag(east) || !flag(was) {
			t.Errorf("%s: the light of %v is still trusted", name, at[1])
		}
		for _, c := range []*slowanvil.Chunk{east, was} {
			delete(c.Level, "isLightOn")
			delete(c.Level, "LightPopulated")
		}
		if diff := cmp.Diff(was.Root, east.Root); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestChestAcrossChunks loads a double chest of 1.12 whose halves are in two chunks: which half is which, a chunk of that time
// can only tell with the help of the other.
func TestChestAcrossChunks(t *testing.T) {
	dir := t.TempDir()
	for x, cell := range []int{15, 0} {
		blocks, data := make([]byte, 4096), make([]byte, 2048)
		blocks[5<<8|3<<4|cell] = 54                           // a chest
		data[(5<<8|3<<4|cell)/2] |= byte(2 << (cell & 1 * 4)) // that faces north
		section := nbt.Compound{"Y": uint8(0), "Blocks": blocks, "Data": data, "BlockLight": make([]byte, 2048), "SkyLight": make([]byte, 2048)}
		putTree(t, filepath.Join(dir, "region"), world.ChunkPos{int32(x), 0}, nbt.Compound{"DataVersion": int32(1343), "Level": nbt.Compound{
			"xPos": int32(x), "zPos": int32(0), "TerrainPopulated": uint8(1), "LightPopulated": uint8(1), "Biomes": make([]byte, 256),
			"Sections": nbt.List{Elem: nbt.TagCompound, Items: []any{section}},
		}})
	}
	p := open(t, anvilprovider.Config{ReadOnly: true}, dir)
	for x, partner := range []int32{16, 15} {
		col, err := p.LoadColumn(world.ChunkPos{int32(x), 0}, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		if len(col.BlockEntities) != 1 || col.BlockEntities[0].Data["pairx"] != partner || col.BlockEntities[0].Data["pairz"] != int32(3) {
			t.Errorf("chunk %d: %v", x, col.BlockEntities)
		}
	}
}

// TestUpgradeRefused leaves an old chunk alone, and says so.
func TestUpgradeRefused(t *testing.T) {
	dir := testworld.Copy(t, "java-1.16.2-blocks")
	before := files(t, filepath.Join(dir, "region"))
	p, err := anvilprovider.Config{Upgrade: anvilprovider.UpgradeRefuse, Log: slog.New(slog.DiscardHandler)}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	chunks := fullChunks(t, p, 0, 32)
	col, err := p.LoadColumn(chunks[0], world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.StoreColumn(chunks[0], world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	if err := p.Flush(context.Background()); err != nil {
		t.Error("a chunk that did not change was refused: ", err)
	}
	col.Entities = append(col.Entities, chunk.Entity{ID: 9, Data: map[string]any{"identifier": "minecraft:egg", "Pos": []float32{1, 2, 3}, "Motion": []float32{0, 0, 0}}})
	makeEdit(col, chunks[0], "minecraft:glowstone", rand.New(rand.NewPCG(1, 2)))
	if err := p.StoreColumn(chunks[0], world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	if err := p.Flush(context.Background()); !errors.Is(err, anvilprovider.ErrUpgrade) {
		t.Errorf("got %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if !maps.Equal(before, files(t, filepath.Join(dir, "region"))) {
		t.Error("the region files changed")
	}
	if _, err := os.Stat(filepath.Join(dir, "kestrel-backup")); err == nil {
		t.Error("a copy was made for nothing")
	}
}
