package relight

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// oldestEngine is the first data version with the light engine of today, Java 1.14. What older games stored cannot be compared.
const oldestEngine = 1952

// heights are the sections that blocks may lie in: from bottom up to, but not including, top.
type heights struct{ bottom, top int32 }

func (h heights) count() int { return int(h.top - h.bottom) }

// includes reports whether all of o lies in h.
func (h heights) includes(o heights) bool { return o.bottom >= h.bottom && o.top <= h.top }

// join returns what covers both.
func (h heights) join(o heights) heights { return heights{min(h.bottom, o.bottom), max(h.top, o.top)} }

// column is what a tile keeps of a chunk.
type column struct {
	version  int32
	lit      bool // the chunk says that its light is complete
	old      bool // of before 1.18, or not yet filled below height 0 by the game
	unknown  bool // has blocks whose light nobody knows
	own      heights
	light    *lighting.Column
	occupied []bool // for each light section of the tile, from below
	block    [][]byte
	sky      [][]byte
}

// heightsOf returns the sections of a chunk that blocks may lie in. Before 1.18 every chunk had sixteen.
func heightsOf(c *anvil.Chunk) heights {
	if c.Upgraded {
		return heights{0, 16}
	}
	var h heights
	first := true
	for i := range c.Sections {
		s := &c.Sections[i]
		if !s.Blocks.Present() {
			continue
		}
		if first {
			h, first = heights{int32(s.Y), int32(s.Y) + 1}, false
		}
		h = h.join(heights{int32(s.Y), int32(s.Y) + 1})
	}
	return h
}

// column makes the lighting column of a decoded chunk, in a tile of the heights given. It copies all that it keeps.
func (l *Lighter) column(c *anvil.Chunk, h heights) (*column, error) {
	col := &column{version: c.DataVersion, lit: c.LightOn || c.Starlight, old: c.Upgraded || c.BelowZero, own: heightsOf(c)}
	var err error
	if col.light, err = lighting.NewColumn(c.X, c.Z, h.bottom, h.count()); err != nil {
		return nil, err
	}
	n := h.count() + 2
	col.occupied, col.block, col.sky = make([]bool, n), make([][]byte, n), make([][]byte, n)
	cache := l.cache(c.DataVersion)
	for i := range c.Sections {
		s := &c.Sections[i]
		at := int(int32(s.Y) - h.bottom + 1)
		if at < 0 || at >= n {
			continue // light far outside of where blocks may be, which no game writes
		}
		col.block[at], col.sky[at] = clone(s.BlockLight), clone(s.SkyLight)
		if !s.Blocks.Present() || at == 0 || at == n-1 {
			continue
		}
		if err := l.section(col.light.Section(int32(s.Y)), &s.Blocks, cache); err != nil {
			return nil, fmt.Errorf("section %d: %w", s.Y, err)
		}
		col.unknown = col.unknown || !l.palette.Known
		col.occupied[at] = l.occupied
	}
	return col, nil
}

// section builds one section from its palette and indices, and notes whether anything but air is in it.
func (l *Lighter) section(dst *lighting.Section, blocks *anvil.Paletted, cache *java.Cache) error {
	l.palette.Read(cache, blocks.Palette)
	if blocks.Uniform() {
		l.occupied = l.palette.Occupied(nil)
		l.builder.Uniform(dst, l.palette.Classes[0])
		return nil
	}
	blocks.Unpack(&l.indices)
	l.occupied = l.palette.Occupied(&l.indices)
	return l.builder.Shorts(dst, l.palette.Classes, &l.indices)
}

func clone(array []byte) []byte {
	if array == nil {
		return nil
	}
	return append([]byte{}, array...)
}
