package anvil

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Neighbour returns the numeric id and meta at a block position outside the chunk, in blocks of the world, and whether it
// is known. It is asked for the columns that touch the chunk's borders, when a block there takes its state from its
// neighbours: fences, chests, stairs and the like. Without an answer the neighbour counts as air, as the game counts it
// until it loads that chunk as well.
type Neighbour func(x, y, z int32) (id, meta int, ok bool)

// numeric is what a Decoder keeps to upgrade chunks of numeric ids.
type numeric struct {
	view view
	// slots maps id<<4|meta to generation<<16 | palette index.
	slots      []uint32
	generation uint32
	variants   map[variant]uint16 // palette index of derived states in the current section
	keys       map[variant]string // state keys; bounded by internLimit
	index      [blockCells]uint16

	// The last derived state: neighbours often have the same.
	lastVariant    variant
	lastIndex      uint16
	lastGeneration uint32
}

// variant names a state: a numeric block, and a code that its deriver makes of what surrounds it.
type variant struct {
	block uint32 // id<<4 | meta
	code  uint32
}

// upgradeNumeric makes sections from Blocks, Add and Data (1.2 to 1.12.2): each pair of id and meta becomes a state, by
// the table or by a deriver.
func (d *Decoder) upgradeNumeric(c *Chunk, h *head) error {
	n := d.numericState()
	n.view.reset(c, d.Neighbour)
	m := &c.memory
	m.keys, m.words = m.keys[:0], m.words[:0]
	for i := range m.scans {
		s := &m.scans[i]
		switch {
		case s.blocksPresent:
			d.r.FailAt(s.at, malformed("section of palettes in a chunk of numeric ids"))
		case n.view.sections[uint8(s.y)] != nil:
			d.r.FailAt(s.at, malformed("second section with Y %d", s.y))
		case s.ids != nil && s.meta == nil:
			d.r.FailAt(s.at, malformed("numeric ids without Data"))
		}
		if err := d.r.Err(); err != nil {
			return err
		}
		n.view.sections[uint8(s.y)] = s
	}
	for i := range m.scans {
		if s := &m.scans[i]; s.ids != nil {
			n.section(m, s)
		}
	}
	for i := range m.scans {
		s := &m.scans[i]
		sec := Section{Y: s.y, BlockLight: s.light, SkyLight: s.sky}
		if s.ids != nil {
			sec.Blocks = Paletted{Palette: m.keys[s.paletteFrom:s.paletteTo:s.paletteTo], Bits: s.bits}
			if s.bits > 0 {
				sec.Blocks.Words = m.words[s.wordsFrom:s.wordsTo:s.wordsTo]
			}
		}
		c.Sections = append(c.Sections, sec)
	}
	d.sortSections(c)
	d.upgradeTicks(c)
	swapChests(c)
	return nil
}

func (d *Decoder) numericState() *numeric {
	if d.numeric == nil {
		d.numeric = &numeric{slots: make([]uint32, 1<<16), variants: map[variant]uint16{}, keys: map[variant]string{}}
	}
	return d.numeric
}

// section translates the cells of a section, and notes its palette and packed indices in the scan.
func (n *numeric) section(m *memory, s *scan) {
	n.nextSection()
	s.paletteFrom = len(m.keys)
	ids, meta := (*[blockCells]byte)(s.ids), (*[blockCells / 2]byte)(s.meta)
	for i := range n.index {
		block := uint32(ids[i])<<4 | uint32(meta[i>>1]>>(i&1<<2))&15
		if s.add != nil {
			block |= uint32(s.add[i>>1]>>(i&1<<2)) & 15 << 12
		}
		if slot := n.slots[block]; slot>>16 == n.generation {
			n.index[i] = uint16(slot)
			continue
		}
		n.index[i] = n.entry(m, s, block, i)
	}
	s.paletteTo = len(m.keys)
	s.bits = 0
	if size := s.paletteTo - s.paletteFrom; size > 1 {
		s.bits, s.wordsFrom = paletteWidth(size, 4), len(m.words)
		m.words = pack(m.words, n.index[:], s.bits)
		s.wordsTo = len(m.words)
	}
}

