package entity_test

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	dfentity "github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/item/potion"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
)

// entityOf makes a stored entity as 1.20.5 writes them, high up in the chunk of the test world.
func entityOf(id string, entries nbt.Compound) nbt.Compound {
	doubles := func(x, y, z float64) nbt.List { return nbt.List{Elem: nbt.TagDouble, Items: []any{x, y, z}} }
	c := nbt.Compound{"id": "minecraft:" + id, "UUID": []int32{1, 2, 3, -4}, "Pos": doubles(1.1, 200.3, 2.7), "Motion": doubles(0, -0.1, 0),
		"Rotation": nbt.List{Elem: nbt.TagFloat, Items: []any{float32(12.5), float32(-3)}}, "Fire": int16(-1), "Air": int16(300), "Unknown": "kept"}
	maps.Copy(c, entries)
	return c
}

func stackOf(id string, components nbt.Compound) nbt.Compound {
	c := nbt.Compound{"id": "minecraft:" + id, "count": int32(1)}
	if components != nil {
		c["components"] = components
	}
	return c
}

// all are the entities that both sides have, with what the host's map must say of them.
var all = []struct {
	java    nbt.Compound
	version int32
	want    map[string]any
}{
	{entityOf("item", nbt.Compound{"Item": stackOf("mace", nil), "Age": int16(30), "PickupDelay": int16(0), "Health": int16(5)}), 3837, map[string]any{"identifier": "minecraft:item", "Age": int16(30)}},
	{entityOf("item", nbt.Compound{"Item": stackOf("stick", nil), "Age": int16(-6000), "PickupDelay": int16(32767)}), 3837, map[string]any{"Age": int16(-6000), "PickupDelay": int64(32767)}},
	{entityOf("item", nbt.Compound{"Item": nbt.Compound{"id": "minecraft:stick", "count": int32(99)}}), 3837, map[string]any{}},
	{entityOf("experience_orb", nbt.Compound{"Value": int16(7), "Age": int16(3)}), 3837, map[string]any{"identifier": "minecraft:xp_orb", "Value": int32(7)}},
	{entityOf("arrow", nbt.Compound{"damage": 2.0, "pickup": uint8(1), "item": stackOf("tipped_arrow", nbt.Compound{"minecraft:potion_contents": nbt.Compound{"potion": "minecraft:poison"}})}), 3837, map[string]any{"auxValue": int32(26), "player": uint8(1), "isCreative": uint8(0)}},
	{entityOf("arrow", nbt.Compound{"damage": 2.5, "pickup": uint8(2), "Potion": "minecraft:healing"}), 3463, map[string]any{"auxValue": int32(22), "isCreative": uint8(1)}},
	{entityOf("falling_block", nbt.Compound{"BlockState": nbt.Compound{"Name": "minecraft:sand"}, "FallDistance": float32(2.5), "Time": int32(4)}), 3837, map[string]any{"FallDistance": 2.5}},
	{entityOf("falling_block", nbt.Compound{"BlockState": nbt.Compound{"Name": "minecraft:anvil", "Properties": nbt.Compound{"facing": "east"}}}), 3837, map[string]any{}},
	{entityOf("tnt", nbt.Compound{"fuse": int16(40)}), 3837, map[string]any{"Fuse": int16(40)}},
	{entityOf("tnt", nbt.Compound{"Fuse": int16(0)}), 2860, map[string]any{"Fuse": int16(1)}},
	{entityOf("end_crystal", nbt.Compound{"ShowBottom": uint8(0), "beam_target": []int32{1, 2, 3}}), 3837, map[string]any{"identifier": "minecraft:ender_crystal", "BlockTargetY": int32(2)}},
	{entityOf("end_crystal", nbt.Compound{"BeamTarget": nbt.Compound{"X": int32(1), "Y": int32(2), "Z": int32(3)}}), 2860, map[string]any{"ShowBottom": uint8(1), "BlockTargetZ": int32(3)}},
	{entityOf("snowball", nil), 3837, map[string]any{"identifier": "minecraft:snowball"}},
	{entityOf("egg", nil), 3837, map[string]any{"identifier": "minecraft:egg"}},
	{entityOf("ender_pearl", nil), 3837, map[string]any{"identifier": "minecraft:ender_pearl"}},
	{entityOf("experience_bottle", nil), 3837, map[string]any{"identifier": "minecraft:xp_bottle"}},
	{entityOf("potion", nbt.Compound{"Item": stackOf("splash_potion", nbt.Compound{"minecraft:potion_contents": nbt.Compound{"potion": "minecraft:healing"}})}), 3837, map[string]any{"identifier": "minecraft:splash_potion", "PotionId": int32(21)}},
	{entityOf("potion", nbt.Compound{"Item": stackOf("lingering_potion", nbt.Compound{"minecraft:potion_contents": nbt.Compound{"potion": "minecraft:healing"}})}), 3837, map[string]any{"identifier": "minecraft:lingering_potion"}},
	{entityOf("lingering_potion", nbt.Compound{"Item": stackOf("lingering_potion", nbt.Compound{"minecraft:potion_contents": nbt.Compound{"potion": "minecraft:healing"}})}), 4325, map[string]any{"identifier": "minecraft:lingering_potion"}},
	{entityOf("firework_rocket", nbt.Compound{"Life": int32(1), "FireworksItem": stackOf("firework_rocket", nbt.Compound{"minecraft:custom_name": `"x"`, "minecraft:fireworks": nbt.Compound{"flight_duration": uint8(3)}})}), 3837, map[string]any{"identifier": "minecraft:fireworks_rocket"}},
	{entityOf("area_effect_cloud", nbt.Compound{"Radius": float32(2.5), "RadiusPerTick": float32(-0.005), "RadiusOnUse": float32(-0.5), "Duration": int32(600), "ReapplicationDelay": int32(20), "DurationOnUse": int32(0), "potion_contents": nbt.Compound{"potion": "minecraft:poison"}}), 3837, map[string]any{"PotionId": int32(25), "Radius": float32(2.5)}},
	{entityOf("text_display", nbt.Compound{"text": `{"text":"Hey","color":"red"}`}), 3837, map[string]any{"identifier": "dragonfly:text", "NameTag": "§cHey"}},
}

