package nbt_test

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// A walk that borrows two entries and skips the rest.
func ExampleReader() {
	doc, _ := nbt.Append(nil, "", nbt.Compound{
		"DataVersion": int32(4671), "Status": "minecraft:full", "sections": nbt.List{Elem: nbt.TagCompound},
	})
	r := nbt.NewReader(doc, nbt.Limits{})
	r.Root()
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		switch string(name) {
		case "DataVersion":
			if r.Expect(tag, nbt.TagInt) {
				fmt.Println("version", r.Int())
			}
		case "Status":
			if r.Expect(tag, nbt.TagString) {
				fmt.Printf("status %s\n", r.Text())
			}
		default:
			r.Skip(tag)
		}
	}
	fmt.Println(r.Err())
	// Output:
	// version 4671
	// status minecraft:full
	// <nil>
}

// Small things are easier as trees.
func ExampleRaw_Tree() {
	sign := nbt.Raw{Tag: nbt.TagCompound, Data: []byte("\x08\x00\x02id\x00\x0eminecraft:sign\x00")}
	v, err := sign.Tree()
	fmt.Println(v.(nbt.Compound)["id"], err)
	// Output: minecraft:sign <nil>
}

// An error says where.
func ExampleSyntaxError() {
	_, _, err := nbt.Decode([]byte("\x0a\x00\x00\x0b\x00\x06Biomes\x7f\xff\xff\xff\x00"), nbt.Limits{})
	fmt.Println(err)
	// Output: nbt: Biomes (offset 12): unexpected EOF
}

func ExampleEqual() {
	a, _ := nbt.RawOf(nbt.Compound{"sections": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Y": int8(0)}}}})
	b, _ := nbt.RawOf(nbt.Compound{"sections": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Y": int8(1)}}}})
	fmt.Println(nbt.Equal(a, b))
	// Output: false sections[0].Y
}
