package anvilprovider_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// rawChunk reads a chunk of a folder of regions with the slow reader.
func rawChunk(t testing.TB, folder string, pos world.ChunkPos) *slowanvil.Chunk {
	t.Helper()
	var found *slowanvil.Chunk
	err := slowanvil.Chunks(folder, func(c *slowanvil.Chunk) error {
		if c.X == pos[0] && c.Z == pos[1] {
			found = c
		}
		return nil
	})
	if err != nil || found == nil {
		t.Fatal("no chunk: ", err)
	}
	return found
}

// save stores a column and waits until it is in its file.
func save(t testing.TB, p *anvilprovider.Provider, pos world.ChunkPos, col *chunk.Column) {
	t.Helper()
	if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	if err := p.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// put sets a block of a column by its Java state.
func put(col *chunk.Column, x uint8, y int16, z uint8, key string) {
	im := imageOf(key)
	col.Chunk.SetBlock(x, y, z, 0, im.block)
	col.Chunk.SetBlock(x, y, z, 1, im.liquid)
}

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

// TestEntitiesComeAndGo stores an item on the ground, moves it, and takes it away. An animal beside it, which the server does
// not know, stays to the last bit, as does an unknown tag of the document.
func TestEntitiesComeAndGo(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{0, 0}
	pig := nbt.Compound{"id": "minecraft:pig", "Pos": nbt.List{Elem: nbt.TagDouble, Items: []any{1.5, 64.0, 2.5}}, "UUID": []int32{1, 2, 3, 4}}
	doc, err := nbt.Append(nil, "", nbt.Compound{"DataVersion": int32(4671), "Position": []int32{0, 0}, "mod:tag": int64(7),
		"Entities": nbt.List{Elem: nbt.TagCompound, Items: []any{pig}}})
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "entities")
	s, err := region.Options{}.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(0, 0, doc); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err = region.Options{}.Open(filepath.Join(dir, "region"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(0, 0, anvil.Blank(0, 0, 4671, -4, 19, "minecraft:plains")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	read := func() (item map[string]any, n int) {
		entries, err := slowanvil.ReadRegion(filepath.Join(folder, "r.0.0.mca"))
		if err != nil || len(entries) != 1 || entries[0].Err != nil {
			t.Fatal("entities: ", err)
		}
		root, err := slowanvil.Parse(entries[0].NBT)
		if err != nil || slowanvil.Int(root["mod:tag"]) != 7 || slowanvil.Int(root["DataVersion"]) != 4671 {
			t.Fatalf("document %v: %v", root, err)
		}
		list, _ := root["Entities"].([]any)
		for _, v := range list {
			m := v.(map[string]any)
			if m["id"] == "minecraft:pig" {
				n++
			} else {
				item = m
			}
		}
		if n != 1 {
			t.Errorf("%d pigs", n)
		}
		return item, len(list)
	}
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(col.Entities) != 0 {
		t.Fatalf("%v, %v", col.Entities, err)
	}
	thing := chunk.Entity{ID: 99, Data: map[string]any{"identifier": "minecraft:item", "Pos": []float32{3.5, 70, 4.5}, "Motion": []float32{0, 0, 0},
		"Item": map[string]any{"Name": "minecraft:apple", "Count": byte(3), "Damage": int16(0)}, "Age": int16(5), "PickupDelay": int64(10)}}
	col.Entities = []chunk.Entity{thing}
	save(t, p, pos, col)
	if item, n := read(); n != 2 || item["id"] != "minecraft:item" {
		t.Errorf("%d entities, item %v", n, item)
	}
	if col, err = p.LoadColumn(pos, world.Overworld); err != nil || len(col.Entities) != 1 || col.Entities[0].ID != 99 {
		t.Fatalf("%v, %v", col.Entities, err)
	}
	written := p.Stats().Written
	save(t, p, pos, col)
	if p.Stats().Written != written {
		t.Error("entities that did not change were written")
	}
	col.Entities[0].Data["Pos"] = []float32{3.5, 65, 4.5}
	save(t, p, pos, col)
	if item, _ := read(); item["Pos"].([]any)[1] != 65.0 {
		t.Errorf("moved item: %v", item["Pos"])
	}
	col.Entities = nil
	save(t, p, pos, col)
	if item, n := read(); n != 1 {
		t.Errorf("%d entities, item %v", n, item)
	}
}

// TestBrokenEntitiesDoNotMatter damages the entities of a chunk: its terrain loads and is saved, and the damaged document stays.
func TestBrokenEntitiesDoNotMatter(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{0, 0}
	for folder, doc := range map[string][]byte{"entities": []byte("no NBT"), "region": anvil.Blank(0, 0, 4671, -4, 19, "minecraft:plains")} {
		s, err := region.Options{}.Open(filepath.Join(dir, folder))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Write(0, 0, doc); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	put(col, 1, 2, 3, "minecraft:stone")
	col.Entities = []chunk.Entity{{ID: 9, Data: map[string]any{"identifier": "minecraft:egg", "Pos": []float32{1, 2, 3}, "Motion": []float32{0, 0, 0}}}}
	save(t, p, pos, col)
	if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(1, 2, 3); got != "minecraft:stone" {
		t.Errorf("block %s", got)
	}
	entries, err := slowanvil.ReadRegion(filepath.Join(dir, "entities", "r.0.0.mca"))
	if err != nil || len(entries) != 1 || string(entries[0].NBT) != "no NBT" {
		t.Errorf("the damaged document did not stay: %v, %v", entries, err)
	}
}

// TestTicks keeps ticks that the server was not given, and writes those that it has.
func TestTicks(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{0, 0}
	p := open(t, anvilprovider.Config{Sync: region.SyncNone}, dir)
	col := columnOf(placed[1], 0)
	put(col, 3, 10, 4, "minecraft:water[level=0]")
	water := imageOf("minecraft:water[level=0]").block
	col.Tick = 1000
	col.ScheduledBlocks = []chunk.ScheduledBlockUpdate{{Pos: cube.Pos{3, 10, 4}, Block: water, Tick: 1007}}
	save(t, p, pos, col)
	c := rawChunk(t, filepath.Join(dir, "region"), pos)
	list, _ := c.Root["fluid_ticks"].([]any)
	if len(list) != 1 {
		t.Fatalf("fluid ticks: %v", c.Root["fluid_ticks"])
	}
	if tick := list[0].(map[string]any); tick["i"] != "minecraft:water" || slowanvil.Int(tick["t"]) != 7 || slowanvil.Int(tick["y"]) != 10 {
		t.Errorf("tick %v", tick)
	}
	again, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || len(again.ScheduledBlocks) != 1 {
		t.Fatalf("%v, %v", again.ScheduledBlocks, err)
	}
	if u := again.ScheduledBlocks[0]; u.Tick-again.Tick != 7 || u.Block != water || u.Pos != (cube.Pos{3, 10, 4}) {
		t.Errorf("tick %+v at %d", u, again.Tick)
	}
	written := p.Stats().Written
	again.Tick, again.ScheduledBlocks[0].Tick = 500, 507
	save(t, p, pos, again)
	if p.Stats().Written != written {
		t.Error("the same delay was written again")
	}
	again.ScheduledBlocks = nil
	save(t, p, pos, again)
	if list, _ := rawChunk(t, filepath.Join(dir, "region"), pos).Root["fluid_ticks"].([]any); len(list) != 0 {
		t.Errorf("fluid ticks: %v", list)
	}
}

// TestUpperNetherStays changes a chunk of the nether, of which Java has twice the height: the upper half stays.
func TestUpperNetherStays(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "DIM-1", "region")
	s, err := region.Options{}.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	var d anvil.Decoder
	var c anvil.Chunk
	if err := d.Decode(anvil.Blank(0, 0, 4671, 0, 15, "minecraft:nether_wastes"), &c); err != nil {
		t.Fatal(err)
	}
	high := c.At(12).EditBlocks()
	high.Set(5, "mod:glowing_thing[lit=true]")
	var e anvil.Encoder
	doc, err := e.Append(nil, &c, &anvil.Edit{Sections: []anvil.SectionEdit{{Y: 12, Blocks: high}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(0, 0, doc); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
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
	if got := raw.State(5, 192, 0); got != "mod:glowing_thing[lit=true]" {
		t.Errorf("the upper half has %s", got)
	}
	if got := raw.State(1, 2, 3); got != "minecraft:netherrack" || len(raw.Sections) != 16 {
		t.Errorf("%s in %d sections", got, len(raw.Sections))
	}
}

// TestUnknownBlockStays loads a block of a mod, shown as another, and saves its chunk after a change beside it.
func TestUnknownBlockStays(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{0, 0}
	s, err := region.Options{}.Open(filepath.Join(dir, "region"))
	if err != nil {
		t.Fatal(err)
	}
	var d anvil.Decoder
	var c anvil.Chunk
	if err := d.Decode(anvil.Blank(0, 0, 4671, -4, 19, "mod:strange_place"), &c); err != nil {
		t.Fatal(err)
	}
	cells := c.At(0).EditBlocks()
	cells.Set(0, "mod:machine[facing=north,power=15]")
	var e anvil.Encoder
	doc, err := e.Append(nil, &c, &anvil.Edit{Sections: []anvil.SectionEdit{{Y: 0, Blocks: cells}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(0, 0, doc); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
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