// TestAll checks what the host gets of every kind, and that it comes back unchanged through a world of the host.
func TestAll(t *testing.T) {
	opts := options(t, 0)
	var in []chunk.Entity
	for i, c := range all {
		opts.Version = c.version
		id, data, ok := entity.Load(numbered(c.java, i), opts)
		if !ok {
			t.Errorf("%v is left", c.java)
			continue
		}
		for k, v := range c.want {
			if !reflect.DeepEqual(data[k], v) {
				t.Errorf("%v: %s is %v, want %v", c.java["id"], k, data[k], v)
			}
		}
		in = append(in, chunk.Entity{ID: id, Data: data})
	}
	out := through(t, in)
	for i, c := range all {
		opts.Version = c.version
		java := numbered(c.java, i)
		id, _ := entity.ID(java)
		if out[id] == nil {
			t.Errorf("%d: %v is gone", i, c.java)
			continue
		}
		saved := entity.Save(java, id, out[id], opts)
		if saved.Changed || !reflect.DeepEqual(saved.Java, java) {
			t.Errorf("%v became %v", java, saved.Java)
		}
	}
}

// numbered gives an entity a UUID of its own.
func numbered(java nbt.Compound, i int) nbt.Compound {
	java = maps.Clone(java)
	java["UUID"] = []int32{1, 2, 3, int32(i)}
	return java
}

// TestLeft names what is not translated: the caller leaves it alone.
func TestLeft(t *testing.T) {
	opts := options(t, 3837)
	for _, java := range []nbt.Compound{
		entityOf("cow", nil), entityOf("spectral_arrow", nil), entityOf("minecart", nil), entityOf("item", nil),
		entityOf("experience_orb", nil), entityOf("area_effect_cloud", nil), entityOf("falling_block", nil), entityOf("potion", nil),
		entityOf("falling_block", nbt.Compound{"BlockState": nbt.Compound{"Name": "mod:ore"}}),
		entityOf("snowball", nbt.Compound{"UUID": "x"}), entityOf("snowball", nbt.Compound{"Pos": nbt.List{}}),
		entityOf("text_display", nbt.Compound{"text": `""`}), {},
	} {
		if _, data, ok := entity.Load(java, opts); ok {
			t.Errorf("%v is translated: %v", java, data)
		}
	}
}

