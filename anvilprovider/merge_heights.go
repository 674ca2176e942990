package anvilprovider

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/heightmap"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// heightmaps brings the stored height maps up to date in the columns in which blocks changed. A new chunk, or one that is finished
// now, gets all of them. One that is missing stays so, and one that cannot be told how to read goes, as do all of a chunk older than
// 1.18: the game makes them anew when it loads the chunk.
func (m *merger) heightmaps() {
	if m.w.chunk.Upgraded {
		return
	}
	var columns [256]bool
	if m.fresh || m.unfinished {
		m.edit.Heightmaps = m.freshHeightmaps()
		return
	}
	some := false
	for _, list := range [2][]change{m.changed, m.derived} {
		for _, c := range list {
			if m.w.mask(c.from) != m.w.mask(c.to) {
				columns[c.i&255], some = true, true
			}
		}
	}
	if !some {
		return
	}
	heights := m.columnHeights(&columns)
	if raw, ok := m.patchHeightmaps(&columns, heights); ok {
		m.edit.Heightmaps = raw
	}
}

// bottom returns the lowest block of the world, above which heights are counted. A chunk says it itself, in sections, which are
// numbered with one byte.
func (m *merger) bottom() int {
	r := nbt.NewReader(m.w.chunk.Root, nbt.Limits{})
	if _, ok := r.Root(); ok {
		raw, _ := nbt.Raw{Tag: nbt.TagCompound, Data: m.w.chunk.Root[r.Offset():]}.Lookup("yPos")
		if y, ok := raw.Int(); ok && y == int64(int8(y)) {
			return int(y) << 4
		}
	}
	return m.k.dim.r[0]
}

// height returns how high the world is, going by the chunk: the game stores all of its sections. 0 is unknown.
func (m *merger) height() int {
	s := m.w.chunk.Sections
	for len(s) > 0 && !s[len(s)-1].Blocks.Present() {
		s = s[:len(s)-1] // Light reaches one section higher.
	}
	if len(s) == 0 {
		return 0
	}
	return max((int(s[len(s)-1].Y)+1)<<4-m.bottom(), 0)
}

// newWidth returns how many bits a height takes in a map that is new.
func (m *merger) newWidth() int {
	return heightmap.Width(cmp.Or(m.height(), m.k.dim.javaHeight-m.k.dim.r[0]+1))
}

// widthOf returns how many bits a height takes in a stored map of this many longs, 0 if it is no such map. Where that can be two
// numbers, the chunk's height tells which, or else the dimension's; sure is false if neither does.
func (m *merger) widthOf(longs int) (width int, sure bool) {
	widths := heightmap.Widths(longs)
	switch len(widths) {
	case 0:
		return 0, true
	case 1:
		return widths[0], true
	}
	for _, height := range [2]int{m.height(), m.k.dim.javaHeight - m.k.dim.r[0] + 1} {
		if width = heightmap.Width(height); slices.Contains(widths, width) {
			return width, true
		}
	}
	return widths[0], false
}

// freshHeightmaps computes the height maps of a new chunk.
func (m *merger) freshHeightmaps() nbt.Raw {
	var columns [256]bool
	for i := range columns {
		columns[i] = true
	}
	heights := m.columnHeights(&columns)
	b := []byte(nil)
	for k := range heights {
		b = nbt.AppendLongArray(nbt.AppendHead(b, nbt.TagLongArray, heightmap.Names[k]), heights[k].Encode(m.newWidth()))
	}
	return nbt.Raw{Tag: nbt.TagCompound, Data: nbt.AppendEnd(b)}
}

// patchHeightmaps writes new heights into the stored compound, in which everything else stays.
func (m *merger) patchHeightmaps(columns *[256]bool, heights *[heightmap.Kinds]heightmap.Map) (nbt.Raw, bool) {
	if m.w.chunk.Heightmaps.Tag != nbt.TagCompound {
		return nbt.Raw{}, false
	}
	changed := false
	var out []byte
	r := nbt.NewReader(m.w.chunk.Heightmaps.Data, nbt.Limits{})
	for {
		tag, name, ok := r.Next()
		if !ok {
			break
		}
		raw := r.Raw(tag)
		if kind, known := kindOf(string(name)); known && tag == nbt.TagLongArray {
			now := m.patchHeightmap(raw, columns, &heights[kind])
			changed = changed || !bytes.Equal(now.Data, raw.Data)
			if raw = now; raw.IsZero() {
				continue
			}
		}
		out = raw.AppendEntry(out, string(name))
	}
	return nbt.Raw{Tag: nbt.TagCompound, Data: nbt.AppendEnd(out)}, changed && r.Err() == nil
}

// patchHeightmap writes new heights into a stored map. One that is none stays as it is; the result is zero for one that cannot be
// told how to read.
func (m *merger) patchHeightmap(raw nbt.Raw, columns *[256]bool, heights *heightmap.Map) nbt.Raw {
	width, sure := m.widthOf((len(raw.Data) - 4) / 8)
	if !sure {
		return nbt.Raw{}
	}
	if width == 0 {
		return raw
	}
	var stored heightmap.Map
	stored.Decode(raw.Data[4:], width)
	for i, on := range columns {
		if on {
			stored[i] = heights[i]
		}
	}
	return nbt.Raw{Tag: raw.Tag, Data: nbt.AppendLongArray(nil, stored.Encode(width))}
}

func kindOf(name string) (int, bool) {
	for k, known := range heightmap.Names {
		if name == known {
			return k, true
		}
	}
	return 0, false
}

// columnHeights computes all heights of some columns, from the states that the chunk will have.
func (m *merger) columnHeights(columns *[256]bool) *[heightmap.Kinds]heightmap.Map {
	var heights [heightmap.Kinds]heightmap.Map
	bottom, top := m.bottom(), int8(m.k.dim.javaHeight>>4)
	if n := len(m.w.chunk.Sections); n > 0 {
		top = max(top, m.w.chunk.Sections[n-1].Y)
	}
	for at := int(top); at >= bottom>>4; at-- {
		y := int8(at)
		section, edit := m.w.chunk.At(y), m.cells[y]
		if edit == nil && (section == nil || !section.Blocks.Present() || section.Blocks.Uniform() && m.w.mask(section.Blocks.Palette[0]) == 0) {
			continue
		}
		for i, on := range columns {
			if !on || done(&heights, i) {
				continue
			}
			for cy := 15; cy >= 0 && !done(&heights, i); cy-- {
				var key string
				if edit != nil {
					key = edit.At(cy<<8 | i)
				} else {
					key = section.Blocks.Block(cy<<8 | i)
				}
				mask := m.w.mask(key)
				for k := range heights {
					if mask&(1<<k) != 0 && heights[k][i] == 0 {
						heights[k][i] = uint16(int(y)<<4 + cy + 1 - bottom)
					}
				}
			}
		}
	}
	return &heights
}

// done reports whether all heights of a column are known.
func done(heights *[heightmap.Kinds]heightmap.Map, i int) bool {
	for k := range heights {
		if heights[k][i] == 0 {
			return false
		}
	}
	return true
}

// mask returns which height maps count a state.
func (w *worker) mask(key string) heightmap.Mask {
	mask, ok := w.masks[key]
	if !ok {
		mask = heightmap.MaskOf(key)
		if w.masks == nil || len(w.masks) >= maxInfos {
			w.masks = make(map[string]heightmap.Mask)
		}
		w.masks[key] = mask
	}
	return mask
}
