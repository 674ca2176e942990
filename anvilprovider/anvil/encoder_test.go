package anvil_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// TestEmptyEditIsIdentical writes every chunk of the modern worlds without a change, partial ones too.
func TestEmptyEditIsIdentical(t *testing.T) {
	for _, world := range modernWorlds {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			var d anvil.Decoder
			var c anvil.Chunk
			var enc anvil.Encoder
			var out []byte
			n := 0
			entries(t, world, func(file string, e slowanvil.Entry) {
				if err := d.Decode(e.NBT, &c); err != nil && !errors.Is(err, anvil.ErrPartial) {
					t.Fatalf("%s %d,%d: %v", file, e.X, e.Z, err)
				}
				var err error
				if out, err = enc.Append(out[:0], &c, &anvil.Edit{}); err != nil || !bytes.Equal(out, e.NBT) {
					t.Errorf("%s %d,%d: bytes differ (error %v)", file, e.X, e.Z, err)
				}
				n++
			})
			if n == 0 {
				t.Error("no chunk was written")
			}
		})
	}
}

// rootOf returns the body of a document as a payload.
func rootOf(b []byte) nbt.Raw {
	r := nbt.NewReader(b, nbt.Limits{})
	r.Root()
	return nbt.Raw{Tag: nbt.TagCompound, Data: b[r.Offset():]}
}

// entriesOf returns the entries of a compound by name.
func entriesOf(t *testing.T, raw nbt.Raw) map[string]nbt.Raw {
	t.Helper()
	m := map[string]nbt.Raw{}
	r := nbt.NewReader(raw.Data, nbt.Limits{})
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		m[string(name)] = r.Raw(tag)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return m
}

// sectionsOf returns the elements of a chunk's list of sections.
func sectionsOf(t *testing.T, root nbt.Raw) []nbt.Raw {
	t.Helper()
	list, ok := root.Lookup("sections")
	if !ok {
		t.Fatal("no sections")
	}
	r := nbt.NewReader(list.Data, nbt.Limits{})
	_, n := r.List()
	var all []nbt.Raw
	for range n {
		all = append(all, r.Raw(nbt.TagCompound))
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return all
}

// onlyDiffers reports which entries of two compounds differ.
func onlyDiffers(t *testing.T, a, b nbt.Raw) (names []string) {
	t.Helper()
	x, y := entriesOf(t, a), entriesOf(t, b)
	for name, v := range x {
		if w, ok := y[name]; !ok || !bytes.Equal(v.Data, w.Data) || v.Tag != w.Tag {
			names = append(names, name)
		}
	}
	for name := range y {
		if _, ok := x[name]; !ok {
			names = append(names, name)
		}
	}
	return names
}

// TestOneCellEdit changes one random cell of a section of each full chunk, and demands that exactly that cell differs.
func TestOneCellEdit(t *testing.T) {
	const seed = 20261130
	for _, world := range []string{"java-1.18.1", "java-1.20.5", "java-1.21", "java-26.1.2"} {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(seed, uint64(len(world))))
			var d anvil.Decoder
			var c anvil.Chunk
			var enc anvil.Encoder
			n := 0
			entries(t, world, func(file string, e slowanvil.Entry) {
				if d.Decode(e.NBT, &c) != nil || n >= 150 {
					return
				}
				n++
				index := rng.IntN(len(c.Sections))
				for !c.Sections[index].Blocks.Present() {
					index = rng.IntN(len(c.Sections))
				}
				s := &c.Sections[index]
				cell := rng.IntN(4096)
				cells := s.EditBlocks()
				// A state that a modern version spells differently in an old chunk is among those that are set.
				key := []string{"minecraft:short_grass", "minecraft:gold_block", "minecraft:oak_stairs[facing=north,half=top,shape=straight,waterlogged=false]"}[rng.IntN(3)]
				cells.Set(cell, key)
				if cells.Changed() != (s.Blocks.Block(cell) != key) {
					t.Fatalf("Changed is %v", cells.Changed())
				}
				out, err := enc.Append(nil, &c, &anvil.Edit{Sections: []anvil.SectionEdit{{Y: s.Y, Blocks: cells}}})
				if err != nil {
					t.Fatalf("%s %d,%d: %v", file, e.X, e.Z, err)
				}
				if names := onlyDiffers(t, rootOf(e.NBT), rootOf(out)); len(names) > 1 || len(names) == 1 && names[0] != "sections" {
					t.Fatalf("root entries differ: %v", names)
				}
				before, after := sectionsOf(t, rootOf(e.NBT)), sectionsOf(t, rootOf(out))
				for i := range before {
					for _, name := range onlyDiffers(t, before[i], after[i]) {
						if y, _ := before[i].Lookup("Y"); name != "block_states" || !bytes.Equal(y.Data, []byte{byte(s.Y)}) {
							t.Fatalf("section %d: %s differs", i, name)
						}
					}
				}
				old, err := e.Chunk()
				if err != nil {
					t.Fatal(err)
				}
				tree, err := slowanvil.Parse(out)
				if err != nil {
					t.Fatal(err)
				}
				now, err := slowanvil.Decode(tree)
				if err != nil {
					t.Fatal(err)
				}
				y := int(s.Y)
				for i := range 4096 {
					want := old.Sections[y].State(i&15, i>>8, i>>4&15)
					if i == cell && s.Blocks.Block(cell) != key {
						want = anvil.Spell(key, c.DataVersion)
					}
					if got := now.Sections[y].State(i&15, i>>8, i>>4&15); got != want {
						t.Fatalf("%s %d,%d section %d cell %d (edited %d): %s, want %s", file, e.X, e.Z, y, i, cell, got, want)
					}
				}
			})
			if n == 0 {
				t.Error("no chunk was edited")
			}
		})
	}
}

