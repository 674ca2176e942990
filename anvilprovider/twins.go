package anvilprovider

import "sync"

// The server tells entities apart by the lower half of their UUIDs. Of those that are one to it, twins, it is shown the first,
// and the others stay in their file. When the first is gone, the next one must not be taken for it by the next save; so the
// provider remembers how many were not shown when the chunk was loaded.

// twins has the numbers of hidden entities of the chunks that have any. It is safe for concurrent use.
type twins struct {
	mu     sync.Mutex
	hidden map[key]map[int64]int
}

// of returns how many entities of a number the server was not shown when the chunk was loaded, or 0.
func (t *twins) of(k key) map[int64]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hidden[k]
}

// set notes what was not shown of a chunk.
func (t *twins) set(k key, hidden map[int64]int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(hidden) == 0 {
		delete(t.hidden, k)
		return
	}
	if t.hidden == nil {
		t.hidden = make(map[key]map[int64]int)
	}
	t.hidden[k] = hidden
}

// hideTwins leaves the first entity shown of those of one number. For a save, none is if there are not more than were hidden.
func (p *Provider) hideTwins(w *worker, k key) {
	var count map[int64]int
	for i := range w.entities.list {
		if e := &w.entities.list[i]; e.shown {
			if count == nil {
				count = make(map[int64]int)
			}
			count[e.id]++
		}
	}
	hidden := p.twins.of(k)
	if !w.merging {
		hidden = nil
		for id, n := range count {
			if n > 1 {
				if hidden == nil {
					hidden = make(map[int64]int)
				}
				hidden[id] = n - 1
			}
		}
		p.twins.set(k, hidden)
	}
	for i := range w.entities.list {
		e := &w.entities.list[i]
		if !e.shown {
			continue
		}
		n := count[e.id]
		if n <= hidden[e.id] || n == 0 {
			e.shown = false
			p.skip(w, skipEntity, "twin", k.dim, k.pos, nil)
			continue
		}
		count[e.id] = 0
	}
	w.entities.twins = hidden
}
