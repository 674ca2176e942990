package java_test

import (
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// engineTile lights the chunks x..x+7, z..z+7 and a ring of one with the engine, and returns the light of its columns.
func engineTile(w *world, tile pos, classes []lighting.Class) func(p pos) (block, sky []java.Nibbles) {
	area, err := lighting.NewArea(tile.x-1, tile.z-1, 10, 10)
	if err != nil {
		panic(err)
	}
	builder := lighting.NewBuilder(w.shapes)
	for i := range int32(100) {
		p := pos{tile.x - 1 + i%10, tile.z - 1 + i/10}
		c := w.columns[p]
		if c == nil {
			continue
		}
		column, err := lighting.NewColumn(p.x, p.z, int32(c.lowest), len(c.cells))
		if err != nil {
			panic(err)
		}
		for s, cells := range c.cells {
			if cells == nil {
				continue
			}
			if err := builder.Bytes(column.Section(int32(c.lowest+s)), classes, cells); err != nil {
				panic(err)
			}
		}
		if err := area.Put(column); err != nil {
			panic(err)
		}
	}
	engine := lighting.NewEngine(w.shapes)
	engine.Light(area, lighting.Block)
	engine.Light(area, lighting.Sky)
	return func(p pos) (block, sky []java.Nibbles) {
		column := area.Column(p.x, p.z)
		return nibbles(column, lighting.Block), nibbles(column, lighting.Sky)
	}
}

// nibbles reads the light sections of a column from below.
func nibbles(c *lighting.Column, kind lighting.Kind) []java.Nibbles {
	_, sections := c.Range()
	n := make([]java.Nibbles, sections+2)
	if err := java.Column(n, c, kind); err != nil {
		panic(err)
	}
	return n
}
