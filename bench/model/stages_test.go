package model

import (
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// chunkLight is one chunk of terrain on the way from its decoded palettes to finished light.
type chunkLight struct {
	chunk    anvil.Chunk
	cache    *java.Cache
	palettes []java.Palette
	column   *lighting.Column
	area     *lighting.Area
	builder  *lighting.Builder
	engine   *lighting.Engine
	out      []byte
}

func newChunkLight(tb testing.TB, data []byte) *chunkLight {
	tb.Helper()
	shapes, err := java.Shapes()
	if err != nil {
		tb.Fatal(err)
	}
	c := &chunkLight{builder: lighting.NewBuilder(shapes), engine: lighting.NewEngine(shapes)}
	if err := new(anvil.Decoder).Decode(data, &c.chunk); err != nil {
		tb.Fatal(err)
	}
	c.cache = java.NewCache(java.New(c.chunk.DataVersion))
	c.palettes = make([]java.Palette, len(c.chunk.Sections))
	if c.column, err = lighting.NewColumn(c.chunk.X, c.chunk.Z, terrain.Lowest/16, terrain.Sections); err != nil {
		tb.Fatal(err)
	}
	if c.area, err = lighting.NewArea(c.chunk.X, c.chunk.Z, 1, 1); err != nil {
		tb.Fatal(err)
	}
	if err := c.area.Put(c.column); err != nil {
		tb.Fatal(err)
	}
	return c
}

// states looks the classes of every palette up.
func (c *chunkLight) states() {
	for i := range c.chunk.Sections {
		c.palettes[i].Read(c.cache, c.chunk.Sections[i].Blocks.Palette)
	}
}

// planes builds every section.
func (c *chunkLight) planes(tb testing.TB) {
	for i := range c.chunk.Sections {
		s := &c.chunk.Sections[i]
		if err := c.builder.Anvil(c.column.Section(int32(s.Y)), c.palettes[i].Classes, max(s.Blocks.Bits, 4), s.Blocks.Words); err != nil {
			tb.Fatal(err)
		}
	}
}

func (c *chunkLight) flood(kind lighting.Kind) {
	c.column.SetLit(kind, false)
	c.engine.Light(c.area, kind)
}

// collect packs the levels as a file stores them; sections of one level alone have no array.
func (c *chunkLight) collect() {
	c.out = c.out[:0]
	for _, kind := range kinds {
		for y := range int32(terrain.Sections) {
			if planes, _ := c.column.Section(terrain.Lowest/16 + y).Levels(kind); planes != nil {
				c.out = planes.AppendAnvil(c.out)
			}
		}
	}
}

// BenchmarkLightStages takes the lighting of one chunk of terrain apart, by Java's rules: read the states, build planes, flood, collect.
func BenchmarkLightStages(b *testing.B) {
	chunks, err := terrain.Square(1)
	if err != nil {
		b.Fatal(err)
	}
	fixture.Input("terrain", chunks)
	c := newChunkLight(b, chunks[0].NBT)
	all := func() {
		c.states()
		c.planes(b)
		c.flood(lighting.Block)
		c.flood(lighting.Sky)
		c.collect()
	}
	all()
	c.checkStored(b)
	run(b, "kestrel/stage=read", c.states)
	run(b, "kestrel/stage=planes", func() { c.planes(b) })
	run(b, "kestrel/stage=flood-block", func() { c.flood(lighting.Block) })
	run(b, "kestrel/stage=flood-sky", func() { c.flood(lighting.Sky) })
	run(b, "kestrel/stage=collect", c.collect)
	run(b, "kestrel/stage=whole", all)
}

// checkStored fails unless the light is what the chunk holds.
func (c *chunkLight) checkStored(tb testing.TB) {
	tb.Helper()
	for i := range c.chunk.Sections {
		s := &c.chunk.Sections[i]
		for kind, stored := range map[lighting.Kind][]byte{lighting.Block: s.BlockLight, lighting.Sky: s.SkyLight} {
			planes, _ := c.column.Section(int32(s.Y)).Levels(kind)
			if planes != nil && string(planes.AppendAnvil(nil)) != string(stored) {
				tb.Fatalf("%v light of section %d is another than stored", kind, s.Y)
			}
		}
	}
}
