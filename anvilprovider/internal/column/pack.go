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

// pack writes the indices, in Dragonfly's order, as words. dst has the length that wordsFor gives. The widths of most
// sections are written out: shifts by constants are several times as quick.
func pack(dst []uint32, src *[Cells]uint16, bits int) {
	per := 32 / bits
	full := Cells / per
	switch bits {
	case 1:
		for i := range dst[:full] {
			s := src[i*32:][:32]
			dst[i] = uint32(s[0]) | uint32(s[1])<<1 | uint32(s[2])<<2 | uint32(s[3])<<3 | uint32(s[4])<<4 | uint32(s[5])<<5 |
				uint32(s[6])<<6 | uint32(s[7])<<7 | uint32(s[8])<<8 | uint32(s[9])<<9 | uint32(s[10])<<10 | uint32(s[11])<<11 |
				uint32(s[12])<<12 | uint32(s[13])<<13 | uint32(s[14])<<14 | uint32(s[15])<<15 | uint32(s[16])<<16 | uint32(s[17])<<17 |
				uint32(s[18])<<18 | uint32(s[19])<<19 | uint32(s[20])<<20 | uint32(s[21])<<21 | uint32(s[22])<<22 | uint32(s[23])<<23 |
				uint32(s[24])<<24 | uint32(s[25])<<25 | uint32(s[26])<<26 | uint32(s[27])<<27 | uint32(s[28])<<28 | uint32(s[29])<<29 |
				uint32(s[30])<<30 | uint32(s[31])<<31
		}
	case 2:
		for i := range dst[:full] {
			s := src[i*16:][:16]
			dst[i] = uint32(s[0]) | uint32(s[1])<<2 | uint32(s[2])<<4 | uint32(s[3])<<6 | uint32(s[4])<<8 | uint32(s[5])<<10 |
				uint32(s[6])<<12 | uint32(s[7])<<14 | uint32(s[8])<<16 | uint32(s[9])<<18 | uint32(s[10])<<20 | uint32(s[11])<<22 |
				uint32(s[12])<<24 | uint32(s[13])<<26 | uint32(s[14])<<28 | uint32(s[15])<<30
		}
	case 3:
		for i := range dst[:full] {
			s := src[i*10:][:10]
			dst[i] = uint32(s[0]) | uint32(s[1])<<3 | uint32(s[2])<<6 | uint32(s[3])<<9 | uint32(s[4])<<12 | uint32(s[5])<<15 |
				uint32(s[6])<<18 | uint32(s[7])<<21 | uint32(s[8])<<24 | uint32(s[9])<<27
		}
	case 4:
		for i := range dst[:full] {
			s := src[i*8:][:8]
			dst[i] = uint32(s[0]) | uint32(s[1])<<4 | uint32(s[2])<<8 | uint32(s[3])<<12 | uint32(s[4])<<16 | uint32(s[5])<<20 |
				uint32(s[6])<<24 | uint32(s[7])<<28
		}
	case 5:
		for i := range dst[:full] {
			s := src[i*6:][:6]
			dst[i] = uint32(s[0]) | uint32(s[1])<<5 | uint32(s[2])<<10 | uint32(s[3])<<15 | uint32(s[4])<<20 | uint32(s[5])<<25
		}
	case 6:
		for i := range dst[:full] {
			s := src[i*5:][:5]
			dst[i] = uint32(s[0]) | uint32(s[1])<<6 | uint32(s[2])<<12 | uint32(s[3])<<18 | uint32(s[4])<<24
		}
	case 8:
		for i := range dst[:full] {
			s := src[i*4:][:4]
			dst[i] = uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
		}
	default:
		full = 0
	}
	for i := full * per; i < Cells; i++ {
		if i%per == 0 {
			dst[i/per] = 0
		}
		dst[i/per] |= uint32(src[i]) << (i % per * bits)
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

// packBiomes is expand and pack in one for up to four biomes, which is nearly every section: the sixteen cells of a column
// take half a word or a whole one, and the columns of one biome cell are the same.
func packBiomes(dst []uint32, src *[BiomeCells]uint16, bits int) {
	for x := 0; x < 4; x++ {
		for z := 0; z < 4; z++ {
			var column uint32
			for y := 3; y >= 0; y-- {
				v := uint32(src[y<<4|z<<2|x])
				if bits == 1 {
					column = column<<4 | v*0xf
				} else {
					column = column<<8 | v*0x55
				}
			}
			if bits == 1 {
				column |= column << 16
			}
			// Of a column, 16*bits bits: a row of x is 8*bits words, a biome cell in it 2*bits.
			for i := x * 4; i < x*4+4; i++ {
				row := dst[i*8*bits+z*2*bits:][:2*bits]
				for k := range row {
					row[k] = column
				}
			}
		}
	}
}
