package item_test

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/item"
)

// A stack of 1.12 becomes what Dragonfly stores, and a stack of 1.20.5 when it is saved to a newer chunk.
func Example() {
	java := nbt.Compound{"id": "minecraft:wool", "Count": uint8(3), "Damage": int16(14)}
	disk, outcome := item.Load(java, 1343)
	fmt.Println(outcome, disk["Name"], disk["Count"])

	newer, _ := item.Save(disk, 3837)
	fmt.Println(newer["id"], newer["count"])
	// Output:
	// translated minecraft:red_wool 3
	// minecraft:red_wool 3
}

// An item that Dragonfly does not know is carried by another, and comes back as it was.
func Example_standIn() {
	java := nbt.Compound{"id": "minecraft:zombie_spawn_egg", "count": int32(1)}
	disk, outcome := item.Load(java, 3837)
	fmt.Println(outcome, disk["Name"])

	back, _ := item.Save(disk, 3837)
	fmt.Println(back["id"])
	// Output:
	// stand-in minecraft:nautilus_shell
	// minecraft:zombie_spawn_egg
}
