package anvilprovider

import (
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
)

// An entity that walks from one chunk into another leaves the file of the first when that chunk is saved, and comes into the
// file of the second when that one is. If both wait to be saved, the second is written first: a crash in between then leaves the
// entity in both files, and never in none.
//
// A server may save the second and never the first. So once the second is written with the entity, the entity is taken out of the file
// of the first, whether that is saved or not; until then, that chunk is given to the server without it.

// arrivals notes which entities the server has in a chunk that it saves.
func (p *Provider) arrivals(k key, snap *snapshot) {
	for i := range snap.entities {
		p.forms.arrive(snap.entities[i].ID, k)
	}
}

// settle notes which entities are in the file of the chunk, now that what was planned has been written, and which are no more. It returns
// the chunks in whose files some of them are, too.
func (m *merger) settle() (left []key) {
	if m.snap == nil || m.w.entities.broken || m.w.entities.mixed {
		return nil
	}
	for _, id := range m.gone {
		m.p.forms.leave(id, m.k)
	}
	has := make(map[int64]bool, len(m.snap.entities))
	for i := range m.snap.entities {
		has[m.snap.entities[i].ID] = true
	}
	for _, raw := range m.entityList {
		id, ok := entity.NumberOf(raw)
		if !ok || !has[id] {
			continue
		}
		if from, ok := m.p.forms.settle(id, m.k); ok && !slices.Contains(left, from) {
			left = append(left, from)
		}
	}
	return left
}

// depart sees to it that entities are taken out of the files of chunks which they have left, as derive does for what is stale: what
// cannot be written is told and not kept. An entity is then in two files, and the server is given one. The lock is held.
func (s *saver) depart(left []key, age int) {
	for _, k := range left {
		s.besides(k, age).left = true
	}
}

// walked says that a chunk is not to be written before another one, to which an entity of it has walked.
type walked struct{ to key }

func (w *walked) Error() string { return "an entity has walked into a chunk that is not written yet" }

// whereTo finds a column that waits to be saved and has one of the entities that are gone from a chunk.
func (s *saver) whereTo(gone []int64, from key) (to key, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, e := range s.pending {
		snap := e.newest()
		if k == from || snap == nil || e.retry != nil || e.waits {
			continue
		}
		for i := range snap.entities {
			if slices.Contains(gone, snap.entities[i].ID) {
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
