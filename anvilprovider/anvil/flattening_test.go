package anvil_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

// numericWorld is a world of numeric ids with an accessor over all of its chunks.
type numericWorld map[[2]int32]*slowanvil.Chunk

func (w numericWorld) at(x, y, z int32) (id, meta int, ok bool) {
	c := w[[2]int32{x >> 4, z >> 4}]
	if c == nil {
		return 0, 0, false
	}
	id, meta = c.Sections[int(y>>4)].ID(int(x&15), int(y&15), int(z&15))
	return id, meta, true
}

// debugLayer is the height at which the worlds of flattening/ show all block states. They are worlds of the debug type, whose
// generator lays the states of its own version out anew: 1.13 has more of them, so that the cells of this one layer are
// not comparable one by one. TestNumericStatesExist compares what they hold.
const debugLayer = 70

// TestFlatteningAgreesWithTheGame reads a world of 1.12.2 and compares it with the same world as the game upgraded it.
func TestFlatteningAgreesWithTheGame(t *testing.T) {
	before, after := numericWorld{}, numericWorld{}
	raw := map[[2]int32][]byte{}
	entries(t, "flattening/1.12.2", func(_ string, e slowanvil.Entry) {
		c, err := e.Chunk()
		if err != nil {
			t.Fatal(err)
		}
		before[[2]int32{e.X, e.Z}], raw[[2]int32{e.X, e.Z}] = c, e.NBT
	})
	entries(t, "flattening/1.13", func(_ string, e slowanvil.Entry) {
		c, err := e.Chunk()
		if err != nil {
			t.Fatal(err)
		}
		after[[2]int32{e.X, e.Z}] = c
	})
	d := anvil.Decoder{Neighbour: before.at}
	var c anvil.Chunk
	cells, solid, differing := 0, 0, 0
	modern := map[string]string{}
	for pos, old := range before {
		want := after[pos]
		if want == nil || !want.Full {
			continue
		}
		if err := d.Decode(raw[pos], &c); err != nil {
			t.Fatal(err)
		}
		for y := range 16 {
			s := c.At(int8(y))
			o, ok := want.Sections[y]
			if old.Sections[y].IDs == nil && (!ok || o.Cells == nil) {
				cells += 4096
				continue
			}
			for i := range 4096 {
				key := o.State(i&15, i>>8, i>>4&15)
				w, known := modern[key]
				if !known {
					w = anvil.Modernise(key, 1497)
					modern[key] = w
				}
				got := "minecraft:air"
				if s != nil && s.Blocks.Present() {
					got = s.Blocks.Block(i)
				}
				cells++
				if w != "minecraft:air" || got != w {
					solid++
				}
				if got != w {
					differing++
					if y<<4|i>>8 != debugLayer {
						id, meta := old.Sections[y].ID(i&15, i>>8, i>>4&15)
						t.Errorf("chunk %v cell %d,%d,%d (%d:%d): %s, the game has %s", pos, i&15, y<<4|i>>8, i>>4&15, id, meta, got, w)
					}
				}
			}
		}
	}
	t.Logf("%d cells (%d not air), %d differ, all in the layer of the debug world: %.4f %% agree", cells, solid, differing,
		100-100*float64(differing)/float64(cells))
	if float64(differing) > 0.001*float64(cells) || solid < 100000 {
		t.Error("less than 99.9 % of the cells agree, or there is little to compare")
	}
}
