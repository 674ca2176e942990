package anvilprovider_test

import (
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestUnknownCells loads a chunk with blocks and biomes that the server does not have: they are counted in cells, in sections of one block
// and in others.
func TestUnknownCells(t *testing.T) {
	dir := t.TempDir()
	names := func(list ...string) nbt.List {
		l := nbt.List{Elem: nbt.TagCompound}
		for _, name := range list {
			l.Items = append(l.Items, nbt.Compound{"Name": name})
		}
		return l
	}
	mixed := make([]int64, 256)
	mixed[0], mixed[255] = 0x0000000000002111, 1 // three of the first kind, one of the second, and one more of the first
	root := blankTree(t)
	root["sections"] = nbt.List{Elem: nbt.TagCompound, Items: []any{
		nbt.Compound{"Y": uint8(0), "block_states": nbt.Compound{"palette": names("mod:gear")},
			"biomes": nbt.Compound{"palette": nbt.List{Elem: nbt.TagString, Items: []any{"minecraft:plains", "mod:hills"}}, "data": []int64{7}}},
		nbt.Compound{"Y": uint8(1), "block_states": nbt.Compound{"palette": names("minecraft:air", "mod:gear", "mod:wheel"), "data": mixed},
			"biomes": nbt.Compound{"palette": nbt.List{Elem: nbt.TagString, Items: []any{"mod:hills"}}}},
	}}
	writeDoc(t, filepath.Join(dir, "region"), root)
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	if _, err := p.LoadColumn(world.ChunkPos{}, world.Overworld); err != nil {
		t.Fatal(err)
	}
	s := p.Stats()
	if s.UnknownBlocks["mod:gear"] != 4096+4 || s.UnknownBlocks["mod:wheel"] != 1 || s.UnknownBiomes["mod:hills"] != 4096+3*64 {
		t.Errorf("blocks %v, biomes %v", s.UnknownBlocks, s.UnknownBiomes)
	}
}
