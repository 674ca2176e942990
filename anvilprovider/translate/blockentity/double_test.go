package blockentity_test

import (
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate/blockentity"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/stored"
)

// TestDoubleChests puts the double chests of a real world into a world of the host and opens them: the first 27 slots are
// those of the half that Java calls right.
func TestDoubleChests(t *testing.T) {
	stored.Translator()
	type half struct {
		b     block.Chest
		items []any
		right bool
	}
	halves := map[cube.Pos]half{}
	stored.BlockEntities(t, func(th stored.Thing) {
		p := place(th)
		if blockentity.KindOf(p.State) != blockentity.Chest || strings.Contains(p.State, "type=single") || strings.Contains(th.World, "DIM") {
			return
		}
		m, _, err := blockentity.Load(th.Java, p)
		if err != nil {
			t.Fatal(err)
		}
		b, _, _ := throughHost(p.State, m)
		halves[cube.Pos{p.X, p.Y, p.Z}] = half{b.(block.Chest), m["Items"].([]any), strings.Contains(p.State, "type=right")}
	}, "java-1.20.5/region")

	w := world.Config{Synchronous: true, Dim: world.Overworld, Provider: world.NopProvider{}}.New()
	defer w.Close()
	opened := 0
	w.Do(func(tx *world.Tx) {
		for pos, h := range halves {
			tx.SetBlock(pos, h.b, nil)
		}
		for pos, h := range halves {
			double := tx.Block(pos).(block.Chest).Inventory(tx, pos)
			if double.Size() != 54 {
				t.Errorf("%v: %d slots", pos, double.Size())
				continue
			}
			opened++
			offset := 27
			if h.right {
				offset = 0
			}
			var own [27]item.Stack
			for _, v := range h.items {
				m := v.(map[string]any)
				own[m["Slot"].(uint8)] = item.ReadNBT(m, nil)
			}
			for slot, want := range own {
				if got, _ := double.Item(slot + offset); got.Empty() != want.Empty() || !got.Equal(want) {
					t.Errorf("%v slot %d: %v, want %v", pos, slot, got, want)
				}
			}
		}
	})
	if opened < 40 {
		t.Errorf("only %d halves were opened", opened)
	}
}
