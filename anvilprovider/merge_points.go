package anvilprovider

import (
	"errors"
	"strconv"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// Java notes beds, workstations, portals and other points of interest in region files of their own since 1.14, one document per chunk:
//
//	DataVersion: int, Sections: compound of the sections by their numbers, such as "4"
//	  Valid: byte, Records: list of compounds (pos, type, free_tickets)
//
// The game looks a section through again when it loads the chunk, if it is not valid, and keeps the tickets of those that are still
// there (PoiSection.refresh; its own ForcePoiRebuild relies on that). So nothing but that has to be said after a change.

// invalidatePoints says that the points of interest of the sections in which blocks changed are to be looked for again. It comes before
// the chunk is written: a crash in between has the game look in vain. Nobody's work is lost with points of interest: what cannot be
// read or written does not keep the chunk from being saved, and is logged once.
func (m *merger) invalidatePoints() {
	k, store := m.k, m.k.dim.points
	if len(m.changed) == 0 || store == nil {
		return
	}
	doc, _, err := store.Read(nil, k.pos[0], k.pos[1])
	if errors.Is(err, region.ErrNotFound) {
		return
	}
	if err == nil && m.clearValid(doc) {
		err = store.Write(k.pos[0], k.pos[1], doc)
	}
	if err != nil && m.p.seen.add("points of interest") {
		m.p.conf.Log.Warn("points of interest are not brought up to date", "dimension", k.dim.id, "x", k.pos[0], "z", k.pos[1], "error", err)
	}
}

// clearValid makes false of the word that a section is valid, in each section in which a block changed, and reports whether there was
// one.
func (m *merger) clearValid(doc []byte) (was bool) {
	r := nbt.NewReader(doc, nbt.Limits{})
	if _, ok := r.Root(); !ok {
		return false
	}
	sections, _ := nbt.Raw{Tag: nbt.TagCompound, Data: doc[r.Offset():]}.Lookup("Sections")
	for i, c := range m.changed {
		if i > 0 && m.changed[i-1].y == c.y {
			continue
		}
		section, _ := sections.Lookup(strconv.Itoa(int(c.y)))
		word, ok := section.Lookup("Valid")
		if n, isInt := word.Int(); ok && isInt && n != 0 {
			clear(word.Data)
			was = true
		}
	}
	return was
}
