package blockentity_test

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
)

// A sign is loaded, a player writes on its second line, and only that line changes in what is stored.
func Example() {
	p := blockentity.Place{State: "minecraft:oak_sign[rotation=0,waterlogged=false]", X: 1, Y: 64, Z: 2, Version: 3463}
	java := nbt.Compound{"id": "minecraft:sign", "x": int32(1), "y": int32(64), "z": int32(2), "front_text": nbt.Compound{"messages": nbt.List{
		Elem: nbt.TagString, Items: []any{`{"text":"Mind","color":"red"}`, `""`, `""`, `""`}}}}
	host, outcome, err := blockentity.Load(java, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	front := host["FrontText"].(map[string]any)
	fmt.Printf("%v %q\n", outcome, front["Text"])

	front["Text"] = "§cMind\nthe gap"
	saved := blockentity.Save(java, host, p, false)
	messages, _ := saved.Java["front_text"].(nbt.Compound).List("messages")
	fmt.Println(saved.Changed, messages.Items[0], messages.Items[1])
	// Output:
	// translated "§cMind"
	// true {"text":"Mind","color":"red"} {"text":"the gap"}
}

// The colour of a bed is in the name of its block in Java, and in its block entity in Bedrock.
func ExampleSynthesise() {
	p := blockentity.Place{State: "minecraft:red_bed[facing=north,occupied=false,part=head]", Version: 4903}
	host, ok := blockentity.Synthesise(p)
	fmt.Println(ok, host["id"], host["color"])

	after := map[string]any{"id": "Bed", "color": uint8(11)}
	fmt.Println(blockentity.Refine(p, host, after))
	// Output:
	// true Bed 14
	// minecraft:blue_bed[facing=north,occupied=false,part=head]
}
