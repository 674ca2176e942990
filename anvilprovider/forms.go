package anvilprovider

import (
	"sync"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
)

// An entity that walks into another chunk is new there when that chunk is saved, and the chunk that it came from has perhaps
// been saved without it by then. What Java has of it and the server does not, its unknown tags and the upper half of its UUID,
// would be gone. So the provider remembers the Java form of the entities that the server has, by the number under which the
// server keeps them in whichever chunk and dimension. It remembers where they are, too: see walks.go.

// form is an entity as it is stored, and the data version that it is spelled in.
type form struct {
	java    nbt.Raw
	version int32
}

// known is what is remembered of an entity: its form, the chunk in which the server has it, as far as it has told, and the one in whose
// file it is. Either is none if that chunk has been saved without it since.
type known struct {
	form
	at, file key
}

// elsewhere reports whether the server has the entity in another chunk. Of one that may be either of two nobody knows.
func (e known) elsewhere(k key) bool { return e.at != key{} && e.at != k && !e.java.IsZero() }

// numberedForm is the form of the entity of a number.
type numberedForm struct {
	id int64
	form
}

// forms remembers entities, the newest maxForms bytes of them at least. The zero value is empty. It is safe for concurrent use.
type forms struct {
	mu sync.Mutex
	// fresh holds what was remembered or asked for last, stale what was before that. When fresh is full it becomes stale.
	fresh, stale map[int64]known
	bytes        int // that fresh holds
}

// maxForms bounds the memory, in bytes; there may be twice as much. An item on the ground takes about 300.
const maxForms = 4 << 20

// formOverhead is about what a form takes beside its bytes.
const formOverhead = 100

// remember notes the form of an entity, and keeps its bytes. Of two with one number neither is remembered: they would be taken for each other.
func (f *forms) remember(id int64, one form) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rememberLocked(id, one)
}

func (f *forms) rememberLocked(id int64, one form) known {
	old, ok := f.find(id)
	if ok {
		a, _ := entity.UUID(old.java)
		b, _ := entity.UUID(one.java)
		if a != b {
			one = form{}
		}
	}
	now := known{one, old.at, old.file}
	f.put(id, now)
	return now
}

// load notes that a chunk with an entity is given to the server. ok is false if the server has the entity already, in another chunk: it
// has walked there, and is still in the file of the first.
func (f *forms) load(id int64, one form, k key) (ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.rememberLocked(id, one)
	if now.elsewhere(k) {
		return false
	}
	now.at, now.file = k, k
	f.put(id, now)
	return true
}

// elsewhere reports whether the server has an entity in another chunk.
func (f *forms) elsewhere(id int64, k key) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, ok := f.find(id)
	return ok && e.elsewhere(k)
}

// arrive notes that the server has an entity in a chunk that it saves.
func (f *forms) arrive(id int64, k key) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if e, ok := f.find(id); ok {
		e.at = k
		f.put(id, e)
	}
}

// settle notes that the file of a chunk has an entity that the server has there. If that of another has it, too, ok is true.
func (f *forms) settle(id int64, k key) (from key, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, found := f.find(id)
	if !found || e.elsewhere(k) || e.java.IsZero() {
		return key{}, false
	}
	from, e.file = e.file, k
	f.put(id, e)
	return from, from != k && from != key{}
}

// departed reports of an entity in the file of a chunk whether the server has it in another one, and whether the file of another one
// has it.
func (f *forms) departed(id int64, java nbt.Raw, k key) (elsewhere, written bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, ok := f.find(id)
	if !ok || !e.elsewhere(k) {
		return false, false
	}
	a, _ := entity.UUID(e.java)
	b, _ := entity.UUID(java)
	return a == b, a == b && e.file != k && e.file != key{}
}

// leave notes that a chunk was saved without an entity that had been in its file.
func (f *forms) leave(id int64, k key) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, ok := f.find(id)
	if !ok {
		return
	}
	if e.at == k {
		e.at = key{}
	}
	if e.file == k {
		e.file = key{}
	}
	f.put(id, e)
}

// get returns what is remembered of an entity. ok is false if that is nothing.
func (f *forms) get(id int64) (one form, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, ok := f.find(id)
	return e.form, ok && !e.java.IsZero()
}

// find finds a form and makes it one of the newest. The lock is held.
func (f *forms) find(id int64) (one known, ok bool) {
	if one, ok = f.fresh[id]; ok {
		return one, true
	}
	if one, ok = f.stale[id]; ok {
		delete(f.stale, id)
		f.put(id, one)
	}
	return one, ok
}

// put makes a form one of the newest. The lock is held.
func (f *forms) put(id int64, one known) {
	if f.fresh == nil || f.bytes > maxForms {
		f.fresh, f.stale, f.bytes = make(map[int64]known), f.fresh, 0
	}
	if old, ok := f.fresh[id]; ok {
		f.bytes -= len(old.java.Data) + formOverhead
	}
	f.bytes += len(one.java.Data) + formOverhead
	f.fresh[id] = one
}
