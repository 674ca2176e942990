package anvil_test

import (
	"errors"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// seedTrees are small chunks of every era, and some that name a version that they are not.
func seedTrees() []nbt.Compound {
	var sec [2][4096]byte
	for i := range 4096 {
		sec[0][i], sec[1][i] = byte(i), byte(i>>8)
	}
	light := make([]byte, 2048)
	trees := []nbt.Compound{
		chunkTree(2860, c{"Y": int8(0), "block_states": states(5, 256), "biomes": c{"palette": texts("a", "b"), "data": []int64{5}}, "SkyLight": light}),
		chunkTree(5023, c{"Y": int8(-4), "block_states": c{"palette": texts("a", "b[x=y]"), "data": make([]int64, 256)}}),
		chunkTree(5023, c{"Y": int8(19), "block_states": c{"palette": l(c{"": "a"}, c{"id": "b", "properties": c{"x": "y"}}), "data": make([]int64, 256)}}),
		with(chunkTree(3000, c{"Y": int8(0), "block_states": states(1, 0)}), "block_ticks", l(c{"i": "a", "x": int32(1), "t": int32(2)})),
		level(2730, c{"Biomes": make([]int32, 1024), "TileEntities": l(c{"id": "minecraft:sign", "Text1": `{"text":"a"}`})},
			c{"Y": int8(0), "Palette": paletteOf(17), "BlockStates": make([]int64, 342)}),
		level(2230, c{"Biomes": make([]int32, 1024)}, c{"Y": int8(0), "Palette": paletteOf(17), "BlockStates": make([]int64, 320)}),
		level(1631, c{"Biomes": make([]int32, 256), "Status": "postprocessed"}, c{"Y": int8(0), "Palette": paletteOf(3), "BlockStates": make([]int64, 256)}),
		level(2836, nil, c{"Y": int8(0), "block_states": states(2, 256)}),
		level(1343, c{"Biomes": make([]byte, 256)}, c{"Y": int8(0), "Blocks": append([]byte{}, sec[0][:]...), "Add": light, "Data": append(light, sec[1][:0]...)}),
	}
	for _, tree := range trees[:4] {
		trees = append(trees, with(copyOf(tree), "DataVersion", int32(1343)))
	}
	return append(trees, with(copyOf(trees[5]), "DataVersion", int32(2730)), with(copyOf(trees[4]), "DataVersion", int32(0)))
}

func copyOf(tree nbt.Compound) nbt.Compound {
	out := nbt.Compound{}
	for k, v := range tree {
		out[k] = v
	}
	return out
}

// FuzzDecode holds what every chunk has to keep: no panic; a chunk that is accepted has indices inside its palettes, can
// be written without an edit, and reads back the same; what the slow reader reads as well, it reads alike.
func FuzzDecode(f *testing.F) {
	seeds := seedTrees()
	if len(seeds) < 10 {
		f.Fatal("seeds are missing")
	}
	for _, tree := range seeds {
		b, err := nbt.Append(nil, "", tree)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		// New ones each time: what a Decoder remembers would make the coverage of an input depend on the inputs before it.
		var d, d2 anvil.Decoder
		var ch, back anvil.Chunk
		if err := d.Decode(b, &ch); err != nil {
			return
		}
		checkIndices(t, &ch)
		var enc anvil.Encoder
		out, err := enc.Append(nil, &ch, &anvil.Edit{})
		if err != nil {
			t.Fatalf("accepted, but not writable: %v", err)
		}
		if !ch.Upgraded && string(out) != string(b) {
			t.Fatal("an empty edit changed the bytes")
		}
		if err := d2.Decode(out, &back); err != nil {
			if ch.Upgraded && len(ch.Sections) == 0 {
				return // An old chunk may be empty; today's may not.
			}
			t.Fatalf("own bytes refused: %v", err)
		}
		if len(back.Sections) != len(ch.Sections) {
			t.Fatalf("%d sections became %d", len(ch.Sections), len(back.Sections))
		}
		for i := range ch.Sections {
			x, y := &ch.Sections[i], &back.Sections[i]
			for j := range 4096 {
				if x.Blocks.Block(j) != y.Blocks.Block(j) {
					t.Fatalf("section %d cell %d: %q became %q", x.Y, j, x.Blocks.Block(j), y.Blocks.Block(j))
				}
			}
		}
		if !ch.Upgraded {
			agreeWithSlow(t, b, &ch)
		}
	})
}

// checkIndices unpacks everything.
func checkIndices(t *testing.T, ch *anvil.Chunk) {
	t.Helper()
	var blocks [4096]uint16
	var biomes [64]uint16
	for i := range ch.Sections {
		s := &ch.Sections[i]
		s.Blocks.Unpack(&blocks)
		s.Biomes.UnpackBiomes(&biomes)
		for j, v := range blocks {
			if s.Blocks.Present() && int(v) >= len(s.Blocks.Palette) {
				t.Fatalf("section %d cell %d: index %d of %d", s.Y, j, v, len(s.Blocks.Palette))
			}
		}
		for j, v := range biomes {
			if s.Biomes.Present() && int(v) >= len(s.Biomes.Palette) {
				t.Fatalf("section %d biome %d: index %d of %d", s.Y, j, v, len(s.Biomes.Palette))
			}
		}
	}
}

