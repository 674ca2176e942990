package lighting_test

import (
	"encoding/binary"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/internal/oracle"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// tileSide is the width and depth of the tiles, in chunks, that a world is lit in here, by the engine and by the oracle alike.
const tileSide = 16

// realChunk is a chunk as a decoder leaves it: per section a palette, as classes, and packed indices.
type realChunk struct {
	x, z int32
	col  *lighting.Column
	secs []realSection
}

type realSection struct {
	number  int32
	palette []lighting.Class
	bits    int
	data    []byte
	numbers []uint8 // for the oracle: of the palette's classes among the world's
}

// build makes the planes of a section.
func (s *realSection) build(t testing.TB, b *lighting.Builder, col *lighting.Column) {
	if err := b.Anvil(col.Section(s.number), s.palette, s.bits, s.data); err != nil {
		t.Fatal(err)
	}
}

type realTile struct {
	x, z   int32
	chunks []*realChunk
	area   *lighting.Area
}

type realWorld struct {
	shapes  *lighting.Shapes
	classes []lighting.Class
	tiles   []*realTile
	chunks  int
	lowest  int
	n       int // sections
}

// loadReal reads the full chunks of a world.
func loadReal(t testing.TB, name string) *realWorld {
	t.Helper()
	dims, err := slowanvil.Dimensions(testworld.Dir(t, name))
	if err != nil || len(dims) == 0 {
		t.Fatalf("dimensions of %s: %v", name, err)
	}
	w := &realWorld{shapes: javaShapes(t), classes: []lighting.Class{0}, lowest: -4, n: 24}
	numbers := map[lighting.Class]uint8{0: 0}
	tiles := map[[2]int32]*realTile{}
	err = slowanvil.Chunks(dims[0].Region, func(c *slowanvil.Chunk) error {
		if !c.Full {
			return nil
		}
		rules := java.New(int32(c.DataVersion))
		rc := &realChunk{x: c.X, z: c.Z}
		for y := w.lowest; y < w.lowest+w.n; y++ {
			s, ok := c.Sections[y]
			if !ok || s.Cells == nil {
				continue
			}
			rs := realSection{number: int32(y), bits: 4}
			for _, key := range s.Palette {
				class, _ := rules.Class(key)
				if _, ok := numbers[class]; !ok {
					numbers[class] = uint8(len(w.classes))
					w.classes = append(w.classes, class)
				}
				rs.palette, rs.numbers = append(rs.palette, class), append(rs.numbers, numbers[class])
			}
			for len(s.Palette) > 1<<rs.bits {
				rs.bits++
			}
			if len(s.Palette) > 1 {
				rs.data = packAnvil(s.Cells, rs.bits)
			}
			rc.secs = append(rc.secs, rs)
		}
		if rc.col, err = lighting.NewColumn(c.X, c.Z, int32(w.lowest), w.n); err != nil {
			return err
		}
		at := [2]int32{floor(c.X), floor(c.Z)}
		tile := tiles[at]
		if tile == nil {
			tile = &realTile{x: at[0] * tileSide, z: at[1] * tileSide}
			if tile.area, err = lighting.NewArea(tile.x, tile.z, tileSide, tileSide); err != nil {
				return err
			}
			tiles[at] = tile
			w.tiles = append(w.tiles, tile)
		}
		tile.chunks = append(tile.chunks, rc)
		w.chunks++
		return tile.area.Put(rc.col)
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func floor(v int32) int32 { return v >> 4 }

// build makes the planes of a tile.
func (tile *realTile) build(t testing.TB, b *lighting.Builder) {
	for _, c := range tile.chunks {
		for i := range c.secs {
			c.secs[i].build(t, b, c.col)
		}
	}
}

// light lights a tile, both kinds, from nothing.
func (tile *realTile) light(e *lighting.Engine) {
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		for _, c := range tile.chunks {
			c.col.SetLit(kind, false)
		}
		e.Light(tile.area, kind)
	}
}

// walls makes the oracle's table a place without chunks.
func walls(tb *oracle.Table) {
	for z := range tileSide * 16 {
		for x := range tileSide * 16 {
			tb.Wall(x, z)
		}
	}
}

// fill unpacks the chunks of a tile into the oracle's table.
func (w *realWorld) fill(tile *realTile, tb *oracle.Table) {
	var cells [4096]uint8
	for _, c := range tile.chunks {
		x0, z0 := int(c.x-tile.x)*16, int(c.z-tile.z)*16
		for k := range 256 {
			clear(tb.Cells[tb.At(x0+k&15, 0, z0+k>>4):][:(w.n+2)*16])
		}
		for i := range c.secs {
			s := &c.secs[i]
			y0 := (int(s.number) - w.lowest + 1) * 16
			s.unpack(&cells)
			for k := range 256 {
				shaft := tb.Cells[tb.At(x0+k&15, y0, z0+k>>4):][:16]
				for y := range shaft {
					shaft[y] = cells[y<<8|k]
				}
			}
		}
	}
}

// unpack gives each cell the number of its class.
func (s *realSection) unpack(dst *[4096]uint8) {
	if len(s.data) == 0 {
		for i := range dst {
			dst[i] = s.numbers[0]
		}
		return
	}
	per, mask := 64/s.bits, uint64(1)<<s.bits-1
	for i := 0; i < len(dst); i += per {
		w := binary.BigEndian.Uint64(s.data[i/per*8:])
		for k := i; k < min(i+per, len(dst)); k++ {
			dst[k] = s.numbers[w&mask]
			w >>= s.bits
		}
	}
}

var realWorlds = []string{"java-1.18.1", "java-1.20.5", "java-1.21"}

// same fails unless the engine's light of a kind in a tile is the table's.
func (w *realWorld) same(b *testing.B, name string, tile *realTile, tb *oracle.Table, kind lighting.Kind) {
	for _, c := range tile.chunks {
		x0, z0 := int(c.x-tile.x)*16, int(c.z-tile.z)*16
		for y := range (w.n + 2) * 16 {
			for k := range 256 {
				got, want := c.col.At(kind, k&15, y+(w.lowest-1)*16, k>>4), tb.Level[tb.At(x0+k&15, y, z0+k>>4)]
				if got != want {
					b.Fatalf("%s, chunk (%d, %d), %v light at %d, %d, %d: engine %d, oracle %d", name, c.x, c.z, kind, k&15, y, k>>4, got, want)
				}
			}
		}
	}
}

// BenchmarkWorld lights every chunk of real worlds, both kinds, on one goroutine, with the engine and with the table oracle: each from
// packed palettes, what it makes of them included, and its floods alone. The levels are compared first, in every cell.
func BenchmarkWorld(b *testing.B) {
	for _, name := range realWorlds {
		w := loadReal(b, name)
		eng, bld := lighting.NewEngine(w.shapes), lighting.NewBuilder(w.shapes)
		tb := oracle.NewTable(tileSide*16, (w.n+2)*16, tileSide*16, w.classes, w.shapes)
		bytes := 0
		for _, tile := range w.tiles {
			tile.build(b, bld)
			tile.light(eng)
			walls(tb)
			w.fill(tile, tb)
			tb.Block()
			w.same(b, name, tile, tb, lighting.Block)
			tb.Sky()
			w.same(b, name, tile, tb, lighting.Sky)
			for _, c := range tile.chunks {
				bytes += c.col.Bytes()
			}
		}
		run := func(side string, do func(b *testing.B, tile *realTile)) {
			b.Run(side+"/world="+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					for _, tile := range w.tiles {
						do(b, tile)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(w.chunks), "ns/chunk")
				if side == "kestrel" {
					b.ReportMetric(float64(bytes)/float64(w.chunks), "B/column")
				}
			})
		}
		run("kestrel", func(b *testing.B, tile *realTile) {
			tile.build(b, bld)
			tile.light(eng)
		})
		run("planes", func(b *testing.B, tile *realTile) { tile.build(b, bld) })
		run("flood", func(_ *testing.B, tile *realTile) { tile.light(eng) })
		run("oracle", func(b *testing.B, tile *realTile) {
			b.StopTimer()
			walls(tb)
			b.StartTimer()
			w.fill(tile, tb)
			tb.Block()
			tb.Sky()
		})
		run("oracle-flood", func(b *testing.B, tile *realTile) {
			b.StopTimer()
			walls(tb)
			w.fill(tile, tb)
			b.StartTimer()
			tb.Block()
			tb.Sky()
		})
	}
}
