package anvil

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// sections copies the list of sections with the edits; the head of the entry has been read. Sections that the list does not
// have are inserted before the first that is higher.
func (w *writer) sections(edits []SectionEdit) error {
	heights := w.sectionHeights()
	var fresh []*SectionEdit
	changed := map[int8]*SectionEdit{}
	for i := range edits {
		e := &edits[i]
		switch {
		case e.empty():
		case slices.Contains(heights, e.Y):
			changed[e.Y] = e
		default:
			fresh = append(fresh, e)
		}
	}
	slices.SortFunc(fresh, func(a, b *SectionEdit) int { return cmp.Compare(a.Y, b.Y) })

	head := w.r.Offset()
	_, n := w.r.List()
	w.copyTo(head)
	w.dst = nbt.AppendListHead(w.dst, nbt.TagCompound, n+len(fresh))
	w.drop()
	for i := range n {
		at := w.r.Offset()
		for len(fresh) > 0 && fresh[0].Y < heights[i] {
			w.copyTo(at)
			w.freshSection(fresh[0])
			fresh = fresh[1:]
		}
		if e := changed[heights[i]]; e != nil {
			w.section(e)
		} else {
			w.r.Skip(nbt.TagCompound)
		}
	}
	w.copyTo(w.r.Offset())
	for _, e := range fresh {
		w.freshSection(e)
	}
	return w.r.Err()
}

// newSections adds the list of sections to a chunk that has none.
func (w *writer) newSections(edits []SectionEdit) {
	fresh := slices.DeleteFunc(slices.Clone(edits), func(e SectionEdit) bool { return e.empty() })
	slices.SortFunc(fresh, func(a, b SectionEdit) int { return cmp.Compare(a.Y, b.Y) })
	w.dst = nbt.AppendListHead(nbt.AppendHead(w.dst, nbt.TagList, "sections"), nbt.TagCompound, len(fresh))
	for i := range fresh {
		w.freshSection(&fresh[i])
	}
}

// sectionHeights reads ahead: the Y of each section, in the order of the list.
func (w *writer) sectionHeights() []int8 {
	r := nbt.NewReader(w.src[w.r.Offset():], nbt.Limits{})
	_, n := r.List()
	heights := make([]int8, 0, min(n, 256))
	for range n {
		y := int8(0)
		for {
			tag, name, ok := r.Next()
			if !ok {
				break
			}
			if string(name) == "Y" {
				y = int8(integer(r, tag))
				continue
			}
			r.Skip(tag)
		}
		heights = append(heights, y)
	}
	return heights
}

// section copies a section with an edit.
func (w *writer) section(e *SectionEdit) {
	blocks, biomes := e.Blocks != nil && e.Blocks.changed, e.Biomes != nil && e.Biomes.changed
	block, sky := e.BlockLight.Replace, e.SkyLight.Replace
	for {
		at := w.r.Offset()
		tag, name, ok := w.r.Next()
		if !ok {
			break
		}
		switch {
		case blocks && string(name) == "block_states":
			w.paletted(tag, e.Blocks, true)
			blocks = false
		case biomes && string(name) == "biomes":
			w.paletted(tag, e.Biomes, false)
			biomes = false
		case e.BlockLight.Replace && string(name) == "BlockLight":
			w.light(at, tag, "BlockLight", &e.BlockLight, block)
			block = false
		case e.SkyLight.Replace && string(name) == "SkyLight":
			w.light(at, tag, "SkyLight", &e.SkyLight, sky)
			sky = false
		default:
			w.r.Skip(tag)
		}
	}
	if w.r.Err() != nil {
		return
	}
	w.copyTo(w.r.Offset() - 1)
	if blocks {
		w.newPaletted("block_states", e.Blocks, true)
	}
	if biomes {
		w.newPaletted("biomes", e.Biomes, false)
	}
	if block {
		w.appendLight("BlockLight", e.BlockLight.Array)
	}
	if sky {
		w.appendLight("SkyLight", e.SkyLight.Array)
	}
}

// light replaces a light array whose head was read, or removes it.
func (w *writer) light(at int, tag nbt.Tag, name string, e *LightEdit, first bool) {
	w.copyTo(at)
	w.r.Skip(tag)
	w.drop()
	if first {
		w.appendLight(name, e.Array)
	}
}

func (w *writer) appendLight(name string, array []byte) {
	if array != nil {
		w.dst = nbt.AppendByteArray(nbt.AppendHead(w.dst, nbt.TagByteArray, name), array)
	}
}

// freshSection writes a section that the chunk did not have.
func (w *writer) freshSection(e *SectionEdit) {
	w.dst = nbt.AppendByte(nbt.AppendHead(w.dst, nbt.TagByte, "Y"), e.Y)
	if e.Blocks != nil {
		w.newPaletted("block_states", e.Blocks, true)
	}
	if e.Biomes != nil {
		w.newPaletted("biomes", e.Biomes, false)
	}
	w.appendLight("BlockLight", e.BlockLight.Array)
	w.appendLight("SkyLight", e.SkyLight.Array)
	w.dst = append(w.dst, e.carried...)
	w.dst = nbt.AppendEnd(w.dst)
}

