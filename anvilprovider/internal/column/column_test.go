package column

import (
	"fmt"
	"math/rand/v2"
	"testing"

	_ "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
)

func registry() world.BlockRegistry {
	world.DefaultBlockRegistry.Finalize()
	return world.DefaultBlockRegistry
}

// content is a chunk as plain arrays, one value per cell in Java's order.
type content struct {
	layers [][2][Cells]uint32
	biomes [][BiomeCells]uint32
}

// random makes content whose sections have the given numbers of different blocks, in turn, with doubles in the palette
// of every other one, and feeds it to a builder.
func random(r *rand.Rand, b *Builder, sections int, air uint32, kinds ...int) content {
	c := content{layers: make([][2][Cells]uint32, sections), biomes: make([][BiomeCells]uint32, sections)}
	b.Reset(sections, air)
	for i := range sections {
		for layer := range 2 {
			n := kinds[(i+layer*5)%len(kinds)]
			palette := make([]uint32, n)
			for k := range palette {
				palette[k] = r.Uint32N(3000)
				if k > 0 && i%2 == 1 && r.IntN(3) == 0 {
					palette[k] = palette[r.IntN(k)]
				}
			}
			if n == 1 && r.IntN(2) == 0 || layer == 1 && i%3 == 0 {
				palette[0] = air
				palette = palette[:1]
			}
			var idx [Cells]uint16
			for k := range idx {
				idx[k] = uint16(r.IntN(len(palette)))
				c.layers[i][layer][k] = palette[idx[k]]
			}
			feed(b, r.IntN(2) == 0, i, layer, palette, &idx)
		}
		palette := make([]uint32, 1+r.IntN(kinds[i%len(kinds)]%64+1))
		for k := range palette {
			palette[k] = r.Uint32N(80)
		}
		var idx [BiomeCells]uint16
		for k := range idx {
			idx[k] = uint16(r.IntN(len(palette)))
			c.biomes[i][k] = palette[idx[k]]
		}
		b.Biomes(i, palette, &idx)
	}
	return c
}

// feed sets one layer of a section, by Narrow if that is wanted and possible.
func feed(b *Builder, narrow bool, section, layer int, palette []uint32, idx *[Cells]uint16) {
	if !narrow || len(palette) > 256 {
		b.layer(section, layer, palette, idx)
		return
	}
	var bytes [Cells]uint8
	for i, v := range idx {
		bytes[i] = uint8(v)
	}
	other := b.layers[section][0]
	if layer == 0 {
		b.Narrow(section, palette, nil, &bytes)
		return
	}
	b.Narrow(section, palette, palette, &bytes)
	b.layers[section][0] = other
}

// check compares a chunk with the content cell by cell, through Dragonfly's own accessors.
func check(t *testing.T, c *chunk.Chunk, want content, r cube.Range) {
	t.Helper()
	if c.Range() != r {
		t.Fatalf("range %v, want %v", c.Range(), r)
	}
	for i := range want.layers {
		for cell := range Cells {
			x, y, z := uint8(cell&15), int16(r[0]+i*16+cell>>8), uint8(cell>>4&15)
			for layer := range want.layers[i] {
				if got := c.Block(x, y, z, uint8(layer)); got != want.layers[i][layer][cell] {
					t.Fatalf("section %d, layer %d, cell %d: got %d, want %d", i, layer, cell, got, want.layers[i][layer][cell])
				}
			}
			if got := c.Biome(x, y, z); got != want.biomes[i][int(y&15)>>2<<4|int(z)>>2<<2|int(x)>>2] {
				t.Fatalf("section %d, cell %d: biome %d", i, cell, got)
			}
		}
	}
}

// doors are the two ways to build a chunk.
var doors = map[string]func(*Builder, chunk.BlockRegistry, cube.Range) (*chunk.Chunk, error){
	"network": (*Builder).decodeNetwork,
	"direct": func(b *Builder, br chunk.BlockRegistry, r cube.Range) (*chunk.Chunk, error) {
		return b.assemble(br, r), nil
	},
}

// TestLayout fails when a new Dragonfly moved a field. Everything then still works, with more allocations; the types in
// door.go want bringing up to date.
func TestLayout(t *testing.T) {
	if !direct() {
		t.Error("Dragonfly's chunks have another layout than door.go says")
	}
}

func TestBuild(t *testing.T) {
	br := registry()
	for name, build := range doors {
		for _, r := range []cube.Range{{-64, 319}, {0, 127}, {0, 255}, {-128, 511}} {
			t.Run(fmt.Sprint(name, r), func(t *testing.T) {
				var b Builder
				for seed := range uint64(4) {
					rnd := rand.New(rand.NewPCG(seed, 1))
					want := random(rnd, &b, r.Height()/16+1, br.AirRuntimeID(), 1, 2, 4, 5, 8, 9, 20, 33, 64, 65, 300, 4096)
					c, err := build(&b, br, r)
					if err != nil {
						t.Fatal(err)
					}
					check(t, c, want, r)
					for copyName, of := range map[string]func(*chunk.Chunk) (*Copy, error){"network": copyNetwork, "direct": Of} {
						cp, err := of(c)
						if err != nil {
							t.Fatal(copyName, err)
						}
						var b2 Builder
						again, err := cp.Chunk(&b2, br)
						if err != nil {
							t.Fatal(copyName, err)
						}
						check(t, again, want, r)
					}
					change(t, c, rnd, want, r)
				}
			})
		}
	}
}

