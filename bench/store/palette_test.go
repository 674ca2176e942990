package store

import (
	"fmt"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// BenchmarkPalette does the two things whose cost depends on the number of distinct states in a section: writing a section's palette
// and indices again, and building its planes. A uniform section takes a short cut in both.
func BenchmarkPalette(b *testing.B) {
	shapes, err := java.Shapes()
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{1, 8, 64, 200} {
		data, err := terrain.States(0, 0, n).Encode(terrain.DataVersion, nil)
		if err != nil {
			b.Fatal(err)
		}
		var decoder anvil.Decoder
		var c anvil.Chunk
		if err := decoder.Decode(data, &c); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprintf("what=encode/states=%d", n), func(b *testing.B) { encodeSection(b, data, n) })

		section := c.At(0)
		var palette java.Palette
		palette.Read(java.NewCache(java.New(c.DataVersion)), section.Blocks.Palette)
		column, err := lighting.NewColumn(0, 0, -4, 24)
		if err != nil {
			b.Fatal(err)
		}
		builder := lighting.NewBuilder(shapes)
		b.Run(fmt.Sprintf("what=planes/states=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := builder.Anvil(column.Section(0), palette.Classes, max(section.Blocks.Bits, 4), section.Blocks.Words); err != nil {
					b.Fatal(err)
				}
			}
		})
		for i := range 4096 {
			if got, want := column.Section(0).Class(i), palette.Classes[index(&section.Blocks, i)]; got != want {
				b.Fatalf("%d states: class of cell %d is %v, want %v", n, i, got, want)
			}
		}
	}
}

func index(p *anvil.Paletted, i int) uint16 {
	var cells [4096]uint16
	p.Unpack(&cells)
	return cells[i]
}

// encodeSection writes a chunk of one section, all of whose cells are given anew.
func encodeSection(b *testing.B, data []byte, n int) {
	var decoder anvil.Decoder
	var full, c anvil.Chunk
	if err := decoder.Decode(data, &full); err != nil {
		b.Fatal(err)
	}
	cells := anvil.NewBlocks("minecraft:air")
	for i := range 4096 {
		cells.Set(i, full.At(0).Blocks.Block(i))
	}
	if err := decoder.Decode(anvil.Blank(0, 0, terrain.DataVersion, 0, 0, "minecraft:plains"), &c); err != nil {
		b.Fatal(err)
	}
	edit := &anvil.Edit{Sections: []anvil.SectionEdit{{Y: 0, Blocks: cells}}}
	var encoder anvil.Encoder
	var out []byte
	var err error
	b.ReportAllocs()
	for b.Loop() {
		if out, err = encoder.Append(out[:0], &c, edit); err != nil {
			b.Fatal(err)
		}
	}
	if err := decoder.Decode(out, &c); err != nil {
		b.Fatal(err)
	}
	for i := range 4096 {
		if got, want := c.At(0).Blocks.Block(i), full.At(0).Blocks.Block(i); got != want {
			b.Fatalf("%d states: cell %d is %s, want %s", n, i, got, want)
		}
	}
}
