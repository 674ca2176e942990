package item_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

func TestQuick(t *testing.T) {
	for _, c := range []struct {
		java nbt.Compound
		v    int32
	}{
		{nbt.Compound{"id": "minecraft:wool", "Count": uint8(3), "Damage": int16(14)}, 1343},
		{nbt.Compound{"id": "minecraft:iron_sword", "Count": uint8(1), "Damage": int16(14), "tag": nbt.Compound{"ench": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"id": int16(16), "lvl": int16(3)}}}}}, 1343},
		{nbt.Compound{"id": "minecraft:golden_hoe", "Count": uint8(1), "tag": nbt.Compound{"Damage": int32(0)}}, 2230},
		{nbt.Compound{"id": "minecraft:zombie_spawn_egg", "count": int32(1)}, 3837},
		{nbt.Compound{"id": "minecraft:diamond_sword", "count": int32(1), "components": nbt.Compound{"minecraft:custom_name": `"Hi"`, "minecraft:damage": int32(5), "minecraft:enchantments": nbt.Compound{"levels": nbt.Compound{"minecraft:sharpness": int32(5)}}}}, 3837},
		{nbt.Compound{"id": "minecraft:potion", "count": int32(1), "components": nbt.Compound{"minecraft:potion_contents": nbt.Compound{"potion": "minecraft:swiftness"}}}, 3837},
		{nbt.Compound{"id": "minecraft:red_shulker_box", "count": int32(1), "components": nbt.Compound{"minecraft:container": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"slot": int32(2), "item": nbt.Compound{"id": "minecraft:zombie_spawn_egg", "count": int32(1)}}}}}}, 3837},
		{nbt.Compound{"id": "minecraft:firework_rocket", "count": int32(1)}, 3837},
		{nbt.Compound{"id": "minecraft:written_book", "count": int32(1), "components": nbt.Compound{"minecraft:written_book_content": nbt.Compound{"author": "_Memu", "resolved": uint8(1), "title": nbt.Compound{"raw": "HEY"}, "pages": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"raw": `"HEY"`}}}}}}, 3837},
	} {
		m, o := item.Load(c.java, c.v)
		back, f := item.Save(m, c.v)
		fmt.Println(o, m["Name"], reflect.DeepEqual(back, c.java), f)
		if !reflect.DeepEqual(back, c.java) {
			t.Errorf("%v\n%v", c.java, back)
		}
	}
}
