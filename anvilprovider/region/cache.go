package region

import (
	"container/list"
	"errors"
	"sync"
)

// cache keeps region files open, the most recently used ones when there are too many. A file that is in use is never
// closed, so more than max may be open for as long as more than max are in use at once.
type cache struct {
	max  int
	open func(Pos) (*file, error)

	mu      sync.Mutex
	idle    sync.Cond // Signalled when the number of handles in use or being closed falls.
	handles map[Pos]*handle
	lru     list.List // Of *handle, most recently used first.
	busy    int       // Handles in use, counted once for each user, and handles being closed.
	closed  bool
	failed  []error // What went wrong while files were closed behind the callers' backs.
}

// handle is a file in the cache. The fields but file and err are guarded by cache.mu; those two are written before ready
// is closed and constant afterwards.
type handle struct {
	pos     Pos
	users   int
	elem    *list.Element
	ready   chan struct{}
	file    *file
	err     error
	closing chan struct{} // Not nil while the file is being closed; closed when it has been.
}

func newCache(max int, open func(Pos) (*file, error)) *cache {
	c := &cache{max: max, open: open, handles: map[Pos]*handle{}}
	c.idle.L = &c.mu
	return c
}

// acquire returns the handle of a region with its file open. The caller must release it.
func (c *cache) acquire(p Pos) (*handle, error) {
	c.mu.Lock()
	for {
		if c.closed {
			c.mu.Unlock()
			return nil, ErrClosed
		}
		h := c.handles[p]
		if h == nil {
			return c.openNew(p)
		}
		if h.closing == nil {
			h.users++
			c.busy++
			c.lru.MoveToFront(h.elem)
			c.mu.Unlock()
			<-h.ready
			if h.err != nil {
				err := h.err
				c.release(h)
				return nil, err
			}
			return h, nil
		}
		// Two handles of one file would not know of each other's sectors: wait until the old one is gone.
		closing := h.closing
		c.mu.Unlock()
		<-closing
		c.mu.Lock()
	}
}

// openNew adds a handle and opens its file. It is called with mu held and returns without.
func (c *cache) openNew(p Pos) (*handle, error) {
	h := &handle{pos: p, users: 1, ready: make(chan struct{})}
	c.busy++
	c.handles[p] = h
	h.elem = c.lru.PushFront(h)
	c.mu.Unlock()

	h.file, h.err = c.open(p)
	close(h.ready)
	if h.err != nil {
		err := h.err
		c.release(h)
		return nil, err
	}
	return h, nil
}

// release gives a handle back, and closes files that are too many or not worth keeping.
func (c *cache) release(h *handle) {
	c.mu.Lock()
	h.users--
	c.busy--
	if h.users == 0 && h.closing == nil && (h.file == nil || h.file.transient()) {
		c.evict(h)
	}
	for e := c.lru.Back(); e != nil && c.lru.Len() > c.max; {
		victim := e.Value.(*handle)
		if victim.users == 0 && victim.closing == nil {
			c.evict(victim) // Unlocks meanwhile: start again from the back.
			e = c.lru.Back()
			continue
		}
		e = e.Prev()
	}
	c.idle.Broadcast()
	c.mu.Unlock()
}

// evict closes a handle that nobody uses. It is called with mu held, gives it up while the file is closed, and returns
// with it held.
func (c *cache) evict(h *handle) {
	h.closing = make(chan struct{})
	c.lru.Remove(h.elem)
	c.busy++
	c.mu.Unlock()
	var err error
	if h.file != nil {
		err = h.file.close()
	}
	c.mu.Lock()
	if err != nil {
		c.failed = append(c.failed, err)
	}
	delete(c.handles, h.pos)
	c.busy--
	close(h.closing)
	c.idle.Broadcast()
}

// each calls do for every open file and returns all errors, those of earlier evictions included.
func (c *cache) each(do func(*file) error) error {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return ErrClosed
	}
	errs := c.failed
	c.failed = nil
	var held []*handle
	for e := c.lru.Front(); e != nil; e = e.Next() {
		h := e.Value.(*handle)
		h.users++
		c.busy++
		held = append(held, h)
	}
	// A file that is being closed at this moment must be durable, too, when this returns.
	var closing []chan struct{}
	for _, h := range c.handles {
		if h.closing != nil {
			closing = append(closing, h.closing)
		}
	}
	c.mu.Unlock()

	for _, h := range held {
		<-h.ready
		if h.err == nil {
			errs = append(errs, do(h.file))
		}
		c.release(h)
	}
	for _, done := range closing {
		<-done
	}
	c.mu.Lock()
	errs = append(errs, c.failed...)
	c.failed = nil
	c.mu.Unlock()
	return errors.Join(errs...)
}

// close waits for all users and closes all files.
func (c *cache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for c.busy > 0 {
		c.idle.Wait()
	}
	for e := c.lru.Front(); e != nil; e = c.lru.Front() {
		c.evict(e.Value.(*handle))
	}
	for c.busy > 0 { // Another Close may still be at it.
		c.idle.Wait()
	}
	err := errors.Join(c.failed...)
	c.failed = nil
	return err
}
