package relight_test

import (
	"errors"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/example-server/internal/relight"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// side is the number of chunks along each side of the world of the tests.
const side = 7

// world is a stone floor with the lid of sky above, a torch in chunk 2,2, and one block that nobody knows in a corner chunk.
func world(t *testing.T) map[[2]int32][]byte {
	t.Helper()
	chunks := map[[2]int32][]byte{}
	for z := int32(0); z < side; z++ {
		for x := int32(0); x < side; x++ {
			blocks := anvil.NewBlocks("minecraft:air")
			for i := range 256 {
				blocks.Set(i, "minecraft:stone")
			}
			if x == 2 && z == 2 {
				blocks.Set(1<<8|8<<4|15, "minecraft:torch") // at the border to chunk 3, 2
			}
			if x == side-1 && z == side-1 {
				blocks.Set(1<<8, "mod:machine")
			}
			chunks[[2]int32{x, z}] = edited(t, anvil.Blank(x, z, 0, -4, 19, "minecraft:plains"), anvil.Edit{Sections: []anvil.SectionEdit{{Y: 4, Blocks: blocks}}})
		}
	}
	return chunks
}

// edited is the document of a chunk with an edit.
func edited(t *testing.T, data []byte, edit anvil.Edit) []byte {
	t.Helper()
	var d anvil.Decoder
	var e anvil.Encoder
	var c anvil.Chunk
	if err := d.Decode(data, &c); err != nil {
		t.Fatal(err)
	}
	data, err := e.Append(nil, &c, &edit)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// reader reads what a map holds.
func reader(chunks map[[2]int32][]byte) relight.Read {
	return func(x, z int32) ([]byte, bool) { data, ok := chunks[[2]int32{x, z}]; return data, ok }
}

func TestWrite(t *testing.T) {
	chunks := world(t)
	l, err := relight.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Light(0, 0, java.SkyShines, reader(chunks)); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Compare(2, 2); !errors.Is(err, relight.ErrIneligible) {
		t.Errorf("a chunk without light is compared: %v", err)
	}
	for pos, data := range chunks {
		out, changed, err := l.Write(pos[0], pos[1], data)
		var want error
		switch {
		case min(pos[0], pos[1]) == 0 || max(pos[0], pos[1]) == side-1:
			want = relight.ErrFringe
		case pos == [2]int32{side - 2, side - 2}:
			want = relight.ErrUnknown
		}
		if err != want || changed != (want == nil) {
			t.Errorf("chunk %v: changed %v, %v; want %v", pos, changed, err, want)
		}
		if err == nil {
			chunks[pos] = out
		}
	}
	if _, _, err := l.Write(9, 9, nil); !errors.Is(err, relight.ErrAbsent) {
		t.Errorf("a chunk that is not there: %v", err)
	}
	root, err := slowanvil.Parse(chunks[[2]int32{3, 2}])
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
	if err := l.Light(0, 0, java.SkyShines, reader(chunks)); err != nil {
		t.Fatal(err)
	}
	got, err := l.Compare(2, 2)
	if err != nil || got.Block != 0 || got.Sky != 0 || got.Cells != 26*4096 {
		t.Errorf("what was written compares as %+v, %v", got, err)
	}
	if _, changed, err := l.Write(2, 2, chunks[[2]int32{2, 2}]); changed || err != nil {
		t.Errorf("it is written again: %v, %v", changed, err)
	}
	// Without a sky there is block light alone.
	if err := l.Light(0, 0, java.SkyNone, reader(chunks)); err != nil {
		t.Fatal(err)
	}
	if got, err := l.Compare(2, 2); err != nil || got.Block != 0 || got.Sky != 0 {
		t.Errorf("without a sky it compares as %+v, %v", got, err)
	}
}

// TestLeftAlone has what makes the light of a chunk uncertain, one thing at a time, in the chunk north-east of it.
func TestLeftAlone(t *testing.T) {
	retrogen, err := nbt.RawOf(nbt.Compound{"target_status": "minecraft:spawn"})
	if err != nil {
		t.Fatal(err)
	}
	at, beside := [2]int32{2, 2}, [2]int32{3, 1}
	for _, test := range []struct {
		name  string
		spoil func(chunks map[[2]int32][]byte)
		sky   java.Sky
		want  error
	}{
		{"nothing", func(map[[2]int32][]byte) {}, java.SkyShines, nil},
		{"absent, or not to be read", func(chunks map[[2]int32][]byte) { delete(chunks, beside) }, java.SkyShines, relight.ErrFringe},
		{"unfinished", func(chunks map[[2]int32][]byte) {
			chunks[beside] = edited(t, chunks[beside], anvil.Edit{Status: "minecraft:features"})
		}, java.SkyShines, relight.ErrFringe},
		{"no chunk", func(chunks map[[2]int32][]byte) { chunks[beside] = []byte("no NBT") }, java.SkyShines, relight.ErrFringe},
		{"another chunk", func(chunks map[[2]int32][]byte) { chunks[beside] = chunks[at] }, java.SkyShines, relight.ErrFringe},
		{"a block of a mod", func(chunks map[[2]int32][]byte) {
			blocks := anvil.NewBlocks("minecraft:air")
			blocks.Set(0, "mod:lamp")
			chunks[beside] = edited(t, chunks[beside], anvil.Edit{Sections: []anvil.SectionEdit{{Y: 12, Blocks: blocks}}})
		}, java.SkyShines, relight.ErrUnknown},
		{"unfinished itself", func(chunks map[[2]int32][]byte) {
			chunks[at] = edited(t, chunks[at], anvil.Edit{Status: "minecraft:features"})
		}, java.SkyShines, relight.ErrAbsent},
		{"yet to be filled below height 0", func(chunks map[[2]int32][]byte) {
			chunks[beside] = edited(t, chunks[beside], anvil.Edit{Status: "minecraft:empty", Set: map[string]nbt.Raw{"below_zero_retrogen": retrogen}})
		}, java.SkyShines, relight.ErrOld},
		{"no array anywhere", func(map[[2]int32][]byte) {}, java.SkyUnknown, relight.ErrSky},
		{"an array somewhere", func(chunks map[[2]int32][]byte) {
			chunks[[2]int32{5, 5}] = edited(t, chunks[[2]int32{5, 5}], anvil.Edit{Sections: []anvil.SectionEdit{{Y: 5, SkyLight: anvil.LightEdit{Replace: true, Array: make([]byte, 2048)}}}})
		}, java.SkyUnknown, nil},
		{"lit without an array", func(chunks map[[2]int32][]byte) {
			chunks[[2]int32{5, 5}] = edited(t, chunks[[2]int32{5, 5}], anvil.Edit{Light: anvil.LightOn})
		}, java.SkyUnknown, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			chunks := world(t)
			test.spoil(chunks)
			l, err := relight.New()
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Light(0, 0, test.sky, reader(chunks)); err != nil {
				t.Fatal(err)
			}
			if _, changed, err := l.Write(at[0], at[1], chunks[at]); err != test.want || changed != (test.want == nil) {
				t.Errorf("changed %v, %v; want %v", changed, err, test.want)
			}
		})
	}
}

// TestHigherWorld lights a world whose chunks reach beyond the game's own dimensions.
func TestHigherWorld(t *testing.T) {
	chunks := map[[2]int32][]byte{}
	for i := range int32(9) {
		pos := [2]int32{i % 3, i / 3}
		top := anvil.NewBlocks("minecraft:air")
		if i == 4 {
			top.Set(0, "minecraft:glowstone")
		}
		chunks[pos] = edited(t, anvil.Blank(pos[0], pos[1], 0, -8, 30, "minecraft:plains"), anvil.Edit{Sections: []anvil.SectionEdit{{Y: 30, Blocks: top}}})
	}
	l, err := relight.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Light(0, 0, java.SkyShines, reader(chunks)); err != nil {
		t.Fatal(err)
	}
	out, changed, err := l.Write(1, 1, chunks[[2]int32{1, 1}])
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
