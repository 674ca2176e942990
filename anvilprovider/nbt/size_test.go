package nbt_test

import (
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
