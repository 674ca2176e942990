package anvilprovider

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// loaded is a column from the files, with what is remembered once the server has it.
type loaded struct {
	col   *chunk.Column
	note  note
	forms []numberedForm
}

// deliver takes note of a column that the server gets now, or of that it gets none.
func (p *Provider) deliver(k key, l loaded) *chunk.Column {
	p.built.forget(k)
	if l.col == nil {
		p.unshown.forget(k)
	} else {
		p.unshown.set(k, l.note)
		p.unshown.settle(k)
		for _, one := range l.forms {
			p.forms.remember(one.id, one.form)
		}
	}
	return l.col
}

// loadColumn reads a column from the files. The error is errAbsent, errPartial or a *ChunkError.
func (p *Provider) loadColumn(w *worker, k key) (loaded, error) {
	dim, pos := k.dim, k.pos
	if err := p.readChunk(w, dim, pos); err != nil {
		return loaded{}, err
	}
	if err := w.bedrock.read(w); err != nil {
		return loaded{}, dim.fault(pos, err)
	}
	_, left := p.readEntities(w, k, showAll)
	c, err := p.buildChunk(w, dim)
	if err != nil {
		return loaded{}, dim.fault(pos, err)
	}
	col := &chunk.Column{Chunk: c}
	col.BlockEntities = p.loadBlockEntities(w, dim, pos)
	col.ScheduledBlocks = p.loadTicks(w, dim, pos)
	l := loaded{col: col, note: note{hidden: left}}
	if w.entities.broken {
		l.note.blind, l.note.shown = true, w.entities.given(left)
	}
	for i := range w.entities.list {
		if e := &w.entities.list[i]; e.shown {
			col.Entities = append(col.Entities, chunk.Entity{ID: e.id, Data: e.data})
			l.forms = append(l.forms, numberedForm{e.id, form{e.raw.Clone(), e.version}})
		}
	}
	return l, nil
}

// readChunk reads a chunk, with the errors of loadColumn, into the worker's memory and checks that it is in the right place.
func (p *Provider) readChunk(w *worker, dim *dimension, pos world.ChunkPos) error {
	data, _, err := dim.terrain.Read(w.data[:0], pos[0], pos[1])
	if err == nil || cap(data) > cap(w.data) {
		w.data = data
	}
	if errors.Is(err, region.ErrNotFound) {
		return errAbsent
	} else if err != nil {
		return dim.fault(pos, err)
	}
	w.dim = dim
	err = w.decoder.Decode(data, &w.chunk)
	clear(w.numeric)
	c := &w.chunk
	if (err == nil || errors.Is(err, anvil.ErrPartial)) && (c.X != pos[0] || c.Z != pos[1]) {
		return dim.fault(pos, fmt.Errorf("%w: it says that it is chunk %d,%d", ErrMisplaced, c.X, c.Z))
	}
	if errors.Is(err, anvil.ErrPartial) {
		return errPartial
	}
	if err != nil {
		return dim.fault(pos, err)
	}
	p.version.saw(c.DataVersion)
	return nil
}

// fault returns an error for a chunk. An error of the region files brings the file with it.
func (d *dimension) fault(pos world.ChunkPos, err error) error { return d.faultIn("region", pos, err) }

// faultIn is fault for what was read from one of the folders of region files.
func (d *dimension) faultIn(folder string, pos world.ChunkPos, err error) error {
	e := &ChunkError{Dimension: d.id, X: pos[0], Z: pos[1], Err: err}
	var chunkErr *region.ChunkError
	var fileErr *region.FileError
	switch {
	case errors.As(err, &chunkErr):
		// Its message repeats the chunk and the file.
		e.File, e.Err = chunkErr.File, errors.Join(chunkErr.Unwrap()...)
		if len(chunkErr.Unwrap()) == 1 {
			e.Err = chunkErr.Kind
		} else {
			e.Err = fmt.Errorf("%w: %w", chunkErr.Kind, chunkErr.Cause)
		}
	case errors.As(err, &fileErr):
		e.File, e.Err = fileErr.File, fmt.Errorf("%s: %w", fileErr.Op, fileErr.Err)
	default:
		e.File = filepath.Join(d.dir, folder, region.PosOf(pos[0], pos[1]).FileName())
	}
	return e
}

// buildChunk makes Dragonfly's chunk of the one in the worker's memory. Sections outside the dimension's range stay in the
// file, where saving finds them again.
func (p *Provider) buildChunk(w *worker, dim *dimension) (*chunk.Chunk, error) {
	first, count := dim.r[0]>>4, dim.r.Height()>>4+1
	w.builder.Reset(count, w.blocks.air)
	w.synthesise = w.synthesise[:0]
	def, _ := w.blocks.t.Biome(dim.biome)
	next := 0
	for i := range w.chunk.Sections {
		s := &w.chunk.Sections[i]
		at := int(s.Y) - first
		if at < 0 || at >= count {
			continue
		}
		for ; next < at; next++ {
			w.builder.Biome(next, def)
		}
		next++
		p.buildBlocks(w, at, s)
		p.buildBiomes(w, at, s, def)
	}
	for ; next < count; next++ {
		w.builder.Biome(next, def)
	}
	return w.builder.Build(w.blocks.registry, dim.r)
}

