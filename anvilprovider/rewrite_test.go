package anvilprovider_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestRewrite writes chunks that did not change: every section is encoded anew, and comes back with the same cells and light.
func TestRewrite(t *testing.T) {
	dir := testworld.Copy(t, "java-1.21.1-mixed")
	p := open(t, anvilprovider.Config{ReadAhead: -1, Sync: region.SyncNone}, dir)
	read := func(pos world.ChunkPos, c *anvil.Chunk) []byte {
		s, err := region.Options{ReadOnly: true}.Open(filepath.Join(dir, "region"))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		data, _, err := s.Read(nil, pos[0], pos[1])
		if err != nil {
			t.Fatal(err)
		}
		if err := new(anvil.Decoder).Decode(data, c); err != nil {
			t.Fatal(err)
		}
		return data
	}
	moved := 0
	chunks := fullChunks(t, p, -16, 16)
	for _, pos := range chunks {
		var before, after anvil.Chunk
		a := read(pos, &before)
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		if written, err := p.Rewrite(pos, world.Overworld, col); !written || err != nil {
			t.Fatalf("%v: %t, %v", pos, written, err)
		}
		if b := read(pos, &after); !bytes.Equal(a, b) {
			moved++
		}
		if len(before.Sections) != len(after.Sections) || len(before.BlockEntities) != len(after.BlockEntities) || len(before.BlockTicks) != len(after.BlockTicks) {
			t.Fatalf("%v: parts are missing", pos)
		}
		for i := range before.Sections {
			x, y := &before.Sections[i], &after.Sections[i]
			if !bytes.Equal(x.BlockLight, y.BlockLight) || !bytes.Equal(x.SkyLight, y.SkyLight) {
				t.Errorf("%v: other light in section %d", pos, x.Y)
			}
			for cell := range 4096 {
				if x.Blocks.Present() && x.Blocks.Block(cell) != y.Blocks.Block(cell) {
					t.Fatalf("%v: cell %d of section %d is %s, not %s", pos, cell, x.Y, y.Blocks.Block(cell), x.Blocks.Block(cell))
				}
			}
		}
	}
	if s := p.Stats(); s.Written != int64(len(chunks)) || s.ChangedCells != 0 || len(chunks) == 0 {
		t.Errorf("%d chunks: %+v", len(chunks), s)
	}
	t.Logf("%d of %d chunks are laid out otherwise", moved, len(chunks))
}

// TestRewriteLeavesOldChunks does not upgrade.
func TestRewriteLeavesOldChunks(t *testing.T) {
	p := open(t, anvilprovider.Config{ReadAhead: -1, Sync: region.SyncNone}, testworld.Copy(t, "java-1.16.2-blocks"))
	pos := fullChunks(t, p, 0, 32)[0]
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	if written, err := p.Rewrite(pos, world.Overworld, col); written || err != nil {
		t.Errorf("%t, %v", written, err)
	}
}
