package plugin

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"

	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/lighting"
)

// A mark tells an array of the host's light from what it was when it was last right.
type mark struct {
	sum    uint64 // of all of it, or the level that the host's shared array has everywhere
	edge   uint64 // of the cells at the chunk's border
	shared bool
}

// set writes one level.
func set(sub *chunk.SubChunk, kind lighting.Kind, x, y, z, level uint8) {
	if kind == lighting.Block {
		sub.SetBlockLight(x, y, z, level)
	} else {
		sub.SetSkyLight(x, y, z, level)
	}
}

// writeCells writes the levels of some cells of a section, and returns how many these are.
func writeCells(v *view, sec *lighting.Section, cells *lighting.Plane) int {
	sub, kind := v.sub, v.kind
	levels, uniform := sec.Levels(kind)
	n := 0
	for w, word := range cells {
		if word == 0 {
			continue
		}
		n += bits.OnesCount64(word)
		var b [4]uint64 // the bits of the levels of these 64 cells, which all have one y
		for k := range b {
			if b[k] = -uint64(uniform >> k & 1); levels != nil {
				b[k] = levels[k][w]
			}
		}
		y, z := uint8(w>>2), uint8(w&3*4)
		for ; word != 0; word &= word - 1 {
			i := uint(bits.TrailingZeros64(word))
			level := uint8(b[0]>>i&1 | b[1]>>i&1<<1 | b[2]>>i&1<<2 | b[3]>>i&1<<3)
			if kind == lighting.Block {
				sub.SetBlockLight(uint8(i&15), y, z+uint8(i>>4), level)
			} else {
				sub.SetSkyLight(uint8(i&15), y, z+uint8(i>>4), level)
			}
		}
	}
	return n
}

// repair makes the host's light that of a section, and returns the number of cells that were different. Form
// is the section's light in the host's form, or nil if that is not at hand.
func (l *Light) repair(v *view, sec *lighting.Section, form *nibbles) int {
	levels, uniform := sec.Levels(v.kind)
	have, shared, isShared := l.host.light(v)
	if levels == nil && isShared && shared == uniform {
		return 0
	}
	want := &l.want
	switch {
	case levels == nil:
		for i := range want {
			want[i] = uniform * 0x11
		}
	case form != nil:
		want = form
	default:
		levels.AppendDragonfly(want[:0])
	}
	if *have == *want {
		return 0
	}
	// Writing may move the host's array; what was read stays as it is in that case, and is read ahead of the writes in any other.
	n := 0
	for at := 0; at < len(want); at += 8 {
		w := binary.LittleEndian.Uint64(want[at:])
		for diff := binary.LittleEndian.Uint64(have[at:]) ^ w; diff != 0; {
			k := bits.TrailingZeros64(diff) / 4
			diff &^= 15 << (4 * k)
			i := at*2 + k
			set(v.sub, v.kind, uint8(i>>8), uint8(i&15), uint8(i>>4&15), uint8(w>>(4*k)&15))
			n++
		}
	}
	return n
}

// prime makes the host's light in a whole chunk that of the column, and marks it.
func (l *Light) prime(col *column) {
	light := l.core.Column(col.pos)
	bottom, _ := light.Range()
	n := 0
	for i := range col.views {
		var form *nibbles
		if col.host != nil {
			form = col.host[i]
		}
		n += l.repair(&col.views[i], light.Section(bottom+int32(i/2)), form)
		col.marks[i] = l.sum(&col.views[i])
	}
	col.primed, col.host = true, nil
	l.wrote(col, n)
}

// compare finds out where the host has changed the light of a chunk since it was last right, and makes it right again.
func (l *Light) compare(col *column) {
	light := l.core.Column(col.pos)
	bottom, _ := light.Range()
	n := 0
	for i := range col.views {
		v := &col.views[i]
		if l.sum(v) == col.marks[i] {
			continue
		}
		n += l.repair(v, light.Section(bottom+int32(i/2)), nil)
		col.marks[i] = l.sum(v)
	}
	col.touched = false
	l.counts.Corrected += n
	l.wrote(col, n)
}

// compareEdges is compare for a chunk that the host may have let light flow into. The host raises a cell only next to one that it has
// raised or that lies in another chunk, so that nothing has been if nothing has at the border.
func (l *Light) compareEdges(col *column) {
	if col.touched {
		l.compare(col)
		return
	}
	for i := range col.views {
		b, uniform, shared := l.host.light(&col.views[i])
		m := &col.marks[i]
		if shared != m.shared || shared && uint64(uniform) != m.sum || !shared && l.host.edge(b) != m.edge {
			l.compare(col)
			return
		}
	}
}

// sum returns what tells the host's light of a kind in a sub-chunk from another.
func (l *Light) sum(v *view) mark {
	b, uniform, shared := l.host.light(v)
	if shared {
		return mark{sum: uint64(uniform), shared: true}
	}
	return mark{sum: maphash.Bytes(l.host.seed, b[:]), edge: l.host.edge(b)}
}

// wrote counts cells, and remembers the chunk for OnChange.
func (l *Light) wrote(col *column, cells int) {
	if cells == 0 {
		return
	}
	l.counts.Cells += cells
	if !col.changed {
		col.changed = true
		l.changed = append(l.changed, col)
	}
}
