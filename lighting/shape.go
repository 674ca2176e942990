package lighting

import (
	"fmt"
	"math/bits"
)

// Side is one of the six sides of a cell, in the order of the axes x, y, z; the opposite of s is s^1.
type Side uint8

// The sides: West is towards lower x, Down towards lower y, North towards lower z.
const (
	West Side = iota
	East
	Down
	Up
	North
	South
)

// String returns the name of the side in lower case.
func (s Side) String() string {
	if s > South {
		return fmt.Sprintf("side(%d)", uint8(s))
	}
	return [6]string{"west", "east", "down", "up", "north", "south"}[s]
}

// Mask is the part of one face, 16x16 squares, that a shape covers. Bit row<<4|column: on West and East the row is y and the column
// z, on Down and Up the row is z and the column x, on North and South the row is y and the column x, so that the masks of two faces
// that touch lie square on square.
type Mask [4]uint64

// full reports whether the mask covers all 256 squares.
func (m Mask) full() bool { return m[0]&m[1]&m[2]&m[3] == ^uint64(0) }

// covers reports whether a and b together cover all 256 squares.
func covers(a, b Mask) bool {
	return (a[0]|b[0])&(a[1]|b[1])&(a[2]|b[2])&(a[3]|b[3]) == ^uint64(0)
}

// FullMask covers all 256 squares.
var FullMask = Mask{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// Faces are the six masks of a shape, indexed by Side.
type Faces [6]Mask

// Shapes is the table of the shapes that the classes of a world refer to, with the result of every meeting of two of them worked
// out in advance. It never changes after NewShapes, so it is safe for concurrent use.
type Shapes struct {
	faces []Faces
	full  []uint8 // bit Side: the face alone is full
	// joint[axis] tells, at low*len(faces)+high, whether the positive face of shape low and the negative face of shape high close
	// only together: their union is full and neither is.
	joint [3][]bool
	// joins[axis] tells which shapes have any partner in joint.
	joins [3][]bool
}

// NewShapes returns a table in which faces[i] is the shape i+1; shape 0 is the one without any face. More than 255 shapes are an
// error.
func NewShapes(faces []Faces) (*Shapes, error) {
	if len(faces) > 255 {
		return nil, fmt.Errorf("lighting: faces holds %d shapes, 255 is the limit", len(faces))
	}
	n := len(faces) + 1
	s := &Shapes{faces: append(make([]Faces, 1, n), faces...), full: make([]uint8, n)}
	for i, f := range s.faces {
		for side, m := range f {
			if m.full() {
				s.full[i] |= 1 << side
			}
		}
	}
	for axis := range 3 {
		s.joint[axis] = make([]bool, n*n)
		s.joins[axis] = make([]bool, n)
		neg, pos := Side(axis*2), Side(axis*2+1)
		for low := range n {
			for high := range n {
				a, b := s.faces[low][pos], s.faces[high][neg]
				if covers(a, b) && !a.full() && !b.full() {
					s.joint[axis][low*n+high] = true
					s.joins[axis][low], s.joins[axis][high] = true, true
				}
			}
		}
	}
	return s, nil
}

// Len returns the number of shapes, the empty shape 0 included.
func (s *Shapes) Len() int { return len(s.faces) }

// Faces returns the six masks of a shape. A shape that the table does not hold panics.
func (s *Shapes) Faces(shape uint8) Faces { return s.faces[shape] }

// Blocked reports whether light cannot cross the face on the given side of a cell of shape a, behind which lies a cell of shape b.
// It is symmetric: Blocked(a, b, East) equals Blocked(b, a, West).
func (s *Shapes) Blocked(a, b uint8, side Side) bool {
	if (s.full[a]>>side|s.full[b]>>(side^1))&1 != 0 {
		return true
	}
	if side&1 == 0 {
		a, b = b, a
	}
	return s.joint[side>>1][int(a)*len(s.faces)+int(b)]
}

// check panics when a class names a shape that the table does not hold.
func (s *Shapes) check(c Class) {
	if int(c.Shape()) >= len(s.faces) {
		panic(fmt.Sprintf("lighting: class has shape %d, the table holds %d", c.Shape(), len(s.faces)))
	}
}

// shapeSet is a set of shapes, a bit each.
type shapeSet [4]uint64

func (s *shapeSet) add(shape uint8)      { s[shape>>6] |= 1 << (shape & 63) }
func (s *shapeSet) has(shape uint8) bool { return s[shape>>6]>>(shape&63)&1 != 0 }

// max returns the greatest shape of the set, 0 if it is empty.
func (s *shapeSet) max() int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] != 0 {
			return i<<6 | bits.Len64(s[i]) - 1
		}
	}
	return 0
}

// anyJoint reports whether any shape of low on the negative side and any of high on the positive side of an axis close together.
func (s *Shapes) anyJoint(axis int, low, high *shapeSet) bool {
	for i, w := range low {
		for ; w != 0; w &= w - 1 {
			a := i<<6 | bits.TrailingZeros64(w)
			if !s.joins[axis][a] {
				continue
			}
			row := s.joint[axis][a*len(s.faces) : (a+1)*len(s.faces)]
			for b, closed := range row {
				if closed && high.has(uint8(b)) {
					return true
				}
			}
		}
	}
	return false
}
