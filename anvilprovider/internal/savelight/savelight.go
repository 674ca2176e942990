// Package savelight brings the light that is stored in a chunk up to date after changes of its blocks, so that it need not be
// thrown away. It takes the chunk and the eight around it as they are stored, replays the changes in the light engine by
// Java's rules, and gives the chunk's new arrays. It gives up, and says why, where it cannot be sure; then the light has to
// be dropped. It is sure if all nine chunks are finished and lit by the game itself, the rules know each of their blocks, the
// dimension is known to have a sky or none, and no light changes in the eight.
package savelight

import (
	"errors"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// Reasons to give up.
var (
	// ErrUnlit means that the chunk, or one around it, is absent, unfinished, not lit, or of before 1.18, which includes those that the
	// game has yet to fill below height 0. One that Starlight
	// lit counts as not lit: it says for each section whether there is light, in words of its own, beside the arrays.
	ErrUnlit = errors.New("the chunk or one around it is not lit")
	// ErrUnknown means that the chunk, or one around it, has blocks whose light nobody knows, or is to get one.
	ErrUnknown = errors.New("the chunk or one around it has blocks whose light is not known")
	// ErrSky means that nobody knows whether the dimension has sky light.
	ErrSky = errors.New("it is not known whether the dimension has a sky")
	// ErrSpreads means that the light of a chunk beside changes, too.
	ErrSpreads = errors.New("the light of a chunk beside changes")
	// ErrUncertain means that it depends on chunks further away what the absence of an array means, or that a section is where
	// the dimension should have none.
	ErrUncertain = errors.New("what is stored is ambiguous")
)

// Change is a cell that has another state now: block coordinates in the world.
type Change struct {
	X, Y, Z int32
	State   string
}

// Lighter holds the engine and its memory. It belongs to one goroutine at a time.
type Lighter struct {
	shapes  *lighting.Shapes
	engine  *lighting.Engine
	builder *lighting.Builder
	cache   *java.Cache
	version int32
	palette java.Palette
	indices [4096]uint16
}

// New returns a Lighter.
func New() (*Lighter, error) {
	shapes, err := java.Shapes()
	if err != nil {
		return nil, err
	}
	return &Lighter{shapes: shapes, engine: lighting.NewEngine(shapes), builder: lighting.NewBuilder(shapes)}, nil
}

// rules makes the rules those of a data version.
func (l *Lighter) rules(version int32) {
	if l.cache == nil || l.version != version {
		l.cache, l.version = java.NewCache(java.New(version)), version
	}
}

// Heights are the sections of a dimension that may hold blocks: count of them from bottom on.
type Heights struct {
	Bottom int32
	Count  int
}

// Chunk is what is kept of a chunk. Slices have one element for each light section, from the one below the lowest section
// of blocks on.
type Chunk struct {
	light      *lighting.Column
	occupied   []bool
	block, sky [][]byte
}

// Lit reports whether a chunk is one that Read may accept.
func Lit(c *anvil.Chunk) bool { return c.LightOn && !c.Starlight && !c.Upgraded && !c.BelowZero }

// Read copies what matters of a decoded chunk. It returns ErrUnlit for one whose light cannot be used, and ErrUnknown for one
// with blocks that the rules do not know.
func (l *Lighter) Read(c *anvil.Chunk, h Heights) (*Chunk, error) {
	if !Lit(c) {
		return nil, ErrUnlit
	}
	col, err := lighting.NewColumn(c.X, c.Z, h.Bottom, h.Count)
	if err != nil {
		return nil, err
	}
	n := h.Count + 2
	out := &Chunk{light: col, occupied: make([]bool, n), block: make([][]byte, n), sky: make([][]byte, n)}
	l.rules(c.DataVersion)
	for i := range c.Sections {
		s := &c.Sections[i]
		at := int(int32(s.Y) - h.Bottom + 1)
		if at < 0 || at >= n || s.Blocks.Present() && (at == 0 || at == n-1) {
			return nil, ErrUncertain // more than the dimension should have
		}
		out.block[at], out.sky[at] = slices.Clone(s.BlockLight), slices.Clone(s.SkyLight)
		if !s.Blocks.Present() {
			continue
		}
		if out.occupied[at], err = l.section(col.Section(int32(s.Y)), &s.Blocks); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// section builds one section and reports whether anything but air is in it.
func (l *Lighter) section(dst *lighting.Section, blocks *anvil.Paletted) (occupied bool, err error) {
	if l.palette.Read(l.cache, blocks.Palette); !l.palette.Known {
		return false, ErrUnknown
	}
	if blocks.Uniform() {
		l.builder.Uniform(dst, l.palette.Classes[0])
		return l.palette.Occupied(nil), nil
	}
	blocks.Unpack(&l.indices)
	return l.palette.Occupied(&l.indices), l.builder.Shorts(dst, l.palette.Classes, &l.indices)
}

// Occupied tells, for each light section, whether anything but air is in it.
func (c *Chunk) Occupied() []bool { return c.occupied }
