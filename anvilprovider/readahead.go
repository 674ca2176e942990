package anvilprovider

import (
	"sync"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
)

// readAhead decodes the chunks round the last requests before the server asks for them. The server holds a lock of its own
// while it loads, and has one goroutine for it, so that whatever is done earlier and elsewhere is gained.
//
// A server asks in rings round a player, from the inside out. All chunks of the next ring touch a chunk of the present
// one, so the eight neighbours of each request are what comes next. The number of columns is bounded: when it is reached,
// nothing more is read ahead until some are taken, except that columns which nobody came near for long make room.
type readAhead struct {
	p    *Provider
	size int
	wg   sync.WaitGroup

	mu    sync.Mutex
	work  sync.Cond
	state map[key]*guess
	queue []*guess
	// served holds when a chunk was last asked for, so that chunks which the server has are not read ahead.
	served map[key]uint64
	now    uint64 // counts requests
	closed bool
}

// guess is a column that is, or will be, read ahead.
type guess struct {
	key    key
	blocks *blocks
	// touched is the last request beside which the chunk lies.
	touched uint64
	started bool
	// gone is set, under the lock, when the guess was taken, or has become wrong.
	gone, wrong bool

	done chan struct{} // closed when got and err are set
	got  loaded
	err  error
}

// servedFactor says for how many requests it is remembered which chunks were served, in multiples of the size.
const servedFactor = 4

// far is a distance in chunks that is beyond the view of a player at the request.
const far = 40

func newReadAhead(p *Provider, workers, size int) *readAhead {
	r := &readAhead{p: p, size: size, state: make(map[key]*guess), served: make(map[key]uint64)}
	r.work.L = &r.mu
	r.wg.Add(workers)
	for range workers {
		go r.run()
	}
	return r
}

// load returns a column, read ahead if it was guessed, and starts to read its neighbours.
func (r *readAhead) load(k key, b *blocks) (*chunk.Column, error) {
	r.mu.Lock()
	r.now++
	r.served[k] = r.now
	g := r.state[k]
	if g != nil {
		r.drop(g)
		if g.blocks != b || !g.started {
			g = nil
		}
	}
	r.guessAround(k, b)
	r.mu.Unlock()
	if g == nil {
		l, err := r.p.read(k, b)
		return r.p.deliver(k, l), err
	}
	<-g.done
	r.mu.Lock()
	wrong := g.wrong
	r.mu.Unlock()
	if wrong {
		return r.p.column(k.dim, k.pos, b)
	}
	r.p.stats.ahead.Add(1)
	return r.p.deliver(k, g.got), g.err
}

// drop takes a guess out. The lock is held.
func (r *readAhead) drop(g *guess) {
	g.gone = true
	delete(r.state, g.key)
}

// guessAround queues the neighbours of a request. The lock is held.
func (r *readAhead) guessAround(k key, b *blocks) {
	if r.closed {
		return
	}
	queued := false
	for dx := int32(-1); dx <= 1; dx++ {
		for dz := int32(-1); dz <= 1; dz++ {
			next := key{k.dim, world.ChunkPos{k.pos[0] + dx, k.pos[1] + dz}}
			if g := r.state[next]; g != nil {
				g.touched = r.now
				continue
			}
			if at, ok := r.served[next]; ok && r.now-at < uint64(r.size)*servedFactor {
				continue
			}
			if len(r.state) >= r.size && !r.makeRoom(k) {
				continue
			}
			g := &guess{key: next, blocks: b, touched: r.now, done: make(chan struct{})}
			r.state[next] = g
			r.queue = append(r.queue, g)
			queued = true
		}
	}
	if queued {
		r.work.Broadcast()
	}
	if len(r.served) > r.size*servedFactor*2 {
		for s, at := range r.served {
			if r.now-at >= uint64(r.size)*servedFactor {
				delete(r.served, s)
			}
		}
	}
}

// makeRoom drops the guess that nobody came near for the longest time, if that is long: as many requests as there are
// guesses, or a quarter of it if the guess is out of sight of the present request. The lock is held.
func (r *readAhead) makeRoom(k key) bool {
	var oldest *guess
	for _, g := range r.state {
		if oldest == nil || g.touched < oldest.touched {
			oldest = g
		}
	}
	age := r.now - oldest.touched
	dx, dz := oldest.key.pos[0]-k.pos[0], oldest.key.pos[1]-k.pos[1]
	away := oldest.key.dim != k.dim || max(dx, -dx, dz, -dz) > far
	if age <= uint64(r.size) && !(away && age > uint64(r.size)/4) {
		return false
	}
	r.drop(oldest)
	return true
}

// run decodes guesses until the provider is closed.
func (r *readAhead) run() {
	defer r.wg.Done()
	r.mu.Lock()
	defer r.mu.Unlock()
	for {
		for len(r.queue) == 0 && !r.closed {
			r.work.Wait()
		}
		if r.closed {
			return
		}
		g := r.queue[0]
		r.queue[0] = nil
		r.queue = r.queue[1:]
		if g.gone {
			continue
		}
		g.started = true
		r.mu.Unlock()
		// A column that waits to be saved is newer than the file, and quick to load.
		if pending := r.p.saves != nil && r.p.saves.has(g.key); pending {
			r.mu.Lock()
			g.wrong = true
			if !g.gone {
				r.drop(g)
			}
		} else {
			g.got, g.err = r.p.read(g.key, g.blocks)
			r.mu.Lock()
		}
		close(g.done)
	}
}

// invalidate forgets what was read ahead of a chunk that has been saved since.
func (r *readAhead) invalidate(k key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if g := r.state[k]; g != nil {
		g.wrong = true
		r.drop(g)
	}
}

// forget forgets everything.
func (r *readAhead) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, g := range r.state {
		g.wrong = true
		r.drop(g)
	}
}

// ready returns how many columns wait to be asked for.
func (r *readAhead) ready() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, g := range r.state {
		select {
		case <-g.done:
			n++
		default:
		}
	}
	return n
}

// close stops the workers and waits for them.
func (r *readAhead) close() {
	r.mu.Lock()
	r.closed = true
	r.work.Broadcast()
	r.mu.Unlock()
	r.wg.Wait()
}
