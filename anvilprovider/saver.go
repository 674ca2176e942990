package anvilprovider

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/df-mc/dragonfly/server/world/chunk"
)

// saver writes saved columns in the background. StoreColumn runs on the goroutine that ticks the world, so it leaves a
// copy here and returns; merging, compressing and writing happen on the saver's goroutines.
//
// Nothing is dropped: a copy stays, and LoadColumn is served from it, until it is in its file. A write that fails is tried
// again after a while, and at once by flush. When the queue is full, StoreColumn waits. Copies that failed take no place in
// the queue: a file that cannot be written does not hold up the others. They have bounds of their own, and what they are
// when a bound is reached is told at store.
type saver struct {
	p *Provider
	// limit is how many columns that have not failed may wait, and how many of one file that have.
	limit int
	wg    sync.WaitGroup

	mu sync.Mutex
	// work wakes the goroutines of the saver, done everybody who waits for them.
	work, done sync.Cond
	pending    map[key]*save
	queue      []*save
	// busy lists the columns that are being written: no two that touch, because each is derived from what is stored of the other.
	busy []*save
	// files holds the region files that columns wait for. kept is how many of pending have failed.
	files   map[fileKey]*fileState
	kept    int
	unsaved unsaved
	// level is true if level.dat has to be written; levelBusy while it is.
	level, levelBusy bool
	levelErr         error
	// refused are the columns that UpgradeRefuse forbade to write since the last flush. The first ever is logged.
	refused       *failure
	refusalLogged bool
	closed        bool
	// flushes counts the calls of flush; see save.age.
	flushes int
}

// save is a column that waits to be written. Everything is guarded by the saver's lock, except that the column's content
// is constant.
type save struct {
	key key
	// now is what is to be written, and stale with it what is to be derived anew; while it is being written, next is what came
	// in meanwhile. now is nil if there is nothing but what is stale.
	now, next *snapshot
	stale     []position
	busy      bool
	// age is how many calls of flush had begun when the oldest of it came in: the later ones wait for it. What is stale is as old
	// as the save that made it so. nextAge is that of what came in while it is being written.
	age, nextAge int
	// err is the error of the last attempt, attempts how many failed in a row; retry queues it again.
	err      error
	attempts int
	retry    *time.Timer
	// once is true for a column that is not kept if it fails; ended tells who waits for it that it was written or failed.
	once, ended bool
	// waits is true for one of the followers of another column; waited if it was one.
	waits, waited bool
	followers     []*save
}

// newest returns the newest content of the column, nil if there is nothing but what is stale. The lock is held.
func (e *save) newest() *snapshot {
	if e.next != nil {
		return e.next
	}
	return e.now
}

// retryAfter is the time before the second attempt to write, doubled for each further one up to retryMax.
const (
	retryAfter = time.Second
	retryMax   = time.Minute
)

// keptQueues bounds how many failed copies are kept in all, in lengths of the queue.
const keptQueues = 4

func newSaver(p *Provider, workers, limit int) *saver {
	s := &saver{p: p, limit: limit, pending: make(map[key]*save), files: make(map[fileKey]*fileState)}
	s.work.L, s.done.L = &s.mu, &s.mu
	s.wg.Add(workers)
	for range workers {
		go s.run()
	}
	return s
}

// store takes a snapshot of a column. It waits while the queue is full, and while the queue could still bring its file to
// the bound. A file of which as many columns have failed as the queue is long gets no more. When keptQueues times as many
// have failed in all, files with failures get no more, and a column of another file is written, or fails, before store
// returns: so a healthy file is always saved, whatever becomes of others, and the memory is bounded.
func (s *saver) store(k key, snap *snapshot) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	full := func() bool { return s.kept >= keptQueues*s.limit }
	for {
		if s.closed {
			return ErrClosed
		}
		if e := s.pending[k]; e != nil {
			s.replace(e, snap)
			return nil
		}
		f := s.files[fileOf(k)]
		broken := f != nil && f.failed > 0
		if broken && (f.failed >= s.limit || full()) {
			s.unsaved.refused(k)
			return fmt.Errorf("%w: %w", ErrQueueFailed, f.err)
		}
		if len(s.pending)-s.kept < s.limit && !(broken && f.pending >= s.limit) {
			break
		}
		s.done.Wait()
	}
	e := &save{key: k, now: snap, age: s.flushes, once: full()}
	s.add(e)
	s.enqueue(e)
	if !e.once {
		return nil
	}
	for !e.ended {
		s.done.Wait()
	}
	if s.pending[k] == e {
		return nil // A newer content came in, and is kept.
	}
	if e.err != nil {
		s.unsaved.refused(k)
	}
	return e.err
}

// replace gives a waiting column a newer content. The lock is held.
func (s *saver) replace(e *save, snap *snapshot) {
	if e.now != nil {
		s.p.stats.coalesced.Add(1)
	}
	if e.busy {
		e.next, e.nextAge = snap, min(e.nextAge, s.flushes)
		return
	}
	e.now = snap
}

// enqueue makes a column ready to be written. The lock is held.
func (s *saver) enqueue(e *save) {
	s.queue = append(s.queue, e)
	s.work.Signal()
}

