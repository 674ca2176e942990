package lighting_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
)

// packDragonfly packs indices given in order y, z, x as Dragonfly's storages hold them.
func packDragonfly(idx []uint16, bits int) []uint32 {
	if bits == 0 {
		return nil
	}
	per := 32 / bits
	out := make([]uint32, (4096+per-1)/per)
	for i, v := range idx {
		j := i&15<<8 | i&0xf0 | i>>8
		out[j/per] |= uint32(v) << (j % per * bits)
	}
	return out
}

// palettes draws n classes of one of several characters, so that every shortcut of the builder is met.
func drawPalette(r *rand.Rand, n int, shapes *lighting.Shapes) []lighting.Class {
	ms := []mix{{}, {solid: 1}, {solid: 0.5}, {solid: 0.3, dim: 0.5}, {dim: 1}, mixes["costs"], mixes["shapes"], mixes["all"], {costs: 1}}
	m := ms[r.IntN(len(ms))]
	out := make([]lighting.Class, n)
	for i := range out {
		out[i] = m.class(r, shapes)
	}
	return out
}

func checkClasses(t *testing.T, what string, s *lighting.Section, palette []lighting.Class, idx []uint16) {
	t.Helper()
	for i, v := range idx {
		if got := s.Class(i); got != palette[v] {
			t.Fatalf("%s: cell %d: got %v, want %v", what, i, got, palette[v])
		}
	}
}

// TestBuilder builds sections from every form and width, over and over into the same section, and asks for each cell's class.
func TestBuilder(t *testing.T) {
	shapes := testShapes(t)
	b := lighting.NewBuilder(shapes)
	c, err := lighting.NewColumn(0, 0, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := c.Section(0)
	r := rand.New(rand.NewPCG(6, 6))
	for range 6 {
		for bits := 1; bits <= 15; bits++ {
			n := min(1<<bits, 1+r.IntN(600))
			palette, idx := drawPalette(r, n, shapes), make([]uint16, 4096)
			run := 1 + r.IntN(40)
			for i := range idx {
				if idx[i] = uint16(r.IntN(n)); i > 0 && r.IntN(run) != 0 {
					idx[i] = idx[i-1]
				}
			}
			if err := b.Anvil(s, palette, bits, packAnvil(idx, bits)); err != nil {
				t.Fatal(err)
			}
			checkClasses(t, fmt.Sprintf("anvil, %d bits", bits), s, palette, idx)
			wide := bits
			if bits == 7 {
				wide = 8
			} else if bits > 8 {
				wide = 16
			}
			if err := b.Dragonfly(s, palette, wide, packDragonfly(idx, wide)); err != nil {
				t.Fatal(err)
			}
			checkClasses(t, fmt.Sprintf("dragonfly, %d bits", wide), s, palette, idx)
			if err := b.Shorts(s, palette, (*[4096]uint16)(idx)); err != nil {
				t.Fatal(err)
			}
			checkClasses(t, "shorts", s, palette, idx)
			if n <= 256 {
				var small [4096]uint8
				for i, v := range idx {
					small[i] = uint8(v)
				}
				if err := b.Bytes(s, palette, &small); err != nil {
					t.Fatal(err)
				}
				checkClasses(t, "bytes", s, palette, idx)
			}
			b.Uniform(s, palette[0])
			checkClasses(t, "uniform", s, palette, make([]uint16, 4096))
		}
	}
	if err := b.Dragonfly(s, []lighting.Class{9}, 0, nil); err != nil || s.Class(77) != 9 {
		t.Fatalf("dragonfly, 0 bits: %v, %v", s.Class(77), err)
	}
	if err := b.Anvil(s, []lighting.Class{7}, 0, nil); err != nil || s.Class(4095) != 7 {
		t.Fatalf("anvil, one entry: %v, %v", s.Class(4095), err)
	}
}

// TestBuilderRefuses gives the builder what it must refuse; the section must stay as it was.
func TestBuilderRefuses(t *testing.T) {
	b := lighting.NewBuilder(nil)
	c, _ := lighting.NewColumn(0, 0, 0, 1)
	s := c.Section(0)
	b.Uniform(s, lighting.MustClass(5, 3, 0))
	two := []lighting.Class{0, lighting.MustClass(0, 15, 0)}
	bad := make([]uint16, 4096)
	bad[3000] = 2
	short := packAnvil(make([]uint16, 4096), 4)
	for _, c := range []struct {
		name string
		err  error
		want error
	}{
		{"anvil bits 0", b.Anvil(s, two, 0, nil), lighting.ErrBits},
		{"anvil bits 16", b.Anvil(s, two, 16, nil), lighting.ErrBits},
		{"anvil length", b.Anvil(s, two, 4, short[:2040]), lighting.ErrLength},
		{"anvil length over", b.Anvil(s, two, 4, append(short, 0)), lighting.ErrLength},
		{"anvil no palette", b.Anvil(s, nil, 4, short), lighting.ErrIndex},
		{"anvil index", b.Anvil(s, two, 4, packAnvil(bad, 4)), lighting.ErrIndex},
		{"anvil index, 5 bits", b.Anvil(s, two, 5, packAnvil(bad, 5)), lighting.ErrIndex},
		{"anvil index, 9 bits", b.Anvil(s, two, 9, packAnvil(bad, 9)), lighting.ErrIndex},
		{"dragonfly bits", b.Dragonfly(s, two, 7, nil), lighting.ErrBits},
		{"dragonfly length", b.Dragonfly(s, two, 4, make([]uint32, 511)), lighting.ErrLength},
		{"dragonfly no palette", b.Dragonfly(s, nil, 0, nil), lighting.ErrIndex},
		{"dragonfly index", b.Dragonfly(s, two, 2, packDragonfly(bad, 2)), lighting.ErrIndex},
		{"dragonfly index, 16 bits", b.Dragonfly(s, two, 16, packDragonfly(bad, 16)), lighting.ErrIndex},
		{"shorts index", b.Shorts(s, two, (*[4096]uint16)(bad)), lighting.ErrIndex},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, c.err, c.want)
		}
		if s.Class(3000) != lighting.MustClass(5, 3, 0) {
			t.Fatalf("%s: the section changed", c.name)
		}
	}
}

func TestNibbles(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var l, back lighting.Levels
	for i := range 4096 {
		l.Set(i, uint8(r.IntN(16)))
	}
	anvil, dragonfly := l.AppendAnvil(nil), l.AppendDragonfly(nil)
	for i := range 4096 {
		j := i&15<<8 | i&0xf0 | i>>8
		a, d := anvil[i>>1]>>(i&1*4)&15, dragonfly[j>>1]>>(j&1*4)&15
		if a != l.At(i) || d != l.At(i) {
			t.Fatalf("cell %d: level %d, anvil %d, dragonfly %d", i, l.At(i), a, d)
		}
	}
	if err := back.LoadAnvil(anvil); err != nil || back != l {
		t.Fatalf("anvil does not come back: %v", err)
	}
	back = lighting.Levels{}
	if err := back.LoadDragonfly(dragonfly); err != nil || back != l {
		t.Fatalf("dragonfly does not come back: %v", err)
	}
	for _, n := range []int{0, 2047, 2049} {
		if !errors.Is(back.LoadAnvil(make([]byte, n)), lighting.ErrLength) || !errors.Is(back.LoadDragonfly(make([]byte, n)), lighting.ErrLength) {
			t.Fatalf("%d bytes are taken", n)
		}
	}
}
