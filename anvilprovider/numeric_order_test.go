package anvilprovider_test

import (
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// numericTree is chunk x,0 as 1.12.2 writes it, with blocks at y 64 in the columns x, z: their ids and metas.
func numericTree(x int32, cells map[[2]int][2]byte) nbt.Compound {
	ids, data := make([]byte, 4096), make([]byte, 2048)
	for at, block := range cells {
		i := at[1]<<4 | at[0]
		ids[i] = block[0]
		data[i/2] |= block[1] << (i % 2 * 4)
	}
	empty := nbt.List{Elem: nbt.TagCompound}
	return nbt.Compound{"DataVersion": int32(1343), "Level": nbt.Compound{"xPos": x, "zPos": int32(0), "TerrainPopulated": uint8(1), "LightPopulated": uint8(1),
		"Biomes": make([]byte, 256), "HeightMap": make([]int32, 256), "Entities": empty, "TileEntities": empty,
		"Sections": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Y": uint8(4), "Blocks": ids, "Data": data,
			"BlockLight": make([]byte, 2048), "SkyLight": make([]byte, 2048)}}}}}
}

// TestUpgradeOrder has two chunks of 1.12 with a double chest, corners of stairs and a fence across their border. Whichever is
// upgraded first, all stay what they are; and what a player puts at the border that 1.12 did not have counts for what it is.
func TestUpgradeOrder(t *testing.T) {
	const chest, stairs, oak = 54, 53, 85
	for first := range int32(2) {
		dir := t.TempDir()
		regions := filepath.Join(dir, "region")
		if err := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir).Close(); err != nil {
			t.Fatal(err)
		}
		putTree(t, regions, world.ChunkPos{0, 0}, numericTree(0, map[[2]int][2]byte{
			{15, 2}: {chest, 2}, {15, 6}: {stairs, 0}, {15, 10}: {stairs, 2}, {15, 13}: {oak, 0}}))
		putTree(t, regions, world.ChunkPos{1, 0}, numericTree(1, map[[2]int][2]byte{
			{0, 2}: {chest, 2}, {0, 6}: {stairs, 2}, {0, 10}: {stairs, 1}, {0, 13}: {oak, 0}, {0, 0}: {oak, 0}, {0, 4}: {oak, 0}, {0, 8}: {oak, 0}}))
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
		for _, x := range []int32{first, 1 - first} {
			col, err := p.LoadColumn(world.ChunkPos{x, 0}, world.Overworld)
			if err != nil {
				t.Fatal(err)
			}
			put(col, 7, 100, 7, placed[1])
			if x == 0 {
				put(col, 15, 64, 0, "minecraft:blackstone")
				put(col, 15, 64, 4, "minecraft:cherry_fence[east=false,north=false,south=false,waterlogged=false,west=false]")
				put(col, 15, 64, 8, "minecraft:cherry_sapling[stage=0]")
			}
			save(t, p, world.ChunkPos{x, 0}, col)
		}
		for x, want := range []map[int]string{
			{2: "chest[facing=north,type=left]", 6: "oak_stairs[facing=east,half=bottom,shape=outer_right]",
				10: "oak_stairs[facing=south,half=bottom,shape=straight]", 13: "oak_fence[east=true,north=false,south=false,west=false]",
				4: "cherry_fence[east=true,north=false,south=false,waterlogged=false,west=false]"},
			{2: "chest[facing=north,type=right]", 6: "oak_stairs[facing=south,half=bottom,shape=straight]",
				10: "oak_stairs[facing=west,half=bottom,shape=outer_left]", 13: "oak_fence[east=false,north=false,south=false,west=true]",
				0: "oak_fence[east=false,north=false,south=false,west=true]", 4: "oak_fence[east=false,north=false,south=false,west=true]",
				8: "oak_fence[east=false,north=false,south=false,west=false]"},
		} {
			c := rawChunk(t, regions, world.ChunkPos{int32(x), 0})
			if c.DataVersion == 1343 {
				t.Errorf("chunk %d was not upgraded", x)
			}
			for z, want := range want {
				if got := c.State(15-15*x, 64, z); got != "minecraft:"+want {
					t.Errorf("chunk %d first: chunk %d, z %d: %s, want %s", first, x, z, got, want)
				}
			}
		}
	}
}
