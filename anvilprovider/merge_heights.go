package anvilprovider

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/heightmap"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// heightmaps brings the stored height maps up to date in the columns in which blocks changed. A new chunk gets all of them.
// One that is missing stays so, and a chunk older than 1.18 loses them: the game makes them anew when it loads the chunk.
func (m *merger) heightmaps() {
	if m.w.chunk.Upgraded {
		return
	}
	var columns [256]bool
	some := m.fresh
	for i := range columns {
		columns[i] = m.fresh
	}
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
	if m.fresh {
		m.edit.Heightmaps = m.freshHeightmaps()
		return
	}
	heights := m.columnHeights(&columns)
	if raw, ok := m.patchHeightmaps(&columns, heights); ok {
		m.edit.Heightmaps = raw
	}
}

// bottom returns the lowest block of the world, above which heights are counted. A chunk says it itself.
func (m *merger) bottom() int {
	r := nbt.NewReader(m.w.chunk.Root, nbt.Limits{})
	if _, ok := r.Root(); ok {
		raw, _ := nbt.Raw{Tag: nbt.TagCompound, Data: m.w.chunk.Root[r.Offset():]}.Lookup("yPos")
		if y, ok := raw.Int(); ok {
			return int(y) << 4
		}
	}
	return m.k.dim.r[0]
}

// likelyWidth returns how many bits a height takes, going by the dimension's height.
func (m *merger) likelyWidth() int { return heightmap.Width(m.k.dim.javaHeight - m.k.dim.r[0] + 1) }

// freshHeightmaps computes the height maps of a new chunk.
func (m *merger) freshHeightmaps() nbt.Raw {
	var columns [256]bool
	for i := range columns {
		columns[i] = true
	}
	heights := m.columnHeights(&columns)
	b := []byte(nil)
	for k := range heights {
		b = nbt.AppendLongArray(nbt.AppendHead(b, nbt.TagLongArray, heightmap.Names[k]), heights[k].Encode(m.likelyWidth()))
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
		kind, known := kindOf(string(name))
		var stored heightmap.Map
		if width, ok := heightmap.WidthOf((len(raw.Data)-4)/8, m.likelyWidth()); ok && known && tag == nbt.TagLongArray {
			stored.Decode(raw.Data[4:], width)
			before := stored
			for i, on := range columns {
				if on {
					stored[i] = heights[kind][i]
				}
			}
			if stored != before {
				changed = true
				raw.Data = nbt.AppendLongArray(nil, stored.Encode(width))
			}
		}
		out = raw.AppendEntry(out, string(name))
	}
	return nbt.Raw{Tag: nbt.TagCompound, Data: nbt.AppendEnd(out)}, changed && r.Err() == nil
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
	for y := top; int(y) >= bottom>>4; y-- {
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
