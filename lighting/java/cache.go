package java

import "github.com/kestrel-mc/kestrel/lighting"

// Cache remembers what the rules say of states, so that reading a palette costs one look-up in a map for each entry. It keeps
// the keys that it saw, and grows with them. It is not safe for concurrent use.
type Cache struct {
	rules Rules
	seen  map[string]state
}

// state is what a Cache knows of a state.
type state struct {
	class lighting.Class
	known bool
	air   bool
}

// NewCache returns an empty cache of the rules.
func NewCache(rules Rules) *Cache { return &Cache{rules: rules, seen: map[string]state{}} }

// Class returns the class of a state, and whether the block is known; see Rules.Class.
func (c *Cache) Class(stateKey string) (class lighting.Class, known bool) {
	s := c.state(stateKey)
	return s.class, s.known
}

// Same says whether a change of a block from one state to the other is for sure none to light. What the rules do not know may be
// anything, so that a change from or to it is one.
func (c *Cache) Same(from, to string) bool {
	if from == to {
		return true
	}
	a, b := c.state(from), c.state(to)
	return a.known && b.known && a.class == b.class
}

func (c *Cache) state(key string) state {
	s, ok := c.seen[key]
	if !ok {
		s.class, s.known = c.rules.Class(key)
		s.air = IsAir(key)
		c.seen[key] = s
	}
	return s
}

// Palette is the palette of a section: one element for each entry.
type Palette struct {
	Classes []lighting.Class
	Air     []bool // one of the airs, see IsAir
	// Known is false if the rules do not know every entry: then nothing that is computed from the section is certain.
	Known bool
}

// Read fills the palette from state keys. It reuses the memory that the palette has.
func (p *Palette) Read(c *Cache, stateKeys []string) {
	p.Classes, p.Air, p.Known = p.Classes[:0], p.Air[:0], true
	for _, key := range stateKeys {
		s := c.state(key)
		p.Classes, p.Air, p.Known = append(p.Classes, s.class), append(p.Air, s.air), p.Known && s.known
	}
}

// Occupied says whether any cell is something else than air (see Near). Entries may be in no cell, so it looks at the cells
// unless the palette has only airs or none. indices are in the order y<<8|z<<4|x, each less than the length of the palette; nil
// stands for a section of the first entry alone.
func (p *Palette) Occupied(indices *[4096]uint16) bool {
	some, all := false, true
	for _, air := range p.Air {
		some, all = some || air, all && air
	}
	switch {
	case all || len(p.Air) == 0:
		return false
	case !some:
		return true
	case indices == nil:
		return !p.Air[0]
	}
	for _, i := range indices {
		if !p.Air[i] {
			return true
		}
	}
	return false
}