// buildBlocks translates the palette of a section and hands its cells to the builder.
func (p *Provider) buildBlocks(w *worker, at int, s *anvil.Section) {
	if !s.Blocks.Present() {
		return
	}
	entities, liquids := w.translate(&s.Blocks)
	p.countUnknown(w, s)
	overrides := w.bedrock.in(s.Y)
	for _, o := range overrides {
		liquids = liquids || o.b.HasLiquid
	}
	switch {
	case s.Blocks.Uniform() && len(overrides) == 0:
		w.builder.Uniform(at, 0, w.runtime[0])
		w.builder.Uniform(at, 1, w.liquid[0])
		if entities {
			clear(w.bytes.stored[:])
			synthesise(w, s.Y, &w.bytes.stored)
		}
	case len(w.runtime)+len(overrides) <= 256:
		s.Blocks.UnpackBytes(&w.bytes.stored)
		for _, o := range overrides {
			w.bytes.stored[o.i] = uint8(w.override(o))
		}
		w.builder.Narrow(at, w.runtime, w.liquidIf(liquids), &w.bytes.stored)
		if entities {
			synthesise(w, s.Y, &w.bytes.stored)
		}
	default:
		s.Blocks.Unpack(&w.indices)
		for _, o := range overrides {
			w.indices[o.i] = w.override(o)
		}
		w.builder.Blocks(at, w.runtime, w.liquidIf(liquids), &w.indices)
		if entities {
			synthesise(w, s.Y, &w.indices)
		}
	}
}

// countUnknown counts the cells of a section, whose palette has been translated, that have a block which the server does not have.
func (p *Provider) countUnknown(w *worker, s *anvil.Section) {
	if !slices.ContainsFunc(w.entries, func(in *info) bool { return !in.Known }) {
		return
	}
	s.Blocks.Unpack(&w.indices)
	cells := make([]int, len(w.entries))
	for _, entry := range w.indices {
		cells[entry]++
	}
	for i, in := range w.entries {
		if !in.Known {
			p.stats.unknown.addAll(strings.Clone(name(in.key)), cells[i])
		}
	}
}

// liquidIf returns the translated liquids of a palette, nil if there are none.
func (w *worker) liquidIf(any bool) []uint32 {
	if !any {
		return nil
	}
	return w.liquid
}

// synthesise lists the cells whose blocks have a block entity that Java may not store.
func synthesise[T uint8 | uint16](w *worker, y int8, indices *[column.Cells]T) {
	for i, entry := range indices {
		if in := w.entries[entry]; in.entity && in.kind != 0 {
			w.synthesise = append(w.synthesise, cell{y: y, i: uint16(i), info: in})
		}
	}
}

// translate fills entries, runtime and liquid from a palette, and reports whether any block of it has a block entity that
// Java may not store, and whether any is in water.
func (w *worker) translate(blocks *anvil.Paletted) (entities, liquids bool) {
	w.entries, w.runtime, w.liquid = w.entries[:0], w.runtime[:0], w.liquid[:0]
	for _, key := range blocks.Palette {
		in := w.info(key)
		liquid := w.blocks.air
		if in.HasLiquid {
			liquid, liquids = in.Liquid, true
		}
		entities = entities || in.entity && in.kind != 0
		w.entries = append(w.entries, in)
		w.runtime = append(w.runtime, in.Runtime)
		w.liquid = append(w.liquid, liquid)
	}
	return entities, liquids
}

// buildBiomes translates the biomes of a section.
func (p *Provider) buildBiomes(w *worker, at int, s *anvil.Section, def uint32) {
	if !s.Biomes.Present() {
		w.builder.Biome(at, def)
		return
	}
	w.runtime = w.runtime[:0]
	unknown := false
	for _, name := range s.Biomes.Palette {
		id, known := w.blocks.t.Biome(name)
		unknown = unknown || !known
		w.runtime = append(w.runtime, id)
	}
	s.Biomes.UnpackBiomes(&w.biomeIndices)
	if unknown {
		p.countUnknownBiomes(w, s)
	}
	if s.Biomes.Uniform() {
		w.builder.Biome(at, w.runtime[0])
		return
	}
	w.builder.Biomes(at, w.runtime, &w.biomeIndices)
}

// countUnknownBiomes counts the cells of a section that have a biome which the server does not have.
func (p *Provider) countUnknownBiomes(w *worker, s *anvil.Section) {
	cells := make([]int, len(s.Biomes.Palette))
	for _, entry := range w.biomeIndices {
		cells[entry] += column.Cells / column.BiomeCells
	}
	for i, name := range s.Biomes.Palette {
		if _, known := w.blocks.t.Biome(name); !known && p.stats.biomes.addAll(name, cells[i]) {
			p.conf.Log.Warn("unknown biome, shown as another", "name", name)
		}
	}
}
