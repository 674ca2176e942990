package plugin_test

import (
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// TestClasses compares the classes of cells, of one layer and of two, with what Java says.
func TestClasses(t *testing.T) {
	l := attach(t, newWorld(t, true, world.Overworld), plugin.Config{})
	water := block.Water{Depth: 8, Still: true}
	for _, c := range []struct {
		block             world.Block
		liquid            world.Liquid
		emission, opacity uint8
		sided             bool
	}{
		{block.Air{}, nil, 0, 0, false},
		{block.Stone{}, nil, 0, 15, false},
		{block.Glowstone{}, nil, 15, 15, false},
		{block.SeaLantern{}, nil, 15, 15, false},
		{block.Torch{Facing: cube.FaceDown}, nil, 14, 0, false},
		{block.Glass{}, nil, 0, 0, false},
		{block.Glass{}, water, 0, 1, false},
		{water, nil, 0, 1, false},
		{block.Lava{Depth: 8, Still: true}, nil, 15, 1, false},
		{block.Leaves{Type: block.OakLeaves()}, nil, 0, 1, false},
		{block.Slab{Block: block.Stone{}}, nil, 0, 0, true},
		{block.Slab{Block: block.Stone{}}, water, 0, 1, true},
		{block.Slab{Block: block.Stone{}, Double: true}, nil, 0, 15, false},
		{block.Stairs{Block: block.Stone{}}, nil, 0, 0, true},
		{block.Farmland{}, nil, 0, 0, true},
	} {
		ch := chunk.New(world.DefaultBlockRegistry, world.Overworld.Range())
		ch.SetBlock(3, 70, 5, 0, world.DefaultBlockRegistry.BlockRuntimeID(c.block))
		if c.liquid != nil {
			ch.SetBlock(3, 70, 5, 1, world.DefaultBlockRegistry.BlockRuntimeID(c.liquid))
		}
		got := l.Class(ch, 3, 70, 5)
		if got.Emission() != c.emission || got.Opacity() != c.opacity || got.Shape() != 0 != c.sided {
			t.Errorf("%#v with %v: have %v, want emission %d, opacity %d, sided %v", c.block, c.liquid, got, c.emission, c.opacity, c.sided)
		}
		if got := l.Read(t, ch).Section(4).Class(6<<8 | 5<<4 | 3); got != l.Class(ch, 3, 70, 5) {
			t.Errorf("%#v with %v: a snapshot has %v", c.block, c.liquid, got)
		}
	}
}

// TestSnapshot compares every cell of a chunk read in bulk with what the host's getters say, for palettes of every width and water in
// the second layer.
func TestSnapshot(t *testing.T) {
	br := world.DefaultBlockRegistry
	l := attach(t, newWorld(t, true, world.Overworld), plugin.Config{})
	ch := chunk.New(br, world.Overworld.Range())
	land{br}.GenerateChunk(world.ChunkPos{3, -4}, ch)
	water := br.BlockRuntimeID(block.Water{Depth: 8, Still: true})
	for sub, states := range []int{1, 2, 3, 9, 17, 33, 65, 257, 3000} {
		for i := range 4096 {
			x, y, z := uint8(i&15), int16(sub*16-64+i>>8), uint8(i>>4&15)
			ch.SetBlock(x, y, z, 0, uint32(i*7919%states*5))
			if sub%3 == 1 && i%5 == 0 {
				ch.SetBlock(x, y, z, 1, water)
			}
		}
	}
	col := l.Read(t, ch)
	for y := -64; y < 320; y++ {
		for i := range 256 {
			want := l.Class(ch, uint8(i&15), int16(y), uint8(i>>4))
			if got := col.Section(int32(y >> 4)).Class(y&15<<8 | i); got != want {
				t.Fatalf("%d,%d,%d: have %v, want %v", i&15, y, i>>4, got, want)
			}
		}
	}
}

// TestSlowGetters does without the arrays.
func TestSlowGetters(t *testing.T) {
	w := newWorld(t, true, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2)})
	l.Slow()
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	do(t, w, func(tx *world.Tx) { tx.SetBlock(cube.Pos{16, 15, 8}, block.Glowstone{}, nil) })
	spoil(t, w, l)
	check(t, l, false)
	if s := l.Stats(); s.Corrected != 2 {
		t.Errorf("other than two levels were corrected: %+v", s)
	}
}