// newPaletted writes a whole entry {palette, data}.
func (w *writer) newPaletted(name string, c *Cells, blocks bool) {
	w.dst = nbt.AppendHead(w.dst, nbt.TagCompound, name)
	c.compact()
	w.palette(c, blocks)
	w.data(c)
	w.dst = nbt.AppendEnd(w.dst)
}

// paletted copies a compound {palette, data}, whose head was read, with other cells. Further entries are kept.
func (w *writer) paletted(tag nbt.Tag, c *Cells, blocks bool) {
	if !w.r.Expect(tag, nbt.TagCompound) {
		return
	}
	c.compact()
	palette, data := true, true
	for {
		at := w.r.Offset()
		tag, name, ok := w.r.Next()
		if !ok {
			break
		}
		w.r.Skip(tag)
		switch string(name) {
		case "palette":
			w.copyTo(at)
			w.drop()
			if palette {
				w.palette(c, blocks)
			}
			palette = false
		case "data":
			w.copyTo(at)
			w.drop()
			if data {
				w.data(c)
			}
			data = false
		}
	}
	if w.r.Err() != nil {
		return
	}
	w.copyTo(w.r.Offset() - 1)
	if palette {
		w.palette(c, blocks)
	}
	if data {
		w.data(c)
	}
}

// data writes the indices, unless all cells are the same.
func (w *writer) data(c *Cells) {
	width := c.width()
	if width == 0 {
		return
	}
	w.dst = nbt.AppendHead(w.dst, nbt.TagLongArray, "data")
	at := len(w.dst)
	w.dst = pack(append(w.dst, 0, 0, 0, 0), c.index, width)
	binary.BigEndian.PutUint32(w.dst[at:], uint32((len(w.dst)-at-4)/8))
}

// palette writes the palette: entries that were stored as they were, new ones as the version spells them.
func (w *writer) palette(c *Cells, blocks bool) {
	w.dst = nbt.AppendHead(w.dst, nbt.TagList, "palette")
	if !blocks {
		w.dst = nbt.AppendListHead(w.dst, nbt.TagString, len(c.palette))
		for i, name := range c.palette {
			if c.raw[i].IsZero() {
				w.dst = nbt.AppendString(w.dst, SpellBiome(name, w.version))
			} else {
				w.dst = append(w.dst, c.raw[i].Data...)
			}
		}
		return
	}
	if w.form == formID {
		w.paletteByID(c)
		return
	}
	w.dst = nbt.AppendListHead(w.dst, nbt.TagCompound, len(c.palette))
	for i, key := range c.palette {
		if !c.raw[i].IsZero() {
			w.dst = append(w.dst, c.raw[i].Data...)
			continue
		}
		s := parseState(Spell(key, w.version))
		w.dst = appendNamedEntry(w.dst, &s, "Name", "Properties")
	}
}

// paletteByID writes the palette of a chunk that spells entries as 26.3 is said to: strings if all are plain, else
// compounds, in which a plain one is {"": name}.
func (w *writer) paletteByID(c *Cells) {
	states := make([]state, len(c.palette))
	plain := true
	for i, key := range c.palette {
		if c.raw[i].IsZero() {
			states[i] = parseState(Spell(key, w.version))
			plain = plain && len(states[i].props) == 0
		} else {
			plain = plain && c.raw[i].Tag == nbt.TagString
		}
	}
	elem := nbt.TagCompound
	if plain {
		elem = nbt.TagString
	}
	w.dst = nbt.AppendListHead(w.dst, elem, len(c.palette))
	for i := range c.palette {
		raw := c.raw[i]
		switch {
		case raw.Tag == nbt.TagCompound:
			w.dst = append(w.dst, raw.Data...)
		case plain && raw.Tag == nbt.TagString:
			w.dst = append(w.dst, raw.Data...)
		case plain:
			w.dst = nbt.AppendString(w.dst, states[i].name)
		case raw.Tag == nbt.TagString:
			w.dst = nbt.AppendEnd(raw.AppendEntry(w.dst, ""))
		case len(states[i].props) == 0:
			w.dst = nbt.AppendEnd(nbt.AppendString(nbt.AppendHead(w.dst, nbt.TagString, ""), states[i].name))
		default:
			w.dst = appendNamedEntry(w.dst, &states[i], "id", "properties")
		}
	}
}

// appendNamedEntry appends a palette entry as a compound.
func appendNamedEntry(dst []byte, s *state, name, properties string) []byte {
	if len(s.props) > 0 {
		dst = nbt.AppendHead(dst, nbt.TagCompound, properties)
		for _, p := range s.props {
			dst = nbt.AppendString(nbt.AppendHead(dst, nbt.TagString, p.name), p.value)
		}
		dst = nbt.AppendEnd(dst)
	}
	dst = nbt.AppendString(nbt.AppendHead(dst, nbt.TagString, name), s.name)
	return nbt.AppendEnd(dst)
}
