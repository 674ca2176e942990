package anvil_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// stone is a palette of n states.
func paletteOf(n int) nbt.List {
	list := nbt.List{Elem: nbt.TagCompound}
	for i := range n {
		list.Items = append(list.Items, c{"Name": "minecraft:s" + string(rune('a'+i))})
	}
	return list
}

// level is a full chunk of before 1.18 with the sections given.
func level(version int32, fields nbt.Compound, sections ...any) nbt.Compound {
	lv := nbt.Compound{"xPos": int32(1), "zPos": int32(2), "Status": "full", "Sections": nbt.List{Elem: nbt.TagCompound, Items: sections}}
	for k, v := range fields {
		lv[k] = v
	}
	return nbt.Compound{"DataVersion": version, "Level": lv}
}

// docOf writes a chunk down.
func docOf(t testing.TB, tree nbt.Compound) []byte {
	t.Helper()
	b, err := nbt.Append(nil, "", tree)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// without returns a tree without a tag.
func without(tree nbt.Compound, name string) nbt.Compound {
	delete(tree, name)
	return tree
}

// with returns a tree with a tag changed.
func with(tree nbt.Compound, name string, v any) nbt.Compound {
	tree[name] = v
	return tree
}

func states(n int, longs int) c { return c{"palette": paletteOf(n), "data": make([]int64, longs)} }

// past returns states with an index past the palette in the last cell of the given width.
func past(n, longs, width int) c {
	data := make([]int64, longs)
	per := 64 / width
	data[longs-1] = int64(n) << ((4095 % per) * width)
	return c{"palette": paletteOf(n), "data": data}
}

func TestDecodeRefuses(t *testing.T) {
	air := c{"Y": int8(0), "block_states": c{"palette": paletteOf(1)}}
	tests := []struct {
		name  string
		tree  nbt.Compound
		cause error
		path  string // what the error has to contain
	}{
		{"no position", without(chunkTree(3000, air), "xPos"), anvil.ErrMalformed, "xPos"},
		{"unknown status", with(chunkTree(3000, air), "Status", "minecraft:half"), anvil.ErrMalformed, "half"},
		{"status that is a number", with(chunkTree(3000, air), "Status", int32(1)), nbt.ErrTag, "Status"},
		{"no sections", without(chunkTree(3000, air), "sections"), anvil.ErrMalformed, "without sections"},
		{"empty sections", chunkTree(3000), anvil.ErrMalformed, "sections"},
		{"sections of strings", with(chunkTree(3000, air), "sections", texts("a")), anvil.ErrMalformed, "sections"},
		{"sections as a compound", with(chunkTree(3000, air), "sections", c{}), nbt.ErrTag, "sections"},
		{"section without Y", chunkTree(3000, c{"block_states": c{"palette": paletteOf(1)}}), anvil.ErrMalformed, "sections[0]"},
		{"section far away", chunkTree(3000, c{"Y": int32(300), "block_states": c{"palette": paletteOf(1)}}), anvil.ErrMalformed, "sections[0].Y"},
		{"two sections with one Y", chunkTree(3000, air, air), anvil.ErrMalformed, "sections[1]"},
		{"no palette", chunkTree(3000, c{"Y": int8(0), "block_states": c{}}), anvil.ErrMalformed, "sections[0].block_states"},
		{"palette of ints", chunkTree(3000, c{"Y": int8(0), "block_states": c{"palette": nbt.List{Elem: nbt.TagInt, Items: []any{int32(1)}}}}), anvil.ErrMalformed, "block_states.palette"},
		{"entry without name", chunkTree(3000, c{"Y": int8(0), "block_states": c{"palette": l(c{"x": "y"})}}), anvil.ErrMalformed, "palette entry 0"},
		{"entry with an empty name", chunkTree(3000, c{"Y": int8(0), "block_states": c{"palette": texts("")}}), anvil.ErrMalformed, "palette entry 0"},
		{"palette without data", chunkTree(3000, c{"Y": int8(0), "block_states": c{"palette": paletteOf(2)}}), anvil.ErrMalformed, "without data"},
		{"odd number of longs", chunkTree(3000, c{"Y": int8(0), "block_states": states(2, 255)}), anvil.ErrMalformed, "255 longs"},
		{"data as ints", chunkTree(3000, c{"Y": int8(0), "block_states": c{"palette": paletteOf(2), "data": make([]int32, 256)}}), nbt.ErrTag, "block_states.data"},
		{"index past 5 states", chunkTree(3000, c{"Y": int8(0), "block_states": past(5, 256, 4)}), anvil.ErrMalformed, "cell 4095"},
		{"index past 17 states", chunkTree(3000, c{"Y": int8(0), "block_states": past(17, 342, 5)}), anvil.ErrMalformed, "cell 4095"},
		{"index past one state", chunkTree(3000, c{"Y": int8(0), "block_states": past(1, 256, 4)}), anvil.ErrMalformed, "cell 4095"},
		{"biome past its palette, of 3 bits", chunkTree(3000, c{"Y": int8(0), "biomes": c{"palette": texts("a", "b", "c"), "data": []int64{0, 0, 0, 3}}, "block_states": c{"palette": paletteOf(1)}}),
			anvil.ErrMalformed, "cell 63"},
		{"biome index past", chunkTree(3000, c{"Y": int8(0), "biomes": c{"palette": texts("a", "b", "c"), "data": []int64{0, 3}}}), anvil.ErrMalformed, "cell 32"},
		{"short light", chunkTree(3000, c{"Y": int8(0), "SkyLight": make([]byte, 2047)}), anvil.ErrMalformed, "sections[0].SkyLight"},
		{"block entities of strings", with(chunkTree(3000, air), "block_entities", texts("a")), anvil.ErrMalformed, "block_entities"},
		{"tick without an id", with(chunkTree(3000, air), "block_ticks", l(c{"i": int32(4)})), nbt.ErrTag, "block_ticks[0].i"},

		{"before 1.2", c{"Level": c{"xPos": int32(0), "zPos": int32(0), "Blocks": make([]byte, 32768), "Data": make([]byte, 16384)}}, anvil.ErrUnsupportedVersion, "1.2"},
		{"old chunk without sections", c{"Level": c{"xPos": int32(0), "zPos": int32(0)}}, anvil.ErrMalformed, "without sections"},
		{"short ids", level(1343, nil, c{"Y": int8(0), "Blocks": make([]byte, 4095), "Data": make([]byte, 2048)}), anvil.ErrMalformed, "Level.Sections[0].Blocks"},
		{"short add", level(1343, nil, c{"Y": int8(0), "Blocks": make([]byte, 4096), "Add": make([]byte, 1), "Data": make([]byte, 2048)}), anvil.ErrMalformed, "Level.Sections[0].Add"},
		{"ids without metas", level(1343, nil, c{"Y": int8(0), "Blocks": make([]byte, 4096)}), anvil.ErrMalformed, "Level.Sections[0]"},
		{"ids and palettes", level(1631, nil, c{"Y": int8(0), "Palette": paletteOf(2), "BlockStates": make([]int64, 256)},
			c{"Y": int8(1), "Blocks": make([]byte, 4096), "Data": make([]byte, 2048)}), anvil.ErrMalformed, "Level.Sections[1]"},
		{"two numeric sections with one Y", level(1343, nil, c{"Y": int8(0), "Blocks": make([]byte, 4096), "Data": make([]byte, 2048)},
			c{"Y": int8(0), "Blocks": make([]byte, 4096), "Data": make([]byte, 2048)}), anvil.ErrMalformed, "Level.Sections[1]"},
		{"palette without states", level(1631, nil, c{"Y": int8(0), "Palette": paletteOf(2)}), anvil.ErrMalformed, "without data"},
		{"spanning index past", level(1631, nil, c{"Y": int8(0), "Palette": paletteOf(17), "BlockStates": append(make([]int64, 319), -1)}), anvil.ErrMalformed, "past the palette of 17"},
		{"99 biomes", level(1631, c{"Biomes": make([]int32, 99)}, c{"Y": int8(0), "Palette": paletteOf(1)}), anvil.ErrMalformed, "99 biomes"},
		{"biomes as text", level(1631, c{"Biomes": "x"}, c{"Y": int8(0), "Palette": paletteOf(1)}), anvil.ErrMalformed, "Level.Biomes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := docOf(t, tt.tree)
			var d anvil.Decoder
			var ch anvil.Chunk
			err := d.Decode(b, &ch)
			if !errors.Is(err, tt.cause) {
				t.Fatalf("error %v, want %v", err, tt.cause)
			}
			if !strings.Contains(err.Error(), tt.path) {
				t.Errorf("error %v does not name %q", err, tt.path)
			}
			if errors.Is(err, anvil.ErrPartial) {
				t.Error("a broken chunk counts as absent")
			}
		})
	}
}

