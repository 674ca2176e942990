package anvil_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// derivedProperties are what a deriver finds, by the name of a block or the end of it; "" stands for the name itself.
var derivedProperties = []struct {
	suffix string
	props  []string
}{
	{"_stairs", []string{"shape"}}, {"_fence", []string{"north", "east", "south", "west"}}, {"_pane", []string{"north", "east", "south", "west"}},
	{"iron_bars", []string{"north", "east", "south", "west"}}, {"_wall", []string{"north", "east", "south", "west", "up"}},
	{"_gate", []string{"in_wall"}}, {"_door", []string{"facing", "hinge", "open", "powered"}},
	{"redstone_wire", []string{"north", "east", "south", "west"}}, {":chest", []string{"type"}},
	{"trapped_chest", []string{"type"}}, {"chorus_plant", []string{"north", "east", "south", "west", "up", "down"}},
	{"repeater", []string{"locked"}}, {"tripwire", []string{"north", "east", "south", "west"}},
}

// stored cuts a key down to what a numeric world stores of it.
func stored(key string) (string, bool) {
	name, rest, _ := strings.Cut(strings.TrimSuffix(key, "]"), "[")
	drop := map[string]bool{"waterlogged": true}
	derived := false
	for _, d := range derivedProperties {
		if strings.HasSuffix(name, d.suffix) {
			derived = true
			for _, p := range d.props {
				if !(strings.HasSuffix(name, "_door") && (p == "facing" || p == "open") && strings.Contains(rest, "half=lower")) &&
					!(strings.HasSuffix(name, "_door") && (p == "hinge" || p == "powered") && strings.Contains(rest, "half=upper")) {
					drop[p] = true
				}
			}
		}
	}
	var kept []string
	for _, p := range strings.Split(rest, ",") {
		if k, _, ok := strings.Cut(p, "="); ok && !drop[k] {
			kept = append(kept, p)
		}
	}
	return name + "[" + strings.Join(kept, ",") + "]", derived
}

// numericOf finds id and meta for each state that numeric worlds can store.
func numericOf() map[string][2]byte {
	m := map[string][2]byte{}
	for id := 255; id >= 0; id-- {
		for meta := 15; meta >= 0; meta-- {
			key := anvil.LegacyKey(id, meta)
			if !strings.HasPrefix(key, "kestrel:") {
				s, _ := stored(key)
				m[s] = [2]byte{byte(id), byte(meta)}
			}
		}
	}
	return m
}

// TestDeriversAgreeWithStoredStates takes what the game stored in later worlds, reduces it to what a numeric world could
// store, and lets the derivers find the rest again. The worlds were built by hand and by village generation in the real
// game; debug worlds (1.13.2, 1.16.2) have states that no neighbour explains, so they say nothing here.
func TestDeriversAgreeWithStoredStates(t *testing.T) {
	numeric := numericOf()
	for world, allowed := range map[string]map[string]int{
		"java-1.15.2": {},
		// One fence stands beside a hay bale that a village piece put there without telling it.
		"java-1.20.5": {"minecraft:oak_fence": 1},
	} {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			var d, d2 anvil.Decoder
			var c, back anvil.Chunk
			agree, differ := map[string]int{}, map[string]int{}
			examples := map[string]string{}
			entries(t, world, func(_ string, e slowanvil.Entry) {
				if d.Decode(e.NBT, &c) == nil {
					checkDerived(t, numeric, &c, &d2, &back, agree, differ, examples)
				}
			})
			t.Log("agree:", agree)
			if len(agree) < 30 {
				t.Errorf("only %d kinds of blocks were compared", len(agree))
			}
			for name, n := range differ {
				if n > allowed[name] {
					t.Errorf("%s: %d agree, %d differ: %s", name, agree[name], n, examples[name])
				}
			}
		})
	}
}

// numericChunk makes a chunk of 1.12.2 from sections of ids and metas.
func numericChunk(sections map[int8]*[2][4096]byte, tileEntities ...any) []byte {
	list := nbt.List{Elem: nbt.TagCompound}
	for y, s := range sections {
		data := make([]byte, 2048)
		for i, m := range s[1] {
			data[i/2] |= m << (i % 2 * 4)
		}
		list.Items = append(list.Items, nbt.Compound{"Y": y, "Blocks": append([]byte{}, s[0][:]...), "Data": data})
	}
	b, err := nbt.Append(nil, "", nbt.Compound{"DataVersion": int32(1343), "Level": nbt.Compound{"xPos": int32(0), "zPos": int32(0),
		"Sections": list, "TileEntities": nbt.List{Elem: nbt.TagCompound, Items: tileEntities}}})
	if err != nil {
		panic(err)
	}
	return b
}

func checkDerived(t *testing.T, numeric map[string][2]byte, c *anvil.Chunk, d *anvil.Decoder, back *anvil.Chunk, agree, differ map[string]int, examples map[string]string) {
	t.Helper()
	sections := map[int8]*[2][4096]byte{}
	known := map[[3]int]bool{}
	interesting := [][4]any{}
	for i := range c.Sections {
		s := &c.Sections[i]
		if !s.Blocks.Present() {
			continue
		}
		type entry struct {
			block   [2]byte
			ok      bool
			derived bool
			name    string
		}
		table := make([]entry, len(s.Blocks.Palette))
		for j, key := range s.Blocks.Palette {
			reduced, derived := stored(key)
			b, ok := numeric[reduced]
			name, _, _ := strings.Cut(key, "[")
			table[j] = entry{b, ok, derived && ok, name}
		}
		sec := &[2][4096]byte{}
		sections[s.Y] = sec
		var index [4096]uint16
		s.Blocks.Unpack(&index)
		for j, v := range index {
			e := &table[v]
			sec[0][j], sec[1][j] = e.block[0], e.block[1]
			pos := [3]int{j & 15, int(s.Y)<<4 | j>>8, j >> 4 & 15}
			if !e.ok {
				known[pos] = false
			}
			if e.derived && pos[0] > 1 && pos[0] < 14 && pos[2] > 1 && pos[2] < 14 {
				interesting = append(interesting, [4]any{pos, e.name, s.Blocks.Palette[v]})
			}
		}
	}
	if len(interesting) == 0 {
		return
	}
	if err := d.Decode(numericChunk(sections), back); err != nil {
		t.Fatal(err)
	}
	for _, it := range interesting {
		pos, name, want := it[0].([3]int), it[1].(string), it[2].(string)
		if around(known, pos) {
			continue
		}
		got := back.At(int8(pos[1] >> 4)).Blocks.Block(pos[1]&15<<8 | pos[2]<<4 | pos[0])
		if dry(got) == dry(want) {
			agree[name]++
		} else {
			differ[name]++
			examples[name] = fmt.Sprintf("%v %s, the game has %s", pos, got, want)
		}
	}
}

// around reports whether a cell near pos could not be reduced to a numeric block.
func around(known map[[3]int]bool, pos [3]int) bool {
	for dy := -1; dy <= 1; dy++ {
		for dz := -2; dz <= 2; dz++ {
			for dx := -2; dx <= 2; dx++ {
				if _, unknown := known[[3]int{pos[0] + dx, pos[1] + dy, pos[2] + dz}]; unknown {
					return true
				}
			}
		}
	}
	return false
}

// dry takes away what numeric worlds do not know.
func dry(key string) string {
	key = strings.Replace(strings.Replace(key, ",waterlogged=false", "", 1), ",waterlogged=true", "", 1)
	return strings.Replace(strings.Replace(key, "waterlogged=false,", "", 1), "waterlogged=true,", "", 1)
}
