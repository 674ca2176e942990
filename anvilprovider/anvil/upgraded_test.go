package anvil_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// oldWorlds are all shared worlds of before 1.18.
var oldWorlds = append(append([]string{}, numericWorlds...), paletteWorlds...)

// TestOldChunksAreWrittenModern writes every full chunk of every old world in today's layout, and reads it back.
func TestOldChunksAreWrittenModern(t *testing.T) {
	for _, world := range oldWorlds {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			var d, d2 anvil.Decoder
			var c, back anvil.Chunk
			var enc anvil.Encoder
			var out []byte
			n := 0
			entries(t, world, func(file string, e slowanvil.Entry) {
				if d.Decode(e.NBT, &c) != nil || n > 150 {
					return
				}
				n++
				var err error
				if out, err = enc.Append(out[:0], &c, &anvil.Edit{}); err != nil {
					t.Fatalf("%s %d,%d: %v", file, e.X, e.Z, err)
				}
				if err := d2.Decode(out, &back); err != nil {
					t.Fatalf("%s %d,%d: read back: %v", file, e.X, e.Z, err)
				}
				sameChunk(t, &c, &back)
				if n%50 != 0 {
					return
				}
				// The slow reader accepts it as well.
				tree, err := slowanvil.Parse(out)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := slowanvil.Decode(tree); err != nil {
					t.Error(err)
				}
				if _, _, err := nbt.Decode(out, nbt.Limits{}); err != nil {
					t.Error(err)
				}
			})
			if n == 0 {
				t.Error("no chunk was written")
			}
		})
	}
}

// sameChunk demands that a chunk read back holds what the upgraded one held.
func sameChunk(t *testing.T, c, back *anvil.Chunk) {
	t.Helper()
	if back.Upgraded || back.LightOn || back.DataVersion != anvil.DefaultDataVersion || back.X != c.X || back.Z != c.Z || len(back.Sections) != len(c.Sections) {
		t.Fatalf("chunk %d,%d: head differs", c.X, c.Z)
	}
	if len(back.BlockEntities) != len(c.BlockEntities) || len(back.BlockTicks) != len(c.BlockTicks) || len(back.FluidTicks) != len(c.FluidTicks) ||
		len(back.Entities) != len(c.Entities) {
		t.Errorf("chunk %d,%d: lists differ in length", c.X, c.Z)
	}
	for i := range c.BlockEntities {
		if !bytes.Equal(c.BlockEntities[i].Data, back.BlockEntities[i].Data) {
			t.Errorf("chunk %d,%d: block entity %d differs", c.X, c.Z, i)
		}
	}
	for i := range c.Sections {
		a, b := &c.Sections[i], &back.Sections[i]
		if a.Y != b.Y || a.Blocks.Present() != b.Blocks.Present() || a.Biomes.Present() != b.Biomes.Present() ||
			!bytes.Equal(a.BlockLight, b.BlockLight) || !bytes.Equal(a.SkyLight, b.SkyLight) {
			t.Fatalf("chunk %d,%d: section %d differs", c.X, c.Z, a.Y)
		}
		for j := 0; a.Blocks.Present() && j < 4096; j++ {
			if a.Blocks.Block(j) != b.Blocks.Block(j) {
				t.Fatalf("chunk %d,%d section %d cell %d: %s became %s", c.X, c.Z, a.Y, j, a.Blocks.Block(j), b.Blocks.Block(j))
			}
		}
		for j := 0; a.Biomes.Present() && j < 64; j++ {
			if a.Biomes.Biome(j) != b.Biomes.Biome(j) {
				t.Fatalf("chunk %d,%d section %d biome %d: %s became %s", c.X, c.Z, a.Y, j, a.Biomes.Biome(j), b.Biomes.Biome(j))
			}
		}
	}
}

