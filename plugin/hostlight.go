package plugin

import (
	"encoding/binary"
	"hash/maphash"
	"math/bits"
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
		if fast := v.array.Bytes(); len(fast) != len(slow) || slow != nibbles(fast) {
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

// edge returns what tells the levels at the border of a chunk, x and z of 0 and 15, from others.
func (h *host) edge(b *nibbles) uint64 {
	const row = 128 // bytes of one x: sixteen z of sixteen y
	sum := maphash.Bytes(h.seed, b[:row]) ^ bits.RotateLeft64(maphash.Bytes(h.seed, b[15*row:]), 1)
	for at := row; at < 15*row; at += row {
		sum = (bits.RotateLeft64(sum, 5) ^ binary.LittleEndian.Uint64(b[at:])) * 0x9e3779b97f4a7c15
		sum = (bits.RotateLeft64(sum, 5) ^ binary.LittleEndian.Uint64(b[at+row-8:])) * 0x9e3779b97f4a7c15
	}
	return sum
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
