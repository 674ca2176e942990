package anvil

import (
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Biomes before 1.18 are one array of numeric ids for the whole chunk: 256 bytes, or from 1.13 ints, one for each column
// (z<<4 | x); or from 1.15 (19w36a) ints for cells of 4x4x4, 64 for each section from the bottom of the dimension up. A
// column becomes cells by the value at x+2, z+2 of each 4x4. Sources: DataFixerUpper schemas V2203 (BiomeFix) and V2832
// (ChunkHeightAndBiomeFix).

const columnBiomes = 256

// upgradeBiomes gives the sections their biomes, and adds the sections, of air, that are missing between bottom and top.
func (d *Decoder) upgradeBiomes(c *Chunk, h *head) error {
	ids, err := d.biomeIDs(c, h)
	if err != nil || len(ids) == 0 {
		return err
	}
	m := &c.memory
	lowest, count := 0, 16
	columns := len(ids) == columnBiomes
	if !columns {
		count = len(ids) / biomeCells
		lowest = lowestSection(c, count)
	}
	m.names, m.biomeWords = reserve(m.names, count*biomeCells), reserve(m.biomeWords, count*biomeCells)
	var shared Paletted
	if columns {
		var cells [biomeCells]int32
		for i := range cells {
			x, z := i&3*4+2, i>>2&3*4+2
			cells[i] = ids[z<<4|x]
		}
		shared = d.biomeCells(m, cells[:])
	}
	var missing [256]bool
	for y := lowest; y < lowest+count; y++ {
		if y >= -128 && y < 128 {
			missing[y+128] = true
		}
	}
	give := func(s *Section) {
		if columns {
			s.Biomes = shared
			return
		}
		s.Biomes = d.biomeCells(m, ids[(int(s.Y)-lowest)*biomeCells:][:biomeCells])
	}
	for i := range c.Sections {
		if s := &c.Sections[i]; missing[int(s.Y)+128] {
			missing[int(s.Y)+128] = false
			give(s)
		}
	}
	for i, add := range missing {
		if add {
			s := Section{Y: int8(i - 128)}
			give(&s)
			c.Sections = append(c.Sections, s)
		}
	}
	d.sortSections(c)
	return nil
}

// lowestSection finds where the array of biomes begins. Up to 1.17 a dimension is 16 sections from 0 up, unless a data pack
// made it otherwise; then the chunk does not say where it begins, but it stores a section without blocks for the light
// below the lowest.
func lowestSection(c *Chunk, count int) int {
	if len(c.Sections) == 0 || count == 16 && c.Sections[0].Y >= -1 {
		return 0
	}
	if s := &c.Sections[0]; !s.Blocks.Present() {
		return int(s.Y) + 1
	}
	return min(0, int(c.Sections[0].Y))
}

// biomeIDs returns the array of biomes as numbers, in memory that the next chunk uses again.
func (d *Decoder) biomeIDs(c *Chunk, h *head) ([]int32, error) {
	m := &c.memory
	m.ids = m.ids[:0]
	r := nbt.NewReader(h.biomes.Data, nbt.Limits{})
	switch h.biomes.Tag {
	case nbt.TagEnd:
		return nil, nil
	case nbt.TagByteArray:
		for _, b := range r.ByteArray() {
			m.ids = append(m.ids, int32(b))
		}
	case nbt.TagIntArray:
		b := r.IntArray()
		for i := 0; i+4 <= len(b); i += 4 {
			m.ids = append(m.ids, int32(b[i])<<24|int32(b[i+1])<<16|int32(b[i+2])<<8|int32(b[i+3]))
		}
	default:
		d.r.FailAt(h.biomesAt, malformed("biomes are %v", h.biomes.Tag))
		return nil, d.r.Err()
	}
	if n := len(m.ids); n != 0 && n != columnBiomes && (n%biomeCells != 0 || n > 256*biomeCells) {
		d.r.FailAt(h.biomesAt, malformed("%d biomes", n))
		return nil, d.r.Err()
	}
	return m.ids, nil
}

// biomeCells makes the Paletted of 64 numeric biomes. The memory for it has been reserved.
func (d *Decoder) biomeCells(m *memory, ids []int32) Paletted {
	from := len(m.names)
	var index [biomeCells]uint16
	var seen [biomeCells]int32
	n := 0
	for i, id := range ids {
		j := slices.Index(seen[:n], id)
		if j < 0 {
			j, seen[n] = n, id
			m.names = append(m.names, d.biomeName(id))
			n++
		}
		index[i] = uint16(j)
	}
	p := Paletted{Palette: m.names[from:len(m.names):len(m.names)]}
	if n > 1 {
		p.Bits = paletteWidth(n, 1)
		at := len(m.biomeWords)
		m.biomeWords = pack(m.biomeWords, index[:], p.Bits)
		p.Words = m.biomeWords[at:len(m.biomeWords):len(m.biomeWords)]
	}
	return p
}

// biomeName is biomeOfID with a memory.
func (d *Decoder) biomeName(id int32) string {
	if id < 0 || id > 255 {
		return biomeOfID(id)
	}
	if d.biomes[id] == "" {
		d.biomes[id] = biomeOfID(id)
	}
	return d.biomes[id]
}

// reserve returns an empty slice with room for n, so that appending does not move what refers to it.
func reserve[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, 0, n)
	}
	return s[:0]
}