// TestUpgradedEdit edits a chunk of 1.12.2, and looks at what is carried over.
func TestUpgradedEdit(t *testing.T) {
	var sec [2][4096]byte
	sec[0][0], sec[0][1] = 1, 2
	doc := numericChunk(map[int8]*[2][4096]byte{0: &sec})
	_, tree, err := nbt.Decode(doc, nbt.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	level, _ := tree.Compound("Level")
	level["InhabitedTime"] = int64(77)
	level["TerrainPopulated"] = uint8(1)
	level["ModData"] = nbt.Compound{"k": "v"}
	level["Structures"] = nbt.Compound{"Starts": nbt.Compound{"x": int32(1)}, "References": nbt.Compound{}}
	level["Entities"] = nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"id": "minecraft:pig"}}}
	level["LightPopulated"] = uint8(1)
	tree["ForgeData"] = "x"
	if doc, err = nbt.Append(nil, "", tree); err != nil {
		t.Fatal(err)
	}
	var d anvil.Decoder
	var c, back anvil.Chunk
	if err := d.Decode(doc, &c); err != nil {
		t.Fatal(err)
	}
	cells := c.At(0).EditBlocks()
	cells.Set(5, "minecraft:copper_bulb[lit=true,powered=false]")
	var enc anvil.Encoder
	out, err := enc.Append(nil, &c, &anvil.Edit{DataVersion: 4790, Sections: []anvil.SectionEdit{{Y: 0, Blocks: cells}, {Y: -4, Blocks: anvil.NewBlocks("minecraft:deepslate")}}})
	if err != nil {
		t.Fatal(err)
	}
	var d2 anvil.Decoder
	if err := d2.Decode(out, &back); err != nil {
		t.Fatal(err)
	}
	s := back.At(0)
	if back.DataVersion != 4790 || s.Blocks.Block(0) != "minecraft:stone" || s.Blocks.Block(1) != "minecraft:grass_block[snowy=false]" ||
		s.Blocks.Block(5) != "minecraft:copper_bulb[lit=true,powered=false]" || back.At(-4).Blocks.Block(9) != "minecraft:deepslate" || back.LightOn {
		t.Error("the cells, the version or the light are not as edited")
	}
	root := entriesOf(t, rootOf(out))
	for name, want := range map[string]bool{"InhabitedTime": true, "ModData": true, "entities": true, "structures": true, "ForgeData": true,
		"TerrainPopulated": false, "Level": false, "Biomes": false, "Entities": false, "HeightMap": false, "LightPopulated": false, "Structures": false} {
		if _, ok := root[name]; ok != want {
			t.Errorf("%s at the root: %v, want %v", name, ok, want)
		}
	}
	if starts, ok := root["structures"].Lookup("starts"); !ok || starts.Tag != nbt.TagCompound {
		t.Error("structures have no starts")
	}
	if _, err := enc.Append(nil, &c, &anvil.Edit{DataVersion: 2860}); !errors.Is(err, anvil.ErrEdit) {
		t.Errorf("an upgraded chunk was written for 1.18: %v", err)
	}
}

// TestUpgradedSectionTags upgrades chunks whose sections have tags that nobody knows, one of them edited. Tags of the old form, and
// those that Starlight has beside its arrays, go.
func TestUpgradedSectionTags(t *testing.T) {
	var cells [2][4096]byte
	cells[0][0] = 1
	_, numeric, err := nbt.Decode(numericChunk(map[int8]*[2][4096]byte{0: &cells, 2: &cells}), nbt.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	palette := func(y int8) any { return c{"Y": y, "Palette": paletteOf(17), "BlockStates": make([]int64, 320)} }
	for name, tree := range map[string]nbt.Compound{
		"numeric": numeric,
		"palette": level(1631, c{"Biomes": make([]int32, 256)}, palette(2), palette(0)),
	} {
		lv, _ := tree.Compound("Level")
		for _, item := range lv["Sections"].(nbt.List).Items {
			s := item.(c)
			s["mod:energy"] = c{"of": s["Y"]}
			s["starlight.blocklight_state"], s["SkyLight"] = int32(2), make([]byte, 2048)
		}
		var d, d2 anvil.Decoder
		var chunk, back anvil.Chunk
		var enc anvil.Encoder
		if err := d.Decode(docOf(t, tree), &chunk); err != nil {
			t.Fatal(name, err)
		}
		blocks := chunk.At(2).EditBlocks()
		blocks.Set(9, "minecraft:stone")
		out, err := enc.Append(nil, &chunk, &anvil.Edit{Sections: []anvil.SectionEdit{{Y: 2, Blocks: blocks}}})
		if err != nil {
			t.Fatal(name, err)
		}
		if err := d2.Decode(out, &back); err != nil || back.At(2).Blocks.Block(9) != "minecraft:stone" {
			t.Fatalf("%s: %v", name, err)
		}
		_, root, err := nbt.Decode(out, nbt.Limits{})
		if err != nil {
			t.Fatal(name, err)
		}
		found := 0
		for _, item := range root["sections"].(nbt.List).Items {
			s := item.(c)
			y, _ := s.Int("Y")
			energy, ok := s.Compound("mod:energy")
			if of, _ := energy.Int("of"); ok != (y == 0 || y == 2) || of != y && ok {
				t.Errorf("%s: section %d has %v", name, y, energy)
			}
			if ok {
				found++
			}
			for tag := range s {
				switch tag {
				case "Y", "block_states", "biomes", "SkyLight", "mod:energy":
				default:
					t.Errorf("%s: section %d has %s", name, y, tag)
				}
			}
		}
		if found != 2 {
			t.Errorf("%s: %d sections have the tag", name, found)
		}
	}
}
