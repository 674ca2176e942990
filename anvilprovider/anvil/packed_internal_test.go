package anvil

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// random packs n random indices below limit, and returns both.
func random(rng *rand.Rand, n, limit, width int) (cells []uint16, words []byte) {
	cells = make([]uint16, n)
	for i := range cells {
		cells[i] = uint16(rng.IntN(limit))
	}
	return cells, pack(nil, cells, width)
}

// TestPackAndUnpack goes round with every width and both sizes.
func TestPackAndUnpack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{biomeCells, 256, blockCells} {
		for width := 1; width <= maxWidth; width++ {
			cells, words := random(rng, n, 1<<width, width)
			if len(words) != 8*longCount(n, width) {
				t.Fatalf("%d cells of %d bits: %d bytes", n, width, len(words))
			}
			got := make([]uint16, n)
			unpack(got, words, width)
			for i := range got {
				if got[i] != cells[i] {
					t.Fatalf("%d bits, cell %d: %d, want %d", width, i, got[i], cells[i])
				}
			}
			if n == blockCells && width == 4 {
				unpack4((*[blockCells]uint16)(got), words)
				for i := range got {
					if got[i] != cells[i] {
						t.Fatalf("unpack4, cell %d: %d, want %d", i, got[i], cells[i])
					}
				}
			}
		}
	}
}

// TestPastPalette plants one bad index at every kind of place, under every width and many sizes of palette, with rubbish in
// the bits that belong to no index.
func TestPastPalette(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for width := 1; width <= maxWidth; width++ {
		for range 60 {
			palette := 1 + rng.IntN(1<<width)
			cells, words := random(rng, blockCells, palette, width)
			rubbish(words, blockCells, width)
			if at := pastPalette(words, blockCells, width, palette); at != -1 {
				t.Fatalf("%d bits, palette %d: cell %d is said to be past it", width, palette, at)
			}
			if palette == 1<<width {
				continue
			}
			at := rng.IntN(blockCells)
			if rng.IntN(4) == 0 {
				at = blockCells - 1 - rng.IntN(2)
			}
			cells[at] = uint16(palette + rng.IntN(1<<width-palette))
			words = pack(nil, cells, width)
			rubbish(words, blockCells, width)
			if got := pastPalette(words, blockCells, width, palette); got != at {
				t.Fatalf("%d bits, palette %d: cell %d, want %d", width, palette, got, at)
			}
		}
	}
}

// rubbish sets every bit that is part of no index.
func rubbish(words []byte, n, width int) {
	per := 64 / width
	for i := range len(words) / 8 {
		used := min(per, n-i*per) * width
		w := binary.BigEndian.Uint64(words[i*8:])
		if used < 64 {
			w |= ^uint64(0) << used
		}
		binary.BigEndian.PutUint64(words[i*8:], w)
	}
}

// TestRealign builds streams bit by bit, and compares.
func TestRealign(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for width := 4; width <= maxWidth; width++ {
		palette := max(1<<(width-1)+1, 2)
		if width == 4 {
			palette = 9
		}
		cells := make([]uint16, blockCells)
		longs := make([]uint64, blockCells*width/64)
		for i := range cells {
			cells[i] = uint16(rng.IntN(palette))
			for b := range width {
				if cells[i]>>b&1 == 1 {
					longs[(i*width+b)/64] |= 1 << ((i*width + b) % 64)
				}
			}
		}
		var stream []byte
		for _, l := range longs {
			stream = binary.BigEndian.AppendUint64(stream, l)
		}
		if w := spanningWidth(len(longs), palette, 1631); w != width {
			t.Fatalf("%d longs: width %d, want %d", len(longs), w, width)
		}
		words, at := realign([]byte("x"), stream, width, palette)
		if at != -1 || words[0] != 'x' {
			t.Fatalf("%d bits: cell %d is past the palette", width, at)
		}
		got := make([]uint16, blockCells)
		unpack(got, words[1:], paletteWidth(palette, 4))
		for i := range got {
			if got[i] != cells[i] {
				t.Fatalf("%d bits, cell %d: %d, want %d", width, i, got[i], cells[i])
			}
		}
		if _, at := realign(nil, stream, width, 1); at < 0 {
			t.Errorf("%d bits: nothing is past a palette of one", width)
		}
	}
}

// TestWidthFor states which width is taken for a number of longs.
func TestWidthFor(t *testing.T) {
	for _, tt := range []struct{ longs, cells, palette, least, want int }{
		{256, 4096, 2, 4, 4}, {256, 4096, 16, 4, 4}, {342, 4096, 17, 4, 5}, {512, 4096, 17, 4, 8}, {128, 4096, 3, 4, 2}, {820, 4096, 4096, 4, 12},
		{820, 4096, 2000, 4, 11}, {255, 4096, 2, 4, 0}, {0, 4096, 2, 4, 0}, {1, 64, 2, 1, 1}, {2, 64, 3, 1, 2}, {4, 64, 5, 1, 3}, {4, 64, 16, 1, 4},
		{256, 4096, 100, 4, 4},
	} {
		if got := widthFor(tt.longs, tt.cells, tt.palette, tt.least); got != tt.want {
			t.Errorf("%d longs for %d cells and a palette of %d: width %d, want %d", tt.longs, tt.cells, tt.palette, got, tt.want)
		}
	}
}

// TestLowestWidth checks what the game refuses: block indices of less than 4 bits.
func TestLowestWidth(t *testing.T) {
	c := NewBlocks("minecraft:air")
	if c.width() != 0 {
		t.Errorf("one state has %d bits", c.width())
	}
	c.Set(1, "minecraft:stone")
	if c.width() != 4 {
		t.Errorf("two states have %d bits", c.width())
	}
	b := NewBiomes("a")
	b.Set(1, "b")
	if b.width() != 1 {
		t.Errorf("two biomes have %d bits", b.width())
	}
}

// TestCellsAgainstAMap sets random cells, more kinds than a section can hold, and compares with a plain array.
func TestCellsAgainstAMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	c, model := NewBiomes("0"), [biomeCells]string{}
	for i := range model {
		model[i] = "0"
	}
	for step := range 5000 {
		i, key := rng.IntN(biomeCells), rotationNames[rng.IntN(16)]+noteNames[rng.IntN(25)]
		c.Set(i, key)
		model[i] = key
		if step%97 == 0 {
			c.compact()
		}
		if len(c.palette) > 2*biomeCells+1 {
			t.Fatalf("%d entries are kept", len(c.palette))
		}
	}
	for i := range model {
		if c.At(i) != model[i] {
			t.Fatalf("cell %d is %s, want %s", i, c.At(i), model[i])
		}
	}
}

// TestUnpackBytes compares bytes with indices, in every width that may hold a palette of 256 entries.
func TestUnpackBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for width := 0; width <= maxWidth; width++ {
		p := Paletted{Bits: width}
		if width > 0 {
			_, p.Words = random(rng, blockCells, 1<<min(width, 8), width)
			rubbish(p.Words, blockCells, width)
		}
		var want [blockCells]uint16
		var got [blockCells]uint8
		got[9] = 9
		p.Unpack(&want)
		p.UnpackBytes(&got)
		for i := range want {
			if uint16(got[i]) != want[i] {
				t.Fatalf("%d bits, cell %d: %d, want %d", width, i, got[i], want[i])
			}
		}
	}
}
