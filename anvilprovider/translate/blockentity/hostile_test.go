package blockentity_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
)

// hostileSeeds are block entities with everything that their kinds can have.
func hostileSeeds() (seeds []change) {
	seeds = append(seeds, changes...)
	for state, java := range map[string]nbt.Compound{
		"minecraft:brewing_stand[has_bottle_0=true,has_bottle_1=false,has_bottle_2=false]": entity("brewing_stand", nbt.Compound{"Items": twoStacks, "BrewTime": int16(3), "Fuel": uint8(4)}),
		"minecraft:furnace[facing=north,lit=true]":                                         entity("furnace", nbt.Compound{"Items": twoStacks, "BrewTime": int16(3), "CookTime": int16(4)}),
		"minecraft:beacon": entity("beacon", nbt.Compound{"Levels": int32(4), "primary_effect": "minecraft:speed", "Secondary": int32(6)}),
		"minecraft:red_bed[facing=north,occupied=false,part=head]":                entity("bed", nbt.Compound{"color": int32(99)}),
		"minecraft:red_shulker_box[facing=up]":                                    entity("shulker_box", nbt.Compound{"Items": compounds(nbt.Compound{"Slot": uint8(0), "id": "minecraft:red_shulker_box", "count": int32(1)})}),
		"minecraft:player_head[powered=false,rotation=3]":                         entity("skull", nbt.Compound{"Rot": uint8(200), "SkullType": uint8(9)}),
		"minecraft:oak_hanging_sign[attached=false,rotation=0,waterlogged=false]": entity("hanging_sign", nbt.Compound{"front_text": side("none", strings4("a", "{", "]", ""))}),
		"minecraft:dispenser[facing=up,triggered=false]":                          entity("dispenser", nbt.Compound{"Items": twoStacks, "CustomName": `"x"`}),
		"minecraft:spawner": entity("mob_spawner", nbt.Compound{"SpawnData": nbt.Compound{"entity": nbt.Compound{"id": "minecraft:pig"}}}),
		"minecraft:note_block[instrument=harp,note=7,powered=false]":                                 entity("noteblock", nbt.Compound{"note": uint8(200)}),
		"minecraft:waxed_copper_golem_statue[copper_golem_pose=star,facing=north,waterlogged=false]": entity("copper_golem_statue", nil),
	} {
		for _, version := range []int32{0, 2860, v1205, 4671} {
			seeds = append(seeds, change{state: state, version: version, java: java})
		}
	}
	return seeds
}

// survive loads a compound of any shape, and gives the map to the host's block. Nothing may panic, the host keeps the map as it
// is, and without play the compound stays.
func survive(t *testing.T, java nbt.Compound, p blockentity.Place) {
	t.Helper()
	m, outcome, err := blockentity.Load(java, p)
	if (err != nil) != (outcome == blockentity.Refused) {
		t.Fatalf("%v with %v", outcome, err)
	}
	if m == nil {
		return
	}
	sendable(t, m)
	_, out, ok := throughHost(p.State, m)
	if !ok {
		t.Fatalf("%s has no block entity", p.State)
	}
	sendable(t, out)
	if !blockentity.Same(m, out) {
		t.Fatalf("%s: the host changes what it is given\n%v\n%v", p.State, m, out)
	}
	if got := blockentity.Refine(p, m, out); got != p.State {
		t.Fatalf("%s refined to %s", p.State, got)
	}
	saved := blockentity.Save(java, out, p, false)
	if saved.Changed || !reflect.DeepEqual(saved.Java, java) {
		t.Fatalf("%s: %v became %v", p.State, java, saved.Java)
	}
	blockentity.Save(nil, out, p, true)
	p.Version = 4790
	blockentity.Save(nil, out, p, true)
}

func TestHostile(t *testing.T) {
	stored.Translator()
	r, seeds := rand.New(rand.NewPCG(3, 4)), hostileSeeds()
	refused, done := 0, 0
	for i := range rounds() {
		s := seeds[i%len(seeds)]
		h, ok := stored.Hostile(r, s.java)
		if !ok {
			continue
		}
		done++
		p := at(s.state, s.version)
		if _, outcome, _ := blockentity.Load(h, p); outcome == blockentity.Refused {
			refused++
		}
		survive(t, h, p)
	}
	if refused == 0 || refused > done/2 {
		t.Errorf("%d of %d were refused: the others do not test much", refused, done)
	}
}

// rounds is how many damaged values a test tries.
func rounds() int {
	if testing.Short() {
		return 1000
	}
	return 6000
}

func FuzzLoad(f *testing.F) {
	stored.Translator()
	for _, s := range hostileSeeds() {
		data, err := nbt.Append(nil, "", s.java)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, s.state, s.version)
	}
	f.Fuzz(func(t *testing.T, data []byte, state string, version int32) {
		_, java, err := nbt.Decode(data, nbt.Limits{})
		if err != nil {
			t.Skip()
		}
		if !stored.Translator().Block(state).Known {
			t.Skip()
		}
		if _, ok := hostBlock(state).(world.NBTer); !ok {
			t.Skip() // The provider does not give it to the host.
		}
		survive(t, java, at(state, version))
	})
}