// change edits the chunk as a world would, runtime ID 0 among the values, and compacts it on the way: palettes must look
// their values up rightly, grow without touching their neighbours, and shrink.
func change(t *testing.T, c *chunk.Chunk, rnd *rand.Rand, want content, r cube.Range) {
	t.Helper()
	for round := range 3 {
		for range 2000 {
			i, cell, layer := rnd.IntN(len(want.layers)), rnd.IntN(Cells), rnd.IntN(2)
			v := rnd.Uint32N(4)
			if rnd.IntN(3) == 0 {
				v = rnd.Uint32N(9000)
			}
			c.SetBlock(uint8(cell&15), int16(r[0]+i*16+cell>>8), uint8(cell>>4&15), uint8(layer), v)
			want.layers[i][layer][cell] = v
		}
		check(t, c, want, r)
		if round == 1 {
			c.Compact()
			check(t, c, want, r)
		}
	}
}

func TestBiomesAreNotShared(t *testing.T) {
	br, r := registry(), world.Overworld.Range()
	for name, build := range doors {
		var b Builder
		b.Reset(24, br.AirRuntimeID())
		for i := range 24 {
			b.Biome(i, 7)
		}
		c, err := build(&b, br, r)
		if err != nil {
			t.Fatal(err)
		}
		c.SetBiome(1, 0, 1, 9)
		if got := c.Biome(1, 16, 1); got != 7 {
			t.Errorf("%s: a change of biome reached the next section: %d", name, got)
		}
		for i, sub := range c.Sub() {
			if !sub.Empty() || len(sub.Layers()) != 0 {
				t.Errorf("%s: section %d is not empty", name, i)
			}
		}
	}
}

// TestBiomesAreFound gives cells the biome that they have, one of them biome 0, which a palette of the host's may take for its first.
func TestBiomesAreFound(t *testing.T) {
	br, r := registry(), world.Overworld.Range()
	for name, build := range doors {
		for first := range uint8(BiomeCells) {
			var b Builder
			var idx [BiomeCells]uint16
			for i := range idx {
				idx[i] = uint16(i % 2)
			}
			b.Reset(24, br.AirRuntimeID())
			for i := range 24 {
				b.Biomes(i, []uint32{7, 0}, &idx)
			}
			c, err := build(&b, br, r)
			if err != nil {
				t.Fatal(err)
			}
			x, y, z := first&3<<2, int16(first>>4)<<2, first>>2&3<<2
			was := c.Biome(x, y, z)
			c.SetBiome(x, y, z, was)
			if got := c.Biome(x, y, z); got != was {
				t.Errorf("%s: biome %d at %d, %d, %d became %d", name, was, x, y, z, got)
			}
		}
	}
}

func TestAirOnlyPaletteIsEmpty(t *testing.T) {
	br := registry()
	air := br.AirRuntimeID()
	var b Builder
	b.Reset(8, air)
	var idx [Cells]uint16
	idx[5] = 2
	b.Blocks(0, []uint32{air, air, air}, nil, &idx)
	for i := range 8 {
		b.Biome(i, 0)
	}
	c, err := b.Build(br, cube.Range{0, 127})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.Sub()[0].Layers()); n != 0 {
		t.Errorf("%d layers in a section of air", n)
	}
}

func TestNetworkFormIsBounded(t *testing.T) {
	for _, b := range [][]byte{{}, {7 << 1}, {17 << 1}, {4 << 1, 0, 0}, {1, 0xff, 0xff, 0xff, 0xff, 0xff}, append(append([]byte{1<<1 | 1}, make([]byte, 128*4)...), 0xff)} {
		if _, _, err := readStorage(b, new(Storage)); err == nil {
			t.Errorf("%x was accepted", b)
		}
	}
}

func BenchmarkColumn(b *testing.B) {
	br, r := registry(), world.Overworld.Range()
	var bl Builder
	var idx [12][Cells]uint8
	palettes := make([][]uint32, len(idx))
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range idx {
		palettes[i] = make([]uint32, 4+i*2)
		for k := range palettes[i] {
			palettes[i][k] = uint32(100 + k)
		}
		for k := range idx[i] {
			idx[i][k] = uint8(rnd.IntN(len(palettes[i])))
		}
	}
	for name, build := range doors {
		b.Run("build="+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bl.Reset(24, br.AirRuntimeID())
				for i := range idx {
					bl.Narrow(i, palettes[i], nil, &idx[i])
				}
				for i := range 24 {
					bl.Biome(i, 1)
				}
				if _, err := build(&bl, br, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	c := bl.assemble(br, r)
	b.Run("copy=direct", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			copyDirect(c)
		}
	})
	b.Run("copy=network", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = copyNetwork(c)
		}
	})
}
