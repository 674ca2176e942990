package lighting_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/internal/oracle"
)

// packAnvil packs indices as Anvil does.
func packAnvil(idx []uint16, bits int) []byte {
	per := 64 / bits
	out := make([]byte, (len(idx)+per-1)/per*8)
	for i, v := range idx {
		at := i / per * 8
		w := binary.BigEndian.Uint64(out[at:]) | uint64(v)<<(i%per*bits)
		binary.BigEndian.PutUint64(out[at:], w)
	}
	return out
}

// sectionInput is a section of stone and emitters: the grid of sources and solid shares that Falco publishes.
func sectionInput(sources, solid int, mixed bool) ([]lighting.Class, []byte) {
	r := rand.New(rand.NewPCG(20260731, 1))
	palette := []lighting.Class{
		0, lighting.MustClass(0, 15, 0), lighting.MustClass(15, 15, 0), lighting.MustClass(15, 0, 0),
		lighting.MustClass(14, 0, 0), lighting.MustClass(7, 0, 0), lighting.MustClass(3, 15, 0),
	}
	idx := make([]uint16, 4096)
	for i := range idx {
		if r.IntN(100) < solid {
			idx[i] = 1
		}
	}
	for k := range sources {
		e := uint16(2)
		if mixed {
			e = uint16(2 + k%5)
		}
		idx[r.IntN(4096)] = e
	}
	return palette, packAnvil(idx, 4)
}

// BenchmarkSection lights one section: kestrel from packed indices to finished light, flood from planes, planes from indices, and the
// table oracle from one byte a cell.
func BenchmarkSection(b *testing.B) {
	for _, sources := range []int{1, 8, 64} {
		for _, solid := range []int{0, 30} {
			for _, mixed := range []bool{false, true} {
				name := fmt.Sprintf("sources=%d/solid=%d/mix=%s", sources, solid, map[bool]string{false: "uniform", true: "mixed"}[mixed])
				palette, data := sectionInput(sources, solid, mixed)
				area, _ := lighting.NewArea(0, 0, 1, 1)
				col, _ := lighting.NewColumn(0, 0, 0, 1)
				if err := area.Put(col); err != nil {
					b.Fatal(err)
				}
				eng, bld := lighting.NewEngine(nil), lighting.NewBuilder(nil)
				// One section on its own, as Falco has it: no light goes round through the outer sections.
				bld.Uniform(col.Section(-1), stone)
				bld.Uniform(col.Section(1), stone)
				planes := func() {
					if err := bld.Anvil(col.Section(0), palette, 4, data); err != nil {
						b.Fatal(err)
					}
				}
				flood := func() {
					col.SetLit(lighting.Block, false)
					eng.Light(area, lighting.Block)
				}
				table := oracle.NewTable(16, 16, 16, palette, eng.Shapes())
				planes()
				flood()
				for i := range 4096 {
					c := col.Section(0).Class(i)
					for k, p := range palette {
						if p == c {
							table.Cells[table.At(i&15, i>>8, i>>4&15)] = uint8(k)
						}
					}
				}
				table.Block()
				for i := range 4096 {
					if got, want := col.At(lighting.Block, i&15, i>>8, i>>4&15), table.Level[table.At(i&15, i>>8, i>>4&15)]; got != want {
						b.Fatalf("cell %d: engine %d, oracle %d", i, got, want)
					}
				}
				for _, side := range []struct {
					name string
					f    func()
				}{{"kestrel", func() { planes(); flood() }}, {"flood", flood}, {"planes", planes}, {"oracle", table.Block}} {
					b.Run(side.name+"/"+name, func(b *testing.B) {
						b.ReportAllocs()
						for b.Loop() {
							side.f()
						}
					})
				}
			}
		}
	}
}

