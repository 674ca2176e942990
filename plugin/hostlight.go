package plugin

import (
	"hash/maphash"
	"reflect"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/lighting"
)

// nibbles is the light of a kind in a sub-chunk in the host's form: the level of cell x<<8|z<<4|y, low nibble first.
type nibbles = [lighting.NibbleBytes]byte

// host reads the light that the host's sub-chunks hold.
//
// SubChunk has getters for one cell only, which makes comparing a chunk cost 400 us; and chunks have to be compared on the world's
// goroutine whenever the host may have raised levels behind our back. So the arrays are read, never written, through package
// reflect, which allows looking at unexported fields. Whether these are the arrays that the getters show is tried out in newHost;
// if not, as may be with another version of the host, the getters are used.
type host struct {
	fields  [2]int // of SubChunk, by kind
	direct  bool
	dark    *byte // the arrays that the host shares between all sub-chunks without light, and with full light of the sky
	bright  *byte
	scratch nibbles
	seed    maphash.Seed // of marks
}

// newHost finds out how the light can be read.
func newHost(br world.BlockRegistry) *host {
	h := &host{seed: maphash.MakeSeed()}
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
	sub := c.Sub()[0]
	h.direct = true
	if h.bright, h.dark = first(h.array(sub, lighting.Sky)), first(h.array(sub, lighting.Block)); h.bright == nil || h.dark == nil {
		h.direct = false
		return h
	}
	for i := range uint8(16) {
		sub.SetBlockLight(i, 15-i, i*7&15, i)
		sub.SetSkyLight(i, i*3&15, 15-i, i)
	}
	for kind := lighting.Block; kind <= lighting.Sky; kind++ {
		var slow nibbles
		readSlow(sub, kind, &slow)
		if fast := h.array(sub, kind); len(fast) != len(slow) || slow != nibbles(fast) {
			h.direct = false
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

// array returns the host's own array of a kind; it must not be written to.
func (h *host) array(sub *chunk.SubChunk, kind lighting.Kind) []byte {
	return reflect.ValueOf(sub).Elem().Field(h.fields[kind]).Bytes()
}

// light returns the light of a kind in a sub-chunk, until the next call, and the level that all cells share if the host knows it.
func (h *host) light(sub *chunk.SubChunk, kind lighting.Kind) (b *nibbles, uniform uint8, isUniform bool) {
	if !h.direct {
		readSlow(sub, kind, &h.scratch)
		return &h.scratch, 0, false
	}
	a := h.array(sub, kind)
	switch &a[0] {
	case h.dark:
		return (*nibbles)(a), 0, true
	case h.bright:
		return (*nibbles)(a), 15, true
	}
	return (*nibbles)(a), 0, false
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
