package lighting

import (
	"encoding/binary"
	"fmt"
)

// The forms that indices come in.
const (
	anvil = iota
	dragonfly
	plain8
	plain16
)

// source is 4,096 indices in one of the forms; per of them share a word.
type source struct {
	form, bits, per int
	data            []byte
	words           []uint32
	plain8          *[4096]uint8
	plain16         *[4096]uint16
}

// at returns the index of cell i.
func (s *source) at(i int) int {
	switch s.form {
	case anvil:
		return int(binary.BigEndian.Uint64(s.data[i/s.per*8:]) >> (i % s.per * s.bits) & (1<<s.bits - 1))
	case dragonfly:
		j := i&15<<8 | i&0xf0 | i>>8
		return int(s.words[j/s.per] >> (j % s.per * s.bits) & (1<<s.bits - 1))
	case plain8:
		return int(s.plain8[i])
	}
	return int(s.plain16[i])
}

// nibbles reports whether indices have four bits.
func (s *source) nibbles() bool { return s.bits == 4 }

// read reads all indices, so that extract can tell of each cell what it is asked. An index outside the palette is an error.
func (b *Builder) read(palette []Class, src *source) error {
	if !src.nibbles() {
		return b.scan(palette, src)
	}
	if !b.slice(src, min(len(palette), 16)) {
		return b.badIndex(palette, src)
	}
	return nil
}

// extract makes a plane of the answers to one question.
func (b *Builder) extract(p *Plane, palette []Class, src *source, lane int) {
	if src.nibbles() {
		b.ask(p, truth(palette, lane))
	} else {
		for w := range p {
			r := (*[4]uint64)(b.rows[w*4 : w*4+4])
			p[w] = r[0]>>lane&0xffff | r[1]>>lane&0xffff<<16 | r[2]>>lane&0xffff<<32 | r[3]>>lane&0xffff<<48
		}
	}
	if src.form == dragonfly {
		*p = p.turned()
	}
}

// scan reads all indices through the table and leaves the answers in rows: row r has those of the sixteen cells from index 16r in
// the source's own order, in the four lanes.
func (b *Builder) scan(palette []Class, src *source) error {
	if len(palette) > 1<<16 {
		return fmt.Errorf("lighting: palette holds %d entries: %w", len(palette), ErrIndex)
	}
	switch {
	case src.form == plain16 && len(palette) <= len(b.table):
		b.scanShorts(palette, src)
	case src.bits > 8:
		b.scanWide(palette, src)
	default:
		group := src.group()
		b.fillTable(palette, src.bits, group)
		switch {
		case src.form == plain8:
			b.scanBytes(src)
		case src.bits == 5:
			b.scanFives(src)
		default:
			b.scanAny(src, group)
		}
	}
	for _, v := range b.rows {
		if v>>laneBad != 0 {
			return b.badIndex(palette, src)
		}
	}
	return nil
}

// group returns how many indices are looked up at once: what fits a table of at most 1,024 entries, and divides both a word and a
// row of sixteen.
func (s *source) group() int {
	if s.form == anvil || s.form == dragonfly {
		for _, g := range [3]int{8, 4, 2} {
			if g*s.bits <= 10 && s.per%g == 0 {
				return g
			}
		}
	}
	return 1
}

// badIndex returns the error for the first index outside the palette.
func (b *Builder) badIndex(palette []Class, src *source) error {
	for i := range cells {
		if v := src.at(i); v >= len(palette) {
			return fmt.Errorf("lighting: cell %d has index %d, the palette %d entries: %w", i, v, len(palette), ErrIndex)
		}
	}
	panic("lighting: indices were read wrongly") // cannot be: at and read look at the same words
}

// fillTable fills the table for groups of so many indices of so many bits: the answers of index k of a group are at place
// 16-group+k of the lanes, where shifting a row by a group each time leaves room for them.
func (b *Builder) fillTable(palette []Class, bits, group int) {
	one := 1 << bits
	for i := range one {
		v := uint64(1) << laneBad
		if i < len(palette) {
			v = answers(palette[i])
		}
		b.table[i] = v << (16 - group)
	}
	for done := 1; done < group; done++ {
		// The table is right for groups of done; the entries with another index on top follow from those of that index.
		size := 1 << (bits * done)
		for top := one - 1; top >= 0; top-- {
			v := b.table[top] << done
			if done > 1 {
				v = lowest(b.table, top, group) << done
			}
			low, all := b.table[:size], b.table[top*size:][:size]
			for i, answers := range low {
				all[i] = answers | v
			}
		}
	}
}

// lowest returns the answers of one index at the first place of a group.
func lowest(table []uint64, i, group int) uint64 {
	place := uint64(lanes) << (16 - group)
	return table[i] & place
}

// scanWide is scan for more than eight bits, which would need too large a table.
func (b *Builder) scanWide(palette []Class, src *source) {
	for i := range cells {
		j := i // rows are in the source's order, at expects ours
		if src.form == dragonfly {
			j = i&15<<8 | i&0xf0 | i>>8
		}
		v := uint64(1) << laneBad
		if k := src.at(j); k < len(palette) {
			v = answers(palette[k])
		}
		if i&15 == 0 {
			b.rows[i>>4] = 0
		}
		b.rows[i>>4] = b.rows[i>>4]>>1 | v<<15
	}
}

