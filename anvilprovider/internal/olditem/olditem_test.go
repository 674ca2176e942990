package olditem_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/olditem"
)

func TestAll(t *testing.T) {
	all := slices.Collect(olditem.All())
	if len(all) != 463 || !slices.IsSortedFunc(all, func(a, b olditem.Item) int { return cmp.Compare(a.Number, b.Number) }) {
		t.Errorf("%d items, in order or not", len(all))
	}
	kinds := 0
	for _, item := range all {
		kinds += len(item.Kinds)
		for _, k := range item.Kinds {
			if name, ok := strings.CutPrefix(k.Name, "minecraft:"); !ok || name == "" || k.Damage < 0 {
				t.Errorf("item %d has the kind %+v", item.Number, k)
			}
		}
		if !slices.IsSortedFunc(item.Kinds, func(a, b olditem.Kind) int { return cmp.Compare(a.Damage, b.Damage) }) {
			t.Errorf("the kinds of item %d are not in order", item.Number)
		}
	}
	if kinds == 0 {
		t.Error("no item has a kind")
	}
	skull := all[slices.IndexFunc(all, func(i olditem.Item) bool { return i.Number == 397 })]
	if skull.Name != "minecraft:skull" || len(skull.Kinds) != 6 || skull.Kinds[4] != (olditem.Kind{Damage: 4, Name: "minecraft:creeper_head"}) {
		t.Errorf("item 397 is %+v", skull)
	}
}
