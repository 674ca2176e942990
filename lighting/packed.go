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

// scan reads all indices through the table and leaves the answers in rows: row r has those of the sixteen cells from index 16r in
// the source's own order, in the four lanes.
func (b *Builder) scan(palette []Class, src *source) error {
	if len(palette) > 1<<16 {
		return fmt.Errorf("lighting: palette holds %d entries: %w", len(palette), ErrIndex)
	}
	if src.bits > 8 {
		b.scanWide(palette, src)
	} else {
		group := src.group()
		b.fillTable(palette, src.bits, group)
		switch src.form {
		case anvil:
			b.scanAnvil(src, group)
		case dragonfly:
			b.scanDragonfly(src, group)
		default:
			b.scanBytes(src)
		}
	}
	for r, v := range b.rows {
		if v>>laneBad != 0 {
			return b.badIndex(palette, src, r)
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

// badIndex returns the error for an index outside the palette in a row.
func (b *Builder) badIndex(palette []Class, src *source, row int) error {
	for i := range cells {
		if v := src.at(i); v >= len(palette) {
			return fmt.Errorf("lighting: cell %d has index %d, the palette %d entries: %w", i, v, len(palette), ErrIndex)
		}
	}
	panic(fmt.Sprintf("lighting: row %d was read wrongly", row)) // cannot be: at and scan read the same words
}

// fillTable fills the table for groups of so many indices of so many bits: the answers of index k of a group are at place
// 16-group+k of the lanes, where shifting a row by a group each time leaves room for them.
func (b *Builder) fillTable(palette []Class, bits, group int) {
	if n := 1 << (bits * group); n > len(b.table) {
		b.table = make([]uint64, n)
	}
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
				v = single(b.table, top, group) << done
			}
			for low := range size {
				b.table[top*size+low] = b.table[low] | v
			}
		}
	}
}

// single returns the answers of one index at the first place of a group.
func single(table []uint64, i, group int) uint64 {
	place := uint64(0x0001_0001_0001_0001) << (16 - group)
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

// scanAnvil is scan for big-endian 64-bit words.
func (b *Builder) scanAnvil(src *source, group int) {
	step, mask := src.bits*group, uint64(1)<<(src.bits*group)-1
	table := b.table[:mask+1]
	var acc uint64
	n, r := 0, 0
	for d := src.data; len(d) >= 8 && r < 256; d = d[8:] {
		w := binary.BigEndian.Uint64(d)
		for k := 0; k < src.per; k += group {
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

// scanDragonfly is scan for 32-bit words.
func (b *Builder) scanDragonfly(src *source, group int) {
	step, mask := src.bits*group, uint32(1)<<(src.bits*group)-1
	table := b.table[:mask+1]
	var acc uint64
	n, r := 0, 0
	for _, w := range src.words {
		for k := 0; k < src.per && r < 256; k += group {
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

// extract makes a plane of one lane of the rows; turn tells that they are in order x, z, y.
func (b *Builder) extract(p *Plane, lane int, turn bool) {
	if turn {
		for z := range 16 {
			var a [4]uint64 // row x in word x>>2
			for x := range 16 {
				a[x>>2] |= b.rows[x<<4|z] >> lane & 0xffff << (x & 3 * 16)
			}
			transpose(&a)
			for y := range 16 {
				at := y<<2 | z>>2
				p[at] = p[at]&^(0xffff<<(z&3*16)) | a[y>>2]>>(y&3*16)&0xffff<<(z&3*16)
			}
		}
		return
	}
	for w := range p {
		r := (*[4]uint64)(b.rows[w*4 : w*4+4])
		p[w] = r[0]>>lane&0xffff | r[1]>>lane&0xffff<<16 | r[2]>>lane&0xffff<<32 | r[3]>>lane&0xffff<<48
	}
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
