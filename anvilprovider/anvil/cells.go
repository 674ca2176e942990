package anvil

import (
	"math/bits"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Cells is a working copy of the block states or biomes of a section, for an Edit. The zero value is not usable: get one
// from EditBlocks, EditBiomes, NewBlocks or NewBiomes.
type Cells struct {
	palette []string
	raw     []nbt.Raw // as stored; zero for an entry that is new
	index   []uint16
	found   map[string]uint16
	changed bool
	least   int // smallest width of an index
}

// EditBlocks returns a working copy of the section's block states; an absent content starts as air.
func (s *Section) EditBlocks() *Cells {
	if !s.Blocks.Present() {
		return NewBlocks("minecraft:air")
	}
	c := &Cells{index: make([]uint16, blockCells), least: 4}
	s.Blocks.Unpack((*[blockCells]uint16)(c.index))
	c.take(&s.Blocks)
	return c
}

// EditBiomes returns a working copy of the section's biomes; an absent content starts as plains.
func (s *Section) EditBiomes() *Cells {
	if !s.Biomes.Present() {
		return NewBiomes("minecraft:plains")
	}
	c := &Cells{index: make([]uint16, biomeCells), least: 1}
	s.Biomes.UnpackBiomes((*[biomeCells]uint16)(c.index))
	c.take(&s.Biomes)
	return c
}

// NewBlocks returns 4,096 block cells that all hold one state.
func NewBlocks(stateKey string) *Cells {
	return &Cells{palette: []string{stateKey}, raw: make([]nbt.Raw, 1), index: make([]uint16, blockCells), least: 4, changed: true}
}

// NewBiomes returns 64 biome cells that all hold one biome.
func NewBiomes(name string) *Cells {
	return &Cells{palette: []string{name}, raw: make([]nbt.Raw, 1), index: make([]uint16, biomeCells), least: 1, changed: true}
}

// take copies the palette of p.
func (c *Cells) take(p *Paletted) {
	c.palette = append(c.palette, p.Palette...)
	c.raw = make([]nbt.Raw, len(p.Palette))
	copy(c.raw, p.RawPalette)
}

// Len returns how many cells there are: 4,096 or 64.
func (c *Cells) Len() int {
	return len(c.index)
}

// At returns the state key or biome of a cell. The index is y<<8 | z<<4 | x for blocks, y<<4 | z<<2 | x for biomes.
func (c *Cells) At(i int) string {
	return c.palette[c.index[i]]
}

// Set gives a cell a state or a biome, spelled as in Java 26.3. It does nothing if the cell has it already.
func (c *Cells) Set(i int, key string) {
	if c.palette[c.index[i]] == key {
		return
	}
	c.index[i] = c.entry(key)
	c.changed = true
}

// entry returns the palette index of a key, which it adds if it is new. Of several entries with one key the first is used.
func (c *Cells) entry(key string) uint16 {
	if c.found == nil {
		c.found = make(map[string]uint16, len(c.palette)+8)
		for i := len(c.palette) - 1; i >= 0; i-- {
			c.found[c.palette[i]] = uint16(i)
		}
	}
	if i, ok := c.found[key]; ok {
		return i
	}
	if len(c.palette) > 2*len(c.index) {
		c.compact()
		return c.entry(key)
	}
	i := uint16(len(c.palette))
	c.palette, c.raw, c.found[key] = append(c.palette, key), append(c.raw, nbt.Raw{}), i
	return i
}

// Changed reports whether a cell differs, or may differ, from what was stored. Cells that are made new always do.
func (c *Cells) Changed() bool {
	return c.changed
}

// compact removes palette entries that no cell uses, and keeps the order of the others.
func (c *Cells) compact() {
	to := make([]int, len(c.palette))
	for i := range to {
		to[i] = -1
	}
	for _, e := range c.index {
		to[e] = 0
	}
	if !slices.Contains(to, -1) {
		return
	}
	n := 0
	for i, used := range to {
		if used == 0 {
			to[i], c.palette[n], c.raw[n] = n, c.palette[i], c.raw[i]
			n++
		}
	}
	clear(c.raw[n:])
	c.palette, c.raw, c.found = c.palette[:n], c.raw[:n], nil
	for i, e := range c.index {
		c.index[i] = uint16(to[e])
	}
}

// width returns the width of an index once the cells are compact: 0 for a single value, at least 4 for blocks (the game
// refuses less) and 1 for biomes.
func (c *Cells) width() int {
	if len(c.palette) == 1 {
		return 0
	}
	return max(c.least, bits.Len(uint(len(c.palette)-1)))
}