// decodeBlank makes a chunk of air from height -64 to 319.
func decodeBlank(t *testing.T, version int32) (*anvil.Chunk, []byte) {
	t.Helper()
	var d anvil.Decoder
	var c anvil.Chunk
	b := anvil.Blank(3, -4, version, -4, 19, "minecraft:plains")
	if err := d.Decode(b, &c); err != nil {
		t.Fatal(err)
	}
	return &c, b
}

func TestBlank(t *testing.T) {
	c, b := decodeBlank(t, 0)
	if c.X != 3 || c.Z != -4 || c.DataVersion != anvil.DefaultDataVersion || len(c.Sections) != 24 || !c.Full || c.LightOn {
		t.Fatalf("chunk %d,%d version %d, %d sections", c.X, c.Z, c.DataVersion, len(c.Sections))
	}
	for i := range c.Sections {
		s := &c.Sections[i]
		if s.Blocks.Block(0) != "minecraft:air" || s.Biomes.Biome(63) != "minecraft:plains" || !s.Blocks.Uniform() || int(s.Y) != i-4 {
			t.Errorf("section %d is not air", s.Y)
		}
	}
	tree, err := slowanvil.Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := slowanvil.Decode(tree); err != nil {
		t.Error(err)
	}
}

// TestEditEverything writes each kind of change and reads it back.
func TestEditEverything(t *testing.T) {
	c, _ := decodeBlank(t, 0)
	blocks := c.Sections[5].EditBlocks()
	for i := range 4096 {
		blocks.Set(i, fmt.Sprintf("minecraft:block_%d[a=b]", i%300))
	}
	biomes := c.Sections[5].EditBiomes()
	for i := range 64 {
		biomes.Set(i, fmt.Sprintf("minecraft:biome_%d", i%5))
	}
	below, above := anvil.NewBlocks("minecraft:bedrock"), anvil.NewBlocks("minecraft:glass")
	below.Set(7, "minecraft:stone")
	light := bytes.Repeat([]byte{0x5a}, 2048)
	sign, _ := nbt.RawOf(nbt.Compound{"id": "minecraft:sign", "x": int32(1)})
	maps, _ := nbt.RawOf(nbt.Compound{"WORLD_SURFACE": []int64{1, 2}})
	custom, _ := nbt.RawOf(nbt.Compound{"k": "v"})
	tick := anvil.Tick{X: 1, Y: -2, Z: 3, ID: "minecraft:water", Delay: 5, Priority: -1}
	edit := &anvil.Edit{
		Sections: []anvil.SectionEdit{
			{Y: 25, Blocks: above}, {Y: -7, Blocks: below, SkyLight: anvil.LightEdit{Replace: true, Array: light}},
			{Y: 1, Blocks: blocks, Biomes: biomes, BlockLight: anvil.LightEdit{Replace: true, Array: light}},
		},
		BlockEntities: []nbt.Raw{sign}, BlockTicks: []anvil.Tick{tick}, FluidTicks: []anvil.Tick{tick, tick}, Heightmaps: maps,
		Light: anvil.LightOn, DataVersion: 4790, Status: "minecraft:full",
		Set: map[string]nbt.Raw{"kestrel:x": custom, "PostProcessing": {}},
	}
	var enc anvil.Encoder
	out, err := enc.Append([]byte("prefix"), c, edit)
	if err != nil || !bytes.HasPrefix(out, []byte("prefix")) {
		t.Fatal(err)
	}
	out = out[len("prefix"):]
	var d anvil.Decoder
	var got anvil.Chunk
	if err := d.Decode(out, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Sections) != 26 || got.Sections[0].Y != -7 || got.Sections[25].Y != 25 || got.DataVersion != 4790 || !got.LightOn {
		t.Fatalf("%d sections, version %d, light %v", len(got.Sections), got.DataVersion, got.LightOn)
	}
	for i, raw := range sectionsOf(t, rootOf(out)) {
		y, _ := raw.Lookup("Y")
		if v, _ := y.Int(); v != int64(got.Sections[i].Y) {
			t.Errorf("section %d of the list has Y %d: new ones are not in order", i, v)
		}
	}
	if got.Sections[0].Blocks.Block(7) != "minecraft:stone" || got.Sections[0].Blocks.Block(8) != "minecraft:bedrock" ||
		!bytes.Equal(got.Sections[0].SkyLight, light) || got.Sections[0].BlockLight != nil {
		t.Error("the section below is wrong")
	}
	s := got.At(1)
	for i := range 4096 {
		if want := fmt.Sprintf("minecraft:block_%d[a=b]", i%300); s.Blocks.Block(i) != want {
			t.Fatalf("cell %d is %s, want %s", i, s.Blocks.Block(i), want)
		}
	}
	if s.Blocks.Bits != 9 || s.Biomes.Bits != 3 || s.Biomes.Biome(4) != "minecraft:biome_4" || !bytes.Equal(s.BlockLight, light) {
		t.Errorf("bits %d and %d", s.Blocks.Bits, s.Biomes.Bits)
	}
	if len(got.BlockEntities) != 1 || len(got.FluidTicks) != 2 || got.BlockTicks[0] != tick || !bytes.Equal(got.Heightmaps.Data, maps.Data) {
		t.Error("block entities, ticks or height maps are wrong")
	}
	root := entriesOf(t, rootOf(out))
	if _, ok := root["PostProcessing"]; ok || string(root["kestrel:x"].Data) != string(custom.Data) {
		t.Error("Set did not remove and add")
	}

	// And back: remove what was added, in the same chunk.
	out, err = enc.Append(nil, &got, &anvil.Edit{BlockEntities: []nbt.Raw{}, BlockTicks: []anvil.Tick{}, Light: anvil.LightOff,
		Sections: []anvil.SectionEdit{{Y: 1, BlockLight: anvil.LightEdit{Replace: true}}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Decode(out, &got); err != nil || len(got.BlockEntities)+len(got.BlockTicks) != 0 || got.LightOn || got.At(1).BlockLight != nil {
		t.Errorf("removal failed: %v", err)
	}
}

// TestLightFlags looks at the two flags that vouch for light.
func TestLightFlags(t *testing.T) {
	tree := chunkTree(2865, nbt.Compound{"Y": int8(0), "block_states": nbt.Compound{"palette": paletteOf(1)}})
	tree["starlight.light_version"] = int32(7)
	b := docOf(t, tree)
	for flag, want := range map[anvil.LightFlag][2]bool{anvil.LightKeep: {false, true}, anvil.LightOff: {false, false}, anvil.LightOn: {true, false}} {
		var d anvil.Decoder
		var c, back anvil.Chunk
		var enc anvil.Encoder
		if err := d.Decode(b, &c); err != nil || !c.Starlight {
			t.Fatalf("Starlight %v, %v", c.Starlight, err)
		}
		out, err := enc.Append(nil, &c, &anvil.Edit{Light: flag})
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Decode(out, &back); err != nil || back.LightOn != want[0] || back.Starlight != want[1] {
			t.Errorf("flag %d: light on %v, Starlight %v, %v", flag, back.LightOn, back.Starlight, err)
		}
	}
	tree["starlight.light_version"] = int32(0)
	var d anvil.Decoder
	var c anvil.Chunk
	if err := d.Decode(docOf(t, tree), &c); err != nil || c.Starlight {
		t.Errorf("version 0 is one of Starlight's: %v, %v", c.Starlight, err)
	}
}

func TestEditRefuses(t *testing.T) {
	c, _ := decodeBlank(t, 0)
	bad := map[string]*anvil.Edit{
		"older version":    {DataVersion: 3000},
		"same section":     {Sections: []anvil.SectionEdit{{Y: 1}, {Y: 1}}},
		"short light":      {Sections: []anvil.SectionEdit{{Y: 1, SkyLight: anvil.LightEdit{Replace: true, Array: make([]byte, 10)}}}},
		"string as entity": {BlockEntities: []nbt.Raw{{Tag: nbt.TagString}}},
		"height map list":  {Heightmaps: nbt.Raw{Tag: nbt.TagList}},
	}
	var enc anvil.Encoder
	for name, e := range bad {
		if out, err := enc.Append(nil, c, e); !errors.Is(err, anvil.ErrEdit) || out != nil {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestEditForms edits chunks whose palettes are spelled in the forms of 26.3, and looks at what is written.
func TestEditForms(t *testing.T) {
	named := nbt.Compound{"Name": "minecraft:stone"}
	byID := nbt.Compound{"id": "minecraft:oak_log", "properties": nbt.Compound{"axis": "y"}}
	wrapped := nbt.Compound{"": "minecraft:stone"}
	for name, tt := range map[string]struct {
		palette nbt.List
		set     string
		want    []any
	}{
		"named":             {nbt.List{Elem: nbt.TagCompound, Items: []any{named}}, "minecraft:dirt", []any{named, nbt.Compound{"Name": "minecraft:dirt"}}},
		"strings":           {nbt.List{Elem: nbt.TagString, Items: []any{"minecraft:stone"}}, "minecraft:dirt", []any{"minecraft:stone", "minecraft:dirt"}},
		"strings get mixed": {nbt.List{Elem: nbt.TagString, Items: []any{"minecraft:stone"}}, "minecraft:oak_log[axis=y]", []any{wrapped, byID}},
		"mixed":             {nbt.List{Elem: nbt.TagCompound, Items: []any{wrapped}}, "minecraft:dirt", []any{wrapped, nbt.Compound{"": "minecraft:dirt"}}},
		"by id":             {nbt.List{Elem: nbt.TagCompound, Items: []any{byID}}, "minecraft:oak_log[axis=x]", []any{byID, nbt.Compound{"id": "minecraft:oak_log", "properties": nbt.Compound{"axis": "x"}}}},
	} {
		doc := docOf(t, chunkTree(5023, nbt.Compound{"Y": int8(0), "block_states": nbt.Compound{"palette": tt.palette, "other": int32(1)}}))
		var d anvil.Decoder
		var c anvil.Chunk
		if err := d.Decode(doc, &c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		cells := c.Sections[0].EditBlocks()
		cells.Set(100, tt.set)
		var enc anvil.Encoder
		out, err := enc.Append(nil, &c, &anvil.Edit{Sections: []anvil.SectionEdit{{Y: 0, Blocks: cells}}})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		states, _ := sectionsOf(t, rootOf(out))[0].Lookup("block_states")
		tree, err := states.Compound()
		if err != nil {
			t.Fatal(err)
		}
		list, _ := tree.List("palette")
		if got := fmt.Sprint(list.Items); got != fmt.Sprint(tt.want) || tree["other"] != int32(1) {
			t.Errorf("%s: palette %v, want %v", name, got, tt.want)
		}
		if err := d.Decode(out, &c); err != nil || c.Sections[0].Blocks.Block(100) != tt.set || strings.Contains(c.Sections[0].Blocks.Block(99), "dirt") {
			t.Errorf("%s: read back %v", name, err)
		}
	}
}

// chunkTree is a full chunk of 1.18 or later with the sections given.
func chunkTree(version int32, sections ...any) nbt.Compound {
	return nbt.Compound{"DataVersion": version, "xPos": int32(0), "zPos": int32(0), "Status": "minecraft:full",
		"sections": nbt.List{Elem: nbt.TagCompound, Items: sections}}
}
