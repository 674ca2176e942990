package anvilprovider

import (
	"slices"
	"sync"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/savelight"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// relighting brings stored light up to date, for one chunk at a time: while it runs, no save that matters to light changes
// the chunks that it reads.
type relighting struct {
	mu      sync.Mutex
	lighter *savelight.Lighter
}

// maxReplayed is how many changed cells are replayed at most. With more, lighting anew is the game's business.
const maxReplayed = 8192

// writeRelit writes the chunk with its light brought up to date. It is not done, and nothing has been written, if the light
// cannot be brought up to date within this chunk, or if the chunk was changed since it was read.
func (m *merger) writeRelit(wasDark bool) (done bool, err error) {
	if !savelight.Lit(&m.w.chunk) || len(m.changed)+len(m.derived) > maxReplayed {
		return false, nil
	}
	r := &m.p.relight
	r.mu.Lock()
	defer r.mu.Unlock()
	edits, err := m.relit9(r)
	if err != nil {
		// Whatever the reason is, dropping the light is right.
		return false, nil
	}
	for _, e := range edits {
		m.lightEdit(e)
	}
	reached := m.reached
	m.relit, m.reached = true, [3][3]bool{}
	done, err = m.finish(wasDark)
	if !done {
		m.relit, m.reached = false, reached
	} else if err == nil {
		m.p.stats.relit.Add(1)
	}
	return done, err
}

// relit9 reads the chunks around and replays the changes.
func (m *merger) relit9(r *relighting) (edits []anvil.SectionEdit, err error) {
	if r.lighter == nil {
		if r.lighter, err = savelight.New(); err != nil {
			return nil, err
		}
	}
	bottom := m.bottom()
	h := savelight.Heights{Bottom: int32(bottom >> 4), Count: (m.k.dim.javaHeight-bottom)>>4 + 1}
	var chunks [9]*savelight.Chunk
	if chunks[4], err = r.lighter.Read(&m.w.chunk, h); err != nil {
		return nil, err
	}
	occupied := slices.Clone(chunks[4].Occupied())
	for y, c := range m.cells {
		if at := int(int32(y)-h.Bottom) + 1; at > 0 && at < len(occupied)-1 {
			occupied[at] = countBlocks(c) > 0
		}
	}
	w := m.p.workers.get(m.w.blocks)
	defer m.p.workers.put(w)
	w.merging = true
	for i := range chunks {
		if i == 4 {
			continue
		}
		pos := world.ChunkPos{m.k.pos[0] + int32(i%3) - 1, m.k.pos[1] + int32(i/3) - 1}
		if err := m.p.readChunk(w, m.k.dim, pos); err != nil {
			return nil, err
		}
		if chunks[i], err = r.lighter.Read(&w.chunk, h); err != nil {
			return nil, err
		}
	}
	return r.lighter.Replay(chunks, h, java.SkyOf(m.k.dim.id), m.lightChanges(), occupied, m.version)
}

// lightChanges lists the cells that changed, with the states that they will have.
func (m *merger) lightChanges() []savelight.Change {
	list := make([]savelight.Change, 0, len(m.changed)+len(m.derived))
	for _, c := range slices.Concat(m.changed, m.derived) {
		x, y, z := cell{y: c.y, i: c.i}.position(m.k.pos)
		list = append(list, savelight.Change{X: int32(x), Y: int32(y), Z: int32(z), State: m.state(x, y, z)})
	}
	return list
}

// countBlocks returns how many cells of a section hold anything but air.
func countBlocks(c *anvil.Cells) (n int) {
	air := make(map[string]bool)
	for i := range c.Len() {
		key := c.At(i)
		is, ok := air[key]
		if !ok {
			is = java.IsAir(key)
			air[key] = is
		}
		if !is {
			n++
		}
	}
	return n
}

// lightEdit adds new arrays to the edit. A section that holds nothing but light needs no biomes.
func (m *merger) lightEdit(e anvil.SectionEdit) {
	at := slices.IndexFunc(m.edit.Sections, func(s anvil.SectionEdit) bool { return s.Y == e.Y })
	if at < 0 {
		m.edit.Sections = append(m.edit.Sections, anvil.SectionEdit{Y: e.Y})
		at = len(m.edit.Sections) - 1
	}
	m.edit.Sections[at].BlockLight, m.edit.Sections[at].SkyLight = e.BlockLight, e.SkyLight
}