// agreeWithSlow compares the cells with the slow reader's, if that reads the chunk.
func agreeWithSlow(t *testing.T, b []byte, ch *anvil.Chunk) {
	t.Helper()
	// Its own parser makes a Go type for each length of an array, which does not suit fuzzing.
	_, root, err := nbt.Decode(b, nbt.Limits{})
	if err != nil {
		return
	}
	want, err := slowanvil.Decode(plain(root).(map[string]any))
	if err != nil || len(want.Sections) != len(ch.Sections) {
		return
	}
	for i := range ch.Sections {
		s := &ch.Sections[i]
		o := want.Sections[int(s.Y)]
		if !s.Blocks.Present() || len(o.Palette) != len(s.Blocks.Palette) || o.Cells == nil {
			continue
		}
		var index [4096]uint16
		s.Blocks.Unpack(&index)
		for j := range index {
			if index[j] != o.Cells[j] {
				t.Fatalf("section %d cell %d: %d, the slow reader has %d", s.Y, j, index[j], o.Cells[j])
			}
		}
	}
}

// plain turns a tree into the maps and slices that the slow reader takes.
func plain(v any) any {
	switch v := v.(type) {
	case nbt.Compound:
		m := map[string]any{}
		for name, e := range v {
			m[name] = plain(e)
		}
		return m
	case nbt.List:
		s := []any{}
		for _, e := range v.Items {
			s = append(s, plain(e))
		}
		return s
	case int8:
		return uint8(v)
	}
	return v
}

// FuzzPaletted drives palettes and indices alone: a size, a number of longs and bits. Palettes are at most as large as a
// section has cells; with more the width of the indices is anybody's guess.
func FuzzPaletted(f *testing.F) {
	f.Add(uint16(1), uint16(0), []byte{})
	f.Add(uint16(5), uint16(256), []byte{0x44})
	f.Add(uint16(17), uint16(342), []byte{1, 2, 3})
	f.Add(uint16(17), uint16(320), []byte{0xff})
	f.Add(uint16(4096), uint16(820), []byte{0xff, 0x0f})
	f.Fuzz(func(t *testing.T, size, longs uint16, pattern []byte) {
		data := make([]int64, longs%1100)
		for i := range data {
			for j := range 8 {
				if len(pattern) > 0 {
					data[i] = data[i]<<8 | int64(pattern[(i*8+j)%len(pattern)])
				}
			}
		}
		list := nbt.List{Elem: nbt.TagString}
		for i := range int(size % 4097) {
			list.Items = append(list.Items, "m:"+string(rune('a'+i%26))+string(rune('a'+i/26%26))+string(rune('a'+i/676)))
		}
		for name, tree := range map[string]nbt.Compound{
			"modern": chunkTree(5023, c{"Y": int8(0), "block_states": c{"palette": list, "data": data}}),
			"old":    level(2230, nil, c{"Y": int8(0), "Palette": list, "BlockStates": data}),
		} {
			b := docOf(t, tree)
			var d anvil.Decoder
			var ch anvil.Chunk
			err := d.Decode(b, &ch)
			want, slowErr := slowanvil.Decode(plain(tree).(map[string]any))
			if err == nil && slowErr == nil {
				checkIndices(t, &ch)
				s, o := &ch.Sections[0], want.Sections[0]
				for i := range 4096 {
					if s.Blocks.Block(i) != o.Palette[o.Cells[i]] {
						t.Fatalf("%s: %d entries, %d longs, cell %d is %s, the slow reader has %s", name, len(list.Items), len(data), i, s.Blocks.Block(i), o.Palette[o.Cells[i]])
					}
				}
			}
			if err != nil && slowErr == nil && !errors.Is(err, anvil.ErrMalformed) {
				t.Fatalf("%s: %v", name, err)
			}
			exact := size%4097 > 1 && (len(data) == 256 && size%4097 <= 16 || len(data) == 342 && size%4097 > 16 && size%4097 <= 32)
			if exact && name == "modern" && (err == nil) != (slowErr == nil) {
				t.Fatalf("%s: %d entries, %d longs: %v, the slow reader: %v", name, len(list.Items), len(data), err, slowErr)
			}
		}
	})
}

// FuzzVersion lets chunks of every layout name any version, and mixes in tags of other eras: the layout decides, so a chunk
// that is valid stays valid, keeps its cells' number, and can be written.
func FuzzVersion(f *testing.F) {
	seeds := seedTrees()
	for i := range seeds {
		for _, v := range []int32{0, 1343, 1631, 2230, 2529, 2730, 2860, 4671, 5023, -1, 1 << 30} {
			f.Add(i, v, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, seed int, version int32, mix uint8) {
		tree := copyOf(seeds[uint(seed)%uint(len(seeds))])
		tree["DataVersion"] = version
		if mix&1 != 0 {
			tree["Biomes"] = []int32{1, 2, 3} // at the root nobody looks for it
		}
		if lv, ok := tree.Compound("Level"); ok && mix&2 != 0 {
			lv = copyOf(lv)
			lv["TerrainPopulated"], lv["V"], lv["HeightMap"] = uint8(0), uint8(1), make([]int32, 256)
			tree["Level"] = lv
		}
		b := docOf(t, tree)
		var d anvil.Decoder
		var ch anvil.Chunk
		if err := d.Decode(b, &ch); err != nil {
			t.Fatalf("version %d: %v", version, err)
		}
		if ch.DataVersion != version || len(ch.Sections) == 0 {
			t.Fatalf("version %d became %d, %d sections", version, ch.DataVersion, len(ch.Sections))
		}
		checkIndices(t, &ch)
		var enc anvil.Encoder
		if _, err := enc.Append(nil, &ch, &anvil.Edit{}); err != nil {
			t.Fatal(err)
		}
	})
}
