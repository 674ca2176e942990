package lighting

import (
	"fmt"
	"math"
)

// Kind tells the two kinds of light apart.
type Kind uint8

const (
	// Block is light from states that emit it.
	Block Kind = iota
	// Sky is light that falls from above the world.
	Sky
)

// String returns "block" or "sky".
func (k Kind) String() string {
	switch k {
	case Block:
		return "block"
	case Sky:
		return "sky"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// check panics on a kind that is neither.
func (k Kind) check() {
	if k > Sky {
		panic("lighting: kind is " + k.String() + ", neither block nor sky")
	}
}

// MaxSections is the greatest build height of a column, in sections.
const MaxSections = 256

// Column holds the sections of one chunk, from the section below the build height to the one above it: these two hold no blocks,
// but light. A Column is not safe for concurrent use, and while an [Engine] works on an [Area], so does it on its columns.
type Column struct {
	x, z   int32
	bottom int32
	secs   []Section
	frozen [4]*frozen // west, east, north, south; nil: none
	lit    [2]bool
}

// NewColumn returns an empty column, all air and unlit, for chunk (x, z) with a build height of sections sections, the lowest of
// which is section number bottom (that of the cells y = 16*bottom to 16*bottom+15). A number of sections outside 1..256 is an error.
func NewColumn(x, z, bottom int32, sections int) (*Column, error) {
	if sections < 1 || sections > MaxSections {
		return nil, fmt.Errorf("lighting: sections is %d, must be in 1..%d", sections, MaxSections)
	}
	return &Column{x: x, z: z, bottom: bottom, secs: make([]Section, sections+2)}, nil
}

// Pos returns the chunk's coordinates.
func (c *Column) Pos() (x, z int32) { return c.x, c.z }

// Range returns the number of the lowest section of the build height and the number of sections in it. The sections bottom-1 and
// bottom+sections hold light only.
func (c *Column) Range() (bottom int32, sections int) { return c.bottom, len(c.secs) - 2 }

// Section returns the section with a number, in bottom-1..bottom+sections. Any other number panics. The two outer sections must not
// be built upon.
func (c *Column) Section(number int32) *Section {
	i := int64(number) - int64(c.bottom) + 1
	if i < 0 || i >= int64(len(c.secs)) {
		panic(fmt.Sprintf("lighting: section number %d is outside %d..%d", number, int64(c.bottom)-1, int64(c.bottom)+int64(len(c.secs))-2))
	}
	return &c.secs[i]
}

// Lit reports whether the column's light of a kind is known.
func (c *Column) Lit(kind Kind) bool {
	kind.check()
	return c.lit[kind]
}

// SetLit tells whether the column's light of a kind is to be trusted. [Engine.Light] lights the columns that are not lit; their
// stored levels are then taken as what the neighbours' light was computed from. Set it true after storing light from a file.
func (c *Column) SetLit(kind Kind, lit bool) {
	kind.check()
	c.lit[kind] = lit
}

// At returns the level of a kind at a cell: x and z in 0..15, y the height in the world. A position outside the column panics.
func (c *Column) At(kind Kind, x, y, z int) uint8 {
	if uint(x) > 15 || uint(z) > 15 {
		panic(fmt.Sprintf("lighting: position x %d, z %d is outside 0..15", x, z))
	}
	kind.check()
	s := c.Section(int32(min(max(y>>4, math.MinInt32), math.MaxInt32)))
	return s.light[kind].at(index(x, y, z))
}

// Levels returns the levels of a kind in the section, or nil and the level that all of its cells share. They must not be changed,
// and are valid until an engine works on the column.
func (s *Section) Levels(kind Kind) (planes *Levels, uniform uint8) {
	kind.check()
	g := &s.light[kind]
	return g.planes, g.level
}

// SetLevels stores light that is known, such as a file's; l is copied. Nil is a section of the uniform level given, 0..15; a level
// above 15 panics.
func (s *Section) SetLevels(kind Kind, l *Levels, uniform uint8) {
	if uniform > 15 {
		panic(fmt.Sprintf("lighting: uniform level %d is above 15", uniform))
	}
	kind.check()
	g := &s.light[kind]
	if l == nil {
		*g = glow{level: uniform}
		return
	}
	if v, ok := l.uniform(); ok {
		*g = glow{level: v}
		return
	}
	if g.planes == nil {
		g.planes = new(Levels)
	}
	*g.planes, g.level = *l, 0
}

// Clone returns a copy of the column that shares nothing with it.
func (c *Column) Clone() *Column {
	d := *c
	d.secs = make([]Section, len(c.secs))
	for i := range c.secs {
		d.secs[i] = c.secs[i].clone()
	}
	for i, f := range c.frozen {
		d.frozen[i] = f.clone()
	}
	return &d
}

func (s *Section) clone() Section {
	t := *s
	t.open, t.dim = clonePlane(s.open), clonePlane(s.dim)
	t.costs = append([]weighted(nil), s.costs...)
	t.emit = append([]weighted(nil), s.emit...)
	t.sided = s.sided.clone()
	for k, g := range s.light {
		if g.planes != nil {
			l := *g.planes
			t.light[k].planes = &l
		}
	}
	return t
}

func clonePlane(p *Plane) *Plane {
	if p == nil {
		return nil
	}
	q := *p
	return &q
}

// Bytes returns the memory that the column keeps, in bytes, its own headers included.
func (c *Column) Bytes() int {
	n := 64 + len(c.secs)*sectionBytes
	for i := range c.secs {
		n += c.secs[i].bytes()
	}
	for _, f := range c.frozen {
		n += f.bytes()
	}
	return n
}
