package column

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestUnpackBytes compares the quick way, a word at a time, with the plain one, for every width.
func TestUnpackBytes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, bits := range []int{0, 1, 2, 3, 4, 5, 6, 8} {
		for range 20 {
			s := randomStorage(rnd, bits)
			var want, scratch [Cells]uint16
			var got, bytes [Cells]uint8
			got[7] = 0xff
			s.Unpack(&want, &scratch)
			s.UnpackBytes(&got, &bytes)
			for i := range want {
				if uint16(got[i]) != want[i] {
					t.Fatalf("%d bits, cell %d: %d, want %d", bits, i, got[i], want[i])
				}
			}
		}
	}
}

// randomStorage has random words: bits that no index uses may be set, and must not matter.
func randomStorage(rnd *rand.Rand, bits int) Storage {
	s := Storage{Bits: bits, Words: make([]uint32, wordsFor(bits)), Palette: make([]uint32, 1<<bits)}
	for i := range s.Words {
		s.Words[i] = rnd.Uint32()
	}
	return s
}

func BenchmarkUnpack(b *testing.B) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, bits := range []int{1, 2, 3, 4, 5, 6, 8} {
		s := randomStorage(rnd, bits)
		b.Run(fmt.Sprintf("way=cells/bits=%d", bits), func(b *testing.B) {
			var dst, scratch [Cells]uint16
			for b.Loop() {
				s.Unpack(&dst, &scratch)
			}
		})
		b.Run(fmt.Sprintf("way=bytes/bits=%d", bits), func(b *testing.B) {
			var dst, scratch [Cells]uint8
			for b.Loop() {
				s.UnpackBytes(&dst, &scratch)
			}
		})
	}
}

// TestHoldsBiomes compares the words of packed biomes with what each cell says, before and after a change of one cell.
func TestHoldsBiomes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	seen := map[bool]int{}
	for range 500 {
		var b Builder
		values, indices := make([]uint32, 1+rnd.IntN(6)), [BiomeCells]uint16{}
		for i := range values {
			values[i] = rnd.Uint32N(5)
		}
		for i := range indices {
			indices[i] = uint16(rnd.IntN(len(values)))
		}
		b.Reset(1, 0)
		b.Biomes(0, values, &indices)
		s := b.storage(b.biomes[0])
		if !s.HoldsBiomes(values, &indices) && s.Bits <= 2 {
			t.Fatalf("%v of %v are not held", indices, values)
		}
		if s.Bits != 0 && rnd.IntN(2) == 0 {
			s.Words[rnd.IntN(len(s.Words))] ^= 1 << rnd.IntN(32)
		} else {
			s.Palette[rnd.IntN(len(s.Palette))] = rnd.Uint32N(5)
		}
		want := holdsBiomes(s, values, &indices)
		seen[want]++
		if got := s.HoldsBiomes(values, &indices); got && !want || got != want && s.Bits <= 2 && distinct(s.Palette) {
			t.Fatalf("%v of %v: %v, want %v", indices, values, got, want)
		}
	}
	if seen[true] < 20 || seen[false] < 20 {
		t.Errorf("held and not: %v", seen)
	}
}

func distinct(palette []uint32) bool {
	for i, v := range palette {
		if slices.Contains(palette[i+1:], v) {
			return false
		}
	}
	return true
}

// holdsBiomes is HoldsBiomes, cell by cell.
func holdsBiomes(s Storage, values []uint32, indices *[BiomeCells]uint16) bool {
	var cells, scratch [Cells]uint16
	s.Unpack(&cells, &scratch)
	for i, v := range cells {
		if int(v) >= len(s.Palette) || s.Palette[v] != values[indices[i>>8>>2<<4|i>>4&15>>2<<2|i&15>>2]] {
			return false
		}
	}
	return true
}
