package anvilprovider

import (
	"errors"
	"hash/maphash"
	"sync"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// Light that is stored is never wrong: where no change of a block matters to light, the arrays stay. Otherwise the chunk's
// arrays are brought up to date (see relight.go) or, where that cannot be done for sure, dropped with the word that the light
// is complete (isLightOn=0), as are those of the chunks beside it that the change may reach. The game lights such chunks when
// it loads them. What may be is taken for what is: a block whose light nobody knows, a chunk where there was none that is
// finished, a chunk beside that cannot be read just now.

// lightReach is how far a change of a block can be felt, in steps: a level of 15 fades to 1 in 14.
const lightReach = 14

// everywhere are all chunks beside one.
var everywhere = [3][3]bool{{true, true, true}, {true, false, true}, {true, true, true}}

// light finds out whether a change matters to light, and which chunks beside this one it may reach.
func (m *merger) light() {
	if m.fresh {
		// The light of chunks beside may have come through what the game had of this one, unfinished or since deleted.
		m.dim, m.reached = true, everywhere
		return
	}
	for _, list := range [2][]change{m.changed, m.derived} {
		for _, c := range list {
			if !m.w.sameLight(m.version, c.from, c.to) {
				m.reach(c.i)
				m.dim = true
			}
		}
	}
	if m.occupancyChanges() {
		m.dim, m.reached = true, everywhere
	}
}

// occupancyChanges reports whether a section that held nothing but air gets a block, or one that held blocks loses the last. What
// the absence of an array means in the 27 sections around depends on that, so the light there would be read as another one,
// whatever the block does to light.
func (m *merger) occupancyChanges() bool {
	gained := make(map[int8]int) // sections to blocks that are more than before
	for _, list := range [2][]change{m.changed, m.derived} {
		for _, c := range list {
			switch from, to := java.IsAir(c.from), java.IsAir(c.to); {
			case from && !to:
				gained[c.y]++
			case to && !from:
				gained[c.y]--
			}
		}
	}
	for y, n := range gained {
		if n == 0 {
			continue
		}
		after := countBlocks(m.cells[y])
		if (after == 0) != (after-n == 0) {
			return true
		}
	}
	return false
}

// dropLight takes the light away from the chunk, if a change matters to it.
func (m *merger) dropLight() {
	if m.dim && !m.fresh {
		darken(&m.w.chunk, m.sectionEdit, &m.edit)
	}
}

// sameLight reports whether two states are for sure the same to light.
func (w *worker) sameLight(version int32, a, b string) bool {
	if w.light == nil || w.lightVersion != version {
		w.light, w.lightVersion = java.NewCache(java.New(version)), version
	}
	return w.light.Same(a, b)
}

// darken takes the light away from a chunk that says that its light is complete. One that does not say so stays.
func darken(c *anvil.Chunk, section func(int8) *anvil.SectionEdit, edit *anvil.Edit) {
	if !c.LightOn && !c.Starlight {
		return
	}
	edit.Light = anvil.LightOff
	for i := range c.Sections {
		s := &c.Sections[i]
		if s.BlockLight != nil {
			section(s.Y).BlockLight.Replace = true
		}
		if s.SkyLight != nil {
			section(s.Y).SkyLight.Replace = true
		}
	}
}

// reach notes the chunks beside this one that light from a cell can reach.
func (m *merger) reach(i uint16) {
	x, z := int(i&15), int(i>>4&15)
	for dx := -1; dx <= 1; dx++ {
		for dz := -1; dz <= 1; dz++ {
			if (dx != 0 || dz != 0) && steps(x, dx)+steps(z, dz) <= lightReach {
				m.reached[dx+1][dz+1] = true
			}
		}
	}
}

// steps returns how far it is from coordinate x of a chunk to the chunk in direction d.
func steps(x, d int) int {
	switch d {
	case -1:
		return x + 1
	case 1:
		return 16 - x
	}
	return 0
}

// darkenReached takes the light away from the chunks beside this one that a change can reach. It runs before the chunk
// itself is written: a crash in between costs light that was still right, and leaves none that is wrong.
func (m *merger) darkenReached() error {
	for dx := range 3 {
		for dz := range 3 {
			if !m.reached[dx][dz] {
				continue
			}
			k := key{m.k.dim, world.ChunkPos{m.k.pos[0] + int32(dx) - 1, m.k.pos[1] + int32(dz) - 1}}
			if err := m.p.darkenChunk(k, m.w.blocks); err != nil {
				return err
			}
		}
	}
	return nil
}

// darkenChunk takes the light away from a stored chunk, if there is one. One that is damaged stays as it is, for whoever can
// repair it. But one that cannot be read for another reason, such as too many open files, is an error: the game may read it.
func (p *Provider) darkenChunk(k key, b *blocks) error {
	if p.dark.is(k) {
		return nil
	}
	defer p.gates.enter(k)()
	w := p.workers.get(b)
	defer p.workers.put(w)
	w.merging = true
	switch err := p.readChunk(w, k.dim, k.pos); {
	case err == errAbsent || damaged(err):
		return nil
	case err == errPartial: // The game goes on with its light, if it has got that far.
		return p.darkenDocument(k, w.data, false)
	case err != nil:
		return err
	case w.chunk.Upgraded:
		return p.darkenDocument(k, w.data, true)
	}
	var edit anvil.Edit
	darken(&w.chunk, func(y int8) *anvil.SectionEdit {
		if n := len(edit.Sections); n == 0 || edit.Sections[n-1].Y != y {
			edit.Sections = append(edit.Sections, anvil.SectionEdit{Y: y})
		}
		return &edit.Sections[len(edit.Sections)-1]
	}, &edit)
	if edit.Light != anvil.LightKeep {
		out, err := w.encoder.Append(w.out[:0], &w.chunk, &edit)
		if err != nil {
			return k.dim.fault(k.pos, err)
		}
		w.out = out
		return p.writeDarkened(k, out)
	}
	p.dark.add(k)
	return nil
}

// writeDarkened stores a chunk without its light.
func (p *Provider) writeDarkened(k key, doc []byte) error {
	if err := k.dim.terrain.Write(k.pos[0], k.pos[1], doc); err != nil {
		return k.dim.fault(k.pos, err)
	}
	p.stats.darkened.Add(1)
	p.dark.add(k)
	return nil
}

// darkenDocument takes the word that its light is complete away from a chunk that is unfinished or of before 1.18, in the
// document itself: the chunk stays in its form, with its arrays, which no game then trusts. The file of an old one is backed up.
func (p *Provider) darkenDocument(k key, doc []byte, old bool) error {
	if !clearLit(doc) {
		p.dark.add(k)
		return nil
	}
	if old {
		if err := p.backup(k); err != nil {
			return err
		}
	}
	return p.writeDarkened(k, doc)
}

// clearLit makes false of each word in a chunk's document that says that its light is complete, and reports whether there was
// one.
func clearLit(doc []byte) (was bool) {
	r := nbt.NewReader(doc, nbt.Limits{})
	if _, ok := r.Root(); !ok {
		return false
	}
	root := nbt.Raw{Tag: nbt.TagCompound, Data: doc[r.Offset():]}
	level, _ := root.Lookup("Level")
	for _, c := range []nbt.Raw{root, level} {
		// isLightOn since 1.14, LightPopulated before; Starlight has a number of its own.
		for _, name := range []string{"isLightOn", "LightPopulated", "starlight.light_version"} {
			word, ok := c.Lookup(name)
			if n, isInt := word.Int(); ok && isInt && n != 0 {
				clear(word.Data)
				was = true
			}
		}
	}
	return was
}

// damaged reports whether an error of readChunk, if it is one, says that what is stored cannot be read as long as nobody repairs it.
func damaged(err error) bool {
	for _, kind := range []error{region.ErrCorrupt, region.ErrCompression, region.ErrTooLarge, ErrMisplaced} {
		if errors.Is(err, kind) {
			return true
		}
	}
	var syntax *nbt.SyntaxError
	var version *anvil.UnsupportedVersionError
	return errors.As(err, &syntax) || errors.As(err, &version)
}

// darkness remembers chunks whose light has been taken away. Nothing in this package gives it back. What was added last is
// never forgotten at once: a save that has read the chunk before has to see it.
type darkness struct {
	mu       sync.Mutex
	set, old map[key]struct{}
}

// maxDark bounds what is remembered, in either map; forgetting costs a look into the file.
const maxDark = 1 << 15

func (d *darkness) is(k key) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, ok := d.set[k]
	if !ok {
		_, ok = d.old[k]
	}
	return ok
}

func (d *darkness) add(k key) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.set == nil || len(d.set) >= maxDark {
		d.set, d.old = make(map[key]struct{}), d.set
	}
	d.set[k] = struct{}{}
}

// gates lets one goroutine at a time read, change and write a chunk. Nobody goes through two gates at once.
type gates struct {
	locks [64]sync.Mutex
	seed  maphash.Seed
}

// enter waits at the gate of a chunk, and returns what leaves it.
func (g *gates) enter(k key) (leave func()) {
	mu := &g.locks[maphash.Comparable(g.seed, k)%uint64(len(g.locks))]
	mu.Lock()
	return mu.Unlock
}
