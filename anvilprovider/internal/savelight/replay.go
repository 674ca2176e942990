package savelight

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// around are the chunk itself (at 4) and those about it, rows of z from north to south, x from west to east in a row.
type around = [9]*Chunk

// Replay applies changes, which lie in the chunk in the middle, and returns the edits of its light arrays, in ascending order
// of sections and with Y and light alone. occupied tells, for each light section, whether anything but air will be in the
// chunk. version is the chunk's data version, and known what is known of the dimension's sky. A nil chunk is ErrUnlit.
func (l *Lighter) Replay(chunks around, h Heights, known java.Sky, changes []Change, occupied []bool, version int32) ([]anvil.SectionEdit, error) {
	area, sky, err := l.area(&chunks, h, known)
	if err != nil {
		return nil, err
	}
	l.rules(version)
	list := make([]lighting.Change, len(changes))
	for i, c := range changes {
		class, ok := l.cache.Class(c.State)
		if !ok {
			return nil, ErrUnknown
		}
		list[i] = lighting.Change{X: c.X, Y: c.Y, Z: c.Z, Class: class}
	}
	before := nears(&chunks)
	result, err := l.engine.Replay(area, list)
	if err != nil {
		return nil, err
	}
	x, z := chunks[4].light.Pos()
	for _, c := range result.Changed {
		if cx, cz := c.Column.Pos(); cx != x || cz != z {
			return nil, ErrSpreads
		}
	}
	chunks[4].occupied = occupied
	after := nears(&chunks)
	for i, c := range chunks {
		// A block in a section that was empty changes what the absence of arrays around it means.
		if i != 4 && sky && !sameSky(c.sky, before[i], after[i]) {
			return nil, ErrSpreads
		}
	}
	return l.edits(chunks[4], h, after[4], sky)
}

// area lays the chunks out with the light that they have stored, and says whether sky light is part of it.
func (l *Lighter) area(chunks *around, h Heights, known java.Sky) (a *lighting.Area, sky bool, err error) {
	for _, c := range chunks {
		if c == nil {
			return nil, false, ErrUnlit
		}
		known = known.See(true, c.sky, c.occupied)
	}
	if known == java.SkyUnknown {
		return nil, false, ErrSky
	}
	sky = known == java.SkyShines
	x, z := chunks[0].light.Pos()
	if a, err = lighting.NewArea(x, z, 3, 3); err != nil {
		return nil, false, err
	}
	near := nears(chunks)
	levels := make([]java.Nibbles, h.Count+2)
	for i, c := range chunks {
		java.ReadBlock(levels, c.block)
		if err := java.SetColumn(c.light, lighting.Block, levels); err != nil {
			return nil, false, err
		}
		if sky {
			if i != 4 && ambiguous(c.sky, near[i]) {
				return nil, false, ErrUncertain
			}
			java.ReadSky(levels, c.sky, near[i])
			if err := java.SetColumn(c.light, lighting.Sky, levels); err != nil {
				return nil, false, err
			}
		}
		if err := a.Put(c.light); err != nil {
			return nil, false, err
		}
	}
	return a, sky, nil
}

// nears returns java.Near of each of the nine chunks, of which the outer ones do not know all their neighbours.
func nears(chunks *around) (all [9][]bool) {
	for i := range chunks {
		var occupied [9][]bool
		for k := range occupied {
			x, z := i%3+k%3-1, i/3+k/3-1
			if x >= 0 && x < 3 && z >= 0 && z < 3 {
				occupied[k] = chunks[z*3+x].occupied
			}
		}
		all[i] = java.Near(occupied)
	}
	return all
}

// ambiguous reports whether an absent array of an outer chunk could mean two things: below another array, and with nothing
// near as far as is known.
func ambiguous(stored [][]byte, near []bool) bool {
	seen := false
	for i := len(stored) - 1; i >= 0; i-- {
		if stored[i] != nil {
			seen = true
		} else if seen && !near[i] {
			return true
		}
	}
	return false
}

// sameSky reports whether stored arrays mean the same whether near is the one or the other.
func sameSky(stored [][]byte, before, after []bool) bool {
	a, b := make([]java.Nibbles, len(stored)), make([]java.Nibbles, len(stored))
	java.ReadSky(a, stored, before)
	java.ReadSky(b, stored, after)
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// edits compares the light of a chunk with what its arrays say, from above, and writes those arrays that say something else.
func (l *Lighter) edits(c *Chunk, h Heights, near []bool, sky bool) ([]anvil.SectionEdit, error) {
	n := h.Count + 2
	list := make([]anvil.SectionEdit, n)
	want, said := make([]java.Nibbles, n), make([]java.Nibbles, n)
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		stored := c.block
		if kind == lighting.Sky {
			if !sky {
				break
			}
			stored = c.sky
		}
		if err := java.Column(want, c.light, kind); err != nil {
			return nil, err
		}
		for i := n - 1; i >= 0; i-- {
			if kind == lighting.Block {
				java.ReadBlock(said, stored)
			} else {
				java.ReadSky(said, stored, near)
			}
			if want[i] == said[i] {
				continue
			}
			array := append([]byte{}, want[i][:]...)
			if kind == lighting.Block && want[i] == (java.Nibbles{}) {
				array = nil // Absent block light is dark.
			}
			stored[i] = array
			edit := anvil.LightEdit{Replace: true, Array: array}
			if kind == lighting.Block {
				list[i].BlockLight = edit
			} else {
				list[i].SkyLight = edit
			}
		}
	}
	out := list[:0]
	for i, e := range list {
		if e.Y = int8(int(h.Bottom) - 1 + i); e.BlockLight.Replace || e.SkyLight.Replace {
			out = append(out, e)
		}
	}
	return out, nil
}