// TestLeftAsTheyAre names what Dragonfly would let fall, age, burn or lose: the caller leaves it alone. Without that, and where it does not
// matter, all are translated.
func TestLeftAsTheyAre(t *testing.T) {
	opts := options(t, 3837)
	rider := nbt.List{Elem: nbt.TagCompound, Items: []any{entityOf("armor_stand", nil)}}
	item := nbt.Compound{"Item": stackOf("stick", nil)}
	sand := nbt.Compound{"BlockState": nbt.Compound{"Name": "minecraft:sand"}, "DropItem": uint8(1)}
	text := nbt.Compound{"text": `{"text":"Hey"}`}
	for _, c := range []struct {
		id         string
		what, more nbt.Compound
		translated bool
	}{
		{"item", item, nbt.Compound{"Age": int16(-32768)}, false},
		{"item", item, nbt.Compound{"Age": int16(-32767)}, true},
		{"item", item, nbt.Compound{"NoGravity": uint8(1)}, false},
		{"item", item, nbt.Compound{"NoGravity": uint8(0), "Invulnerable": uint8(0), "Passengers": nbt.List{}, "Riding": nbt.Compound{}}, true},
		{"item", item, nbt.Compound{"Passengers": rider}, false},
		{"item", item, nbt.Compound{"Riding": entityOf("minecart", nil)}, false},
		{"arrow", nil, nbt.Compound{"Passengers": rider}, false},
		{"snowball", nil, nbt.Compound{"NoGravity": uint8(1)}, false},
		{"end_crystal", nil, nbt.Compound{"Invulnerable": uint8(1)}, false},
		{"falling_block", sand, nil, true},
		{"falling_block", sand, nbt.Compound{"NoGravity": uint8(1)}, false},
		{"falling_block", sand, nbt.Compound{"TileEntityData": nbt.Compound{"Items": nbt.List{}}}, false},
		{"falling_block", sand, nbt.Compound{"CancelDrop": uint8(1)}, false},
		{"falling_block", sand, nbt.Compound{"DropItem": uint8(0)}, false},
		{"text_display", text, nbt.Compound{"NoGravity": uint8(1), "Invulnerable": uint8(1)}, true},
		{"text_display", text, nbt.Compound{"Passengers": rider}, false},
	} {
		java := entityOf(c.id, c.what)
		maps.Copy(java, c.more)
		if _, data, ok := entity.Load(java, opts); ok != c.translated {
			t.Errorf("%s with %v: translated %v, %v", c.id, c.more, ok, data)
		}
	}
}

// TestNew writes entities that came up in play, loads them again in the version that they were written in, and gives them to
// the host: it has the same.
func TestNew(t *testing.T) {
	for _, version := range []int32{2860, 3837, 4671} {
		opts := options(t, version)
		var first, second []chunk.Entity
		for i, c := range all {
			opts.Version = c.version
			id, data, ok := entity.Load(numbered(c.java, i), opts)
			if !ok {
				t.Fatalf("%v is left", c.java)
			}
			first = append(first, chunk.Entity{ID: id, Data: data})
		}
		opts.Version = version
		out := through(t, first)
		for id, data := range out {
			saved := entity.Save(nil, id, data, opts)
			again, fresh, ok := entity.Load(saved.Java, opts)
			if !ok || again != id {
				t.Errorf("version %d: %v cannot be loaded, %v", version, saved.Java, saved.Findings)
				continue
			}
			second = append(second, chunk.Entity{ID: again, Data: fresh})
		}
		back := through(t, second)
		for id := range out {
			for k := range out[id] {
				if k != "Item" && k != "FallingBlock" && !reflect.DeepEqual(out[id][k], back[id][k]) {
					t.Errorf("version %d, %v: %s is %v, was %v", version, out[id]["identifier"], k, back[id][k], out[id][k])
				}
			}
		}
	}
}

// TestLightning is not stored by Java.
func TestLightning(t *testing.T) {
	saved := entity.Save(nil, 5, map[string]any{"identifier": "minecraft:lightning_bolt"}, options(t, 3837))
	if saved.Java != nil || saved.Changed {
		t.Errorf("lightning is stored: %v", saved.Java)
	}
}

// TestForeign stores an entity of a type that the server alone has, in every spelling of UUIDs, and loads it again. A part that changes
// is all that changes, and a tag that nobody knows stays.
func TestForeign(t *testing.T) {
	data := func() map[string]any {
		return map[string]any{"identifier": "plugin:npc", "Pos": []float32{1.1, 2, -3}, "Motion": []float32{0, 0.5, 0}, "Yaw": float32(90), "Pitch": float32(-3),
			"Fire": int16(7), "Age": int16(9), "NameTag": "§cNo text of Java's", "Brain": map[string]any{"goals": []any{"eat", "sleep"}, "mood": float32(0.3)}}
	}
	for _, version := range []int32{0, 169, 2230, 4671} {
		opts := options(t, version)
		java := entity.Save(nil, -5, data(), opts).Java
		java["mod:tag"] = int32(1)
		id, back, ok := entity.Load(java, opts)
		if !ok || id != -5 || !reflect.DeepEqual(back, data()) {
			t.Fatalf("version %d: %v became %v", version, java, back)
		}
		if saved := entity.Save(java, id, back, opts); saved.Changed {
			t.Errorf("version %d: changed to %v", version, saved.Java)
		}
		want := maps.Clone(java)
		want["Rotation"] = nbt.List{Elem: nbt.TagFloat, Items: []any{float32(91), float32(-3)}}
		back["Yaw"] = float32(91)
		if saved := entity.Save(java, id, back, opts); !saved.Changed || !reflect.DeepEqual(saved.Java, want) {
			t.Errorf("version %d: changed to %v, want %v", version, saved.Java, want)
		}
	}
}

