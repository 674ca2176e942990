package anvilprovider

import (
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// TestDarkenedMeanwhile merges a column whose change does not matter to light, while the save of a chunk beside it takes the light
// away from the stored chunk. What was read, with the light that is now wrong, is not written over that: the merge begins anew.
func TestDarkenedMeanwhile(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	putLitStone(t, filepath.Join(dir, "region"))
	p, err := Config{ReadAhead: -1, Sync: region.SyncNone, Log: slog.New(slog.DiscardHandler)}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	col.Chunk.SetBlock(1, 64, 1, 0, world.BlockRuntimeID(block.Dirt{}))
	dim, err := p.dims.of(world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.registry()
	if err != nil {
		t.Fatal(err)
	}
	snap, err := snapshotOf(col, b)
	if err != nil {
		t.Fatal(err)
	}
	k, w := key{dim, pos}, p.workers.get(b)
	defer p.workers.put(w)
	w.merging = true
	m := &merger{p: p, w: w, k: k, content: content{snap: snap}, cells: make(map[int8]*anvil.Cells), bedrock: &w.bedrock}
	if err := m.open(); err != nil {
		t.Fatal(err)
	}
	if err := m.merge(); err != nil {
		t.Fatal(err)
	}
	if !w.chunk.LightOn || m.relights || m.empty() {
		t.Fatalf("lit %t, matters to light %t, empty %t: there is nothing to lose", w.chunk.LightOn, m.relights, m.empty())
	}
	if err := p.darkenChunk(k, b); err != nil {
		t.Fatal(err)
	}
	if done, err := m.finish(false); done || err != nil {
		t.Errorf("the merge is done: %t, %v", done, err)
	}
	if _, err := p.writeColumn(k, content{snap: snap}); err != nil {
		t.Fatal(err)
	}
	if err := p.readChunk(w, dim, pos); err != nil {
		t.Fatal(err)
	}
	if w.chunk.LightOn {
		t.Error("the chunk has its light back")
	}
	if key := w.stateAt(pos, 1, 64, 1); key != "minecraft:dirt" {
		t.Errorf("the change is lost: %s", key)
	}
}

// putLitStone stores a chunk that says that its light is complete, with a section of stone from height 64 on.
func putLitStone(t *testing.T, folder string) {
	t.Helper()
	_, root, err := nbt.Decode(anvil.Blank(0, 0, DefaultDataVersion, -4, 19, "minecraft:plains"), nbt.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	root["isLightOn"] = uint8(1)
	sections, _ := root.List("sections")
	for _, v := range sections.Items {
		s := v.(nbt.Compound)
		s["BlockLight"] = make([]byte, 2048)
		if y, _ := s.Int("Y"); y == 4 {
			s["block_states"] = nbt.Compound{"palette": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Name": "minecraft:stone"}}}}
		}
	}
	doc, err := nbt.Append(nil, "", root)
	if err != nil {
		t.Fatal(err)
	}
	s, err := region.Options{Sync: region.SyncNone}.Open(folder)
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
