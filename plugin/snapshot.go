package plugin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

// snapshot is a copy of the blocks of a chunk, to be read on any goroutine.
type snapshot struct {
	pos    areas.Pos
	bottom int32
	subs   [][]*chunk.PalettedStorage // nil: nothing but air
}

// take copies the blocks of a chunk.
func take(pos areas.Pos, c *chunk.Chunk) snapshot {
	s := snapshot{pos: pos, bottom: int32(c.Range()[0] >> 4), subs: make([][]*chunk.PalettedStorage, len(c.Sub()))}
	for i, sub := range c.Sub() {
		if sub.Empty() {
			continue
		}
		layers := sub.Layers()
		s.subs[i] = make([]*chunk.PalettedStorage, min(len(layers), 2))
		for k := range s.subs[i] {
			s.subs[i][k] = layers[k].Clone()
		}
	}
	return s
}

// reader makes columns of snapshots. It owns scratch memory and is not safe for concurrent use.
type reader struct {
	rules   *rules
	builder *lighting.Builder
	layers  [2]packed
	merge   merger
	leaky   sections // of the column read last
}

func newReader(r *rules) *reader { return &reader{rules: r, builder: lighting.NewBuilder(r.shapes)} }

// packed is the content of a paletted storage: words that hold 32/bits indices each, from the low end, in order x, z, y.
type packed struct {
	bits    int
	words   []uint32
	palette []lighting.Class
	leaky   bool // something in the palette is
}

// errStorage says that the host encodes storages in a form that is not known.
var errStorage = errors.New("plugin: unknown form of a sub-chunk")

// column makes an unlit column of a snapshot.
func (r *reader) column(s *snapshot) (*lighting.Column, error) {
	col, err := lighting.NewColumn(s.pos.X, s.pos.Z, s.bottom, len(s.subs))
	if err != nil {
		return nil, err
	}
	air := r.rules.class(r.rules.air)
	r.leaky = 0
	for i, layers := range s.subs {
		sec := col.Section(s.bottom + int32(i))
		if len(layers) == 0 {
			r.builder.Uniform(sec, air)
			continue
		}
		if err := r.section(sec, layers); err != nil {
			return nil, fmt.Errorf("chunk %v, sub-chunk %d: %w", s.pos, i, err)
		}
		for k := range layers {
			if r.layers[k].leaky {
				r.leaky |= section(i)
			}
		}
	}
	return col, nil
}

// section builds a section of one layer or two.
func (r *reader) section(sec *lighting.Section, layers []*chunk.PalettedStorage) error {
	if err := r.read(layers); err != nil {
		return err
	}
	block := &r.layers[0]
	if len(layers) > 1 && !r.layers[1].empty() {
		palette, indices := r.merge.layers(block, &r.layers[1])
		return r.builder.Shorts(sec, palette, indices)
	}
	return r.builder.Dragonfly(sec, block.palette, block.bits, block.words)
}

// read encodes storages as they are sent to clients, the one way to get at their words, and reads them.
func (r *reader) read(layers []*chunk.PalettedStorage) error {
	const header = 3 // version, number of layers, index of the sub-chunk
	tmp := chunk.New(r.rules.br, [2]int{0, 15})
	for k, l := range layers {
		*tmp.Sub()[0].Layer(uint8(k)) = *l
	}
	data := chunk.EncodeSubChunk(tmp, chunk.NetworkEncoding, 0)
	if len(data) < header || data[0] != chunk.SubChunkVersion || int(data[1]) != len(layers) {
		return errStorage
	}
	data = data[header:]
	for k := range layers {
		var err error
		if data, err = r.layers[k].read(data, r.rules); err != nil {
			return err
		}
	}
	return nil
}

// read reads one storage, and returns what follows it.
func (p *packed) read(data []byte, r *rules) ([]byte, error) {
	if len(data) == 0 || data[0]&1 == 0 {
		return nil, errStorage
	}
	p.bits, data = int(data[0]>>1), data[1:]
	if p.bits > 16 {
		return nil, errStorage
	}
	n := 0
	if p.bits > 0 {
		n = (4096 + 32/p.bits - 1) / (32 / p.bits)
	}
	if len(data) < n*4 {
		return nil, errStorage
	}
	p.words = p.words[:0]
	for i := range n {
		p.words = append(p.words, binary.LittleEndian.Uint32(data[i*4:]))
	}
	data = data[n*4:]
	entries := int64(1)
	if p.bits > 0 {
		var w int
		if entries, w = binary.Varint(data); w <= 0 || entries < 0 || entries > math.MaxUint16+1 {
			return nil, errStorage
		}
		data = data[w:]
	}
	p.palette, p.leaky = p.palette[:0], false
	for range entries {
		v, w := binary.Varint(data)
		if w <= 0 {
			return nil, errStorage
		}
		p.palette, data = append(p.palette, r.class(uint32(v))), data[w:]
		p.leaky = p.leaky || r.isLeaky(uint32(v))
	}
	return data, nil
}

// empty reports whether nothing in the layer matters to light.
func (p *packed) empty() bool {
	for _, c := range p.palette {
		if c != 0 {
			return false
		}
	}
	return true
}

// at returns the class of a cell by its place in the layer's own order.
func (p *packed) at(i int) lighting.Class {
	if p.bits == 0 {
		return p.palette[0]
	}
	per := 32 / p.bits
	return p.palette[p.words[i/per]>>(i%per*p.bits)&(1<<p.bits-1)]
}

// merger puts two layers together cell by cell, which is for the few sections with something in water.
type merger struct {
	palette []lighting.Class
	known   map[lighting.Class]uint16
	indices [4096]uint16
}

// layers returns the classes of the cells of both layers as a palette and indices in order y, z, x.
func (m *merger) layers(block, liquid *packed) ([]lighting.Class, *[4096]uint16) {
	m.palette = m.palette[:0]
	if m.known == nil {
		m.known = map[lighting.Class]uint16{}
	}
	clear(m.known)
	for i := range 4096 {
		c := both(block.at(i), liquid.at(i))
		k, ok := m.known[c]
		if !ok {
			k = uint16(len(m.palette))
			m.known[c], m.palette = k, append(m.palette, c)
		}
		m.indices[i&15<<8|i&0xf0|i>>8] = k
	}
	return m.palette, &m.indices
}
