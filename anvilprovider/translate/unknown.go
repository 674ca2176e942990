package translate

import (
	"cmp"
	"slices"
	"strings"
)

// maxUnknown bounds the names that are told apart, so that a hostile world cannot fill the memory. The rest is counted
// under one name.
const (
	maxUnknown  = 4096
	otherBlocks = "(other)"
)

// UnknownBlock is the name of a Java block that became the placeholder, and how often Block was asked for it.
type UnknownBlock struct {
	Name  string
	Count int
}

// unknowns counts names. It is not safe for concurrent use.
type unknowns struct {
	counts map[string]int
	fresh  []string
}

func newUnknowns() unknowns { return unknowns{counts: map[string]int{}} }

func (u *unknowns) count(name string) {
	if _, ok := u.counts[name]; !ok {
		if len(u.counts) >= maxUnknown {
			name = otherBlocks
		}
		name = strings.Clone(name) // not to keep the key of which it is a part
		if _, ok := u.counts[name]; !ok {
			u.fresh = append(u.fresh, name)
		}
	}
	u.counts[name]++
}

// Unknown returns the blocks that became the placeholder so far, sorted by name. It counts calls of Block, which a
// caller makes once for each palette entry, not blocks in the world.
func (t *Translator) Unknown() []UnknownBlock {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := make([]UnknownBlock, 0, len(t.unknown.counts))
	for name, n := range t.unknown.counts {
		list = append(list, UnknownBlock{name, n})
	}
	slices.SortFunc(list, func(a, b UnknownBlock) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// NewUnknown returns the names that became the placeholder for the first time since the last call, in the order in
// which they did, so that a caller can log each once.
func (t *Translator) NewUnknown() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	fresh := t.unknown.fresh
	t.unknown.fresh = nil
	return fresh
}
