package anvil

import "encoding/binary"

// numeric is what a Decoder keeps to upgrade chunks of numeric ids.
type numeric struct {
	view view
	// slots tells of each id<<4|meta what the section knows of it: the palette index, perCell or unmet. met lists those that
	// are not unmet; between sections there are none.
	slots [1 << 16]uint16
	met   []uint16
	// variants holds the palette index of derived states in the current section, recent what was asked for lately.
	variants map[variant]uint16
	recent   [64]recentVariant
	keys     map[variant]string // state keys; bounded by internLimit
	index    [blockCells]uint16
}

const (
	// special is the bit of slots that are no palette index.
	special = 1 << 15
	// perCell is the slot of a block whose state is derived anew for each cell.
	perCell = special | 1
	// unmet is the slot of a block that the section has not had.
	unmet = special
)

// variant names a state: a numeric block, and a code that its deriver makes of what surrounds it.
type variant struct {
	block uint32 // id<<4 | meta
	code  uint32
}

// recentVariant is an entry of a cache before the map variants. The zero value is no entry.
type recentVariant struct {
	variant variant
	index   uint16
	valid   bool
}

func (n *numeric) recentOf(v variant) *recentVariant {
	return &n.recent[(v.block^v.block>>4^v.code*5)%uint32(len(n.recent))]
}

// row is what is stored of the sixteen cells of one y and z.
type row struct {
	west, east uint64 // the low bytes of eight ids each
	meta, add  uint64
}

const rowCells = 16

// rows reads the rows of a section. The pointers are taken once, which saves looking at the slices again for each row.
type rows struct {
	ids       *[blockCells]byte
	meta, add *[blockCells / 2]byte
}

func (s *scan) rows() rows {
	r := rows{ids: (*[blockCells]byte)(s.ids), meta: (*[blockCells / 2]byte)(s.meta)}
	if s.add != nil {
		r.add = (*[blockCells / 2]byte)(s.add)
	}
	return r
}

func (rs rows) at(cell int) row {
	r := row{
		west: binary.LittleEndian.Uint64(rs.ids[cell:]),
		east: binary.LittleEndian.Uint64(rs.ids[cell+8:]),
		meta: binary.LittleEndian.Uint64(rs.meta[cell/2:]),
	}
	if rs.add != nil {
		r.add = binary.LittleEndian.Uint64(rs.add[cell/2:])
	}
	return r
}

// section translates the cells of a section, and notes its palette and packed indices in the scan.
func (n *numeric) section(m *memory, s *scan) {
	s.paletteFrom, s.wordsFrom = len(m.keys), len(m.words)
	m.words = append(m.words, make([]byte, blockCells/2)...)
	if done := n.narrow(m, s); done < blockCells {
		unpack(n.index[:done], m.words[s.wordsFrom:], 4)
		n.wide(m, s, done)
		m.words = pack(m.words[:s.wordsFrom], n.index[:], paletteWidth(len(m.keys)-s.paletteFrom, 4))
	}
	s.paletteTo, s.wordsTo = len(m.keys), len(m.words)
	s.bits = 0
	if size := s.paletteTo - s.paletteFrom; size > 1 {
		s.bits = paletteWidth(size, 4)
	}
	for _, block := range n.met {
		n.slots[block] = unmet
	}
	n.met, n.recent = n.met[:0], [len(n.recent)]recentVariant{}
	clear(n.variants)
}

// narrow writes indices of 4 bits, which makes one word of a row, until the palette has more than 16 entries, and returns
// how many cells it has done. A row that is stored like the one before it is not looked at again, unless a deriver had to:
// that is most of a terrain.
func (n *numeric) narrow(m *memory, s *scan) (done int) {
	words, rows := (*[blockCells / 2]byte)(m.words[s.wordsFrom:]), s.rows()
	var last row
	var word uint64
	final := false // whether nothing in the last row was derived
	for i := 0; i < blockCells; i += rowCells {
		if r := rows.at(i); !final || r != last {
			var slots uint16
			last, final = r, true
			if word, slots = n.lookUp(r); slots > 15 {
				var indices [rowCells]uint16
				final = n.entries(m, s, r, i, &indices)
				if len(m.keys)-s.paletteFrom > 16 {
					return i
				}
				word = 0
				for k, index := range indices {
					word |= uint64(index) << (4 * k & 63)
				}
			}
		}
		binary.BigEndian.PutUint64(words[i/2:], word)
	}
	return blockCells
}

