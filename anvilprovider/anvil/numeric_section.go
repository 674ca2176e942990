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

func (s *scan) row(cell int) row {
	r := row{
		west: binary.LittleEndian.Uint64(s.ids[cell:]),
		east: binary.LittleEndian.Uint64(s.ids[cell+8:]),
		meta: binary.LittleEndian.Uint64(s.meta[cell/2:]),
	}
	if s.add != nil {
		r.add = binary.LittleEndian.Uint64(s.add[cell/2:])
	}
	return r
}

// section translates the cells of a section, and notes its palette and packed indices in the scan. A row that is stored
// like the one before it is not looked at again, unless a deriver had to: that is most of a terrain.
func (n *numeric) section(m *memory, s *scan) {
	s.paletteFrom = len(m.keys)
	var last row
	final := false // whether nothing in the last row was derived
	for i := 0; i < blockCells; i += rowCells {
		out := (*[rowCells]uint16)(n.index[i:])
		r := s.row(i)
		if final && r == last {
			*out = *(*[rowCells]uint16)(n.index[i-rowCells:])
			continue
		}
		last, final = r, true
		if n.lookUp(out, r) {
			continue
		}
		for k, slot := range out {
			if slot&special != 0 {
				var same bool
				out[k], same = n.entry(m, s, r.block(k), i+k)
				final = final && same
			}
		}
	}
	for _, block := range n.met {
		n.slots[block] = unmet
	}
	n.met, n.recent = n.met[:0], [len(n.recent)]recentVariant{}
	clear(n.variants)
	s.paletteTo = len(m.keys)
	s.bits = 0
	if size := s.paletteTo - s.paletteFrom; size > 1 {
		s.bits, s.wordsFrom = paletteWidth(size, 4), len(m.words)
		m.words = pack(m.words, n.index[:], s.bits)
		s.wordsTo = len(m.words)
	}
}

// block returns the id<<4|meta of a cell of the row.
func (r row) block(k int) uint16 {
	ids := r.west
	if k >= 8 {
		ids = r.east
	}
	return uint16(r.add>>(4*k))&15<<12 | uint16(ids>>(k&7*8))&255<<4 | uint16(r.meta>>(4*k))&15
}

// lookUp writes the slots of a row, and reports whether all of them are palette indices.
func (n *numeric) lookUp(out *[rowCells]uint16, r row) bool {
	any := uint16(0)
	if r.add != 0 {
		for k := range out {
			out[k] = n.slots[r.block(k)]
			any |= out[k]
		}
		return any&special == 0
	}
	west, east := (*[rowCells / 2]uint16)(out[:]), (*[rowCells / 2]uint16)(out[rowCells/2:])
	any = n.lookUpHalf(west, r.west, r.meta) | n.lookUpHalf(east, r.east, r.meta>>32)
	return any&special == 0
}

// lookUpHalf writes the slots of eight cells, and returns all their bits. It is written out, since shifts by constants are
// several times as quick.
func (n *numeric) lookUpHalf(out *[rowCells / 2]uint16, ids, meta uint64) uint16 {
	slots := (*[256 << 4]uint16)(n.slots[:])
	a, b := slots[ids<<4&0xff0|meta&15], slots[ids>>4&0xff0|meta>>4&15]
	c, d := slots[ids>>12&0xff0|meta>>8&15], slots[ids>>20&0xff0|meta>>12&15]
	e, f := slots[ids>>28&0xff0|meta>>16&15], slots[ids>>36&0xff0|meta>>20&15]
	g, h := slots[ids>>44&0xff0|meta>>24&15], slots[ids>>52&0xff0|meta>>28&15]
	*out = [rowCells / 2]uint16{a, b, c, d, e, f, g, h}
	return a | b | c | d | e | f | g | h
}

// entry returns the palette index of a block whose slot has none, and whether every such cell of the section has it.
func (n *numeric) entry(m *memory, s *scan, block uint16, cell int) (index uint16, same bool) {
	slot := n.slots[block]
	if slot == unmet {
		slot = n.meet(m, s, block)
	}
	if slot == perCell {
		return n.derive(m, s, uint32(block), cell), false
	}
	return slot, true
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