// TestListsAreLimited gives lists of tiny elements, more than a chunk can have.
func TestListsAreLimited(t *testing.T) {
	one := c{"Y": int8(0), "block_states": c{"palette": paletteOf(1)}}
	many := func(n int, elem nbt.Tag) nbt.Raw {
		size := map[nbt.Tag]int{nbt.TagCompound: 1, nbt.TagString: 2}[elem]
		return nbt.Raw{Tag: nbt.TagList, Data: append(nbt.AppendListHead(nil, elem, n), make([]byte, n*size)...)}
	}
	for name, tree := range map[string]nbt.Compound{
		"block entities": with(chunkTree(3000, one), "block_entities", many(4064*256+1, nbt.TagCompound)),
		"ticks":          with(chunkTree(3000, one), "fluid_ticks", many(4064*256+1, nbt.TagCompound)),
		"sections":       with(chunkTree(3000, one), "sections", many(257, nbt.TagCompound)),
		"palette":        chunkTree(3000, c{"Y": int8(0), "block_states": c{"palette": many(1<<16+1, nbt.TagString)}}),
	} {
		b := docOf(t, tree)
		var d anvil.Decoder
		var ch anvil.Chunk
		if err := d.Decode(b, &ch); !errors.Is(err, anvil.ErrMalformed) || !strings.Contains(err.Error(), "more than") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTruncated cuts a chunk at every offset: an error each time, and never one that means absence.
func TestTruncated(t *testing.T) {
	for name, tree := range map[string]nbt.Compound{
		"modern": chunkTree(3000, c{"Y": int8(0), "block_states": states(5, 256), "biomes": c{"palette": texts("a")}, "SkyLight": make([]byte, 2048)}),
		"old":    level(1631, c{"Biomes": make([]int32, 256)}, c{"Y": int8(0), "Palette": paletteOf(17), "BlockStates": make([]int64, 320)}),
	} {
		b := docOf(t, tree)
		var d anvil.Decoder
		var ch anvil.Chunk
		if err := d.Decode(b, &ch); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range b {
			var syntax *nbt.SyntaxError
			if err := d.Decode(b[:i], &ch); !errors.As(err, &syntax) || !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, anvil.ErrPartial) {
				t.Fatalf("%s cut at %d: %v", name, i, err)
			}
		}
	}
}

func TestPartialStatus(t *testing.T) {
	for status, want := range map[string]string{"minecraft:noise": "noise", "structure_starts": "structure_starts", "carved": "carved", "minecraft:empty": "empty"} {
		b := docOf(t, with(chunkTree(3000), "Status", status))
		var d anvil.Decoder
		var ch anvil.Chunk
		var partial *anvil.PartialError
		err := d.Decode(b, &ch)
		if !errors.As(err, &partial) || !errors.Is(err, anvil.ErrPartial) || partial.Status != want || ch.Full || ch.X != 0 {
			t.Errorf("%s: %v", status, err)
		}
	}
	for _, status := range []string{"full", "minecraft:full", "fullchunk", "postprocessed"} {
		b := docOf(t, with(chunkTree(3000, c{"Y": int8(0), "block_states": c{"palette": paletteOf(1)}}), "Status", status))
		var d anvil.Decoder
		var ch anvil.Chunk
		if err := d.Decode(b, &ch); err != nil || !ch.Full || ch.BelowZero {
			t.Errorf("%s: %v", status, err)
		}
	}
}

// TestBelowZero has chunks that the game has upgraded from 1.17, and whether their blocks from height 0 on are all there.
func TestBelowZero(t *testing.T) {
	for target, built := range map[string]bool{
		"minecraft:heightmaps": true, "heightmaps": true, "minecraft:spawn": true, "minecraft:light": true, "minecraft:full": true,
		"minecraft:features": false, "minecraft:liquid_carvers": false, "noise": false,
	} {
		tree := with(chunkTree(3465, c{"Y": int8(0), "block_states": c{"palette": paletteOf(1)}}), "Status", "minecraft:empty")
		var d anvil.Decoder
		var ch anvil.Chunk
		err := d.Decode(docOf(t, with(tree, "below_zero_retrogen", c{"target_status": target})), &ch)
		if built != (err == nil) || errors.Is(err, anvil.ErrPartial) == built || ch.Full != built || ch.BelowZero != built || ch.Status != "empty" {
			t.Errorf("%s: %v, %+v", target, err, ch)
		}
		// In a finished chunk the tag means nothing.
		if err := d.Decode(docOf(t, with(tree, "Status", "minecraft:full")), &ch); err != nil || !ch.Full || ch.BelowZero {
			t.Errorf("%s, finished: %v", target, err)
		}
	}
	for name, retrogen := range map[string]any{"no target": c{}, "no name": c{"target_status": int8(1)}, "another name": c{"target_status": "x"}, "a list": nbt.List{}} {
		var d anvil.Decoder
		var ch anvil.Chunk
		tree := with(chunkTree(3465, c{"Y": int8(0), "block_states": c{"palette": paletteOf(1)}}), "Status", "minecraft:empty")
		if err := d.Decode(docOf(t, with(tree, "below_zero_retrogen", retrogen)), &ch); !errors.Is(err, anvil.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTolerated has what other writers do and the game reads: it must load.
func TestTolerated(t *testing.T) {
	one := c{"Y": int8(0), "block_states": c{"palette": paletteOf(1)}}
	for name, tree := range map[string]nbt.Compound{
		"no status":                     without(chunkTree(3000, one), "Status"),
		"status in lower case":          with(without(chunkTree(3000, one), "Status"), "status", "full"),
		"Y as an int":                   chunkTree(3000, c{"Y": int32(0), "block_states": c{"palette": paletteOf(1)}}),
		"sections out of order":         chunkTree(3000, c{"Y": int8(5)}, one),
		"one state and indices":         chunkTree(3000, c{"Y": int8(0), "block_states": states(1, 256)}),
		"wider indices than needed":     chunkTree(3000, c{"Y": int8(0), "block_states": states(3, 512)}),
		"narrower indices than allowed": chunkTree(3000, c{"Y": int8(0), "block_states": states(3, 128)}),
		"no DataVersion":                without(chunkTree(3000, one), "DataVersion"),
		"unknown tags":                  with(chunkTree(3000, c{"Y": int8(0), "block_states": c{"palette": paletteOf(1), "x": c{}}, "z": texts("a")}), "mod", c{"a": l()}),
		"section of light alone":        chunkTree(3000, one, c{"Y": int8(-5), "SkyLight": make([]byte, 2048)}),
		"far sections":                  chunkTree(3000, one, c{"Y": int8(127), "block_states": c{"palette": paletteOf(1)}}, c{"Y": int8(-128), "block_states": c{"palette": paletteOf(1)}}),
		"nested sections of 21w39a":     level(2836, nil, one),
		"lying version, modern layout":  with(chunkTree(3000, one), "DataVersion", int32(1343)),
		"lying version, palettes":       level(1343, nil, c{"Y": int8(0), "Palette": paletteOf(17), "BlockStates": make([]int64, 342)}),
		"lying version, spanning":       level(2730, nil, c{"Y": int8(0), "Palette": paletteOf(17), "BlockStates": make([]int64, 320)}),
		"lying version, numeric":        level(4671, nil, c{"Y": int8(0), "Blocks": make([]byte, 4096), "Data": make([]byte, 2048)}),
		"empty old chunk":               level(1631, c{"Biomes": make([]int32, 256)}),
		"no biomes":                     level(1631, nil, c{"Y": int8(0), "Palette": paletteOf(2), "BlockStates": make([]int64, 256)}),
	} {
		t.Run(name, func(t *testing.T) {
			b := docOf(t, tree)
			var d anvil.Decoder
			var ch anvil.Chunk
			if err := d.Decode(b, &ch); err != nil {
				t.Fatal(err)
			}
			for i := range ch.Sections {
				if s := &ch.Sections[i]; s.Y == 0 && s.Blocks.Present() && s.Blocks.Block(77) != "minecraft:sa" && s.Blocks.Block(77) != "minecraft:air" {
					t.Errorf("cell is %s", s.Blocks.Block(77))
				}
			}
		})
	}
}

// TestVersionFollowsStructure gives chunks versions that their layout cannot have, and looks at the spelling that is assumed.
func TestVersionFollowsStructure(t *testing.T) {
	old := func(name string) c {
		return c{"Y": int8(0), "Palette": l(c{"Name": "minecraft:" + name}), "BlockStates": make([]int64, 256)}
	}
	modern := func(name string) c {
		return c{"Y": int8(0), "block_states": c{"palette": l(c{"Name": "minecraft:" + name})}}
	}
	for _, tt := range []struct {
		name, want string
		tree       nbt.Compound
	}{
		{"palettes without a version are of 1.13", "smooth_stone_slab", without(level(0, nil, old("stone_slab")), "DataVersion")},
		{"palettes with numeric's version are of 1.13", "smooth_stone_slab", level(1343, nil, old("stone_slab"))},
		{"palettes with cells of biomes are of 1.15", "stone_slab", level(1343, c{"Biomes": make([]int32, 1024)}, old("stone_slab"))},
		{"palettes with today's version are of 1.17", "iron_chain", level(5000, nil, old("chain"))},
		{"palettes of 1.14", "stone_slab", level(1952, nil, old("stone_slab"))},
		{"today's layout with numeric's version is of 1.18", "stone_slab", chunkTree(1343, modern("stone_slab"))},
		{"today's layout without a version is of 1.18", "short_grass", without(chunkTree(0, modern("grass")), "DataVersion")},
		{"nested sections are of 1.17 to 1.18", "iron_chain", level(1343, nil, modern("chain"))},
		{"nested sections keep the slab", "stone_slab", level(1343, nil, modern("stone_slab"))},
	} {
		b := docOf(t, tt.tree)
		var d anvil.Decoder
		var ch anvil.Chunk
		if err := d.Decode(b, &ch); err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := ch.At(0).Blocks.Block(9); got != "minecraft:"+tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestFormsOfPalettes reads the forms that 26.3 is said to have.
func TestFormsOfPalettes(t *testing.T) {
	const want = "minecraft:a[k=1,l=2]"
	props := c{"l": "2", "k": "1", "n": int32(7)} // what is no text is ignored
	for name, list := range map[string]nbt.List{
		"named": l(c{"Name": "minecraft:a", "Properties": props}), "by id": l(c{"id": "minecraft:a", "properties": props}),
		"string": texts("minecraft:a[l=2,k=1]"), "mixed": l(c{"": "minecraft:a[k=1,l=2]"}), "without namespace": l(c{"Name": "a", "Properties": props}),
	} {
		b := docOf(t, chunkTree(5023, c{"Y": int8(0), "block_states": c{"palette": list}}))
		var d anvil.Decoder
		var ch anvil.Chunk
		if err := d.Decode(b, &ch); err != nil || ch.Sections[0].Blocks.Block(0) != want {
			t.Errorf("%s: %v, %v", name, ch.Sections, err)
		}
	}
}

// TestDecodeReusesMemory demands no allocation once a Decoder has seen a chunk, for today's chunks, and few for old ones.
func TestDecodeReusesMemory(t *testing.T) {
	for world, most := range map[string]float64{"java-1.21": 0, "java-1.18.1": 0, "java-1.16.2-blocks": 2000, "java-1.12.2": 64} {
		chunks, _ := fullChunks(t, world, 3)
		var d anvil.Decoder
		var ch anvil.Chunk
		n := testing.AllocsPerRun(20, func() {
			for _, data := range chunks {
				if err := d.Decode(data, &ch); err != nil {
					t.Fatal(err)
				}
			}
		})
		if n > most {
			t.Errorf("%s: %v allocations for %d chunks, want at most %v", world, n, len(chunks), most)
		}
	}
}

// TestInternerIsBounded decodes more states than the interner keeps.
func TestInternerIsBounded(t *testing.T) {
	var d anvil.Decoder
	var ch anvil.Chunk
	for i := range 40 {
		list := nbt.List{Elem: nbt.TagString}
		for j := range 4096 {
			list.Items = append(list.Items, "m:"+strings.Repeat("x", j%7)+string(rune('a'+i%26))+string(rune(0x4e00+i*4096%20000+j)))
		}
		b := docOf(t, chunkTree(5023, c{"Y": int8(0), "block_states": c{"palette": list, "data": make([]int64, 820)}}))
		if err := d.Decode(b, &ch); err != nil {
			t.Fatal(err)
		}
	}
	if n := anvil.Interned(&d); n > 1<<16 {
		t.Errorf("%d entries are kept", n)
	}
}
