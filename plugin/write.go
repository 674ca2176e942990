package plugin

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"

	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/lighting"
)

// A column's marks tell, for each sub-chunk and kind, what the host's array was when it was last known to be right.
type mark struct {
	sum   uint64
	known bool
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
func writeCells(sub *chunk.SubChunk, sec *lighting.Section, kind lighting.Kind, cells *lighting.Plane) int {
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

// repair makes the host's light of a kind in a sub-chunk that of a section, and returns the number of cells that were different. Form
// is the section's light in the host's form, or nil if that is not at hand.
func (l *Light) repair(sub *chunk.SubChunk, sec *lighting.Section, kind lighting.Kind, form *nibbles) int {
	levels, uniform := sec.Levels(kind)
	have, shared, isShared := l.host.light(sub, kind)
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
			set(sub, kind, uint8(i>>8), uint8(i&15), uint8(i>>4&15), uint8(w>>(4*k)&15))
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
	for i, sub := range col.chunk.Sub() {
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			var form *nibbles
			if col.host != nil {
				form = col.host[2*i+int(kind)]
			}
			n += l.repair(sub, light.Section(bottom+int32(i)), kind, form)
			l.mark(col, i, kind)
		}
	}
	col.primed, col.host = true, nil
	l.wrote(col, n)
}

// compare finds out where the host has changed the light of a chunk since it was last right, and makes it right again.
func (l *Light) compare(col *column) {
	light := l.core.Column(col.pos)
	bottom, _ := light.Range()
	n := 0
	for i, sub := range col.chunk.Sub() {
		for kind := lighting.Block; kind <= lighting.Sky; kind++ {
			if l.sum(sub, kind) == col.marks[2*i+int(kind)] {
				continue
			}
			n += l.repair(sub, light.Section(bottom+int32(i)), kind, nil)
			l.mark(col, i, kind)
		}
	}
	l.counts.Corrected += n
	l.wrote(col, n)
}

// mark notes that the host's light of a kind in a sub-chunk is right.
func (l *Light) mark(col *column, sub int, kind lighting.Kind) {
	col.marks[2*sub+int(kind)] = l.sum(col.chunk.Sub()[sub], kind)
}

// sum returns what tells the host's light of a kind in a sub-chunk from another.
func (l *Light) sum(sub *chunk.SubChunk, kind lighting.Kind) mark {
	b, uniform, ok := l.host.light(sub, kind)
	if ok {
		return mark{uint64(uniform), true}
	}
	return mark{maphash.Bytes(l.host.seed, b[:]), false}
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
