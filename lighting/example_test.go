package lighting_test

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/lighting"
)

// A section with one lamp is lit from its palette and one index a cell; then a wall goes up beside the lamp.
func Example() {
	air, stone, lamp := lighting.Class(0), lighting.MustClass(0, 15, 0), lighting.MustClass(15, 15, 0)

	column, err := lighting.NewColumn(0, 0, 0, 1) // chunk 0, 0; one section, from y 0
	if err != nil {
		panic(err)
	}
	var indices [4096]uint8
	indices[8<<8|8<<4|2] = 1 // a lamp at x 2, y 8, z 8
	if err := lighting.NewBuilder(nil).Bytes(column.Section(0), []lighting.Class{air, lamp}, &indices); err != nil {
		panic(err)
	}
	area, err := lighting.NewArea(0, 0, 1, 1)
	if err != nil {
		panic(err)
	}
	if err := area.Put(column); err != nil {
		panic(err)
	}

	engine := lighting.NewEngine(nil)
	engine.Light(area, lighting.Block)
	fmt.Println("beside the lamp:", column.At(lighting.Block, 3, 8, 8), "ten away:", column.At(lighting.Block, 12, 8, 8))

	result, err := engine.Replay(area, []lighting.Change{{X: 3, Y: 8, Z: 8, Class: stone}})
	if err != nil {
		panic(err)
	}
	fmt.Println("behind a stone:", column.At(lighting.Block, 4, 8, 8), "ten away:", column.At(lighting.Block, 12, 8, 8))
	for _, c := range result.Changed {
		fmt.Println(c.Kind, "light of section", c.Section, "changed in", c.Cells.Count(), "cells")
	}
	// Output:
	// beside the lamp: 14 ten away: 5
	// behind a stone: 11 ten away: 3
	// block light of section 0 changed in 13 cells
}

// A lower and an upper slab side by side close the face between them together, though neither does alone.
func ExampleNewShapes() {
	half := lighting.Mask{^uint64(0), ^uint64(0)} // the lower eight of sixteen rows
	var slab lighting.Faces
	slab[lighting.Down] = lighting.FullMask
	slab[lighting.West], slab[lighting.East], slab[lighting.North], slab[lighting.South] = half, half, half, half
	var upper lighting.Faces
	upper[lighting.Up] = lighting.FullMask
	for _, side := range []lighting.Side{lighting.West, lighting.East, lighting.North, lighting.South} {
		upper[side] = lighting.Mask{0, 0, ^uint64(0), ^uint64(0)}
	}
	shapes, err := lighting.NewShapes([]lighting.Faces{slab, upper})
	if err != nil {
		panic(err)
	}
	fmt.Println("slab beside slab:", shapes.Blocked(1, 1, lighting.East))
	fmt.Println("slab beside upper slab:", shapes.Blocked(1, 2, lighting.East))
	fmt.Println("air below slab:", shapes.Blocked(0, 1, lighting.Up))
	// Output:
	// slab beside slab: false
	// slab beside upper slab: true
	// air below slab: true
}
