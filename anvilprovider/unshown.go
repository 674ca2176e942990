package anvilprovider

import "sync"

// Not all entities of a chunk that the server could have are given to it: it tells entities apart by the lower half of their
// UUIDs and is shown the first of those that are one to it; an item frame is shown only where its cell is air; and of a chunk
// that did not exist the server was shown nothing, though there may be entities for it. Later, what hid them may be gone: the
// first of two has been picked up, or the chunk exists by now. A save must not take it that the server has removed what it
// never had. So the provider remembers what was not shown, from when the server got the chunk until it gets it again.

// unshown says, by their numbers, how many entities of a chunk the server was not shown.
type unshown map[int64]int

// unshownEntities holds what was not shown of the chunks where there is any. It is safe for concurrent use.
type unshownEntities struct {
	mu sync.Mutex
	of map[key]unshown
}

// get returns what the server was not shown of a chunk. ok is false if nothing has been noted.
func (u *unshownEntities) get(k key) (hidden unshown, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	hidden, ok = u.of[k]
	return hidden, ok
}

// note notes what the server is not shown of a chunk.
func (u *unshownEntities) note(k key, hidden unshown) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.of == nil {
		u.of = make(map[key]unshown)
	}
	u.of[k] = hidden
}

// settle forgets a note that says nothing.
func (u *unshownEntities) settle(k key) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.of[k]) == 0 {
		delete(u.of, k)
	}
}
