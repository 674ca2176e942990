package java

// Face is one of the six sides of a cell, in the game's order. Opposite faces differ in the lowest bit.
type Face uint8

// The faces, towards -y, +y, -z, +z, -x and +x.
const (
	Down Face = iota
	Up
	North
	South
	West
	East
)

// Opposite returns the face on the other side.
func (f Face) Opposite() Face { return f ^ 1 }

// Mask is the covered part of one face, a square of 16 by 16, bit v<<4|u. u and v are x and z for Down and Up, x and y for
// North and South, z and y for West and East, so that the masks of opposite faces can be joined.
type Mask [4]uint64

// Full says whether the mask covers the whole face.
func (m Mask) Full() bool { return m[0]&m[1]&m[2]&m[3] == ^uint64(0) }

// Union returns what either mask covers.
func (m Mask) Union(o Mask) Mask { return Mask{m[0] | o[0], m[1] | o[1], m[2] | o[2], m[3] | o[3]} }

// Shape numbers a set of six face masks. The zero Shape is that of almost all blocks: it blocks no light at any face.
type Shape uint8

// ShapeCount is the number of shapes: they are numbered from 0 to ShapeCount-1.
const ShapeCount = len(faceSets)

// Mask returns what the shape covers of a face. A shape that does not exist covers nothing.
func (s Shape) Mask(f Face) Mask {
	if int(s) >= ShapeCount || f > East {
		return Mask{}
	}
	return masks[faceSets[s][f]]
}

// Blocked says whether light can not pass from a cell of shape a through its face f into the neighbour of shape b.
func Blocked(a Shape, f Face, b Shape) bool {
	return (a != 0 || b != 0) && a.Mask(f).Union(b.Mask(f.Opposite())).Full()
}
