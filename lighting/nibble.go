package lighting

import (
	"encoding/binary"
	"fmt"
)

// NibbleBytes is the size of a nibble array, four bits for each cell of a section.
const NibbleBytes = 2048

// AppendAnvil appends the levels to dst as Anvil stores them: 2,048 bytes, cell i = y<<8 | z<<4 | x in byte i>>1, in the low half if
// i is even.
func (l *Levels) AppendAnvil(dst []byte) []byte {
	for k := range 64 {
		w := [4]uint64{l[0][k], l[1][k], l[2][k], l[3][k]}
		for row := 0; row < 64; row += 16 {
			dst = binary.LittleEndian.AppendUint64(dst, nibbles(uint16(w[0]>>row), uint16(w[1]>>row), uint16(w[2]>>row), uint16(w[3]>>row)))
		}
	}
	return dst
}

// LoadAnvil sets all levels from a nibble array of 2,048 bytes in Anvil's order; any other length is an error.
func (l *Levels) LoadAnvil(src []byte) error {
	if len(src) != NibbleBytes {
		return fmt.Errorf("lighting: src holds %d bytes, a nibble array has %d: %w", len(src), NibbleBytes, ErrLength)
	}
	for k := range 64 {
		var w [4]uint64
		for row := range 4 {
			b := slices4(binary.LittleEndian.Uint64(src[k*32+row*8:]))
			for i := range w {
				w[i] |= uint64(b[i]) << (row * 16)
			}
		}
		l[0][k], l[1][k], l[2][k], l[3][k] = w[0], w[1], w[2], w[3]
	}
	return nil
}

// AppendDragonfly appends the levels to dst as Dragonfly's sub-chunks hold them: 2,048 bytes, cell i = x<<8 | z<<4 | y in byte i>>1,
// in the low half if i is even.
func (l *Levels) AppendDragonfly(dst []byte) []byte {
	t := l.turned()
	return t.AppendAnvil(dst)
}

// LoadDragonfly sets all levels from a nibble array of 2,048 bytes in Dragonfly's order; any other length is an error.
func (l *Levels) LoadDragonfly(src []byte) error {
	var t Levels
	if err := t.LoadAnvil(src); err != nil {
		return err
	}
	*l = t.turned()
	return nil
}

// turned returns the levels with x and y exchanged.
func (l *Levels) turned() (t Levels) {
	for k := range l {
		t[k] = l[k].turned()
	}
	return t
}

// nibbles returns sixteen nibbles, the lowest first, from their bits.
func nibbles(b0, b1, b2, b3 uint16) uint64 {
	return spread(b0) | spread(b1)<<1 | spread(b2)<<2 | spread(b3)<<3
}

// spread moves bit i to bit 4i: halves are moved apart, then quarters, then eighths, then sixteenths.
func spread(b uint16) uint64 {
	v := uint64(b)
	v = (v | v<<24) & 0x0000_00ff_0000_00ff
	v = (v | v<<12) & 0x000f_000f_000f_000f
	v = (v | v<<6) & 0x0303_0303_0303_0303
	return (v | v<<3) & 0x1111_1111_1111_1111
}

// slices4 is the inverse of nibbles.
func slices4(v uint64) (b [4]uint16) {
	for i := range b {
		b[i] = squeeze(v >> i)
	}
	return b
}

// squeeze is the inverse of spread; it looks at every fourth bit alone.
func squeeze(v uint64) uint16 {
	v &= 0x1111_1111_1111_1111
	v = (v | v>>3) & 0x0303_0303_0303_0303
	v = (v | v>>6) & 0x000f_000f_000f_000f
	v = (v | v>>12) & 0x0000_00ff_0000_00ff
	return uint16(v | v>>24)
}
