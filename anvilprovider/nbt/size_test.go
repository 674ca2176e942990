package nbt_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// TestRawOfTakesMemoryOnce encodes a large tree of few values: what it takes does not grow with the steps to the last byte.
func TestRawOfTakesMemoryOnce(t *testing.T) {
	page := strings.Repeat("ÿ¤€a", 2000)
	list := nbt.List{Elem: nbt.TagString}
	for range 100 {
		list.Items = append(list.Items, page)
	}
	tree := nbt.Compound{"pages": list}
	if n := testing.AllocsPerRun(5, func() {
		if _, err := nbt.RawOf(tree); err != nil {
			t.Fatal(err)
		}
	}); n > 5 {
		t.Errorf("%v allocations", n)
	}
}

// TestValues counts what a tree takes memory for, and gives up where the payload is broken or nested too deep.
func TestValues(t *testing.T) {
	c := nbt.Compound{"a": int32(1), "list": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{}, nbt.Compound{"x": []int64{1, 2, 3}}}},
		"bytes": nbt.List{Elem: nbt.TagByte, Items: []any{uint8(1), uint8(2)}}, "empty": nbt.List{}}
	raw, err := nbt.RawOf(c)
	if err != nil {
		t.Fatal(err)
	}
	if got := raw.Values(); got != 10 {
		t.Errorf("%d values, want 10", got)
	}
	for n := range raw.Data {
		if got := (nbt.Raw{Tag: raw.Tag, Data: raw.Data[:n]}).Values(); got < 1 || got > 10 {
			t.Errorf("cut to %d bytes it has %d values", n, got)
		}
	}
	deep := bytes.Repeat([]byte{byte(nbt.TagList), 0, 0, 0, 1}, 1<<20)
	if got := (nbt.Raw{Tag: nbt.TagList, Data: deep}).Values(); got > nbt.DefaultDepth+1 {
		t.Errorf("a million lists in each other have %d values", got)
	}
}
