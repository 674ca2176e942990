package plugin

import (
	"reflect"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/lighting"
)

// nibbles is the light of a kind in a sub-chunk in the host's form: the level of cell x<<8|z<<4|y, low nibble first.
type nibbles = [lighting.NibbleBytes]byte

// host reads and writes the light that the host's sub-chunks hold.
//
// SubChunk has getters and setters for one cell only, which makes comparing a chunk cost 400 us, and a lamp in the open, with its four
// thousand cells, 15 us to write; both happen on the world's goroutine, the first whenever the host may have raised levels behind our
// back. So the slices are got at through package reflect, which allows looking at unexported fields. The fields themselves are never
// set: an array that the host shares is replaced by its own setter. Whether these are the arrays that the getters show and the setters
// write is tried out in newHost; if not, as may be with another version of the host, getters and setters are used.
type host struct {
	fields  [2]int // of SubChunk, by kind
	direct  bool
	dark    *byte // the arrays that the host shares between all sub-chunks without light, and with full light of the sky
	bright  *byte
	scratch nibbles
}

// newHost finds out how the light can be read.
func newHost(br world.BlockRegistry) *host {
	h := &host{}
	c := chunk.New(br, cube.Range{0, 31})
	chunk.LightArea([]*chunk.Chunk{c}, 0, 0).Fill()
	t := reflect.TypeFor[chunk.SubChunk]()
	for kind, name := range [2]string{"blockLight", "skyLight"} {
		f, ok := t.FieldByName(name)
		if !ok || len(f.Index) != 1 || f.Type != reflect.TypeFor[[]uint8]() {
			return h
		}
		h.fields[kind] = f.Index[0]
	}
	sub := c.Sub()[1] // in the other one, the host has written already
	h.direct = true
	block, sky := h.view(sub, lighting.Block), h.view(sub, lighting.Sky)
	if h.dark, h.bright = first(block.array.Bytes()), first(sky.array.Bytes()); h.bright == nil || h.dark == nil {
		h.direct = false
		return h
	}
	for i := range uint8(16) {
		sub.SetBlockLight(i, 15-i, i*7&15, i)
		sub.SetSkyLight(i, i*3&15, 15-i, i)
	}
	for _, v := range [2]view{block, sky} {
		var slow nibbles
		readSlow(sub, v.kind, &slow)
		fast := v.array.Bytes()
		if len(fast) != len(slow) || slow != nibbles(fast) {
			h.direct = false
			return h
		}
		fast[77] ^= 0xa5
		slow[77] ^= 0xa5
		var again nibbles
		if readSlow(sub, v.kind, &again); again != slow {
			h.direct = false
			return h
		}
	}
	return h
}

func first(b []byte) *byte {
	if len(b) != lighting.NibbleBytes {
		return nil
	}
	return &b[0]
}

// view is the light of a kind in a sub-chunk, as the host holds it at any time.
type view struct {
	sub   *chunk.SubChunk
	kind  lighting.Kind
	array reflect.Value // the field; not valid if the light is read through getters
}

// views returns the light of a chunk, by 2*section + kind. A chunk keeps its sub-chunks for as long as it lives.
func (h *host) views(c *chunk.Chunk) []view {
	vs := make([]view, 0, 2*len(c.Sub()))
	for _, sub := range c.Sub() {
		vs = append(vs, h.view(sub, lighting.Block), h.view(sub, lighting.Sky))
	}
	return vs
}

func (h *host) view(sub *chunk.SubChunk, kind lighting.Kind) view {
	v := view{sub: sub, kind: kind}
	if h.direct {
		v.array = reflect.ValueOf(sub).Elem().Field(h.fields[kind])
	}
	return v
}

// light returns the levels, until the next call, and the level that all cells share if the host knows it. They must not be written to.
func (h *host) light(v *view) (b *nibbles, uniform uint8, isUniform bool) {
	if !h.direct {
		readSlow(v.sub, v.kind, &h.scratch)
		return &h.scratch, 0, false
	}
	a := v.array.Bytes()
	switch &a[0] {
	case h.dark:
		return (*nibbles)(a), 0, true
	case h.bright:
		return (*nibbles)(a), 15, true
	}
	return (*nibbles)(a), 0, false
}

// own returns the array of a sub-chunk to write to, or nil if that cannot be had. The host's own setter is called first: if the array is
// one that the host shares, the setter replaces it by a copy, and it alone knows for certain.
func (h *host) own(v *view) *nibbles {
	if !h.direct {
		return nil
	}
	v.set(0, 0, 0, v.array.Bytes()[0]&15)
	return (*nibbles)(v.array.Bytes())
}

// set writes one level.
func (v *view) set(x, y, z, level uint8) {
	if v.kind == lighting.Block {
		v.sub.SetBlockLight(x, y, z, level)
	} else {
		v.sub.SetSkyLight(x, y, z, level)
	}
}

// readSlow reads cell by cell.
func readSlow(sub *chunk.SubChunk, kind lighting.Kind, dst *nibbles) {
	get := sub.BlockLight
	if kind == lighting.Sky {
		get = sub.SkyLight
	}
	for i := range dst {
		x, z, y := uint8(i>>7), uint8(i>>3&15), uint8(i&7*2)
		dst[i] = get(x, y, z) | get(x, y+1, z)<<4
	}
}

// filled reports whether a chunk has light arrays. A chunk that could not be loaded is replaced by one that never gets any, and in
// which setting light panics.
func filled(c *chunk.Chunk) (ok bool) {
	defer func() { ok = recover() == nil }()
	for _, sub := range c.Sub() {
		sub.BlockLight(0, 0, 0)
		sub.SkyLight(0, 0, 0)
	}
	return true
}
