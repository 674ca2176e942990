package lighting

import "fmt"

// Class is all that the engine knows of a block state: how much light it emits, how much it takes from light that enters it, and
// which of its faces close. Bits 0..3 are the emission, 4..7 the opacity, 8..15 the shape. The zero Class is air.
type Class uint16

// Opaque is the opacity that light cannot enter.
const Opaque = 15

// NewClass returns the class of a state with emission 0..15, opacity 0..15 and a shape: 0 for states that are not sided, otherwise
// an identifier of a [Shapes] table. Entering the state costs max(1, opacity); opacity 15 is never entered.
// An emission or opacity above 15 is an error that names it.
func NewClass(emission, opacity, shape uint8) (Class, error) {
	if emission > 15 {
		return 0, fmt.Errorf("lighting: emission %d is above 15", emission)
	}
	if opacity > 15 {
		return 0, fmt.Errorf("lighting: opacity %d is above 15", opacity)
	}
	return Class(emission) | Class(opacity)<<4 | Class(shape)<<8, nil
}

// MustClass is NewClass for constants and tests; it panics where NewClass fails.
func MustClass(emission, opacity, shape uint8) Class {
	c, err := NewClass(emission, opacity, shape)
	if err != nil {
		panic(err)
	}
	return c
}

// Emission returns the light that the state emits, 0..15.
func (c Class) Emission() uint8 { return uint8(c & 15) }

// Opacity returns what the state takes from light that enters it, 0..15.
func (c Class) Opacity() uint8 { return uint8(c >> 4 & 15) }

// Shape returns the identifier of the state's faces, 0 for none.
func (c Class) Shape() uint8 { return uint8(c >> 8) }

// Cost returns the levels that a step into the state costs: its opacity, but at least one.
func (c Class) Cost() uint8 { return max(1, c.Opacity()) }

// String returns the class in the form "emission 14, opacity 0, shape 3".
func (c Class) String() string {
	return fmt.Sprintf("emission %d, opacity %d, shape %d", c.Emission(), c.Opacity(), c.Shape())
}
