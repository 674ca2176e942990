package column

// Cells is the number of cells of a section.
const Cells = 4096

// BiomeCells is the number of biome cells of a section, each 4x4x4 cells, in the order y<<4 | z<<2 | x.
const BiomeCells = 64

// bitsFor returns the bits per index that Dragonfly uses for a palette of n values.
func bitsFor(n int) int {
	for _, bits := range [...]int{0, 1, 2, 3, 4, 5, 6, 8} {
		if n <= 1<<bits {
			return bits
		}
	}
	return 16
}

// wordsFor returns how many words a storage with these bits per index has.
func wordsFor(bits int) int {
	if bits == 0 {
		return 0
	}
	n := Cells / (32 / bits)
	if bits == 3 || bits == 5 || bits == 6 {
		n++
	}
	return n
}

// turn writes the cells in Dragonfly's order. Both arrays fit the first-level cache, so a plain gather is quick enough.
func turn(dst, src *[Cells]uint16) {
	for x := 0; x < 16; x++ {
		for z := 0; z < 16; z++ {
			from := (z<<4 | x) & 0xff
			to := dst[(x<<8|z<<4)&0xff0:][:16]
			for y := 0; y < 16; y++ {
				to[y] = src[from|y<<8]
			}
		}
	}
}

// turnBack is the opposite of turn.
func turnBack(dst, src *[Cells]uint16) {
	for y := 0; y < 16; y++ {
		for z := 0; z < 16; z++ {
			from := (z<<4 | y) & 0xff
			to := dst[(y<<8|z<<4)&0xff0:][:16]
			for x := 0; x < 16; x++ {
				to[x] = src[from|x<<8]
			}
		}
	}
}

// pack writes the indices, in Dragonfly's order, as words. dst has the length that wordsFor gives.
func pack(dst []uint32, src *[Cells]uint16, bits int) {
	switch bits {
	case 4:
		for i := range dst {
			s := src[i*8&(Cells-8):][:8]
			dst[i] = uint32(s[0]) | uint32(s[1])<<4 | uint32(s[2])<<8 | uint32(s[3])<<12 |
				uint32(s[4])<<16 | uint32(s[5])<<20 | uint32(s[6])<<24 | uint32(s[7])<<28
		}
		return
	case 8:
		for i := range dst {
			s := src[i*4&(Cells-4):][:4]
			dst[i] = uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
		}
		return
	}
	perWord, i := 32/bits, 0
	for w := range dst {
		var v uint32
		for k := 0; k < perWord && i < Cells; k++ {
			v |= uint32(src[i]) << (k * bits)
			i++
		}
		dst[w] = v
	}
}

// unpack is the opposite of pack.
func unpack(dst *[Cells]uint16, src []uint32, bits int) {
	if bits == 0 {
		clear(dst[:])
		return
	}
	perWord, mask, i := 32/bits, uint32(1)<<bits-1, 0
	for _, v := range src {
		for k := 0; k < perWord && i < Cells; k++ {
			dst[i] = uint16(v & mask)
			v >>= bits
			i++
		}
	}
}

// expand writes biome cells as 4x4x4 cells each, in Dragonfly's order.
func expand(dst *[Cells]uint16, src *[BiomeCells]uint16) {
	for x := 0; x < 16; x++ {
		for z := 0; z < 16; z++ {
			to := dst[(x<<8|z<<4)&0xff0:][:16]
			for y := 0; y < 16; y++ {
				to[y] = src[(y>>2<<4|z>>2<<2|x>>2)&(BiomeCells-1)]
			}
		}
	}
}
