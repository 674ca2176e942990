package lighting

import (
	"errors"
	"fmt"
	"math/bits"
)

// Causes of the errors of a [Builder].
var (
	// ErrBits: the width of the indices is none that the format has.
	ErrBits = errors.New("unknown width of indices")
	// ErrLength: the data does not have the length that its width asks for.
	ErrLength = errors.New("data has the wrong length")
	// ErrIndex: an index lies outside the palette.
	ErrIndex = errors.New("index outside the palette")
)

// Builder makes sections from packed palette indices. It owns the scratch memory for that, so it is not safe for concurrent use.
//
// No cell's state is ever looked up. The palette's classes are reduced to four questions: is it open, is it dim, has it anything
// else, is it no entry at all. With four bits an index, the most frequent width, each question is a truth table that 64 cells are put
// through at once (see truth.go). With other widths, the answers for several neighbouring indices are put into a table of bits, and the
// packed words are read through that table, a byte or so at a time. Only the few cells that have something else are visited one by
// one. If all entries have one class, not even the words are read, so their indices are not checked either.
//
// A section that is built again keeps its light and reuses its planes. When building fails, the section is as it was.
type Builder struct {
	shapes *Shapes
	table  []uint64
	words  [512]uint64
	rows   [256]uint64
	sliced [64][4]uint64
	spare  []*Plane
	sided  sidedPool
}

// NewBuilder returns a builder for classes that refer to the shapes given. Nil is a table without any shape.
func NewBuilder(shapes *Shapes) *Builder {
	if shapes == nil {
		shapes, _ = NewShapes(nil)
	}
	return &Builder{shapes: shapes, table: make([]uint64, 1<<10)}
}

// Uniform makes all cells of the section one class. A shape that the table does not hold panics.
func (b *Builder) Uniform(dst *Section, c Class) {
	if dst == nil {
		panic("lighting: dst is nil")
	}
	b.shapes.check(c)
	b.recycle(dst)
	dst.closed = c.Opacity() > 1
	if c.Opacity() == 1 {
		dst.dim = b.plane()
		dst.dim.fill(^uint64(0))
	}
	if o := c.Opacity(); o > 1 && o < Opaque {
		dst.costs = append(dst.costs, weighted{n: o})
		dst.costs[0].cells.fill(^uint64(0))
	}
	if c.Emission() > 0 {
		dst.emit = append(dst.emit, weighted{n: c.Emission()})
		dst.emit[0].cells.fill(^uint64(0))
	}
	if c.Shape() != 0 {
		d := b.sided.get()
		d.cells.fill(^uint64(0))
		for range cells {
			d.shape = append(d.shape, c.Shape())
		}
		d.finish(b.shapes)
		dst.sided = d
	}
}

// Anvil makes the section from a palette and indices packed as Anvil does since 1.16: big-endian 64-bit words, each holding 64/bits
// indices from its low end, none of which spans two words, in order y, z, x. Bits must be in 1..15 and data hold exactly the words
// needed; a palette of one entry may come without data.
func (b *Builder) Anvil(dst *Section, palette []Class, bits int, data []byte) error {
	if len(palette) == 1 && len(data) == 0 {
		b.Uniform(dst, palette[0])
		return nil
	}
	if bits < 1 || bits > 15 {
		return fmt.Errorf("lighting: bits is %d: %w", bits, ErrBits)
	}
	per := 64 / bits
	if n := (cells + per - 1) / per * 8; len(data) != n {
		return fmt.Errorf("lighting: data holds %d bytes, %d bits need %d: %w", len(data), bits, n, ErrLength)
	}
	return b.build(dst, palette, source{form: anvil, bits: bits, per: per, data: data})
}

// Dragonfly makes the section from a palette and indices packed as Dragonfly's paletted storages are: 32-bit words, each holding
// 32/bits indices from its low end, in order x, z, y. Bits must be 0, 1, 2, 3, 4, 5, 6, 8 or 16 and words hold exactly the words
// needed; 0 bits go without words.
func (b *Builder) Dragonfly(dst *Section, palette []Class, bits int, words []uint32) error {
	switch bits {
	case 0, 1, 2, 3, 4, 5, 6, 8, 16:
	default:
		return fmt.Errorf("lighting: bits is %d: %w", bits, ErrBits)
	}
	n := 0
	if bits > 0 {
		n = (cells + 32/bits - 1) / (32 / bits)
	}
	if len(words) != n {
		return fmt.Errorf("lighting: words holds %d words, %d bits need %d: %w", len(words), bits, n, ErrLength)
	}
	if bits == 0 {
		if len(palette) == 0 {
			return fmt.Errorf("lighting: palette is empty: %w", ErrIndex)
		}
		b.Uniform(dst, palette[0])
		return nil
	}
	return b.build(dst, palette, source{form: dragonfly, bits: bits, per: 32 / bits, words: words})
}

