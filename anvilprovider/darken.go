package anvilprovider

import (
	"errors"
	"sync"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

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