// TestRegistry holds the types that the host registers against those that are translated. A new one has to be looked at.
func TestRegistry(t *testing.T) {
	opts := options(t, 0)
	known := map[string]bool{"minecraft:lightning_bolt": true}
	for _, c := range all {
		opts.Version = c.version
		if _, data, ok := entity.Load(c.java, opts); ok {
			known[data["identifier"].(string)] = true
		}
	}
	for _, typ := range dfentity.DefaultRegistry.Types() {
		if !known[typ.EncodeEntity()] {
			t.Errorf("%s is not translated", typ.EncodeEntity())
		}
		delete(known, typ.EncodeEntity())
	}
	for name := range known {
		t.Errorf("the host does not register %s", name)
	}
}

// TestMoved moves an entity: the coordinate that changed is written, the others keep every bit.
func TestMoved(t *testing.T) {
	opts := options(t, 3837)
	java := all[0].java
	id, data, _ := entity.Load(java, opts)
	data["Pos"] = []float32{data["Pos"].([]float32)[0], 190.5, data["Pos"].([]float32)[2]}
	data["Age"] = int16(31)
	want := maps.Clone(java)
	want["Pos"], want["Age"] = nbt.List{Elem: nbt.TagDouble, Items: []any{1.1, 190.5, 2.7}}, int16(31)
	if saved := entity.Save(java, id, data, opts); !reflect.DeepEqual(saved.Java, want) {
		t.Errorf("got %v, want %v", saved.Java, want)
	}
}

// TestFrames hangs frames in every direction, in the two spellings of their place.
func TestFrames(t *testing.T) {
	world.DefaultBlockRegistry.Finalize()
	for _, version := range []int32{1343, 2860, 4671} {
		for facing := range 6 {
			if version < 1451 && facing < 2 {
				continue
			}
			frame := entity.Frame{X: -5, Y: 70, Z: 9, Facing: facing, Glow: facing == 4 && version > 2700,
				Data: block.ItemFrame{Item: item.NewStack(item.Potion{Type: potion.Healing()}, 1), Rotations: 3, DropChance: 1}.EncodeNBT()}
			saved := entity.SaveFrame(nil, frame, version)
			got, ok := entity.LoadFrame(saved.Java, version)
			if !ok || got.X != -5 || got.Y != 70 || got.Z != 9 || got.Facing != facing || got.Glow != frame.Glow {
				t.Errorf("version %d: %v became %+v", version, saved.Java, got)
				continue
			}
			name, properties := got.Block()
			b, ok := world.BlockByName(name, properties)
			if !ok {
				t.Errorf("the host has no %s %v", name, properties)
				continue
			}
			f := b.(world.NBTer).DecodeNBT(got.Data).(block.ItemFrame)
			if stack := f.Item; stack.Count() != 1 || f.Rotations != 3 || int(f.Facing.Opposite()) != facing || f.Glowing != frame.Glow {
				t.Errorf("the host has %+v", f)
			}
			back, ok := entity.FrameOf(-5, 70, 9, name, properties, f.EncodeNBT())
			if again := entity.SaveFrame(saved.Java, back, version); !ok || again.Changed {
				t.Errorf("version %d: changed to %v", version, again.Java)
			}
			f.Rotations, f.Item = 4, item.Stack{}
			want := maps.Clone(saved.Java)
			want["ItemRotation"] = uint8(4)
			delete(want, "Item")
			back.Data = f.EncodeNBT()
			if turned := entity.SaveFrame(saved.Java, back, version); !reflect.DeepEqual(turned.Java, want) {
				t.Errorf("turned to %v, want %v", turned.Java, want)
			}
		}
	}
}

// TestHostile gives entities of any shape to a world of the host.
func TestHostile(t *testing.T) {
	opts := options(t, 0)
	r := rand.New(rand.NewPCG(5, 6))
	var in []chunk.Entity
	things := map[int64]nbt.Compound{}
	versions := map[int64]int32{}
	for i := range 6000 {
		c := all[i%len(all)]
		h, ok := stored.Hostile(r, c.java)
		if !ok {
			continue
		}
		h["UUID"] = []int32{0, 0, 0, int32(i)}
		opts.Version = c.version
		id, data, ok := entity.Load(h, opts)
		if f, ok := entity.LoadFrame(h, c.version); ok {
			entity.SaveFrame(h, f, c.version)
		}
		if !ok {
			continue
		}
		in = append(in, chunk.Entity{ID: id, Data: data})
		things[id], versions[id] = h, c.version
	}
	if len(in) < 500 {
		t.Errorf("only %d entities got to the host", len(in))
	}
	out := through(t, in)
	for id, java := range things {
		opts.Version = versions[id]
		if saved := entity.Save(java, id, out[id], opts); saved.Changed || !reflect.DeepEqual(saved.Java, java) {
			t.Errorf("%v became %v", java, saved.Java)
		}
	}
}
