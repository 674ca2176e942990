package anvil

import "encoding/binary"

// UnpackBytes is Unpack with a byte for each cell. The palette must not have more than 256 entries.
func (p *Paletted) UnpackBytes(dst *[blockCells]uint8) {
	switch p.Bits {
	case 0:
		clear(dst[:])
	case 4:
		unpackBytes4(dst, p.Words)
	default:
		unpackBytes(dst[:], p.Words, p.Bits)
	}
}

// unpackBytes4 unpacks indices of 4 bits, eight at a time: their halves are moved apart, then the halves of those.
func unpackBytes4(dst *[blockCells]uint8, words []byte) {
	words = words[:blockCells/2]
	for i := range blockCells / 16 {
		w := binary.BigEndian.Uint64(words[i*8 : i*8+8 : i*8+8])
		d := (*[16]uint8)(dst[i*16 : i*16+16])
		binary.LittleEndian.PutUint64(d[:8], spread4(w&0xffffffff))
		binary.LittleEndian.PutUint64(d[8:], spread4(w>>32))
	}
}

func spread4(x uint64) uint64 {
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	return (x | x<<4) & 0x0f0f0f0f0f0f0f0f
}

// unpackBytes unpacks indices of any width, of which no more than a byte is used.
func unpackBytes(dst []uint8, words []byte, width int) {
	per, mask := 64/width, uint8(1<<min(width, 8)-1)
	for len(dst) > 0 {
		w := binary.BigEndian.Uint64(words)
		words = words[8:]
		n := min(per, len(dst))
		for i := range dst[:n] {
			dst[i] = uint8(w) & mask
			w >>= width & 63
		}
		dst = dst[n:]
	}
}
