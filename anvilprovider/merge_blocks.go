package anvilprovider

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

// blocks compares all cells with the stored ones and changes those that differ.
func (m *merger) blocks() error {
	first := int8(m.snap.chunk.Range[0] >> 4)
	for i := range m.snap.chunk.Layers {
		m.section(first+int8(i), i)
	}
	return nil
}

// section compares one section. i is its index in the saved chunk.
func (m *merger) section(y int8, i int) {
	w, layers, air := m.w, m.snap.chunk.Layers[i], m.w.blocks.air
	s := w.chunk.At(y)
	if s == nil || !s.Blocks.Present() {
		s = &anvil.Section{Y: y, Blocks: anvil.Paletted{Palette: airPalette}}
	}
	w.translate(&s.Blocks)
	overrides := m.bedrock.in(y)
	if len(overrides) == 0 && s.Blocks.Uniform() && sameUniform(layers[0].Palette, w.runtime[0], air) &&
		sameUniform(layers[1].Palette, w.liquid[0], air) {
		return
	}
	for k := range layers {
		if len(layers[k].Palette) == 0 {
			layers[k] = column.Storage{Palette: []uint32{air}}
		}
	}
	if m.narrow(len(overrides), &layers) {
		m.compareBytes(s, overrides, &layers)
	} else {
		m.compareCells(s, overrides, &layers)
	}
}

// compareCells compares the cells of a section one by one. The palette of s has been translated. A cell with an override is
// compared as what Kestrel shows in it.
func (m *merger) compareCells(s *anvil.Section, overrides []override, layers *[2]column.Storage) {
	w := m.w
	s.Blocks.Unpack(&w.indices)
	for _, o := range overrides {
		w.indices[o.i] = w.override(o)
	}
	for i := range layers {
		layers[i].Unpack(&w.saved[i], &w.scratch)
	}
	blocks, liquids := layers[0].Palette, layers[1].Palette
	for c, old := range w.indices {
		block, liquid := blocks[w.saved[0][c]], liquids[w.saved[1][c]]
		if block != w.runtime[old] || liquid != w.liquid[old] {
			m.change(s.Y, uint16(c), w.entries[old], block, liquid)
		}
	}
}

var airPalette = []string{airKey}

// sameUniform reports whether a saved layer has one value only, and that is v. No palette stands for air.
func sameUniform(palette []uint32, v, air uint32) bool {
	if len(palette) == 0 {
		return v == air
	}
	return len(palette) == 1 && palette[0] == v
}

// change gives a cell the Java state of a block of the host. What Java cannot express is noted beside the blocks.
func (m *merger) change(y int8, i uint16, old *info, block, liquid uint32) {
	b := translate.Block{Runtime: block, Known: true}
	if liquid != m.w.blocks.air {
		b.Liquid, b.HasLiquid = liquid, true
	}
	beside, frame := b, m.w.isFrame(block)
	if frame {
		beside.Runtime = m.w.blocks.air // It is an entity in Java, and its cell what else is in it.
	}
	inverse := m.w.back(beside, old.key)
	if frame || !inverse.exact {
		m.bedrock.note(m, y, i, b, inverse.key)
	}
	if inverse.since > m.version {
		m.newer = append(m.newer, inverse)
	}
	m.changed = append(m.changed, change{y: y, i: i, from: old.key, to: inverse.key})
	m.cellsOf(y).Set(int(i), inverse.key)
}

// countCells counts the cells that the server changed, now that they are written, and those that got a block which Java does not
// have, or not in the chunk's version. The chunk cannot take a higher version for it: everything else in it is spelled as its own
// version does.
func (m *merger) countCells() {
	stats, log := &m.p.stats, m.p.conf.Log
	stats.changedCells.Add(int64(len(m.changed)))
	for i := range m.bedrock.noted {
		o := &m.bedrock.noted[i]
		name, _, _ := m.w.blocks.source.RuntimeIDToState(o.b.Runtime)
		if !o.frame && m.w.info(o.java).Block != o.b && stats.bedrock.add(name) {
			log.Warn("Java has no such block, or not in such a liquid; kept for this server only", "name", name, "java", o.java)
		}
	}
	for _, block := range m.newer {
		if name := name(block.key); stats.newer.add(name) {
			log.Warn("the block is newer than the chunk; a game of the chunk's version does not have it, and drops it",
				"name", name, "since", block.since, "chunk", m.version)
		}
	}
}

// inverse is the Java state of a block of the host. since is the data version that brought the block, 0 if 1.18 had it.
type inverse struct {
	key   string
	exact bool
	since int32
}

// backward is what an inverse depends on.
type backward struct {
	block translate.Block
	old   string
}

// back translates a block of the host in a place where there was the state old.
func (w *worker) back(b translate.Block, old string) inverse {
	at := backward{b, old}
	if v, ok := w.inverses[at]; ok {
		return v
	}
	var v inverse
	v.key, v.exact = w.blocks.t.JavaLike(b, old)
	v.since = anvil.Since(name(v.key))
	if w.inverses == nil || len(w.inverses) >= maxInfos {
		w.inverses = make(map[backward]inverse)
	}
	w.inverses[at] = v
	return v
}
