package relight_test

import (
	"errors"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/example-server/internal/relight"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// world is 5x5 chunks of a stone floor with the lid of sky above, a torch in the middle chunk, and one block that nobody knows in a corner chunk.
func world(t *testing.T) map[[2]int32][]byte {
	t.Helper()
	chunks := map[[2]int32][]byte{}
	for z := int32(0); z < 5; z++ {
		for x := int32(0); x < 5; x++ {
			var d anvil.Decoder
			var e anvil.Encoder
			var c anvil.Chunk
			if err := d.Decode(anvil.Blank(x, z, 0, -4, 19, "minecraft:plains"), &c); err != nil {
				t.Fatal(err)
			}
			blocks := anvil.NewBlocks("minecraft:air")
			for i := range 256 {
				blocks.Set(i, "minecraft:stone")
			}
			if x == 1 && z == 1 {
				blocks.Set(1<<8|8<<4|15, "minecraft:torch") // at the border to chunk 2, 1
			}
			if x == 4 && z == 4 {
				blocks.Set(1<<8, "mod:machine")
			}
			data, err := e.Append(nil, &c, &anvil.Edit{Sections: []anvil.SectionEdit{{Y: 4, Blocks: blocks}}})
			if err != nil {
				t.Fatal(err)
			}
			chunks[[2]int32{x, z}] = data
		}
	}
	return chunks
}

func TestWrite(t *testing.T) {
	chunks := world(t)
	read := func(x, z int32) ([]byte, bool) { data, ok := chunks[[2]int32{x, z}]; return data, ok }
	l, err := relight.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Light(0, 0, relight.SkyShines, read); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Compare(1, 1); !errors.Is(err, relight.ErrIneligible) {
		t.Errorf("a chunk without light is compared: %v", err)
	}
	for pos, data := range chunks {
		out, changed, err := l.Write(pos[0], pos[1], data)
		if near := pos[0] >= 3 && pos[1] >= 3; near != errors.Is(err, relight.ErrUnknown) || !near && (err != nil || !changed) {
			t.Errorf("chunk %v: changed %v, %v", pos, changed, err)
		}
		if err == nil {
			chunks[pos] = out
		}
	}
	if _, _, err := l.Write(9, 9, nil); !errors.Is(err, relight.ErrAbsent) {
		t.Errorf("a chunk that is not there: %v", err)
	}
	root, err := slowanvil.Parse(chunks[[2]int32{2, 1}])
	if err != nil {
		t.Fatal(err)
	}
	c, err := slowanvil.Decode(root)
	if err != nil || !c.LightOn {
		t.Fatalf("the chunk beside the torch says that it is lit: %v, %v", c.LightOn, err)
	}
	s := c.Sections[4]
	for x, want := range []int{13, 12, 11} {
		if got := slowanvil.Nibble(s.BlockLight, x, 1, 8); got != want {
			t.Errorf("%d cells from the torch block light is %d, want %d", x+1, got, want)
		}
	}
	if sky, stone := slowanvil.Nibble(s.SkyLight, 5, 1, 5), slowanvil.Nibble(s.SkyLight, 5, 0, 5); sky != 15 || stone != 0 {
		t.Errorf("sky light is %d above the floor and %d in it", sky, stone)
	}
	if err := l.Light(0, 0, relight.SkyShines, read); err != nil {
		t.Fatal(err)
	}
	got, err := l.Compare(1, 1)
	if err != nil || got.Block != 0 || got.Sky != 0 || got.Cells != 26*4096 {
		t.Errorf("what was written compares as %+v, %v", got, err)
	}
	if _, changed, err := l.Write(1, 1, chunks[[2]int32{1, 1}]); changed || err != nil {
		t.Errorf("it is written again: %v, %v", changed, err)
	}
	// Without a sky there is block light alone.
	if err := l.Light(0, 0, relight.SkyNone, read); err != nil {
		t.Fatal(err)
	}
	if got, err := l.Compare(1, 1); err != nil || got.Block != 0 || got.Sky != 0 {
		t.Errorf("without a sky it compares as %+v, %v", got, err)
	}
}

// TestHigherWorld lights a world whose chunks reach beyond the game's own dimensions.
func TestHigherWorld(t *testing.T) {
	var d anvil.Decoder
	var e anvil.Encoder
	var c anvil.Chunk
	if err := d.Decode(anvil.Blank(0, 0, 0, -8, 30, "minecraft:plains"), &c); err != nil {
		t.Fatal(err)
	}
	top := anvil.NewBlocks("minecraft:air")
	top.Set(0, "minecraft:glowstone")
	data, err := e.Append(nil, &c, &anvil.Edit{Sections: []anvil.SectionEdit{{Y: 30, Blocks: top}}})
	if err != nil {
		t.Fatal(err)
	}
	l, err := relight.New()
	if err != nil {
		t.Fatal(err)
	}
	read := func(x, z int32) ([]byte, bool) { return data, x == 0 && z == 0 }
	if err := l.Light(0, 0, relight.SkyShines, read); err != nil {
		t.Fatal(err)
	}
	out, changed, err := l.Write(0, 0, data)
	if err != nil || !changed {
		t.Fatal(changed, err)
	}
	root, err := slowanvil.Parse(out)
	if err != nil {
		t.Fatal(err)
	}
	got, err := slowanvil.Decode(root)
	if err != nil {
		t.Fatal(err)
	}
	if level := slowanvil.Nibble(got.Sections[30].BlockLight, 3, 0, 0); level != 12 {
		t.Errorf("three cells from glowstone block light is %d", level)
	}
}
