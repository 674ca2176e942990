package anvilprovider

import (
	"log/slog"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

// TestCompareBytes changes random cells of random sections, and compares what compareBytes finds with what compareCells does, and
// with the cells that were set.
func TestCompareBytes(t *testing.T) {
	p, err := Config{Log: slog.New(slog.DiscardHandler)}.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	b, err := p.registry()
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 17))
	narrow, found := 0, 0
	for round := range 300 {
		c := randomComparison(t, rnd, b)
		cells, bytes := c.merger(t, p, b), c.merger(t, p, b)
		s := cells.w.chunk.At(0)
		cells.w.translate(&s.Blocks)
		layers := c.layers
		cells.compareCells(s, c.overrides, &layers)
		for _, ch := range cells.changed {
			if c.touched != nil && !c.touched[ch.i] {
				t.Fatalf("round %d: cell %d is said to have changed", round, ch.i)
			}
		}
		bytes.w.translate(&s.Blocks)
		if !bytes.narrow(len(c.overrides), &layers) {
			continue
		}
		narrow++
		found += len(cells.changed)
		bytes.compareBytes(s, c.overrides, &layers)
		if !reflect.DeepEqual(cells.changed, bytes.changed) {
			t.Fatalf("round %d: %d changes are found, want %d", round, len(bytes.changed), len(cells.changed))
		}
	}
	if narrow < 200 || found < 10000 {
		t.Errorf("only %d sections with %d changes were compared", narrow, found)
	}
}

// comparison is a stored section and what the server saved of it.
type comparison struct {
	doc       []byte
	layers    [2]column.Storage
	overrides []override
	// touched are the cells that the server set, perhaps to what they were; nil if they are not known.
	touched map[uint16]bool
}

// javaKeys are states of which some are the same to the host, some are in water, and one is not known.
var javaKeys = []string{
	"minecraft:stone", "minecraft:air", "minecraft:cave_air", "minecraft:oak_leaves[distance=1,persistent=false,waterlogged=false]",
	"minecraft:oak_leaves[distance=2,persistent=false,waterlogged=false]", "minecraft:oak_slab[type=bottom,waterlogged=true]",
	"minecraft:oak_slab[type=bottom,waterlogged=false]", "minecraft:water[level=0]", "minecraft:kelp_plant", "modded:strange_ore",
}

// randomComparison makes a section of 1 to 400 states, shows it to the host as a load does, changes up to 300 cells of either
// layer there, and takes a copy as a save does.
func randomComparison(t *testing.T, rnd *rand.Rand, b *blocks) comparison {
	t.Helper()
	keys := append([]string(nil), javaKeys[:1+rnd.IntN(len(javaKeys))]...)
	for range []int{0, 0, 5, 20, 100, 400}[rnd.IntN(6)] {
		key, _ := b.t.JavaOf(rnd.Uint32N(uint32(b.source.BlockCount())))
		keys = append(keys, key)
	}
	c := comparison{touched: make(map[uint16]bool)}
	var w worker
	w.use(b)
	decode(t, &w, anvil.Blank(0, 0, anvil.DefaultDataVersion, 0, 0, "minecraft:plains"))
	edit := w.chunk.At(0).EditBlocks()
	for i := range column.Cells {
		edit.Set(i, keys[rnd.IntN(len(keys))])
	}
	doc, err := w.encoder.Append(nil, &w.chunk, &anvil.Edit{Sections: []anvil.SectionEdit{{Blocks: edit}}})
	if err != nil {
		t.Fatal(err)
	}
	c.doc = doc
	decode(t, &w, doc)
	s := w.chunk.At(0)
	for range rnd.IntN(3) {
		i := uint16(rnd.IntN(column.Cells))
		c.overrides = append(c.overrides, override{i: i, java: s.Blocks.Block(int(i)), b: translate.Block{Runtime: rnd.Uint32N(5000), Known: true}})
	}
	w.bedrock.old = c.overrides
	w.builder.Reset(1, b.air)
	w.builder.Biome(0, 1)
	new(Provider).buildBlocks(&w, 0, s)
	ch, err := w.builder.Build(b.registry, cube.Range{0, 15})
	if err != nil {
		t.Fatal(err)
	}
	for range []int{0, 1, 300}[rnd.IntN(3)] {
		i := uint16(rnd.IntN(column.Cells))
		c.touched[i] = true
		ch.SetBlock(uint8(i&15), int16(i>>8), uint8(i>>4&15), uint8(rnd.IntN(2)), []uint32{b.air, rnd.Uint32N(5000), ch.Block(3, 3, 3, 0)}[rnd.IntN(3)])
	}
	if rnd.IntN(2) == 0 {
		ch.Compact()
	}
	saved, err := column.Of(ch)
	if err != nil {
		t.Fatal(err)
	}
	c.layers = saved.Layers[0]
	for i := range c.layers {
		if len(c.layers[i].Palette) == 0 {
			c.layers[i] = column.Storage{Palette: []uint32{b.air}}
		}
	}
	if palette := c.layers[0].Palette; rnd.IntN(4) == 0 {
		palette[len(palette)-1], c.touched = palette[0], nil // Another block in many cells, and twice in the palette.
	}
	return c
}

func decode(t *testing.T, w *worker, doc []byte) {
	t.Helper()
	if err := w.decoder.Decode(doc, &w.chunk); err != nil {
		t.Fatal(err)
	}
}

// merger is a merge that has read the section.
func (c *comparison) merger(t *testing.T, p *Provider, b *blocks) *merger {
	t.Helper()
	w := &worker{}
	w.use(b)
	decode(t, w, c.doc)
	return &merger{p: p, w: w, k: key{pos: world.ChunkPos{0, 0}}, cells: make(map[int8]*anvil.Cells), bedrock: &w.bedrock}
}
