package java_test

import (
	"testing"

	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

type pos struct{ x, z int32 }

// column is a chunk of a real world. Its light sections are the block sections 0..n-1 and one below and one above, so that
// light section i lies round block section i-1.
type column struct {
	version  int32
	lowest   int            // Y of block section 0
	cells    []*[4096]uint8 // of block sections: numbers in world.classes; nil is air
	nonAir   []bool         // of light sections: anything but air is in it
	block    [][]byte       // stored arrays of light sections, nil where absent
	sky      [][]byte
	eligible bool
}

// world is all full chunks of one dimension, their cells as numbers of classes.
type world struct {
	columns map[pos]*column
	names   []string         // a state key for each number
	classes []lighting.Class // and its class
	hasSky  bool
	shapes  *lighting.Shapes
}

// load reads a world with the slow reader.
func load(t *testing.T, name string) *world {
	t.Helper()
	dims, err := slowanvil.Dimensions(testworld.Dir(t, name))
	if err != nil || len(dims) != 1 {
		t.Fatalf("dimensions: %v, %v", dims, err)
	}
	shapes, err := java.Shapes()
	if err != nil {
		t.Fatal(err)
	}
	w := &world{shapes: shapes, columns: map[pos]*column{}, names: []string{"minecraft:air"}, classes: []lighting.Class{0}}
	lit, numbers := map[pos]*slowanvil.Chunk{}, map[string]uint8{}
	uniform := map[uint8]*[4096]uint8{}
	err = slowanvil.Chunks(dims[0].Region, func(c *slowanvil.Chunk) error {
		if !c.Full {
			return nil
		}
		p := pos{c.X, c.Z}
		lit[p] = &slowanvil.Chunk{Full: true, LightOn: c.LightOn, Starlight: c.Starlight}
		w.columns[p] = w.column(t, c, numbers, uniform)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for p, c := range w.columns {
		c.eligible = slowanvil.Eligible(p.x, p.z, func(x, z int32) *slowanvil.Chunk { return lit[pos{x, z}] })
	}
	return w
}

func (w *world) column(t *testing.T, c *slowanvil.Chunk, numbers map[string]uint8, uniform map[uint8]*[4096]uint8) *column {
	lowest, highest := 0, 15
	if c.DataVersion >= 2844 {
		lowest, highest = 1000, -1000
		for y, s := range c.Sections {
			if s.Cells != nil {
				lowest, highest = min(lowest, y), max(highest, y)
			}
		}
	}
	n := highest - lowest + 1
	col := &column{version: int32(c.DataVersion), lowest: lowest, cells: make([]*[4096]uint8, n), nonAir: make([]bool, n+2), block: make([][]byte, n+2), sky: make([][]byte, n+2)}
	rules := java.New(col.version)
	for i := range n + 2 {
		s := c.Sections[lowest-1+i]
		col.block[i], col.sky[i] = s.BlockLight, s.SkyLight
		w.hasSky = w.hasSky || s.SkyLight != nil
		if s.Cells == nil || i == 0 || i == n+1 {
			continue
		}
		palette := make([]uint8, len(s.Palette))
		for j, key := range s.Palette {
			class, known := rules.Class(key)
			if !known {
				t.Errorf("%s is not known", key)
			}
			// States of one class share a number, but for what the ablations tell apart.
			id := key
			if number, ok := numbers[id]; ok {
				palette[j] = number
				continue
			}
			group := groupOf(key)
			number := -1
			for k := range w.classes {
				if w.classes[k] == class && groupOf(w.names[k]) == group {
					number = k
				}
			}
			if number < 0 {
				number = len(w.classes)
				w.classes, w.names = append(w.classes, class), append(w.names, key)
			}
			if number > 255 {
				t.Fatal("more than 256 classes")
			}
			numbers[id], palette[j] = uint8(number), uint8(number)
		}
		cells, same := new([4096]uint8), true
		for j, p := range s.Cells {
			cells[j] = palette[p]
			same = same && cells[j] == cells[0]
			col.nonAir[i] = col.nonAir[i] || !java.IsAir(s.Palette[p])
		}
		if same && uniform[cells[0]] == nil {
			uniform[cells[0]] = cells
		}
		if same {
			cells = uniform[cells[0]]
		}
		col.cells[i-1] = cells
	}
	return col
}

// near says for each light section of a chunk whether anything is around it.
func (w *world) near(p pos) []bool {
	var occupied [9][]bool
	for i := range occupied {
		if c := w.columns[pos{p.x + int32(i%3) - 1, p.z + int32(i/3) - 1}]; c != nil {
			occupied[i] = c.nonAir
		}
	}
	return java.Near(occupied)
}