// terrain fills an area with the caves terrain that Falco's figures are for: a wavy surface, 30 % holes five below it, and eight
// lamps a chunk underground.
func terrain(w *world) {
	r := rand.New(rand.NewPCG(1, 2))
	stone, lamp := lighting.MustClass(0, 15, 0), lighting.MustClass(15, 15, 0)
	base := 16 // grid y of the lowest cell
	for x := range w.w * 16 {
		for z := range w.d * 16 {
			h := 128 + int(math.Floor(6*math.Sin(float64(x)/9)+5*math.Cos(float64(z)/7)))
			h = min(h, w.n*16-10)
			for y := 0; y <= h; y++ {
				if y <= h-5 && r.IntN(100) < 30 {
					continue
				}
				w.grid.Classes[w.grid.Index(x, base+y, z)] = stone
			}
		}
	}
	for c := range w.cols {
		for range 8 {
			x, y, z := c%w.w*16+r.IntN(16), base+r.IntN(min(100, w.n*16-20)), c/w.w*16+r.IntN(16)
			w.grid.Classes[w.grid.Index(x, y, z)] = lamp
		}
	}
}

// unlit makes the engine light a column from scratch.
func unlit(c *lighting.Column, kind lighting.Kind) { c.SetLit(kind, false) }

func BenchmarkColumn(b *testing.B) {
	w := newWorld(b, 1, 1, 24, mustShapes(nil))
	terrain(w)
	w.build(b)
	w.light()
	w.check(b, "terrain")
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		b.Run("flood/"+kind.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				unlit(w.cols[0], kind)
				w.eng.Light(w.area, kind)
			}
		})
	}
}

func mustShapes(f []lighting.Faces) *lighting.Shapes {
	s, err := lighting.NewShapes(f)
	if err != nil {
		panic(err)
	}
	return s
}

// BenchmarkHeight lights columns of equal sections: a fifth stone and four lamps each for block light; for sky light, shafts that are
// open to the bottom with ledges beside them.
func BenchmarkHeight(b *testing.B) {
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		for _, n := range []int{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256} {
			w := newWorld(b, 1, 1, n, mustShapes(nil))
			r := rand.New(rand.NewPCG(5, 5))
			for s := range n {
				for k := range 4096 {
					at := w.grid.Index(k&15, (s+1)*16+k>>8, k>>4&15)
					ledge := k*0x9e37>>4&3 == 0
					if kind == lighting.Block && r.IntN(100) < 20 || kind == lighting.Sky && ledge && r.IntN(100) < 50 {
						w.grid.Classes[at] = stone
					}
					if kind == lighting.Block && k&1023 == 0 {
						w.grid.Classes[at] = lamp
					}
				}
			}
			w.build(b)
			w.light()
			w.check(b, "column")
			b.Run(fmt.Sprintf("%v/sections=%d", kind, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					unlit(w.cols[0], kind)
					w.eng.Light(w.area, kind)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/section")
			})
		}
	}
}

// BenchmarkArea lights squares of chunks with their ring: as one area, or each chunk for itself among its eight neighbours.
func BenchmarkArea(b *testing.B) {
	for _, edge := range []int{1, 2, 3, 4} {
		w := newWorld(b, edge+2, edge+2, 24, mustShapes(nil))
		terrain(w)
		w.build(b)
		w.light()
		w.check(b, "terrain")
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			b.Run(fmt.Sprintf("area/%v/chunks=%d", kind, edge*edge), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					for _, c := range w.cols {
						unlit(c, kind)
					}
					w.eng.Light(w.area, kind)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(edge*edge), "ns/chunk")
			})
			b.Run(fmt.Sprintf("perchunk/%v/chunks=%d", kind, edge*edge), func(b *testing.B) {
				b.ReportAllocs()
				around, _ := lighting.NewArea(0, 0, 3, 3)
				for b.Loop() {
					for i := range edge * edge {
						x, z := i%edge, i/edge
						x0, z0 := w.cols[0].Pos()
						if err := around.Reset(x0+int32(x), z0+int32(z), 3, 3); err != nil {
							b.Fatal(err)
						}
						for k := range 9 {
							c := w.cols[(z+k/3)*w.w+x+k%3]
							unlit(c, kind)
							if err := around.Put(c); err != nil {
								b.Fatal(err)
							}
						}
						w.eng.Light(around, kind)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(edge*edge), "ns/chunk")
			})
		}
	}
}
