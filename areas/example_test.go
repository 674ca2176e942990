package areas_test

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

// A lamp is placed in the dark of a skyless world of one column.
func Example() {
	world, err := areas.Config{NoSky: true, Bottom: 0, Sections: 8}.New()
	if err != nil {
		panic(err)
	}
	column, err := lighting.NewColumn(0, 0, 0, 8) // All air.
	if err != nil {
		panic(err)
	}
	if err := world.Load(column); err != nil {
		panic(err)
	}
	engine := lighting.NewEngine(nil)
	settle := func() {
		for job, ok := world.Ready(); ok; job, ok = world.Ready() {
			cells := 0
			if err := world.Run(job, engine, func(c lighting.Changed) { cells += c.Cells.Count() }); err != nil {
				panic(err)
			}
			fmt.Printf("%v of %v: %d cells\n", job.Mode, job.Members, cells)
		}
	}
	settle()
	world.Change(lighting.Change{X: 8, Y: 64, Z: 8, Class: lighting.MustClass(15, lighting.Opaque, 0)})
	settle()
	level, known := world.Level(lighting.Block, 8, 67, 8)
	fmt.Println(level, known)
	// Output:
	// full of [0,0]: 0 cells
	// replay of [0,0]: 3335 cells
	// 12 true
}
