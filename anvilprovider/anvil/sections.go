package anvil

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// The sections of 1.18 and later. They may come before DataVersion, which decides how palette entries are read; so the walk
// only notes where palettes and indices are (scan), and they are looked up when it is over (cutSections).

// scan is what the walk notes about a section. Ranges of palette entries index into memory.raws.
type scan struct {
	at            int // offset of the section
	y             int8
	hasY          bool
	blocks        span
	biomes        span
	light, sky    []byte
	paletteFrom   int
	paletteTo     int
	biomesFrom    int
	biomesTo      int
	blocksPresent bool
	biomesPresent bool
	nested        bool // the palette was in a compound block_states
	spanning      bool // the indices are a stream of bits
	// Before 1.13: 4,096 ids, 2,048 high nibbles of ids or nil, 2,048 nibbles of meta.
	ids, add, meta []byte
	// What an upgrade made: indices in memory.words, and their width.
	wordsFrom, wordsTo int
	bits               int
}

// span is a palette's indices as they are stored.
type span struct {
	at    int    // offset of the compound
	data  []byte // big-endian longs
	found bool   // whether there is a data array
}

// scanSections walks the list of sections.
func (d *Decoder) scanSections(c *Chunk, h *head, tag nbt.Tag) {
	n := listOf(d.r, tag, nbt.TagCompound, maxSections)
	h.sectionCount = n
	c.memory.scans = c.memory.scans[:0]
	c.memory.raws = c.memory.raws[:0]
	for range n {
		s := scan{at: d.r.Offset()}
		d.scanSection(c, &s)
		if d.r.Err() != nil {
			return
		}
		c.memory.scans = append(c.memory.scans, s)
	}
}

func (d *Decoder) scanSection(c *Chunk, s *scan) {
	r := d.r
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		switch string(name) {
		case "Y":
			s.y, s.hasY = sectionY(r, tag), true
		case "block_states":
			s.blocksPresent, s.nested = true, true
			s.paletteFrom, s.paletteTo = d.scanPaletted(c, &s.blocks, tag)
		case "biomes":
			s.biomesPresent = true
			s.biomesFrom, s.biomesTo = d.scanPaletted(c, &s.biomes, tag)
		case "BlockLight":
			s.light = lightArray(r, tag)
		case "SkyLight":
			s.sky = lightArray(r, tag)
		default:
			d.scanOldSection(c, s, tag, name)
		}
	}
	if !s.hasY {
		r.FailAt(s.at, malformed("section without Y"))
	}
}

// scanOldSection reads an entry that only sections inside Level have.
func (d *Decoder) scanOldSection(c *Chunk, s *scan, tag nbt.Tag, name []byte) {
	r := d.r
	if !d.inLevel {
		r.Skip(tag)
		return
	}
	switch string(name) {
	case "Palette":
		s.blocks.at = r.Offset()
		s.blocksPresent = true
		s.paletteFrom = len(c.memory.raws)
		c.memory.raws = d.paletteEntries(tag, c.memory.raws)
		s.paletteTo = len(c.memory.raws)
	case "BlockStates":
		if r.Expect(tag, nbt.TagLongArray) {
			s.blocks.data, s.blocks.found = r.LongArray(), true
		}
	case "Blocks":
		s.ids = fixedArray(r, tag, blockCells)
	case "Add":
		s.add = fixedArray(r, tag, blockCells/2)
	case "Data":
		s.meta = fixedArray(r, tag, blockCells/2)
	default:
		r.Skip(tag)
	}
}

// sectionY reads the height of a section.
func sectionY(r *nbt.Reader, tag nbt.Tag) int8 {
	at := r.Offset()
	y := integer(r, tag)
	if int32(int8(y)) != y {
		r.FailAt(at, malformed("section height %d", y))
	}
	return int8(y)
}

// lightBytes is the size of a light array: 4,096 nibbles.
const lightBytes = blockCells / 2

func lightArray(r *nbt.Reader, tag nbt.Tag) []byte {
	return fixedArray(r, tag, lightBytes)
}

// fixedArray borrows a byte array of a size that is required.
func fixedArray(r *nbt.Reader, tag nbt.Tag, size int) []byte {
	if !r.Expect(tag, nbt.TagByteArray) {
		return nil
	}
	at := r.Offset()
	b := r.ByteArray()
	if r.Err() == nil && len(b) != size {
		r.FailAt(at, malformed("array of %d bytes, want %d", len(b), size))
	}
	return b
}

