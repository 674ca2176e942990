package relight

import (
	"bytes"
	"errors"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// ErrOld is returned by Write for a chunk older than 1.18, which could be written in the form of newer games only.
var ErrOld = errors.New("the chunk is older than 1.18")

// ErrUnknown is returned by Write for a chunk that has, or is next to one that has, blocks whose light nobody knows, such as modded ones.
var ErrUnknown = errors.New("the chunk or one beside it has blocks whose light is not known")

// ErrAbsent is returned by Write for a chunk that is absent, unfinished or unreadable.
var ErrAbsent = errors.New("there is no such chunk")

// Write returns the document of a chunk of the tile that was lit last with the computed light in place of the stored one, or false
// if it has that light already and says so. The document is data with other light: everything else stays byte for byte.
func (l *Lighter) Write(x, z int32, data []byte) ([]byte, bool, error) {
	c := l.at(x, z)
	switch {
	case c == nil:
		return nil, false, ErrAbsent
	case c.old:
		return nil, false, ErrOld
	case !l.certain(x, z):
		return nil, false, ErrUnknown
	}
	near := l.near(x, z)
	edit := &anvil.Edit{Light: anvil.LightOn}
	edits := make([]anvil.SectionEdit, l.heights.count()+2)
	same := c.lit
	for _, kind := range l.kinds() {
		got, err := l.computed(c, kind)
		if err != nil {
			return nil, false, err
		}
		was := l.stored(c, kind, near)
		arrays := c.block
		if kind == lighting.Sky {
			arrays = c.sky
		}
		for i := range got {
			same = same && got[i] == was[i]
			e := lightEdit(near[i], &got[i], arrays[i])
			if kind == lighting.Block {
				edits[i].BlockLight = e
			} else {
				edits[i].SkyLight = e
			}
		}
	}
	if same {
		return nil, false, nil
	}
	for i, e := range edits {
		if e.Y = int8(int(l.heights.bottom) - 1 + i); e.BlockLight.Replace || e.SkyLight.Replace {
			edit.Sections = append(edit.Sections, e)
		}
	}
	var chunk anvil.Chunk
	if err := l.decoder.Decode(data, &chunk); err != nil {
		return nil, false, err
	}
	out, err := l.encoder.Append(nil, &chunk, edit)
	return out, err == nil, err
}

// lightEdit says what becomes of a stored array: the game stores one where something lies near and some cell is lit.
func lightEdit(near bool, levels *java.Nibbles, stored []byte) anvil.LightEdit {
	var want []byte
	if java.Stores(near, levels) {
		want = levels[:]
	}
	if bytes.Equal(want, stored) && (want == nil) == (stored == nil) {
		return anvil.LightEdit{}
	}
	return anvil.LightEdit{Replace: true, Array: want}
}
