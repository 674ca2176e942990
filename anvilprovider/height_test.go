package anvilprovider_test

import (
	"context"
	"errors"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// tall is a dimension with a height of its own.
type tall struct {
	world.Dimension
	r cube.Range
}

func (t tall) Range() cube.Range { return t.r }

// TestHeight saves blocks at the floor and the ceiling of dimensions of many heights. What Java's chunks cannot hold is refused, for
// loading and for saving, and not only once the save has gone wrong.
func TestHeight(t *testing.T) {
	for _, test := range []struct {
		r       cube.Range
		refused bool
	}{
		{r: cube.Range{0, 15}},
		{r: cube.Range{-2032, 2031}},
		{r: cube.Range{-2048, 2031}, refused: true},
		{r: cube.Range{-2032, 2047}, refused: true},
		{r: cube.Range{0, 4095}, refused: true},
	} {
		d := tall{world.Overworld, test.r}
		p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1, Dimensions: map[world.Dimension]string{d: "example:tall"}}, t.TempDir())
		floor, ceiling := imageOf("minecraft:stone").block, imageOf("minecraft:glass").block
		c := chunk.New(world.DefaultBlockRegistry, d.Range())
		c.SetBlock(1, int16(test.r[0]), 1, 0, floor)
		c.SetBlock(1, int16(test.r[1]), 1, 0, ceiling)
		err := p.StoreColumn(world.ChunkPos{}, d, &chunk.Column{Chunk: c})
		if test.refused {
			_, loadErr := p.LoadColumn(world.ChunkPos{}, d)
			if !errors.Is(err, anvilprovider.ErrDimension) || !errors.Is(loadErr, anvilprovider.ErrDimension) {
				t.Errorf("%v: %v, %v", test.r, err, loadErr)
			}
			continue
		}
		if err := errors.Join(err, p.Flush(context.Background())); err != nil {
			t.Fatalf("%v: %v", test.r, err)
		}
		got, err := p.LoadColumn(world.ChunkPos{}, d)
		if err != nil {
			t.Fatalf("%v: %v", test.r, err)
		}
		if a, b := got.Chunk.Block(1, int16(test.r[0]), 1, 0), got.Chunk.Block(1, int16(test.r[1]), 1, 0); a != floor || b != ceiling {
			t.Errorf("%v: the floor is %d, want %d; the ceiling is %d, want %d", test.r, a, floor, b, ceiling)
		}
	}
}
