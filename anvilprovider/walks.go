package anvilprovider

// An entity that walks from one chunk into another leaves the file of the first when that chunk is saved, and comes into the
// file of the second when that one is. If both wait to be saved, the second is written first: a crash in between then leaves the
// entity in both files, and never in none.

// walked says that a chunk is not to be written before another one, to which an entity of it has walked.
type walked struct{ to key }

func (w *walked) Error() string { return "an entity has walked into a chunk that is not written yet" }

// whereTo finds a column that waits to be saved and has one of the entities that are gone from a chunk.
func (s *saver) whereTo(gone []int64, from key) (to key, ok bool) {
	left := make(map[int64]bool, len(gone))
	for _, id := range gone {
		left[id] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, e := range s.pending {
		snap := e.newest()
		if k == from || snap == nil || e.retry != nil || e.waits {
			continue
		}
		for i := range snap.entities {
			if left[snap.entities[i].ID] {
				return k, true
			}
		}
	}
	return to, false
}

// follow makes a column wait until another one has been written, or has failed. It does so once, and not for one that waits
// itself, so that no two wait for each other. The lock is held.
func (s *saver) follow(e *save, k key) {
	e.waited, e.err = true, nil
	first := s.pending[k]
	if first == nil || first.retry != nil || first.waits {
		s.enqueue(e)
		return
	}
	e.waits = true
	first.followers = append(first.followers, e)
}

// release makes the columns ready that waited for one which has been written, or has failed. The lock is held.
func (s *saver) release(e *save) {
	if s.pending[e.key] == e && e.retry == nil {
		return // There is more to write.
	}
	for _, f := range e.followers {
		f.waits = false
		s.enqueue(f)
	}
	e.followers = nil
}