// scanShorts is scan for one index in two bytes, with a palette that the table has room for.
func (b *Builder) scanShorts(palette []Class, src *source) {
	for i, c := range palette {
		b.table[i] = answers(c) << 15
	}
	table := b.table[:len(palette)]
	for r := range b.rows {
		var acc uint64
		for _, v := range src.plain16[r*16 : r*16+16] {
			if int(v) < len(table) {
				acc = acc>>1 | table[v]
			} else {
				acc = acc>>1 | 1<<laneBad<<15
			}
		}
		b.rows[r] = acc
	}
}

// scanBytes is scan for one index a byte.
func (b *Builder) scanBytes(src *source) {
	table := (*[256]uint64)(b.table)
	for r := range b.rows {
		var acc uint64
		for _, v := range src.plain8[r*16 : r*16+16] {
			acc = acc>>1 | table[v]
		}
		b.rows[r] = acc
	}
}

// load puts the words of a source into the builder's own, and returns them with the number of indices in each: Anvil's as they are,
// Dragonfly's two by two.
func (b *Builder) load(src *source) ([]uint64, int) {
	if src.form == anvil {
		words := b.words[:len(src.data)/8]
		for i := range words {
			words[i] = binary.BigEndian.Uint64(src.data[i*8 : i*8+8])
		}
		return words, src.per
	}
	used := src.bits * src.per
	mask := uint64(1)<<used - 1
	n, w := 0, src.words
	for ; len(w) >= 2 && n < len(b.words); w = w[2:] {
		b.words[n] = uint64(w[0])&mask | uint64(w[1])<<used
		n++
	}
	if len(w) == 1 && n < len(b.words) {
		b.words[n] = uint64(w[0])
		n++
	}
	return b.words[:n], src.per * 2
}

// scanFives is scan for five bits: a word has twelve cells, so that four words make three rows.
func (b *Builder) scanFives(src *source) {
	words, _ := b.load(src)
	words = words[:342]
	t := (*[1024]uint64)(b.table)
	r := 0
	for ; len(words) >= 4; words = words[4:] {
		w := (*[4]uint64)(words)
		c0, c1, c2, c3 := twelve(t, w[0]), twelve(t, w[1]), twelve(t, w[2]), twelve(t, w[3])
		row := (*[3]uint64)(b.rows[r : r+3])
		row[0] = c0>>4 | c1&(0x00f0*lanes)<<8
		row[1] = c1>>8&(0x00ff*lanes) | c2&(0x0ff0*lanes)<<4
		row[2] = c2>>12&(0x000f*lanes) | c3
		r += 3
	}
	b.rows[255] = twelve(t, words[0])>>4 | twelve(t, words[1])&(0x00f0*lanes)<<8
}

// lanes has the lowest place of each lane.
const lanes = 0x0001_0001_0001_0001

// twelve returns the answers of the twelve cells of a word, at places 4 to 15 of the lanes.
func twelve(t *[1024]uint64, w uint64) uint64 {
	return t[w&1023]>>10 | t[w>>10&1023]>>8 | t[w>>20&1023]>>6 | t[w>>30&1023]>>4 | t[w>>40&1023]>>2 | t[w>>50&1023]
}

// scanAny is scan for every other width.
func (b *Builder) scanAny(src *source, group int) {
	words, per := b.load(src)
	step, mask := src.bits*group, uint64(1)<<(src.bits*group)-1
	table := b.table[:mask+1]
	var acc uint64
	n, r := 0, 0
	for _, w := range words {
		for k := 0; k < per && r < 256; k += group {
			acc = acc>>group | table[w&mask]
			w >>= step
			if n += group; n == 16 {
				b.rows[r&255] = acc
				acc, n = 0, 0
				r++
			}
		}
	}
}

// turned returns the plane with x and y exchanged.
func (p *Plane) turned() (t Plane) {
	for z := range 16 {
		word, row := z>>2, z&3*16
		var a [4]uint64
		for y := range 16 {
			a[y>>2] |= p[y<<2|word] >> row & 0xffff << (y & 3 * 16)
		}
		transpose(&a)
		for x := range 16 {
			t[x<<2|word] |= a[x>>2] >> (x & 3 * 16) & 0xffff << row
		}
	}
	return t
}

// transpose turns a matrix of 16x16 bits, row r in bits 16(r&3).. of word r>>2, about its diagonal: first the 8x8 blocks change
// places, then the 4x4 blocks within them, and so on.
func transpose(a *[4]uint64) {
	for k := range 2 {
		t := (a[k]>>8 ^ a[k+2]) & 0x00ff_00ff_00ff_00ff
		a[k+2] ^= t
		a[k] ^= t << 8
	}
	for k := 0; k < 4; k += 2 {
		t := (a[k]>>4 ^ a[k+1]) & 0x0f0f_0f0f_0f0f_0f0f
		a[k+1] ^= t
		a[k] ^= t << 4
	}
	for k := range a {
		t := (a[k] ^ a[k]>>30) & 0x0000_0000_cccc_cccc
		a[k] ^= t ^ t<<30
		t = (a[k] ^ a[k]>>15) & 0x0000_aaaa_0000_aaaa
		a[k] ^= t ^ t<<15
	}
}
