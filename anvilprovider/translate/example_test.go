package translate_test

import (
	"fmt"

	_ "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

func Example() {
	world.DefaultBlockRegistry.Finalize()
	tr, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		panic(err)
	}
	b := tr.Block("minecraft:oak_slab[type=top,waterlogged=true]")
	name, props, _ := world.DefaultBlockRegistry.RuntimeIDToState(b.Runtime)
	fmt.Println(name, props["minecraft:vertical_half"], b.HasLiquid)

	fmt.Println(tr.Java(b))
	// Output:
	// minecraft:oak_slab top true
	// minecraft:oak_slab[type=top,waterlogged=true] true
}

// The host does not know whether redstone holds a door open. What was there before tells.
func ExampleTranslator_JavaLike() {
	world.DefaultBlockRegistry.Finalize()
	tr, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		panic(err)
	}
	old := "minecraft:oak_door[facing=east,half=lower,hinge=left,open=false,powered=true]"
	opened := tr.Block("minecraft:oak_door[facing=east,half=lower,hinge=left,open=true]")
	key, _ := tr.JavaLike(opened, old)
	fmt.Println(key)
	// Output: minecraft:oak_door[facing=east,half=lower,hinge=left,open=true,powered=true]
}
