package lighting

import (
	"errors"
	"fmt"
)

// ErrMismatch is the cause of the error for a column that does not fit the area that it is put into.
var ErrMismatch = errors.New("column does not fit the area")

// maxSide is the greatest width and depth of an area, in chunks.
const maxSide = 1 << 10

// Area is a rectangle of chunks, of which some have a column. What has no column is not there: no light crosses its border, but for
// what a frozen border remembers. Columns of one area have the same build height.
//
// Light reaches fifteen cells at most, less than a chunk. So an area of the columns that are to be lit, or in which something changes,
// and of all others that touch them, corners included, is all that a pass has to know to be exact.
type Area struct {
	x, z, w, d int32
	bottom     int32
	height     int // sections with the two outer ones, 0 while the area is empty
	cols       []*Column
}

// NewArea returns an empty area of w chunks along x and d along z, the lowest of which is chunk (x, z). Both must be in 1..1024.
func NewArea(x, z int32, w, d int) (*Area, error) {
	a := new(Area)
	return a, a.Reset(x, z, w, d)
}

// Reset empties the area and gives it new bounds, as NewArea does. It keeps its memory.
func (a *Area) Reset(x, z int32, w, d int) error {
	if w < 1 || d < 1 || w > maxSide || d > maxSide {
		return fmt.Errorf("lighting: area of w %d and d %d chunks, must be 1..%d each", w, d, maxSide)
	}
	if n := w * d; cap(a.cols) < n {
		a.cols = make([]*Column, n)
	} else {
		clear(a.cols[:cap(a.cols)])
		a.cols = a.cols[:n]
	}
	a.x, a.z, a.w, a.d, a.height = x, z, int32(w), int32(d), 0
	return nil
}

// Put puts a column into the area. A column outside the bounds, one whose build height is not that of the columns present
// (ErrMismatch), or nil is an error.
func (a *Area) Put(c *Column) error {
	if c == nil {
		return errors.New("lighting: column is nil")
	}
	i, ok := a.index(c.x, c.z)
	if !ok {
		return fmt.Errorf("lighting: column (%d, %d) is outside the area: %w", c.x, c.z, ErrMismatch)
	}
	if a.height == 0 {
		a.bottom, a.height = c.bottom, len(c.secs)
	}
	if a.bottom != c.bottom || a.height != len(c.secs) {
		return fmt.Errorf("lighting: column (%d, %d) has %d sections from %d, the area %d from %d: %w",
			c.x, c.z, len(c.secs)-2, c.bottom, a.height-2, a.bottom, ErrMismatch)
	}
	a.cols[i] = c
	return nil
}

// Column returns the column of chunk (x, z), or nil.
func (a *Area) Column(x, z int32) *Column {
	i, ok := a.index(x, z)
	if !ok {
		return nil
	}
	return a.cols[i]
}

// Bounds returns the lowest chunk of the area and its width and depth in chunks.
func (a *Area) Bounds() (x, z int32, w, d int) { return a.x, a.z, int(a.w), int(a.d) }

// index returns the place of chunk (x, z) in cols.
func (a *Area) index(x, z int32) (int, bool) {
	dx, dz := int64(x)-int64(a.x), int64(z)-int64(a.z)
	if dx < 0 || dz < 0 || dx >= int64(a.w) || dz >= int64(a.d) {
		return 0, false
	}
	return int(dz)*int(a.w) + int(dx), true
}
