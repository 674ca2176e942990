package anvilprovider_test

import (
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// oracle computes the light of chunks from scratch, from what the slow reader says.
type oracle struct {
	engine  *lighting.Engine
	builder *lighting.Builder
}

func newOracle(t testing.TB) *oracle {
	t.Helper()
	shapes, err := java.Shapes()
	if err != nil {
		t.Fatal(err)
	}
	return &oracle{lighting.NewEngine(shapes), lighting.NewBuilder(shapes)}
}

// sections is the height of the overworld, and bottom its lowest section.
const sections, bottom = 24, -4

// check compares the light arrays of a chunk with a computation from scratch over it and its neighbours. A chunk whose light
// the game itself stored otherwise before, or whose neighbours are not all there, proves nothing; then the result is false.
func (o *oracle) check(t *testing.T, before, after map[world.ChunkPos]*slowanvil.Chunk, pos world.ChunkPos) bool {
	t.Helper()
	was, ok := o.differences(t, before, pos)
	if !ok || was > 0 {
		return false
	}
	if n, _ := o.differences(t, after, pos); n > 0 {
		t.Errorf("%v: %d cells have wrong light", pos, n)
	}
	return true
}

// differences counts the cells whose stored light differs from the computed. ok is false if a neighbour is missing.
func (o *oracle) differences(t *testing.T, chunks map[world.ChunkPos]*slowanvil.Chunk, pos world.ChunkPos) (n int, ok bool) {
	t.Helper()
	for i := range int32(9) {
		if chunks[world.ChunkPos{pos[0] + i%3 - 1, pos[1] + i/3 - 1}] == nil {
			return 0, false
		}
	}
	return o.alone(t, chunks, pos), true
}

// alone is differences in a world in which there is nothing where a neighbour is missing.
func (o *oracle) alone(t *testing.T, chunks map[world.ChunkPos]*slowanvil.Chunk, pos world.ChunkPos) (n int) {
	t.Helper()
	computed, near := o.levels(t, chunks, pos)
	block, sky := make([][]byte, sections+2), make([][]byte, sections+2)
	for i := range block {
		s := chunks[pos].Sections[bottom-1+i]
		block[i], sky[i] = s.BlockLight, s.SkyLight
	}
	stored := make([]java.Nibbles, sections+2)
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		if kind == lighting.Block {
			java.ReadBlock(stored, block)
		} else {
			java.ReadSky(stored, sky, near)
		}
		for i := range stored {
			n += java.Different(&stored[i], &computed[kind][i])
		}
	}
	return n
}

// levels computes both kinds of light of a chunk, in its light sections from below, and tells for each of them whether anything is near.
func (o *oracle) levels(t *testing.T, chunks map[world.ChunkPos]*slowanvil.Chunk, pos world.ChunkPos) (levels [2][]java.Nibbles, near []bool) {
	t.Helper()
	area, err := lighting.NewArea(pos[0]-1, pos[1]-1, 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	var occupied [9][]bool
	var own *lighting.Column
	for i := range 9 {
		c := chunks[world.ChunkPos{pos[0] + int32(i%3) - 1, pos[1] + int32(i/3) - 1}]
		if c == nil {
			continue
		}
		col := o.column(t, c, &occupied[i])
		if err := area.Put(col); err != nil {
			t.Fatal(err)
		}
		if i == 4 {
			own = col
		}
	}
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		o.engine.Light(area, kind)
		levels[kind] = make([]java.Nibbles, sections+2)
		if err := java.Column(levels[kind], own, kind); err != nil {
			t.Fatal(err)
		}
	}
	return levels, java.Near(occupied)
}

// column builds a column of the engine from a chunk.
func (o *oracle) column(t *testing.T, c *slowanvil.Chunk, occupied *[]bool) *lighting.Column {
	t.Helper()
	col, err := lighting.NewColumn(c.X, c.Z, bottom, sections)
	if err != nil {
		t.Fatal(err)
	}
	*occupied = make([]bool, sections+2)
	rules := java.New(int32(c.DataVersion))
	for y, s := range c.Sections {
		at := y - bottom + 1
		if s.Cells == nil || at < 1 || at > sections {
			continue
		}
		classes := make([]lighting.Class, len(s.Palette))
		for i, key := range s.Palette {
			classes[i], _ = rules.Class(anvil.Modernise(key, int32(c.DataVersion)))
		}
		for _, i := range s.Cells {
			(*occupied)[at] = (*occupied)[at] || !java.IsAir(s.Palette[i])
		}
		if err := o.builder.Shorts(col.Section(int32(y)), classes, (*[4096]uint16)(s.Cells)); err != nil {
			t.Fatal(err)
		}
	}
	return col
}
