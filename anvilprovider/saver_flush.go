package anvilprovider

import (
	"context"
	"errors"
	"slices"
)

// flush waits until what waits now is written, or has failed once more, and what follows of it for the chunks beside, or ctx
// ends. It does not wait for what comes in meanwhile. It returns the errors of what failed.
func (s *saver) flush(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.done.Broadcast()
	})
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	waiting := make([]*save, 0, len(s.pending))
	for _, e := range s.pending {
		s.resume(e)
		waiting = append(waiting, e)
	}
	s.flushes++
	now := s.flushes
	slices.SortFunc(waiting, func(a, b *save) int { return a.key.compare(b.key) })
	if s.levelErr != nil {
		s.level = true
		s.work.Signal()
	}
	for ctx.Err() == nil && (s.level || s.levelBusy || s.unsettled(now)) {
		s.done.Wait()
	}
	var failed failures
	for _, e := range waiting {
		if s.pending[e.key] == e && e.err != nil {
			failed.add(e.err)
		}
	}
	errs := []error{s.levelErr, failed.join(), ctx.Err()}
	if s.refused != nil {
		errs = append(errs, s.refused)
		s.refused = nil
	}
	return errors.Join(errs...)
}

// unsettled reports whether anything of before a flush is still to be written, or being written, for the first time. The lock is
// held.
func (s *saver) unsettled(flush int) bool {
	for _, e := range s.pending {
		if e.age < flush && e.retry == nil {
			return true
		}
	}
	return false
}

// close stops the goroutines. What still waits has failed, and flush has reported it.
func (s *saver) close() {
	s.mu.Lock()
	s.closed = true
	for _, e := range s.pending {
		s.resume(e)
	}
	s.work.Broadcast()
	s.done.Broadcast()
	s.mu.Unlock()
	s.wg.Wait()
}
