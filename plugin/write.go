package plugin

import (
	"encoding/binary"
	"math/bits"

	"github.com/kestrel-mc/kestrel/lighting"
)

// few is the number of cells of a section up to which they are written one by one; with more, all of its levels are brought into the
// host's form, which costs as much as some hundred cells.
const few = 256

// write gives the host the levels of the cells of a section that a pass has changed.
func (l *Light) write(v *view, sec *lighting.Section, cells *lighting.Plane) int {
	n := cells.Count()
	if n > few {
		l.repair(v, sec, nil)
	} else {
		writeCells(v, l.host.own(v), sec, cells)
	}
	return n
}

// writeCells writes the levels of some cells of a section, into the array of the host's sub-chunk if there is one to be had.
func writeCells(v *view, array *nibbles, sec *lighting.Section, cells *lighting.Plane) {
	levels, uniform := sec.Levels(v.kind)
	for w, word := range cells {
		if word == 0 {
			continue
		}
		var b [4]uint64 // the bits of the levels of these 64 cells, which all have one y
		for k := range b {
			if b[k] = -uint64(uniform >> k & 1); levels != nil {
				b[k] = levels[k][w]
			}
		}
		y, z := uint8(w>>2), uint8(w&3*4)
		for ; word != 0; word &= word - 1 {
			i := uint(bits.TrailingZeros64(word)) & 63
			level := uint8(b[0]>>i&1 | b[1]>>i&1<<1 | b[2]>>i&1<<2 | b[3]>>i&1<<3)
			if array == nil {
				v.set(uint8(i&15), y, z+uint8(i>>4), level)
				continue
			}
			at, half := (i&15<<7|(uint(z)+i>>4)<<3|uint(y)>>1)&(lighting.NibbleBytes-1), y&1*4
			array[at] = array[at]&(0xf0>>half) | level<<half
		}
	}
}

// repair makes the host's light that of a section, and returns the number of cells that were different. Form
// is the section's light in the host's form, or nil if that is not at hand.
func (l *Light) repair(v *view, sec *lighting.Section, form *nibbles) int {
	levels, uniform := sec.Levels(v.kind)
	have, shared, isShared := l.host.light(v)
	if levels == nil && isShared && shared == uniform {
		return 0
	}
	want := form
	if levels == nil || want == nil {
		want = &l.want
		wanted(levels, uniform, want)
	}
	if *have == *want {
		return 0
	}
	array, n := l.host.own(v), 0
	if array != nil {
		have = array
	}
	for at := 0; at < len(want); at += 8 {
		w := word(want[:], at)
		diff := word(have[:], at) ^ w
		if diff == 0 {
			continue
		}
		if array != nil {
			binary.LittleEndian.PutUint64(array[at:], w)
			diff |= diff >> 1
			diff |= diff >> 2
			n += bits.OnesCount64(diff & 0x1111_1111_1111_1111)
			continue
		}
		for ; diff != 0; n++ {
			k := bits.TrailingZeros64(diff) / 4
			diff &^= 15 << (4 * k)
			i := at*2 + k
			v.set(uint8(i>>8), uint8(i&15), uint8(i>>4&15), uint8(w>>(4*k)&15))
		}
	}
	return n
}

// wanted brings the levels of a section into the host's form.
func wanted(levels *lighting.Levels, uniform uint8, dst *nibbles) {
	if levels != nil {
		turn(levels, dst)
		return
	}
	for i := range dst {
		dst[i] = uniform * 0x11
	}
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
		col.marks[i] = l.host.mark(&col.views[i])
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
		if l.host.holds(v, &col.marks[i]) {
			continue
		}
		n += l.repair(v, light.Section(bottom+int32(i/2)), nil)
		col.marks[i] = l.host.mark(v)
	}
	col.touched = false
	l.counts.Corrected += n
	l.wrote(col, n)
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
