package java_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

func TestColumn(t *testing.T) {
	c, err := lighting.NewColumn(3, -2, -4, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := make([]java.Nibbles, 4)
	want[0].Fill(15)
	copy(want[1][:], slope())
	want[3][1000] = 0x70
	if err := java.SetColumn(c, lighting.Sky, want); err != nil {
		t.Fatal(err)
	}
	if !c.Lit(lighting.Sky) || c.Lit(lighting.Block) || c.At(lighting.Sky, 5, -64+9, 6) != 9 {
		t.Error("the column has not the light that it was given")
	}
	got := make([]java.Nibbles, 4)
	got[2].Fill(3)
	if err := java.Column(got, c, lighting.Sky); err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("section %d comes back another", i)
		}
	}
	if java.Column(got[:3], c, lighting.Sky) == nil || java.SetColumn(c, lighting.Sky, got[:3]) == nil {
		t.Error("levels for another height must be an error")
	}
}

func TestDifferent(t *testing.T) {
	a, b := new(java.Nibbles), new(java.Nibbles)
	if n := java.Different(a, b); n != 0 {
		t.Errorf("%d cells differ between equal sections", n)
	}
	for i, bits := range []byte{0x01, 0x20, 0x84, 0xff, 0x10} {
		a[i*100] = bits
	}
	b[2047] = 8
	if n := java.Different(a, b); n != 8 {
		t.Errorf("%d cells differ, want 8", n)
	}
}