// entry finds the palette index of a block that the section has not had yet, or that is derived for each cell.
func (n *numeric) entry(m *memory, s *scan, block uint32, cell int) uint16 {
	v := variant{block: block}
	derive := deriverOf(block)
	if derive == nil {
		at := uint16(len(m.keys) - s.paletteFrom)
		m.keys = append(m.keys, n.key(v, nil))
		n.slots[block] = n.generation<<16 | uint32(at)
		return at
	}
	n.view.x, n.view.y, n.view.z = cell&15, int(s.y)<<4|cell>>8, cell>>4&15
	v.code = derive.code(&n.view, int(block>>4), int(block&15))
	if v == n.lastVariant && n.lastGeneration == n.generation {
		return n.lastIndex
	}
	at, ok := n.variants[v]
	if !ok {
		at = uint16(len(m.keys) - s.paletteFrom)
		m.keys = append(m.keys, n.key(v, derive))
		n.variants[v] = at
	}
	n.lastVariant, n.lastIndex, n.lastGeneration = v, at, n.generation
	return at
}

// nextSection forgets the palette of the last section.
func (n *numeric) nextSection() {
	n.generation++
	if n.generation >= 1<<16 {
		clear(n.slots)
		n.generation, n.lastGeneration = 1, 0
	}
	clear(n.variants)
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

// upgradeTicks gives scheduled updates the name of the block that is there now: before 1.13 they have the old name or, up
// to 1.7, the number. An update of a fluid goes where fluids' updates are kept.
func (d *Decoder) upgradeTicks(c *Chunk) {
	kept := c.BlockTicks[:0]
	for _, t := range c.BlockTicks {
		s := c.At(int8(t.Y >> 4))
		if t.Y < -2048 || t.Y > 2047 || s == nil || !s.Blocks.Present() || t.X>>4 != c.X || t.Z>>4 != c.Z {
			continue
		}
		state := parseState(s.Blocks.Block(int(t.Y&15<<8 | t.Z&15<<4 | t.X&15)))
		t.ID = state.name
		if t.ID == "minecraft:water" || t.ID == "minecraft:lava" {
			c.FluidTicks = append(c.FluidTicks, t)
			continue
		}
		kept = append(kept, t)
	}
	c.BlockTicks = kept
}

// view is what a deriver sees: the numeric blocks around a cell, and its block entity.
type view struct {
	x, y, z    int // the cell: x and z in the chunk, y in the world
	chunk      *Chunk
	sections   [256]*scan // by Y as uint8
	neighbour  Neighbour
	entities   map[[3]int32]nbt.Raw
	hasIndexed bool
	leaves     leafMap
}

func (w *view) reset(c *Chunk, neighbour Neighbour) {
	w.leaves.reset()
	w.chunk, w.neighbour, w.hasIndexed = c, neighbour, false
	w.sections = [256]*scan{}
}

// at returns the id and meta at an offset from the cell; air where nothing is known.
func (w *view) at(dx, dy, dz int) (id, meta int) {
	x, y, z := w.x+dx, w.y+dy, w.z+dz
	if uint(x) > 15 || uint(z) > 15 {
		if w.neighbour != nil {
			if id, meta, ok := w.neighbour(w.chunk.X<<4+int32(x), int32(y), w.chunk.Z<<4+int32(z)); ok {
				return id, meta
			}
		}
		return 0, 0
	}
	if y < -128<<4 || y >= 128<<4 {
		return 0, 0
	}
	s := w.sections[uint8(y>>4)]
	if s == nil || s.ids == nil {
		return 0, 0
	}
	return s.numericAt(y&15<<8 | z<<4 | x)
}

// entity returns the block entity of the cell.
func (w *view) entity() (nbt.Raw, bool) {
	if !w.hasIndexed {
		w.hasIndexed = true
		if w.entities == nil {
			w.entities = map[[3]int32]nbt.Raw{}
		}
		clear(w.entities)
		for _, raw := range w.chunk.BlockEntities {
			if pos, ok := position(raw); ok {
				w.entities[pos] = raw
			}
		}
	}
	raw, ok := w.entities[[3]int32{w.chunk.X<<4 + int32(w.x), int32(w.y), w.chunk.Z<<4 + int32(w.z)}]
	return raw, ok
}

// position reads where a block entity is.
func position(raw nbt.Raw) (pos [3]int32, ok bool) {
	found := 0
	r := nbt.NewReader(raw.Data, nbt.Limits{})
	for {
		tag, name, more := r.Next()
		if !more {
			return pos, found == 7 && r.Err() == nil
		}
		if len(name) == 1 && name[0] >= 'x' && name[0] <= 'z' {
			i := name[0] - 'x'
			pos[i] = integer(r, tag)
			found |= 1 << i
			continue
		}
		r.Skip(tag)
	}
}
