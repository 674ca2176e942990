package main

import (
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// TestDiffers compares sections whose palettes differ: it is the cells that count.
func TestDiffers(t *testing.T) {
	doc := func(extra int32, data []int64, names ...string) []byte {
		palette := nbt.List{Elem: nbt.TagCompound}
		for _, n := range names {
			palette.Items = append(palette.Items, nbt.Compound{"Name": n})
		}
		states := nbt.Compound{"palette": palette}
		if data != nil {
			states["data"] = data
		}
		out, err := nbt.Append(nil, "", nbt.Compound{"sections": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"block_states": states, "Y": extra}}}})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	cells := func(first int64) []int64 { return append([]int64{first}, make([]int64, 255)...) }
	one := doc(1, cells(0x1), "air", "stone")
	for _, c := range []struct {
		name  string
		other []byte
		same  bool
	}{
		{"the same", doc(1, cells(0x1), "air", "stone"), true},
		{"another order", doc(1, func() []int64 {
			d := make([]int64, 256)
			for i := range d {
				d[i] = 0x1111111111111111
			}
			d[0]--
			return d
		}(), "stone", "air"), true},
		{"an entry that is not used, and one twice", doc(1, cells(0x4), "air", "dirt", "gold", "air", "stone"), true},
		{"another cell", doc(1, cells(0x10), "air", "stone"), false},
		{"another entry", doc(1, cells(0x1), "air", "dirt"), false},
		{"no cell", doc(1, nil, "air"), false},
		{"data of a wrong length", doc(1, cells(0x1)[1:], "air", "stone"), false},
		{"something else", doc(2, cells(0x1), "air", "stone"), false},
	} {
		where, err := differs(one, c.other)
		if err != nil || (where == "") != c.same {
			t.Errorf("%s: %q, %v", c.name, where, err)
		}
	}
}
