package blockentity_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
)

// fullChest is a chest of 27 stacks: plain ones, tools, and such that carry their compound.
func fullChest() nbt.Compound {
	list := nbt.List{Elem: nbt.TagCompound}
	for slot := range 27 {
		stack := nbt.Compound{"Slot": uint8(slot), "id": "minecraft:cobblestone", "count": int32(64)}
		switch slot % 4 {
		case 1:
			stack["id"], stack["count"] = "minecraft:iron_pickaxe", int32(1)
			stack["components"] = nbt.Compound{"minecraft:damage": int32(slot)}
		case 2:
			stack["id"] = "minecraft:rail"
		}
		list.Items = append(list.Items, stack)
	}
	return entity("chest", nbt.Compound{"Items": list})
}

func BenchmarkChest(b *testing.B) {
	java, p := fullChest(), at("minecraft:chest[facing=north,type=single,waterlogged=false]", v1205)
	b.Run("op=load", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := blockentity.Load(java, p); err != nil {
				b.Fatal(err)
			}
		}
	})
	stored.Translator()
	m, _, _ := blockentity.Load(java, p)
	_, out, _ := throughHost(p.State, m)
	b.Run("op=save-untouched", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if blockentity.Save(java, out, p, false).Changed {
				b.Fatal("changed")
			}
		}
	})
}

func BenchmarkSynthesise(b *testing.B) {
	p := at("minecraft:red_bed[facing=north,occupied=false,part=head]", v1205)
	b.ReportAllocs()
	for b.Loop() {
		blockentity.Synthesise(p)
	}
}