// scanPaletted walks {palette, data}, and returns the range of its entries in memory.raws.
func (d *Decoder) scanPaletted(c *Chunk, s *span, tag nbt.Tag) (from, to int) {
	r := d.r
	if !r.Expect(tag, nbt.TagCompound) {
		return 0, 0
	}
	s.at = r.Offset()
	from = len(c.memory.raws)
	to = from
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		switch string(name) {
		case "palette":
			c.memory.raws = d.paletteEntries(tag, c.memory.raws[:from])
			to = len(c.memory.raws)
		case "data":
			if r.Expect(tag, nbt.TagLongArray) {
				s.data, s.found = r.LongArray(), true
			}
		default:
			r.Skip(tag)
		}
	}
	return from, to
}

// paletteEntries borrows the entries of a palette: compounds or strings.
func (d *Decoder) paletteEntries(tag nbt.Tag, dst []nbt.Raw) []nbt.Raw {
	r := d.r
	if !r.Expect(tag, nbt.TagList) {
		return dst
	}
	at := r.Offset()
	elem, n := r.List()
	if n > 0 && elem != nbt.TagCompound && elem != nbt.TagString {
		r.FailAt(at, malformed("palette of %v", elem))
		return dst
	}
	if n > maxPalette {
		r.FailAt(at, malformed("palette of %d entries, which is more than %d", n, maxPalette))
		return dst
	}
	for range n {
		raw := r.Raw(elem)
		if r.Err() != nil {
			break
		}
		dst = append(dst, raw)
	}
	return dst
}

// cutSections looks the palette entries up and makes the sections.
func (d *Decoder) cutSections(c *Chunk) error {
	m := &c.memory
	if cap(m.keys) < len(m.raws) {
		m.keys = make([]string, len(m.raws), max(len(m.raws)*2, 256))
	}
	m.keys = m.keys[:len(m.raws)]
	epoch, biomeEpoch := renameEpoch(stateRenames, c.version), renameEpoch(biomeRenames, c.version)
	for i := range m.scans {
		s := &m.scans[i]
		sec := Section{Y: s.y, BlockLight: s.light, SkyLight: s.sky}
		if s.blocksPresent {
			for j := s.paletteFrom; j < s.paletteTo; j++ {
				key, err := d.intern.state(m.raws[j], epoch)
				if err != nil {
					d.failEntry(s.blocks.at, j-s.paletteFrom, err)
					return d.r.Err()
				}
				m.keys[j] = key
				if c.form == formNamed && entryForm(m.raws[j]) == formID {
					c.form = formID
				}
			}
			sec.Blocks = d.cut(c, &s.blocks, s.paletteFrom, s.paletteTo, blockCells, 4)
		}
		if s.biomesPresent {
			for j := s.biomesFrom; j < s.biomesTo; j++ {
				name, err := d.intern.biome(m.raws[j], biomeEpoch)
				if err != nil {
					d.failEntry(s.biomes.at, j-s.biomesFrom, err)
					return d.r.Err()
				}
				m.keys[j] = name
			}
			sec.Biomes = d.cut(c, &s.biomes, s.biomesFrom, s.biomesTo, biomeCells, 1)
		}
		if err := d.r.Err(); err != nil {
			return err
		}
		if i > 0 && len(c.Sections) > 0 && c.At(s.y) != nil {
			d.r.FailAt(s.at, malformed("second section with Y %d", s.y))
			return d.r.Err()
		}
		c.Sections = append(c.Sections, sec)
	}
	d.sortSections(c)
	return nil
}

func (d *Decoder) failEntry(at, index int, err error) {
	d.r.FailAt(at, malformed("palette entry %d: %v", index, err))
}

// entryForm tells which form a palette entry has.
func entryForm(raw nbt.Raw) paletteForm {
	if raw.Tag == nbt.TagString {
		return formID
	}
	// The entry's first name decides: Name or Properties, id, properties or nothing.
	if len(raw.Data) > 3 && (raw.Data[2] == 0 || raw.Data[3] == 'i' || raw.Data[3] == 'p') {
		return formID
	}
	return formNamed
}

// cut checks palette and indices against each other and makes a Paletted.
func (d *Decoder) cut(c *Chunk, s *span, from, to, cells, least int) Paletted {
	n := to - from
	p := Paletted{Palette: c.memory.keys[from:to:to], RawPalette: c.memory.raws[from:to:to]}
	switch {
	case n == 0:
		d.r.FailAt(s.at, malformed("empty palette"))
		return p
	case !s.found || len(s.data) == 0:
		if n != 1 {
			d.r.FailAt(s.at, malformed("palette of %d entries without data", n))
		}
		return p
	}
	width := widthFor(len(s.data)/8, cells, n, least)
	if width == 0 {
		d.r.FailAt(s.at, malformed("%d longs fit no width for %d cells", len(s.data)/8, cells))
		return p
	}
	if cell := pastPalette(s.data, cells, width, n); cell >= 0 {
		d.r.FailAt(s.at, malformed("cell %d has an index past the palette of %d entries", cell, n))
		return p
	}
	if n == 1 {
		// Every index was 0.
		return p
	}
	p.Bits, p.Words = width, s.data
	return p
}
