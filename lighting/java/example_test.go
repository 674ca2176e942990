package java_test

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

func ExampleRules_Class() {
	rules := java.New(3953) // 1.21
	for _, key := range []string{
		"minecraft:glowstone",
		"minecraft:water[level=0]",
		"minecraft:candle[candles=4,lit=true,waterlogged=false]",
		"mod:machine",
	} {
		class, known := rules.Class(key)
		fmt.Println(class.Emission(), class.Opacity(), known)
	}
	// Output:
	// 15 15 true
	// 0 1 true
	// 12 0 true
	// 0 15 false
}

// Two half slabs side by side close the face between them, though neither does alone.
func ExampleShapes() {
	shapes, err := java.Shapes()
	if err != nil {
		panic(err)
	}
	rules := java.New(3953)
	lower, _ := rules.Class("minecraft:stone_slab[type=bottom,waterlogged=false]")
	upper, _ := rules.Class("minecraft:stone_slab[type=top,waterlogged=false]")
	fmt.Println(shapes.Blocked(lower.Shape(), upper.Shape(), lighting.East), shapes.Blocked(lower.Shape(), lower.Shape(), lighting.East))
	// Output: true false
}

// A chunk of one section is lit from its palette, and its arrays chosen: a stone floor at the bottom, a torch on it.
func Example() {
	shapes, err := java.Shapes()
	if err != nil {
		panic(err)
	}
	cache := java.NewCache(java.New(3953))
	var palette java.Palette
	palette.Read(cache, []string{"minecraft:air", "minecraft:stone", "minecraft:torch"})
	var cells [4096]uint16 // y<<8 | z<<4 | x
	for i := range 256 {
		cells[i] = 1
	}
	cells[1<<8|8<<4|8] = 2

	column, err := lighting.NewColumn(0, 0, -4, 1) // chunk 0,0 with section -4 alone
	if err != nil {
		panic(err)
	}
	if err := lighting.NewBuilder(shapes).Shorts(column.Section(-4), palette.Classes, &cells); err != nil {
		panic(err)
	}
	area, err := lighting.NewArea(0, 0, 1, 1)
	if err != nil {
		panic(err)
	}
	if err := area.Put(column); err != nil {
		panic(err)
	}
	engine := lighting.NewEngine(shapes)
	near := java.Near([9][]bool{4: {false, palette.Occupied(&cells), false}}) // below, the section, above
	levels := make([]java.Nibbles, 3)
	for _, kind := range []lighting.Kind{lighting.Block, lighting.Sky} {
		engine.Light(area, kind)
		if err := java.Column(levels, column, kind); err != nil {
			panic(err)
		}
		for i := range levels {
			fmt.Println(kind, i-5, java.Stores(near[i], &levels[i]), levels[i].Level(8, 3, 8))
		}
	}
	// Output:
	// block -5 false 0
	// block -4 true 12
	// block -3 false 0
	// sky -5 false 0
	// sky -4 true 15
	// sky -3 true 15
}