// Bytes makes the section from a palette and one index a cell, in order y, z, x.
func (b *Builder) Bytes(dst *Section, palette []Class, indices *[4096]uint8) error {
	if indices == nil {
		panic("lighting: indices is nil")
	}
	return b.build(dst, palette, source{form: plain8, bits: 8, per: 1, plain8: indices})
}

// Shorts is Bytes for palettes of more than 256 entries.
func (b *Builder) Shorts(dst *Section, palette []Class, indices *[4096]uint16) error {
	if indices == nil {
		panic("lighting: indices is nil")
	}
	return b.build(dst, palette, source{form: plain16, bits: 16, per: 1, plain16: indices})
}

// The lanes of a table entry: sixteen bits each, one for every cell of a row of sixteen.
const (
	laneOpen  = 0
	laneDim   = 16
	laneOther = 32
	laneBad   = 48
)

// build fills the section from a palette and a source.
func (b *Builder) build(dst *Section, palette []Class, src source) error {
	if dst == nil {
		panic("lighting: dst is nil")
	}
	var has uint64 // what any entry has: bit lane
	same := true
	for _, c := range palette {
		b.shapes.check(c)
		has |= answers(c)
		same = same && c == palette[0]
	}
	if len(palette) == 0 {
		return fmt.Errorf("lighting: palette is empty: %w", ErrIndex)
	}
	if same {
		b.Uniform(dst, palette[0])
		return nil
	}
	if err := b.read(palette, &src); err != nil {
		return err
	}
	b.recycle(dst)
	open := b.plane()
	b.extract(open, palette, &src, laneOpen)
	switch {
	case open.full():
		b.spare = append(b.spare, open)
	case open.empty():
		dst.closed = true
		b.spare = append(b.spare, open)
	default:
		dst.open = open
	}
	if has>>laneDim&1 != 0 {
		dim := b.plane()
		b.extract(dim, palette, &src, laneDim)
		if dim.empty() {
			b.spare = append(b.spare, dim)
		} else {
			dst.dim = dim
		}
	}
	if has>>laneOther&1 != 0 {
		other := b.plane()
		b.extract(other, palette, &src, laneOther)
		b.others(dst, palette, &src, other)
		b.spare = append(b.spare, other)
	}
	return nil
}

// answers returns the bits of a class in the lowest place of each lane.
func answers(c Class) (v uint64) {
	o := c.Opacity()
	if o <= 1 {
		v |= 1 << laneOpen
	}
	if o == 1 {
		v |= 1 << laneDim
	}
	if c&0xff0f != 0 || o > 1 && o < Opaque {
		v |= 1 << laneOther
	}
	return v
}

// others visits the cells that have an emission, a shape or a cost above one.
func (b *Builder) others(dst *Section, palette []Class, src *source, other *Plane) {
	var d *sided
	for k, m := range other {
		for ; m != 0; m &= m - 1 {
			i := k<<6 | bits.TrailingZeros64(m)
			c := palette[src.at(i)]
			if o := c.Opacity(); o > 1 && o < Opaque {
				dst.costs = setNew(dst.costs, i, o)
			}
			if c.Emission() > 0 {
				dst.emit = setNew(dst.emit, i, c.Emission())
			}
			if c.Shape() != 0 {
				if d == nil {
					d = b.sided.get()
				}
				d.cells.set(i)
				d.shape = append(d.shape, c.Shape())
			}
		}
	}
	if d != nil {
		d.finish(b.shapes)
		dst.sided = d
	}
}

// setNew adds cell i, which has no number yet, to the plane of number n.
func setNew(ws []weighted, i int, n uint8) []weighted {
	for k := range ws {
		if ws[k].n == n {
			ws[k].cells.set(i)
			return ws
		}
	}
	if len(ws) < cap(ws) {
		ws = ws[:len(ws)+1]
		ws[len(ws)-1] = weighted{n: n}
	} else {
		ws = append(ws, weighted{n: n})
	}
	ws[len(ws)-1].cells.set(i)
	return ws
}

// plane returns a plane of unknown content.
func (b *Builder) plane() *Plane {
	if n := len(b.spare); n > 0 {
		p := b.spare[n-1]
		b.spare = b.spare[:n-1]
		return p
	}
	return new(Plane)
}

// recycle empties a section but for its light.
func (b *Builder) recycle(s *Section) {
	if s.open != nil {
		b.spare = append(b.spare, s.open)
	}
	if s.dim != nil {
		b.spare = append(b.spare, s.dim)
	}
	if s.sided != nil {
		b.sided.put(s.sided)
	}
	s.open, s.dim, s.costs, s.emit, s.sided, s.closed = nil, nil, s.costs[:0], s.emit[:0], nil, false
}
