package blockentity_test

import (
	"fmt"
	"maps"
	"reflect"
	"sort"
	"strings"
	"testing"

	_ "github.com/df-mc/dragonfly/server/block"
	_ "github.com/df-mc/dragonfly/server/item/enchantment"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
)

// hostBlock answers the host's block of a state key.
func hostBlock(key string) world.Block {
	b, ok := world.DefaultBlockRegistry.BlockByRuntimeID(stored.Translator().Block(key).Runtime)
	if !ok {
		return nil
	}
	return b
}

// throughHost gives a map to the block of a state, as columnFrom does, and takes back what columnTo would store. ok is false
// if the host's block has no block entity.
func throughHost(key string, m map[string]any) (b world.Block, out map[string]any, ok bool) {
	n, ok := hostBlock(key).(world.NBTer)
	if !ok {
		return nil, nil, false
	}
	b = n.DecodeNBT(m).(world.Block)
	return b, b.(world.NBTer).EncodeNBT(), true
}

// place answers where a stored block entity stands.
func place(th stored.Thing) blockentity.Place {
	x, y, z, _ := blockentity.Position(th.Java)
	return blockentity.Place{State: th.State(x, y, z), X: x, Y: y, Z: z, Version: th.Version,
		Neighbour: func(dx, dy, dz int) string { return th.State(x+dx, y+dy, z+dz) }}
}

// census is what the block entities of all worlds are, by kind and outcome.
var census = map[string]int{
	"banner translated": 1967, "barrel translated": 17, "beacon translated": 6, "bed translated": 1175,
	"brewing stand translated": 29, "campfire translated": 73, "chest translated": 580, "decorated pot translated": 21,
	"dispenser kept": 109, "enchanting table translated": 6, "end portal translated": 3, "ender chest translated": 36,
	"furnace translated": 78, "hanging sign kept": 264, "hopper translated": 56, "jukebox translated": 9, "lectern translated": 35,
	"opaque kept": 575, "shulker box translated": 554, "sign translated": 984, "skull translated": 718,
	"trapped chest kept": 85,
}

// TestWorlds loads every block entity of every world through the host's own blocks and saves it again: nothing may change. It
// counts kinds and outcomes.
func TestWorlds(t *testing.T) {
	stored.Translator()
	counts := map[string]int{}
	seen := 0
	stored.BlockEntities(t, func(th stored.Thing) {
		seen++
		p := place(th)
		id, _ := th.Java["id"].(string)
		m, outcome, err := blockentity.Load(th.Java, p)
		if err != nil {
			counts[fmt.Sprintf("%s %v", id, outcome)]++
			t.Logf("%s %v: %v", th.World, p, err)
			return
		}
		kind := blockentity.KindOf(p.State)
		counts[fmt.Sprintf("%v %v", kind, outcome)]++
		if !blockentity.Hosts(p.State, id) {
			t.Errorf("%s: %s does not host %s", th.World, p.State, id)
		}
		_, out, ok := throughHost(p.State, m)
		if !ok {
			t.Errorf("%s: the host's block of %s has no block entity", th.World, p.State)
			return
		}
		if !blockentity.Same(m, out) {
			t.Errorf("%s %s: the host changes what it is given\n%v\n%v", th.World, p.State, m, out)
		}
		if got := blockentity.Refine(p, m, out); got != p.State {
			t.Errorf("%s %s: refined to %s", th.World, p.State, got)
		}
		saved := blockentity.Save(th.Java, out, p, false)
		if saved.Changed || !reflect.DeepEqual(saved.Java, th.Java) || len(saved.Findings) > 0 {
			t.Errorf("%s %s: saved differently\n%v\n%v\n%v", th.World, p.State, th.Java, saved.Java, saved.Findings)
		}
	})
	var lines []string
	for k, n := range counts {
		lines = append(lines, fmt.Sprintf("%s %d", k, n))
	}
	sort.Strings(lines)
	t.Logf("%d block entities\n%s", seen, strings.Join(lines, "\n"))
	want := maps.Clone(census)
	if testing.Short() {
		want["chest translated"] -= 256 // Those of the chunk of 194 MB.
	}
	if !maps.Equal(counts, want) {
		t.Errorf("census %v, want %v", counts, want)
	}
}

// TestManyCycles takes a chest of what the host does not know through a hundred loads and saves.
func TestManyCycles(t *testing.T) {
	p := at("minecraft:chest[facing=north,type=single,waterlogged=false]", v1205)
	list := nbt.List{Elem: nbt.TagCompound}
	for slot, id := range []string{"mace", "zombie_spawn_egg", "filled_map", "minecart", "bundle", "trident", "mod:thing", "shield"} {
		list.Items = append(list.Items, nbt.Compound{"Slot": uint8(slot), "id": id, "count": int32(1),
			"components": nbt.Compound{"minecraft:custom_data": nbt.Compound{"n": int32(slot)}}})
	}
	java := entity("chest", nbt.Compound{"Items": list})
	stored := java
	for range 100 {
		m, _, err := blockentity.Load(stored, p)
		if err != nil {
			t.Fatal(err)
		}
		_, out, _ := throughHost(p.State, m)
		stored = blockentity.Save(stored, out, p, false).Java
		// Written from nothing, as when the stored chunk is lost, it is the same but for what the host never saw.
		fresh := blockentity.Save(nil, out, p, true).Java
		if !reflect.DeepEqual(fresh["Items"], java["Items"]) {
			t.Fatalf("from nothing: %v, want %v", fresh, java)
		}
	}
	if !reflect.DeepEqual(stored, java) {
		t.Errorf("%v became %v", java, stored)
	}
}
