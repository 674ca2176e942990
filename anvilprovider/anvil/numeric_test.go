package anvil_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// numericWorlds are the shared worlds of before 1.13.
var numericWorlds = []string{"java-1.8.9", "java-1.12.2", "flattening/1.12.2"}

// TestNumericWorlds compares every cell with the slow reader's id and meta, through the table one cell at a time. Of blocks
// that are derived everything is compared that the table knows of them.
func TestNumericWorlds(t *testing.T) {
	universe := universe113(t)
	for _, world := range numericWorlds {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			var d anvil.Decoder
			var c anvil.Chunk
			chunks, cells, derived := 0, 0, 0
			names := map[string]bool{}
			var table [4096]string // LegacyKey by id<<4 | meta
			for i := range table {
				table[i] = anvil.LegacyKey(i>>4, i&15)
			}
			entries(t, world, func(file string, e slowanvil.Entry) {
				want, err := e.Chunk()
				if err != nil {
					t.Fatalf("%s: oracle: %v", file, err)
				}
				if err := d.Decode(e.NBT, &c); err != nil {
					t.Fatalf("%s %d,%d: %v", file, e.X, e.Z, err)
				}
				chunks++
				if !c.Upgraded || !c.Full || c.X != e.X || c.Z != e.Z || len(c.Sections) < 16 {
					t.Fatalf("%s %d,%d: head is wrong", file, e.X, e.Z)
				}
				for y, o := range want.Sections {
					s := c.At(int8(y))
					if s == nil || !bytes.Equal(s.BlockLight, o.BlockLight) || !bytes.Equal(s.SkyLight, o.SkyLight) {
						t.Fatalf("%s %d,%d: section %d differs in light", file, e.X, e.Z, y)
					}
					for _, key := range s.Blocks.Palette {
						names[key] = true
					}
					var index [4096]uint16
					s.Blocks.Unpack(&index)
					for i, v := range index {
						id, meta := int(o.IDs[i]), int(o.Metas[i])
						key := s.Blocks.Palette[v]
						cells++
						if anvil.HasDeriver(id) {
							derived++
							if !strings.HasPrefix(key, "minecraft:") {
								t.Fatalf("%d:%d became %s", id, meta, key)
							}
							continue
						}
						if base := table[id<<4|meta]; key != base {
							t.Fatalf("%s %d,%d section %d cell %d: %d:%d is %s, want %s", file, e.X, e.Z, y, i, id, meta, key, base)
						}
					}
				}
				for i := range 16 {
					s := c.At(int8(i))
					for j := range 64 {
						name := biomesSeen[want.BiomeIDs[(j>>2&3*4+2)<<4|(j&3*4+2)]]
						if got := s.Biomes.Biome(j); got != "minecraft:"+name {
							t.Fatalf("section %d biome %d is %s, want %q", i, j, got, name)
						}
					}
				}
			})
			t.Logf("%d chunks, %d cells, %d of them derived, %d states", chunks, cells, derived, len(names))
			for key := range names {
				if !universe.has(key) {
					t.Errorf("the game has no state %s", key)
				}
			}
			if cells == 0 || derived == 0 {
				t.Error("nothing was compared")
			}
		})
	}
}

// universe is all states of a version, by name: each a set of its properties.
type universe map[string][]map[string]string

// universe113 reads all states of 1.13 from the debug world of that version, in the spelling of 26.3.
func universe113(t *testing.T) universe {
	t.Helper()
	u, seen := universe{}, map[string]bool{}
	entries(t, "flattening/1.13", func(_ string, e slowanvil.Entry) {
		c, err := e.Chunk()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range c.Sections {
			for _, key := range s.Palette {
				key = anvil.Modernise(key, int32(c.DataVersion))
				if !seen[key] {
					seen[key] = true
					name, props := split(key)
					u[name] = append(u[name], props)
				}
			}
		}
	})
	// The world is of a snapshot, in which tnt had no property yet.
	u["minecraft:tnt"] = []map[string]string{{"unstable": "false"}, {"unstable": "true"}}
	if len(seen) < 8000 {
		t.Fatalf("only %d states", len(seen))
	}
	return u
}

func split(key string) (name string, props map[string]string) {
	name, rest, _ := strings.Cut(strings.TrimSuffix(key, "]"), "[")
	props = map[string]string{}
	for _, p := range strings.Split(rest, ",") {
		if k, v, ok := strings.Cut(p, "="); ok {
			props[k] = v
		}
	}
	return name, props
}

// has reports whether there is a state with the name, the properties and the values of the key, and perhaps more.
func (u universe) has(key string) bool {
	name, props := split(key)
	for _, state := range u[name] {
		ok := true
		for k, v := range props {
			ok = ok && state[k] == v
		}
		if ok {
			return true
		}
	}
	return false
}

// TestNumericStatesExist checks that every state of the table, and every state that a deriver can make of it, is one of
// 1.13.
func TestNumericStatesExist(t *testing.T) {
	u := universe113(t)
	states := 0
	for id := range 256 {
		for meta := range 16 {
			key := anvil.LegacyKey(id, meta)
			if strings.HasPrefix(key, "kestrel:") {
				if id != 253 && id != 254 {
					t.Errorf("%d:%d is unknown", id, meta)
				}
				continue
			}
			states++
			if !u.has(key) {
				t.Errorf("%d:%d is %s, which the game does not have", id, meta, key)
			}
			for code := range anvil.DeriverCodes(id) {
				key, ok := anvil.DerivedBy(id, meta, code)
				if !ok {
					continue // Of the three kinds of dirt only podzol gets snowy.
				}
				states++
				if !u.has(key) {
					t.Fatalf("%d:%d with code %d is %s, which the game does not have", id, meta, code, key)
				}
			}
		}
	}
	t.Logf("%d states exist", states)
}

