package java_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/lighting/java"
)

// filled returns an array of one level.
func filled(level uint8) []byte {
	var n java.Nibbles
	n.Fill(level)
	return n[:]
}

// slope returns an array whose level is y.
func slope() []byte {
	var n java.Nibbles
	for i := range n {
		n[i] = byte(i>>7)<<4 | byte(i>>7)
	}
	return n[:]
}

func TestNear(t *testing.T) {
	var occupied [9][]bool
	for i := range occupied {
		occupied[i] = make([]bool, 8)
	}
	occupied[0] = nil     // not there
	occupied[8][6] = true // diagonal: sections 5..7
	occupied[4][1] = true // its own: sections 0..2
	for i, got := range java.Near(occupied) {
		if want := i <= 2 || i >= 5; got != want {
			t.Errorf("near[%d] = %v, want %v", i, got, want)
		}
	}
}

func TestReadSky(t *testing.T) {
	stored := [][]byte{nil, nil, nil, slope(), nil, filled(15), nil, nil}
	near := []bool{false, true, false, true, false, true, true, false}
	want := []uint8{0, 0, 0, 9, 15, 15, 15, 15} // at y = 9
	levels := make([]java.Nibbles, len(stored))
	for i := range levels {
		levels[i].Fill(7) // what was there must not matter
	}
	java.ReadSky(levels, stored, near)
	for i := range levels {
		if got := levels[i].Level(3, 9, 5); got != want[i] {
			t.Errorf("section %d: %d, want %d", i, got, want[i])
		}
	}
	stored[3] = filled(4)
	near[1] = false
	java.ReadSky(levels, stored, near)
	for i := range 3 { // the lowest layer goes down and down
		if got := levels[i].Level(15, 15, 15); got != 4 {
			t.Errorf("section %d: %d, want 4", i, got)
		}
	}
	java.ReadSky(levels, make([][]byte, 8), near)
	if levels[0].Level(0, 0, 0) != 15 {
		t.Error("a chunk without any array is bright")
	}
}

func TestReadBlock(t *testing.T) {
	levels := make([]java.Nibbles, 3)
	levels[0].Fill(9)
	levels[2].Fill(9)
	java.ReadBlock(levels, [][]byte{nil, slope(), make([]byte, 100)})
	if levels[0] != (java.Nibbles{}) || levels[1].Level(0, 12, 0) != 12 || levels[2] != (java.Nibbles{}) {
		t.Error("absent and short arrays are dark, others as stored")
	}
}

func TestNibbleOrder(t *testing.T) {
	var n java.Nibbles
	n[0x91a>>1] = 0xc0 | 5 // cells y 9, z 1, x 10 and 11
	if a, b := n.Level(10, 9, 1), n.Level(11, 9, 1); a != 5 || b != 12 {
		t.Errorf("levels %d and %d, want 5 and 12", a, b)
	}
}

func TestStores(t *testing.T) {
	dark, dim := java.Nibbles{}, java.Nibbles{2047: 0x10}
	for _, tt := range []struct {
		near   bool
		levels *java.Nibbles
		want   bool
	}{{true, &dim, true}, {false, &dim, false}, {true, &dark, false}, {false, &dark, false}} {
		if got := java.Stores(tt.near, tt.levels); got != tt.want {
			t.Errorf("Stores(%v, dark %v) = %v", tt.near, *tt.levels == dark, got)
		}
	}
}

func TestIsAir(t *testing.T) {
	for key, want := range map[string]bool{"minecraft:air": true, "cave_air": true, "minecraft:void_air": true, "minecraft:stone": false, "mod:air": false} {
		if java.IsAir(key) != want {
			t.Errorf("IsAir(%s) = %v", key, !want)
		}
	}
}
