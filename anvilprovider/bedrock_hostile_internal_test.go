package anvilprovider

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// hostileEntries are entries of kestrel:bedrock_states as nobody but a hand with bad intent writes them, by what is bad. Each is
// complete but for the cell. Dragonfly panics at most of them.
func hostileEntries() map[string]nbt.Compound {
	entry := func(name string, states, data nbt.Compound) nbt.Compound {
		return nbt.Compound{"name": name, "states": states, "data": data}
	}
	compounds := func(list ...any) nbt.List { return nbt.List{Elem: nbt.TagCompound, Items: list} }
	banner, chest := nbt.Compound{"ground_sign_direction": int32(0)}, nbt.Compound{"minecraft:cardinal_direction": "north"}
	bed := nbt.Compound{"direction": int32(0), "head_piece_bit": uint8(0), "occupied_bit": uint8(0)}
	holding := func(more nbt.Compound) nbt.Compound {
		sword := nbt.Compound{"Slot": uint8(1), "Name": "minecraft:diamond_sword", "Count": uint8(1), "Damage": int16(0)}
		for k, v := range more {
			sword[k] = v
		}
		return nbt.Compound{"id": "Chest", "Items": compounds(sword)}
	}
	return map[string]nbt.Compound{
		"banner pattern": entry("minecraft:standing_banner", banner, nbt.Compound{"Patterns": compounds(nbt.Compound{"Pattern": "zz", "Color": int32(99)})}),
		"banner colour":  entry("minecraft:standing_banner", banner, nbt.Compound{"Base": int32(999)}),
		"bed colour":     entry("minecraft:bed", bed, nbt.Compound{"color": uint8(99)}),
		"pot sherd":      entry("minecraft:decorated_pot", nbt.Compound{"direction": int32(0)}, nbt.Compound{"sherds": nbt.List{Elem: nbt.TagString, Items: []any{"a", "b", "c", "d"}}}),
		"skull":          entry("minecraft:skeleton_skull", nbt.Compound{"facing_direction": int32(1)}, nbt.Compound{"SkullType": uint8(120)}),
		"chest slot":     entry("minecraft:chest", chest, holding(nbt.Compound{"Slot": uint8(249)})),
		"chest list":     entry("minecraft:chest", chest, nbt.Compound{"Items": nbt.List{Elem: nbt.TagInt, Items: []any{int32(1)}}}),
		"enchantment":    entry("minecraft:chest", chest, holding(nbt.Compound{"tag": nbt.Compound{"ench": compounds(nbt.Compound{"id": int16(9), "lvl": int16(-4)})}})),
		"lore":           entry("minecraft:chest", chest, holding(nbt.Compound{"tag": nbt.Compound{"display": nbt.Compound{"Lore": nbt.List{Elem: nbt.TagInt, Items: []any{int32(4)}}}}})),
		"state's type":   entry("minecraft:chest", nbt.Compound{"minecraft:cardinal_direction": int64(4)}, nil),
		"state's list":   entry("minecraft:chest", nbt.Compound{"minecraft:cardinal_direction": nbt.List{}}, nil),
		"liquid's state": {"name": "minecraft:stone", "states": nbt.Compound{}, "liquid": "minecraft:water", "liquid_states": nbt.Compound{"liquid_depth": []int32{1}}},
	}
}

// hostileWorker is a worker with an empty chunk 0,0 in its memory.
func hostileWorker(t testing.TB) *worker {
	t.Helper()
	b, err := newBlocks(world.DefaultBlockRegistry, Config{})
	if err != nil {
		t.Fatal(err)
	}
	w := &worker{}
	w.use(b)
	if err := w.decoder.Decode(anvil.Blank(0, 0, DefaultDataVersion, -4, 19, "minecraft:plains"), &w.chunk); err != nil {
		t.Fatal(err)
	}
	return w
}

// endure reads an entry, and uses the block as a server does. Nothing may panic.
func endure(t *testing.T, w *worker, entry nbt.Compound) {
	t.Helper()
	raw, err := nbt.RawOf(entry)
	if err != nil {
		t.Fatal(err)
	}
	o, ok := w.overrideOf(raw)
	if !ok {
		return
	}
	values := maxValues
	if w.resolve(&o, &values); o.unresolved {
		return
	}
	b, ok := w.blocks.source.BlockByRuntimeID(o.b.Runtime)
	if !ok {
		t.Fatalf("%v has runtime ID %d", entry, o.b.Runtime)
	}
	if n, ok := b.(world.NBTer); ok && o.data != nil {
		_ = fmt.Sprintf("%+v", n.DecodeNBT(o.data).(world.NBTer).EncodeNBT())
	}
}

// TestHostileBedrockStates puts the entries into a stored chunk, loads it into a world, and looks at the block. Beside each stands one of
// the host's that is as it should be, and is shown.
func TestHostileBedrockStates(t *testing.T) {
	good := nbt.Compound{"x": int32(5), "y": int32(1), "z": int32(1), "java": airKey, "name": "minecraft:chest",
		"states": nbt.Compound{"minecraft:cardinal_direction": "north"}, "data": nbt.Compound{"id": "Chest", "CustomName": "mine"}}
	for name, entry := range hostileEntries() {
		t.Run(name, func(t *testing.T) {
			conf := Config{Log: slog.New(slog.DiscardHandler), ReadAhead: -1}
			p, err := conf.Open(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close()
			d, err := p.dims.of(world.Overworld)
			if err != nil {
				t.Fatal(err)
			}
			entry["x"], entry["y"], entry["z"], entry["java"] = int32(1), int32(1), int32(1), airKey
			_, root, err := nbt.Decode(anvil.Blank(0, 0, DefaultDataVersion, -4, 19, "minecraft:plains"), nbt.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			root[bedrockTag] = nbt.List{Elem: nbt.TagCompound, Items: []any{entry, good}}
			data, err := nbt.Append(nil, "", root)
			if err != nil {
				t.Fatal(err)
			}
			if err := d.terrain.Write(0, 0, data); err != nil {
				t.Fatal(err)
			}
			w := world.Config{Provider: p, Synchronous: true, Entities: entity.DefaultRegistry, Log: conf.Log, RandomTickSpeed: -1}.New()
			w.Do(func(tx *world.Tx) {
				_ = fmt.Sprintf("%+v", tx.Block(cube.Pos{1, 1, 1}))
				if got := fmt.Sprintf("%+v", tx.Block(cube.Pos{5, 1, 1})); !strings.Contains(got, "CustomName:mine") {
					t.Errorf("the block beside it is %s", got)
				}
			})
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// FuzzBedrockStates reads entries of any shape.
func FuzzBedrockStates(f *testing.F) {
	for _, entry := range hostileEntries() {
		data, err := nbt.Append(nil, "", entry)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	w := hostileWorker(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		_, entry, err := nbt.Decode(data, nbt.Limits{})
		if err != nil {
			t.Skip()
		}
		entry["x"], entry["y"], entry["z"], entry["java"] = int32(1), int32(1), int32(1), airKey
		endure(t, w, entry)
	})
}
