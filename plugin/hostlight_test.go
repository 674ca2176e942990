package plugin

import (
	"math/rand/v2"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/lighting"
)

// TestWrite writes levels in every way, and reads them with the host's getters.
func TestWrite(t *testing.T) {
	world.DefaultBlockRegistry.Finalize()
	r := rand.New(rand.NewPCG(1, 1))
	for _, direct := range []bool{true, false} {
		l := &Light{host: newHost(world.DefaultBlockRegistry)}
		if !l.host.direct {
			t.Fatal("the arrays cannot be had")
		}
		l.host.direct = direct
		c := chunk.New(world.DefaultBlockRegistry, [2]int{0, 31})
		chunk.LightArea([]*chunk.Chunk{c}, 0, 0).Fill()
		col, err := lighting.NewColumn(0, 0, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		sec := col.Section(0)
		for _, kind := range []lighting.Kind{lighting.Block, lighting.Sky} {
			v := l.host.view(c.Sub()[1], kind) // of arrays that the host shares
			sec.SetLevels(kind, nil, 15*uint8(kind))
			for _, n := range []int{1, 20, few + 1, 4096} {
				var levels lighting.Levels
				planes, uniform := sec.Levels(kind)
				for i := range 4096 {
					if levels.Set(i, uniform); planes != nil {
						levels.Set(i, planes.At(i))
					}
				}
				var cells lighting.Plane
				for range n {
					i := r.IntN(4096)
					level := uint8(r.IntN(16))
					if levels.At(i) != level {
						cells[i>>6] |= 1 << (i & 63)
						levels.Set(i, level)
					}
				}
				sec.SetLevels(kind, &levels, 0)
				m := l.host.mark(&v)
				if !l.host.holds(&v, &m) || !l.host.edgeHolds(&v, &m) {
					t.Error("a mark does not hold")
				}
				if have := l.write(&v, sec, &cells); have != cells.Count() {
					t.Errorf("wrote %d cells; want %d", have, cells.Count())
				}
				if d := different(v.sub, sec, kind); d != 0 {
					t.Errorf("direct=%v, %v light, %d cells: %d are different", direct, kind, n, d)
				}
				if cells.Count() > 0 && l.host.holds(&v, &m) {
					t.Error("a mark holds after a change")
				}
			}
		}
		// The arrays that the host shares are as they were.
		fresh := chunk.New(world.DefaultBlockRegistry, [2]int{0, 31})
		chunk.LightArea([]*chunk.Chunk{fresh}, 0, 0).Fill()
		for kind, level := range []uint8{lighting.Block: 0, lighting.Sky: 15} {
			v := l.host.view(fresh.Sub()[1], lighting.Kind(kind))
			_, have, shared := l.host.light(&v)
			sec.SetLevels(v.kind, nil, level)
			if direct && have != level || shared != direct || different(v.sub, sec, v.kind) != 0 {
				t.Errorf("%v light of an empty chunk is %d, shared %v", v.kind, have, shared)
			}
		}
	}
}
