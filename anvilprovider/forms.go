package anvilprovider

import (
	"sync"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate/entity"
)

// An entity that walks into another chunk is new there when that chunk is saved, and the chunk that it came from has perhaps
// been saved without it by then. What Java has of it and the server does not, its unknown tags and the upper half of its UUID,
// would be gone. So the provider remembers the Java form of the entities that the server has, by the number under which the
// server keeps them in whichever chunk and dimension.

// form is an entity as it is stored, and the data version that it is spelled in.
type form struct {
	java    nbt.Raw
	version int32
}

// numberedForm is the form of the entity of a number.
type numberedForm struct {
	id int64
	form
}

// forms remembers entities, the newest maxForms bytes of them at least. The zero value is empty. It is safe for concurrent use.
type forms struct {
	mu sync.Mutex
	// fresh holds what was remembered or asked for last, stale what was before that. When fresh is full it becomes stale.
	fresh, stale map[int64]form
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
	if old, ok := f.find(id); ok {
		a, _ := entity.UUID(old.java)
		b, _ := entity.UUID(one.java)
		if a != b {
			one = form{}
		}
	}
	f.put(id, one)
}

// get returns what is remembered of an entity. ok is false if that is nothing.
func (f *forms) get(id int64) (one form, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	one, ok = f.find(id)
	return one, ok && !one.java.IsZero()
}

// find finds a form and makes it one of the newest. The lock is held.
func (f *forms) find(id int64) (one form, ok bool) {
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
func (f *forms) put(id int64, one form) {
	if f.fresh == nil || f.bytes > maxForms {
		f.fresh, f.stale, f.bytes = make(map[int64]form), f.fresh, 0
	}
	if old, ok := f.fresh[id]; ok {
		f.bytes -= len(old.java.Data) + formOverhead
	}
	f.bytes += len(one.java.Data) + formOverhead
	f.fresh[id] = one
}