// run writes columns until the saver is closed.
func (s *saver) run() {
	defer s.wg.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		next := slices.IndexFunc(s.queue, s.isFree)
		switch {
		case s.level && !s.levelBusy:
			s.writeLevel()
		case next >= 0:
			e := s.queue[next]
			s.queue = slices.Delete(s.queue, next, next+1)
			s.write(e)
		case s.closed && len(s.queue) == 0:
			return
		default:
			s.work.Wait()
		}
	}
}

// isFree reports whether a column may be written now. The lock is held.
func (s *saver) isFree(e *save) bool {
	return !slices.ContainsFunc(s.busy, func(b *save) bool { return b.key.touches(e.key) })
}

// write makes one attempt. The lock is held, but not meanwhile.
func (s *saver) write(e *save) {
	e.busy, e.nextAge = true, math.MaxInt
	s.busy = append(s.busy, e)
	defer func() {
		s.busy = slices.DeleteFunc(s.busy, func(b *save) bool { return b == e })
		s.work.Broadcast()
	}()
	c := content{e.now, e.stale, e.waited}
	e.stale = nil
	s.mu.Unlock()
	beyond, err := s.p.writeColumn(e.key, c)
	s.mu.Lock()
	e.busy, e.err = false, err
	if err == nil {
		if c.snap != nil {
			s.unsaved.saved(e.key)
		}
		s.derive(e.key.dim, beyond, e.age)
		e.now, e.age = nil, e.nextAge
	} else {
		e.stale, e.age = append(e.stale, c.stale...), min(e.age, e.nextAge)
	}
	newer := e.next != nil
	if newer {
		e.now, e.next = e.next, nil
	}
	var walk *walked
	if errors.As(err, &walk) {
		s.follow(e, walk.to)
		return
	}
	switch {
	case err == nil:
		s.recovered(e)
		if newer || len(e.stale) > 0 {
			s.enqueue(e)
		} else {
			s.remove(e)
		}
	case errors.Is(err, ErrUpgrade):
		// No later attempt will do better, unless it is of something else.
		s.refuse(err)
		s.recovered(e)
		if newer {
			s.enqueue(e)
		} else {
			s.remove(e)
		}
	case e.now == nil:
		s.report(e, err, "bring the border of a chunk up to date; it stays as it is until something beside it changes again")
		s.remove(e)
	case e.once && !newer:
		s.report(e, err, "save chunk; it is not kept, because too many others have failed already")
		s.remove(e)
	default:
		s.report(e, err, "save chunk; it is kept and tried again, and so are further ones of the file while there is room")
		s.postpone(e)
	}
	e.once, e.ended, e.waited = false, true, false
	s.release(e)
	s.done.Broadcast()
}

// derive sees to it that positions in the chunks beside one that was written are derived anew: with what waits to be written
// there, or by themselves. They take a place in the queue, but nobody waits for one; and if they cannot be written, they are
// not kept: nothing that was played is lost with them. age is that of the save which wrote the chunk. The lock is held.
func (s *saver) derive(dim *dimension, stale []position, age int) {
	for _, at := range stale {
		k := key{dim, [2]int32{int32(at[0] >> 4), int32(at[2] >> 4)}}
		e := s.pending[k]
		if e == nil {
			e = &save{key: k, age: age}
			s.add(e)
			s.enqueue(e)
		}
		e.stale = append(e.stale, at)
		if e.busy {
			e.nextAge = min(e.nextAge, age)
		} else {
			e.age = min(e.age, age)
		}
	}
}

// postpone plans the next attempt for a column that failed. The lock is held.
func (s *saver) postpone(e *save) {
	if e.attempts == 0 {
		s.files[fileOf(e.key)].failed++
		s.kept++
	}
	delay := min(retryAfter<<min(e.attempts, 10), retryMax)
	e.attempts++
	e.retry = time.AfterFunc(delay, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.resume(e)
	})
}

// resume makes a failed column ready at once. The lock is held.
func (s *saver) resume(e *save) {
	if e.retry == nil {
		return
	}
	e.retry.Stop()
	e.retry = nil
	if !s.closed {
		s.enqueue(e)
	}
}

// load returns the newest content of a column that waits, as a column of its own. ok is false if none waits.
func (s *saver) load(k key, b *blocks) (col *chunk.Column, err error, ok bool) {
	s.mu.Lock()
	snap := s.newestOf(k)
	if snap == nil {
		s.unsaved.loaded(k)
	}
	s.mu.Unlock()
	if snap == nil || snap.blocks != b {
		// Runtime IDs of another registry mean nothing now. The column has to be read from its file, after it is there.
		if snap != nil {
			return nil, fmt.Errorf("load column: it was saved with another block registry and is not written yet"), true
		}
		return nil, nil, false
	}
	w := s.p.workers.get(b)
	defer s.p.workers.put(w)
	col, err = snap.column(w)
	s.p.stats.pending.Add(1)
	return col, err, true
}

// waiting returns the newest content of a column that waits, nil if none does.
func (s *saver) waiting(k key) *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newestOf(k)
}

// newestOf is waiting while the lock is held.
func (s *saver) newestOf(k key) *snapshot {
	if e := s.pending[k]; e != nil {
		return e.newest()
	}
	return nil
}

// has reports whether a column waits.
func (s *saver) has(k key) bool { return s.waiting(k) != nil }

// fill adds what there is now to the stats.
func (s *saver) fill(stats *Stats) {
	s.mu.Lock()
	defer s.mu.Unlock()
	stats.Queued, stats.Kept, stats.Unsaved = len(s.pending), s.kept, s.unsaved.count()
}
