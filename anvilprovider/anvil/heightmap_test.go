package anvil_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// surfaceOnly classifies for WORLD_SURFACE alone: whatever is not air.
func surfaceOnly(ch *anvil.Chunk) func(y int8) (*[4096]uint16, []anvil.HeightClass) {
	return func(y int8) (*[4096]uint16, []anvil.HeightClass) {
		s := ch.At(y)
		if s == nil || !s.Blocks.Present() {
			return nil, nil
		}
		classes := make([]anvil.HeightClass, len(s.Blocks.Palette))
		for i, key := range s.Blocks.Palette {
			if !strings.HasSuffix(key, "air") {
				classes[i] = anvil.HeightSurface
			}
		}
		if s.Blocks.Uniform() {
			return nil, classes
		}
		var index [4096]uint16
		s.Blocks.Unpack(&index)
		return &index, classes
	}
}

// TestHeightmapsAgreeWithTheGame recomputes the surface of vanilla chunks, and compares with what the game stored.
func TestHeightmapsAgreeWithTheGame(t *testing.T) {
	for _, world := range []string{"java-1.18.1", "java-1.21"} {
		var d anvil.Decoder
		var ch anvil.Chunk
		same, differ := 0, 0
		entries(t, world, func(_ string, e slowanvil.Entry) {
			if d.Decode(e.NBT, &ch) != nil {
				return
			}
			want, ok := ch.Heightmaps.Lookup("WORLD_SURFACE")
			if !ok {
				return
			}
			got, _ := anvil.Heightmaps(-4, 19, surfaceOnly(&ch)).Lookup("WORLD_SURFACE")
			if bytes.Equal(got.Data, want.Data) {
				same++
			} else {
				differ++
			}
		})
		t.Logf("%s: %d chunks agree, %d differ", world, same, differ)
		if differ > 0 || same < 100 {
			t.Errorf("%s: %d chunks agree, %d differ", world, same, differ)
		}
	}
}

func TestHeightmaps(t *testing.T) {
	// From the top: leaves at y 18, water at y 5, stone at y 0 in column 3; column 4 is stone to the very top.
	index := &[4096]uint16{}
	index[5<<8|3], index[3], index[15<<8|4] = 2, 1, 1
	top := &[4096]uint16{}
	top[2<<8|3], top[15<<8|4] = 3, 1
	const all = anvil.HeightSurface | anvil.HeightOceanFloor | anvil.HeightMotion | anvil.HeightNoLeaves
	classes := []anvil.HeightClass{0, all, anvil.HeightSurface | anvil.HeightMotion | anvil.HeightNoLeaves, all &^ anvil.HeightNoLeaves}
	raw := anvil.Heightmaps(0, 2, func(y int8) (*[4096]uint16, []anvil.HeightClass) {
		switch y {
		case 0:
			return index, classes
		case 1:
			return top, classes
		}
		return nil, nil
	})
	tree, err := raw.Compound()
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string, column int) int64 {
		longs := tree[name].([]int64)
		if len(longs) != 26 { // 6 bits, 10 in a long
			t.Fatalf("%s has %d longs", name, len(longs))
		}
		return longs[column/10] >> (column % 10 * 6) & 63
	}
	for name, want := range map[string][3]int64{"WORLD_SURFACE": {19, 32, 0}, "OCEAN_FLOOR": {19, 32, 0}, "MOTION_BLOCKING": {19, 32, 0},
		"MOTION_BLOCKING_NO_LEAVES": {6, 32, 0}} {
		if got := [3]int64{at(name, 3), at(name, 4), at(name, 5)}; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	// A section of one state has no index.
	solid := anvil.Heightmaps(0, 0, func(int8) (*[4096]uint16, []anvil.HeightClass) { return nil, classes[1:2] })
	if m, _ := solid.Lookup("OCEAN_FLOOR"); !bytes.Equal(m.Data[4:12], []byte{0x04, 0x21, 0x08, 0x42, 0x10, 0x84, 0x21, 0x08}[:8]) && m.Tag != nbt.TagLongArray {
		t.Errorf("a solid section: % x", m.Data)
	}
}
