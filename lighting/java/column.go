package java

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/kestrel-mc/kestrel/lighting"
)

// Column fills levels, one element for each light section from below, with a kind of light of a column. levels must be as long
// as the column has light sections: two more than its build height.
func Column(levels []Nibbles, c *lighting.Column, kind lighting.Kind) error {
	bottom, sections := c.Range()
	if len(levels) != sections+2 {
		return fmt.Errorf("read light of column: %d sections for a build height of %d", len(levels), sections)
	}
	for i := range levels {
		planes, uniform := c.Section(bottom - 1 + int32(i)).Levels(kind)
		if planes == nil {
			levels[i].Fill(uniform)
		} else {
			planes.AppendAnvil(levels[i][:0])
		}
	}
	return nil
}

// SetColumn gives a column light that is known, such as what ReadBlock and ReadSky made of a file's, and marks it lit in the
// kind. levels are as in Column.
func SetColumn(c *lighting.Column, kind lighting.Kind, levels []Nibbles) error {
	bottom, sections := c.Range()
	if len(levels) != sections+2 {
		return fmt.Errorf("set light of column: %d sections for a build height of %d", len(levels), sections)
	}
	var planes lighting.Levels
	for i := range levels {
		if err := planes.LoadAnvil(levels[i][:]); err != nil {
			return fmt.Errorf("set light of column: %w", err)
		}
		c.Section(bottom-1+int32(i)).SetLevels(kind, &planes, 0)
	}
	c.SetLit(kind, true)
	return nil
}

// Different counts the cells in which two sections' levels differ.
func Different(a, b *Nibbles) int {
	if *a == *b {
		return 0
	}
	n := 0
	for i := 0; i < len(a); i += 8 {
		d := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:])
		d |= d >> 1
		d |= d >> 2
		n += bits.OnesCount64(d & 0x1111111111111111)
	}
	return n
}
