package anvil

import (
	"strconv"
	"strings"
)

// Numbers finds the numeric id and meta of blocks of today: for a Decoder's Neighbour, beside a chunk that is no longer of
// numeric ids. What a block of before 1.13 connects to does not depend on which of its neighbours was upgraded first. The
// zero value is ready for use. It is not safe for concurrent use.
type Numbers struct {
	// byName has the blocks id<<4|meta that the game gave a name of today, and the states that they are without what is
	// derived. It is made when it is first needed.
	byName map[string][]numbered
	known  map[string]found // by state key; bounded by internLimit
}

type numbered struct {
	block uint16
	state state
}

type found struct {
	block int
	ok    bool
}

// Of returns an id and meta that the derivation of connections and shapes takes for a state, by its key of today: those that the
// state had before 1.13, or of a newer fence, wall, gate, slab, of stairs, leaves or wood, those of an old one. Where several
// had the same name, the one that agrees in most properties is taken; what is derived of a block has no number. ok is
// false for all other blocks.
func (n *Numbers) Of(stateKey string) (id, meta int, ok bool) {
	f, known := n.known[stateKey]
	if !known {
		if n.known == nil || len(n.known) >= internLimit {
			n.known = map[string]found{}
		}
		f = n.find(stateKey)
		n.known[stateKey] = f
	}
	return f.block >> 4, f.block & 15, f.ok
}

func (n *Numbers) find(stateKey string) found {
	if block, ok := parseUnknownID(stateKey); ok {
		return found{block, true}
	}
	if n.byName == nil {
		n.index()
	}
	s := parseState(stateKey)
	list := n.byName[s.name]
	if list == nil {
		list = n.byName[standIn(s.name)]
	}
	best, most := found{}, -1
	for i := range list {
		if equal := agreeing(&list[i].state, &s); equal > most {
			best, most = found{int(list[i].block), true}, equal
		}
	}
	return best
}

// index reads the table of numeric ids the other way round.
func (n *Numbers) index() {
	n.byName = make(map[string][]numbered, 1024)
	for block := range len(legacyIndex) / 3 {
		if text, ok := legacyState(block>>4, block&15); ok {
			s := parseState(text)
			renameForward(&s, renameEpoch(stateRenames, legacyVersion))
			n.byName[s.name] = append(n.byName[s.name], numbered{uint16(block), s})
		}
	}
}

// agreeing counts the properties of a that b has with the same value.
func agreeing(a, b *state) (n int) {
	for _, p := range a.props {
		if b.get(p.name) == p.value {
			n++
		}
	}
	return n
}

// standIns are the old blocks that newer ones of their kind behave as, by the end of the name; the first that fits counts.
var standIns = []struct{ end, name string }{
	{"_fence_gate", "minecraft:oak_fence_gate"}, {"_fence", "minecraft:oak_fence"}, {"_wall", "minecraft:cobblestone_wall"},
	{"_stairs", "minecraft:oak_stairs"}, {"_slab", "minecraft:oak_slab"}, {"_trapdoor", "minecraft:oak_trapdoor"},
	{"_leaves", "minecraft:oak_leaves"}, {"_planks", "minecraft:oak_planks"}, {"_log", "minecraft:oak_log"}, {"_wood", "minecraft:oak_log"},
	{"_pane", "minecraft:glass_pane"}, {"_bars", "minecraft:iron_bars"},
}

// standIn returns the old block for one that had no number: for a newer one of its kind, and for a pumpkin, which had the
// number of the one with a face.
func standIn(name string) string {
	if name == "minecraft:pumpkin" {
		return "minecraft:carved_pumpkin"
	}
	for _, s := range standIns {
		if strings.HasSuffix(name, s.end) {
			return s.name
		}
	}
	return ""
}

// parseUnknownID is the inverse of unknownID; the block is id<<4 | meta.
func parseUnknownID(key string) (block int, ok bool) {
	rest, ok := strings.CutPrefix(key, "kestrel:id_")
	if !ok {
		return 0, false
	}
	id, meta, ok := strings.Cut(strings.TrimSuffix(rest, "]"), "[meta=")
	if !ok {
		return 0, false
	}
	i, err := strconv.ParseUint(id, 10, 12)
	m, errMeta := strconv.ParseUint(meta, 10, 4)
	return int(i<<4 | m), err == nil && errMeta == nil
}
