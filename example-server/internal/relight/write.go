package relight

import (
	"bytes"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// Reason is why Write leaves a chunk alone, in words that go on from "chunks left alone:".
type Reason string

// Error returns the words.
func (r Reason) Error() string { return string(r) }

// The reasons, in the order in which they are looked for.
const (
	// ErrAbsent is that of a chunk that is absent, unfinished or unreadable itself.
	ErrAbsent Reason = "unfinished or unreadable"
	// ErrFringe is for the blocks of the chunk beside, which nobody knows: they may let light through, stop it, or shine.
	ErrFringe Reason = "beside a chunk that is absent, unfinished or unreadable"
	// ErrUnknown is for blocks such as modded ones.
	ErrUnknown Reason = "near blocks whose light is not known"
	// ErrSky is that of all chunks of a dimension without chunks that tell.
	ErrSky Reason = "in a dimension of which it is not known whether it has sky light"
	// ErrOld is for chunks that the game will bring up to date when it loads them, and give blocks below the old world. To write one is to
	// upgrade it.
	ErrOld Reason = "older than 1.18, or beside such a chunk"
)

// Write returns the document of a chunk of the tile that was lit last with the computed light in place of the stored one, or false
// if it has that light already and says so. The document is data with other light: everything else stays byte for byte. Light that is not
// certain is not written; the error is then a Reason.
func (l *Lighter) Write(x, z int32, data []byte) ([]byte, bool, error) {
	if err := l.uncertain(x, z); err != nil {
		return nil, false, err
	}
	for _, c := range l.around(x, z) {
		if c.old {
			return nil, false, ErrOld
		}
	}
	c := l.at(x, z)
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
