package entity_test

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
)

// Burning TNT is loaded, the host counts its fuse down, and only the fuse changes in what is stored.
func Example() {
	java := nbt.Compound{"id": "minecraft:tnt", "UUID": []int32{1, 2, 3, 4}, "fuse": int16(80),
		"Pos": nbt.List{Elem: nbt.TagDouble, Items: []any{0.5, 64.0, 0.5}}}
	opts := entity.Options{Version: 3837}
	id, data, ok := entity.Load(java, opts)
	fmt.Println(ok, data["identifier"], data["Fuse"])

	data["Fuse"] = int16(79)
	saved := entity.Save(java, id, data, opts)
	fmt.Println(saved.Changed, saved.Java["fuse"])
	// Output:
	// true minecraft:tnt 80
	// true 79
}

// An item frame is an entity in Java and a block in Bedrock.
func ExampleLoadFrame() {
	java := nbt.Compound{"id": "minecraft:item_frame", "TileX": int32(1), "TileY": int32(64), "TileZ": int32(2), "Facing": uint8(3)}
	frame, ok := entity.LoadFrame(java, 3837)
	name, properties := frame.Block()
	fmt.Println(ok, name, properties["facing_direction"])
	// Output:
	// true minecraft:frame 3
}
