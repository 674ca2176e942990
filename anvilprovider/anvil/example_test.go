package anvil_test

import (
	"errors"
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
)

// Read a chunk, and look at its cells.
func ExampleDecoder_Decode() {
	data := anvil.Blank(0, 0, 0, -4, 19, "minecraft:plains")
	var d anvil.Decoder
	var c anvil.Chunk
	err := d.Decode(data, &c)
	var partial *anvil.PartialError
	switch {
	case errors.As(err, &partial):
		fmt.Println("absent, since generation stopped at", partial.Status)
	case err != nil:
		fmt.Println(err)
	default:
		s := c.At(0)
		fmt.Println(c.DataVersion, len(c.Sections), s.Blocks.Block(0), s.Biomes.Biome(0))
	}
	// Output: 4671 24 minecraft:air minecraft:plains
}

// Change one block and write the chunk: everything else keeps its bytes.
func ExampleEncoder_Append() {
	var d anvil.Decoder
	var c anvil.Chunk
	if err := d.Decode(anvil.Blank(0, 0, 3700, 0, 15, "minecraft:plains"), &c); err != nil {
		fmt.Println(err)
		return
	}
	blocks := c.At(4).EditBlocks()
	blocks.Set(1<<8|2<<4|3, "minecraft:iron_chain[axis=y,waterlogged=false]")
	var e anvil.Encoder
	out, err := e.Append(nil, &c, &anvil.Edit{
		Sections: []anvil.SectionEdit{{Y: 4, Blocks: blocks}},
		Light:    anvil.LightOff,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := d.Decode(out, &c); err != nil {
		fmt.Println(err)
		return
	}
	stored, _ := c.At(4).Blocks.RawPalette[1].Lookup("Name")
	name, _ := stored.Str()
	fmt.Println(c.At(4).Blocks.Block(1<<8|2<<4|3), "is stored as", name)
	// Output: minecraft:iron_chain[axis=y,waterlogged=false] is stored as minecraft:chain
}

// What older versions called a block, and back.
func ExampleSpell() {
	fmt.Println(anvil.Modernise("minecraft:cauldron[level=2]", 2230))
	fmt.Println(anvil.Spell("minecraft:short_grass", 3463))
	fmt.Println(anvil.LegacyKey(35, 14))
	// Output:
	// minecraft:water_cauldron[level=2]
	// minecraft:grass
	// minecraft:red_wool
}
