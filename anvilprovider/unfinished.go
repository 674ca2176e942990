package anvilprovider

import (
	"fmt"
	"iter"
	"math/bits"
	"sync"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/column"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// A chunk that the game has not finished may hold terrain, structures and entities all the same. The server is shown none of it:
// it has what it generates there instead. So what it saves is no answer to what is stored, and is not compared with it. What
// somebody put there is laid over what is stored, and the chunk is merged as if the server had been shown that, and had
// saved it. It then counts as finished. The server has what it generated until it loads the chunk again; until then all its saves
// are laid over in this way.

// openUnfinished makes the merge one of a chunk that the game has not finished, whose document the worker holds. on is
// false if nothing is to be laid over it: then it stays as it is.
func (m *merger) openUnfinished() (on bool, err error) {
	d, err := m.deeds()
	if err != nil || len(d.put) == 0 && !m.p.conf.KeepUntouched {
		return false, err
	}
	w := m.w
	w.decoder.Unfinished = true
	defer func() { w.decoder.Unfinished = false }()
	if err := w.decoder.Decode(w.data, &w.chunk); err != nil {
		return false, err
	}
	if err := m.overlay(d.put, nil); err != nil || len(m.built) == 0 && !m.p.conf.KeepUntouched {
		return false, err
	}
	m.unfinished, m.edit.Status = true, "minecraft:full"
	m.set("below_zero_retrogen", nbt.Raw{}) // what the game would go on with
	return true, nil
}

// openBuilt makes the merge one of a chunk that was not finished when the server got it, and has been written since with what
// somebody had put there, was.
func (m *merger) openBuilt(was cellSet) error {
	d, err := m.deeds()
	if err != nil {
		return err
	}
	return m.overlay(d.put, was)
}

// overlay replaces the column that is saved by what is stored, as the server would be shown it, with what was put over it. The cells
// in was have been put before; those that are not any more become air. Where the generator is not known, what was
// put may as well be generated: it does not replace what the game has made.
func (m *merger) overlay(put map[place]column.Pair, was cellSet) error {
	w, p, old := m.w, m.p, m.snap
	if err := w.bedrock.read(w); err != nil {
		return err
	}
	c, err := p.buildChunk(w, m.k.dim)
	if err != nil {
		return err
	}
	air := w.blocks.air
	m.built = make(cellSet)
	over := make(map[cube.Pos]bool, len(put))
	set := func(at place, v column.Pair) {
		x, y, z := cell{y: at.y, i: at.i}.position(m.k.pos)
		over[cube.Pos{x, y, z}] = true
		for layer, rid := range v {
			c.SetBlock(uint8(x&15), int16(y), uint8(z&15), uint8(layer), rid)
		}
	}
	kept := 0
	for at, v := range put {
		x, y, z := cell{y: at.y, i: at.i}.position(m.k.pos)
		stored := c.Block(uint8(x&15), int16(y), uint8(z&15), 0)
		if p.conf.Generator == nil && stored != air && !was.has(at) {
			kept++
			continue
		}
		set(at, v)
		m.built.add(at)
	}
	for at := range was.all() {
		if !m.built.has(at) {
			set(at, column.Pair{air, air})
		}
	}
	if kept > 0 && len(m.built) > 0 && p.seen.add("put into an unfinished chunk") {
		p.conf.Log.Warn("blocks are not saved where the game has terrain in a chunk that it has not finished: without Config.Generator they may be generated ones",
			"dimension", m.k.dim.id, "x", m.k.pos[0], "z", m.k.pos[1], "cells", kept)
	}
	snap := &snapshot{blocks: old.blocks, entities: old.entities}
	if snap.chunk, err = column.Of(c); err != nil {
		return fmt.Errorf("lay over what is stored: %w", err)
	}
	m.overlayThings(snap, old, over)
	m.snap = snap
	return nil
}

// overlayThings gives a snapshot the block entities and scheduled ticks that are stored, but in the cells that were laid over: there,
// those that were saved.
func (m *merger) overlayThings(snap, saved *snapshot, over map[cube.Pos]bool) {
	for _, be := range m.p.loadBlockEntities(m.w, m.k.dim, m.k.pos) {
		if !over[be.Pos] {
			snap.blockEntities = append(snap.blockEntities, be)
		}
	}
	for _, be := range saved.blockEntities {
		if over[be.Pos] {
			snap.blockEntities = append(snap.blockEntities, be)
		}
	}
	for _, t := range m.p.loadTicks(m.w, m.k.dim, m.k.pos) {
		if !over[t.Pos] {
			snap.ticks = append(snap.ticks, t)
		}
	}
	for _, t := range saved.ticks {
		if over[t.Pos] {
			snap.ticks = append(snap.ticks, chunk.ScheduledBlockUpdate{Pos: t.Pos, Block: t.Block, Tick: t.Tick - saved.tick})
		}
	}
}

// cellSet is a set of cells of a chunk: a bit for each cell of the sections that have any. A chunk that a generator has filled takes
// 12 KB. nil is empty, and must not be added to.
type cellSet map[int8]*[64]uint64

func (s cellSet) add(at place) {
	words := s[at.y]
	if words == nil {
		words = new([64]uint64)
		s[at.y] = words
	}
	words[at.i>>6&63] |= 1 << (at.i & 63)
}

func (s cellSet) has(at place) bool {
	words := s[at.y]
	return words != nil && words[at.i>>6&63]>>(at.i&63)&1 != 0
}

// all goes through the cells, in no order of sections.
func (s cellSet) all() iter.Seq[place] {
	return func(yield func(place) bool) {
		for y, words := range s {
			for k, w := range words {
				for ; w != 0; w &= w - 1 {
					if !yield(place{y, uint16(k<<6 | bits.TrailingZeros64(w))}) {
						return
					}
				}
			}
		}
	}
}

// builtChunks holds, for each chunk that was laid over and that the server has not loaded since, the cells that were put. It is safe
// for concurrent use.
type builtChunks struct {
	mu     sync.Mutex
	chunks map[key]cellSet
}

// get returns the cells of a chunk; ok is false if it is none of them.
func (b *builtChunks) get(k key) (cells cellSet, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	cells, ok = b.chunks[k]
	return cells, ok
}

// set notes the cells of a chunk that has been written.
func (b *builtChunks) set(k key, cells cellSet) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.chunks == nil {
		b.chunks = make(map[key]cellSet)
	}
	b.chunks[k] = cells
}

// forget notes that the server has loaded a chunk.
func (b *builtChunks) forget(k key) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.chunks, k)
}
