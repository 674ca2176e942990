package anvilprovider_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// TestHeightmapsOfTallWorlds changes a block in chunks of worlds so high that their height maps take as many longs with 11 bits to a
// height as with 12. The chunk says by its sections which it is. Where it does not, a map goes, and the game makes it anew; whatever
// is no height map stays.
func TestHeightmapsOfTallWorlds(t *testing.T) {
	for name, test := range map[string]struct {
		lowest, highest int8
		width           int
		told            bool
	}{
		"as high as can be":       {-127, 126, 12, true},
		"11 bits":                 {-64, 62, 11, true},
		"384, maps of 11 bits":    {-4, 19, 11, false},
		"384, maps that fit them": {-4, 19, 9, true},
	} {
		dir, pos, per := t.TempDir(), world.ChunkPos{}, 64/test.width
		folder := filepath.Join(dir, "region")
		_, tree, err := nbt.Decode(anvil.Blank(0, 0, 4671, test.lowest, test.highest, "minecraft:plains"), nbt.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		bottom := int(test.lowest) << 4
		height := func(i int) int { return i%2*250 + 20 }
		words := make([]int64, (256+per-1)/per)
		for i := range 256 {
			words[i/per] |= int64(height(i)) << (i % per * test.width)
		}
		tree["Heightmaps"] = nbt.Compound{"WORLD_SURFACE": words, "OCEAN_FLOOR": []int64{1, 2, 3}, "mod:map": words}
		writeDoc(t, folder, tree)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		put(col, 1, 200, 1, "minecraft:stone")
		save(t, p, pos, col)
		maps := readDoc(t, folder)["Heightmaps"].(map[string]any)
		if len(slowanvil.Longs(maps["OCEAN_FLOOR"])) != 3 || len(slowanvil.Longs(maps["mod:map"])) != len(words) {
			t.Errorf("%s: what is no height map has changed: %v", name, maps)
		}
		got, stays := maps["WORLD_SURFACE"]
		if stays != test.told {
			t.Errorf("%s: the map stays: %v", name, stays)
		}
		if !stays {
			continue
		}
		for i := range 256 {
			want := height(i)
			if i == 1<<4|1 {
				want = 201 - bottom
			}
			if h := int(slowanvil.Longs(got)[i/per]) >> (i % per * test.width) & (1<<test.width - 1); h != want {
				t.Errorf("%s: column %d is %d high, want %d", name, i, h, want)
			}
		}
	}
}

// TestOddBottom changes a block in chunks that say that they begin deeper than any world does, or as deep as a number allows. The
// save ends, and the maps have heights above the bottom that the chunk names, or that the dimension has.
func TestOddBottom(t *testing.T) {
	for yPos, bottom := range map[int32]int{-128: -2048, -129: -64, -200: -64, 1 << 30: -64} {
		dir, pos := t.TempDir(), world.ChunkPos{}
		folder := filepath.Join(dir, "region")
		tree := blankTree(t)
		tree["yPos"], tree["isLightOn"] = yPos, uint8(1)
		tree["Heightmaps"] = nbt.Compound{"WORLD_SURFACE": make([]int64, 37)}
		writeDoc(t, folder, tree)
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		put(col, 0, -60, 0, "minecraft:stone")
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		if err := p.Flush(ctx); err != nil {
			t.Fatalf("yPos %d: %v", yPos, err) // Closing would wait for ever.
		}
		cancel()
		words := slowanvil.Longs(readDoc(t, folder)["Heightmaps"].(map[string]any)["WORLD_SURFACE"])
		if got, want := int(words[0]&511), (-59-bottom)&511; got != want {
			t.Errorf("yPos %d: the height is %d, want %d", yPos, got, want)
		}
	}
}