// TestOldTicks reads scheduled updates: numbers of 1.7, names of 1.12, fluids among them.
func TestOldTicks(t *testing.T) {
	var sec [2][4096]byte
	sec[0][0], sec[0][1], sec[0][2] = 12, 8, 31
	sec[1][2] = 1
	tick := func(i any, x int32) c {
		return c{"i": i, "x": x, "y": int32(0), "z": int32(0), "t": int32(4), "p": int32(0)}
	}
	_, tree, err := nbt.Decode(numericChunk(map[int8]*[2][4096]byte{0: &sec}), nbt.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	lv, _ := tree.Compound("Level")
	lv["TileTicks"] = l(tick(int32(12), 0), tick("minecraft:flowing_water", 1), tick("minecraft:tallgrass", 2), tick("minecraft:sand", 99))
	b := docOf(t, tree)
	var d anvil.Decoder
	var ch anvil.Chunk
	if err := d.Decode(b, &ch); err != nil {
		t.Fatal(err)
	}
	if len(ch.BlockTicks) != 2 || ch.BlockTicks[0].ID != "minecraft:sand" || ch.BlockTicks[1].ID != "minecraft:short_grass" || ch.BlockTicks[0].Delay != 4 {
		t.Errorf("block ticks %v", ch.BlockTicks)
	}
	if len(ch.FluidTicks) != 1 || ch.FluidTicks[0].ID != "minecraft:water" {
		t.Errorf("fluid ticks %v", ch.FluidTicks)
	}
	// 1.16 has names, which may have changed.
	b = docOf(t, level(2578, c{"TileTicks": l(tick("minecraft:grass_path", 0))}, c{"Y": int8(0), "Palette": paletteOf(2), "BlockStates": make([]int64, 256)}))
	if err := d.Decode(b, &ch); err != nil || len(ch.BlockTicks) != 1 || ch.BlockTicks[0].ID != "minecraft:dirt_path" {
		t.Errorf("block ticks %v, %v", ch.BlockTicks, err)
	}
}

// TestAddNibbles reads ids above 255, which mods have.
func TestAddNibbles(t *testing.T) {
	blocks, add, data := make([]byte, 4096), make([]byte, 2048), make([]byte, 2048)
	blocks[0x123], add[0x91], data[0x91] = 0x2c, 0x10, 0x50 // cell 0x123 is in the high nibble
	blocks[0x124] = 1
	b := docOf(t, level(1343, nil, c{"Y": int8(3), "Blocks": blocks, "Add": add, "Data": data}))
	var d anvil.Decoder
	var ch anvil.Chunk
	if err := d.Decode(b, &ch); err != nil {
		t.Fatal(err)
	}
	for cell, want := range map[int]string{0x122: "minecraft:air", 0x123: "kestrel:id_300[meta=5]", 0x124: "minecraft:stone"} {
		if got := ch.At(3).Blocks.Block(cell); got != want {
			t.Errorf("cell %#x is %s, want %s", cell, got, want)
		}
	}
}

func TestUnknownIDsAreKept(t *testing.T) {
	if got := anvil.LegacyKey(300, 5); got != "kestrel:id_300[meta=5]" {
		t.Errorf("id 300 is %s", got)
	}
	if got := anvil.LegacyKey(254, 0); got != "kestrel:id_254[meta=0]" {
		t.Errorf("id 254 is %s", got)
	}
}

// TestReadNumeric compares the raw access with the slow reader.
func TestReadNumeric(t *testing.T) {
	n := 0
	entries(t, "java-1.12.2", func(_ string, e slowanvil.Entry) {
		if n++; n%100 != 0 {
			return
		}
		want, err := e.Chunk()
		if err != nil {
			t.Fatal(err)
		}
		ch, ok := anvil.ReadNumeric(e.NBT, nbt.Limits{})
		if !ok {
			t.Fatal("not read")
		}
		for y := range int32(32) {
			for i := range int32(256) {
				x, z := e.X<<4|i&15, e.Z<<4|i>>4
				id, meta, ok := ch.At(x, y, z)
				wantID, wantMeta := want.Sections[int(y>>4)].ID(int(i&15), int(y&15), int(i>>4))
				if !ok || id != wantID || meta != wantMeta {
					t.Fatalf("%d,%d,%d: %d:%d %v, want %d:%d", x, y, z, id, meta, ok, wantID, wantMeta)
				}
			}
		}
		if _, _, ok := ch.At(e.X<<4-1, 0, e.Z<<4); ok {
			t.Error("a block outside the chunk was answered")
		}
	})
	if n < 100 {
		t.Error("nothing was read")
	}
	for name, tree := range map[string]nbt.Compound{"palettes": level(1631, nil, c{"Y": int8(0), "Palette": paletteOf(1)}), "modern": chunkTree(3000), "nothing": {},
		"ids without metas": level(1343, nil, c{"Y": int8(0), "Blocks": make([]byte, 4096)}), "no sections": {"Level": c{"xPos": int32(0), "zPos": int32(0)}}} {
		b := docOf(t, tree)
		if _, ok := anvil.ReadNumeric(b, nbt.Limits{}); ok {
			t.Errorf("%s: read as a numeric chunk", name)
		}
	}
}