// wide writes the indices of the cells from one on, for palettes of any size.
func (n *numeric) wide(m *memory, s *scan, from int) {
	rows := s.rows()
	var last row
	final := false
	for i := from; i < blockCells; i += rowCells {
		out := (*[rowCells]uint16)(n.index[i:])
		r := rows.at(i)
		if final && r == last {
			*out = *(*[rowCells]uint16)(n.index[i-rowCells:])
			continue
		}
		last, final = r, n.entries(m, s, r, i, out)
	}
}

// lookUp packs the slots of a row, 4 bits of each, and returns all their bits beside. It is written out, since shifts by
// constants are several times as quick.
func (n *numeric) lookUp(r row) (word uint64, slots uint16) {
	if r.add != 0 {
		return 0, special
	}
	west, slotsWest := n.lookUpHalf(r.west, r.meta)
	east, slotsEast := n.lookUpHalf(r.east, r.meta>>32)
	return west | east<<32, slotsWest | slotsEast
}

func (n *numeric) lookUpHalf(ids, meta uint64) (word uint64, slots uint16) {
	table := (*[256 << 4]uint16)(n.slots[:])
	a, b := table[ids<<4&0xff0|meta&15], table[ids>>4&0xff0|meta>>4&15]
	c, d := table[ids>>12&0xff0|meta>>8&15], table[ids>>20&0xff0|meta>>12&15]
	e, f := table[ids>>28&0xff0|meta>>16&15], table[ids>>36&0xff0|meta>>20&15]
	g, h := table[ids>>44&0xff0|meta>>24&15], table[ids>>52&0xff0|meta>>28&15]
	low := uint64(a) | uint64(b)<<4 | uint64(c)<<8 | uint64(d)<<12
	high := uint64(e) | uint64(f)<<4 | uint64(g)<<8 | uint64(h)<<12
	return low | high<<16, a | b | c | d | e | f | g | h
}

// entries writes the palette indices of a row, and reports whether every row that is stored like it has the same.
func (n *numeric) entries(m *memory, s *scan, r row, cell int, out *[rowCells]uint16) (final bool) {
	final = true
	ids, meta, add := r.west, r.meta, r.add
	for k := range out {
		if k == rowCells/2 {
			ids = r.east
		}
		block := uint16(add)&15<<12 | uint16(ids)&255<<4 | uint16(meta)&15
		ids, meta, add = ids>>8, meta>>4, add>>4
		slot := n.slots[block]
		if slot == unmet {
			slot = n.meet(m, s, block)
		}
		if slot == perCell {
			slot, final = n.derive(m, s, uint32(block), cell+k), false
		}
		out[k] = slot
	}
	return final
}

// meet returns the slot of a block that the section has not had yet.
func (n *numeric) meet(m *memory, s *scan, block uint16) uint16 {
	slot := uint16(perCell)
	if deriverOf(uint32(block)) == nil {
		slot = uint16(len(m.keys) - s.paletteFrom)
		m.keys = append(m.keys, n.key(variant{block: uint32(block)}, nil))
	}
	n.slots[block] = slot
	n.met = append(n.met, block)
	return slot
}

// derive returns the palette index of a cell whose state depends on what surrounds it.
func (n *numeric) derive(m *memory, s *scan, block uint32, cell int) uint16 {
	deriver := deriverOf(block)
	n.view.x, n.view.y, n.view.z = cell&15, int(s.y)<<4|cell>>8, cell>>4&15
	v := variant{block: block, code: deriver.code(&n.view, int(block>>4), int(block&15))}
	recent := n.recentOf(v)
	if recent.valid && recent.variant == v {
		return recent.index
	}
	at, ok := n.variants[v]
	if !ok {
		at = uint16(len(m.keys) - s.paletteFrom)
		m.keys = append(m.keys, n.key(v, deriver))
		n.variants[v] = at
	}
	*recent = recentVariant{v, at, true}
	return at
}

// key returns the state key of a variant.
func (n *numeric) key(v variant, derive *deriver) string {
	if key, ok := n.keys[v]; ok {
		return key
	}
	id, meta := int(v.block>>4), int(v.block&15)
	key := ""
	if text, ok := legacyState(id, meta); ok {
		s := parseState(text)
		if derive != nil {
			derive.apply(&s, meta, v.code)
		}
		renameForward(&s, renameEpoch(stateRenames, legacyVersion))
		key = s.key()
	} else {
		key = unknownID(id, meta)
	}
	if len(n.keys) >= internLimit {
		clear(n.keys)
	}
	n.keys[v] = key
	return key
}

func (d *Decoder) numericState() *numeric {
	if d.numeric == nil {
		d.numeric = &numeric{variants: map[variant]uint16{}, keys: map[variant]string{}}
		for i := range d.numeric.slots {
			d.numeric.slots[i] = unmet
		}
	}
	return d.numeric
}
