package anvilprovider

import "sync"

// Not all entities of a chunk that the server could have are given to it: it tells entities apart by the lower half of their
// UUIDs and is shown the first of those that are one to it; an item frame is shown only where its cell is air; and of a chunk
// that did not exist the server was shown nothing, though there may be entities for it. Later, what hid them may be gone: the
// first of two has been picked up, or the chunk exists by now, or a file is read again that could not be. A save must not take it that the server has removed what it
// never had. So the provider remembers what was not shown, from when the server got the chunk until it gets it again.

// unshown says, by their numbers, how many entities of a chunk the server was not shown.
type unshown map[int64]int

// note is what is remembered of a chunk. If its entities could not be read, it is blind: the server has those that it was shown,
// which were in the chunk itself, and not one of the others, whatever they are.
type note struct {
	hidden unshown
	blind  bool
	shown  map[int64]int
}

// of returns how many of all the entities of a chunk, by their numbers, the server was not shown.
func (n note) of(all unshown) unshown {
	if !n.blind {
		return n.hidden
	}
	hidden := make(unshown)
	for id, count := range all {
		if count > n.shown[id] {
			hidden[id] = count - n.shown[id]
		}
	}
	return hidden
}

// unshownEntities holds the notes of the chunks where they say something. It is safe for concurrent use.
type unshownEntities struct {
	mu    sync.Mutex
	notes map[key]note
}

// get returns what is noted of a chunk. ok is false if nothing has been noted.
func (u *unshownEntities) get(k key) (n note, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	n, ok = u.notes[k]
	return n, ok
}

// set notes what the server is not shown of a chunk.
func (u *unshownEntities) set(k key, n note) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.notes == nil {
		u.notes = make(map[key]note)
	}
	u.notes[k] = n
}

// forget forgets what is noted of a chunk: the server is shown nothing of it.
func (u *unshownEntities) forget(k key) {
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.notes, k)
}

// settle forgets a note that says nothing.
func (u *unshownEntities) settle(k key) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if n := u.notes[k]; !n.blind && len(n.hidden) == 0 {
		delete(u.notes, k)
	}
}
