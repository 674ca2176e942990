package plugin

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/lighting"
)

// Level returns the levels of block light and sky light at a position, 0..15, with all changes taken in that the transaction has made
// so far. Known is false if the chunk is not in view or its light is not up to date; the levels are the last ones then, or 0.
func (l *Light) Level(tx *world.Tx, pos cube.Pos) (block, sky uint8, known bool) {
	if tx.World() != l.w || l.closed {
		return 0, 0, false
	}
	if l.scheduled.Load() {
		l.step(tx, l.conf.Budget)
		l.schedule() // for OnChange, and for what is left
	}
	x, y, z := int32(pos[0]), int32(pos[1]), int32(pos[2])
	block, known = l.core.Level(lighting.Block, x, y, z)
	sky, _ = l.core.Level(lighting.Sky, x, y, z)
	return block, sky, known
}

// Flush waits until the light of all chunks in view is up to date with all changes made before the call, and written.
// It returns the context's error if that is done first, and ErrClosed after the Light or the world was closed. It must not be
// called on the world's goroutine.
func (l *Light) Flush(ctx context.Context) error { return l.flush(ctx, l.compareAll) }

// compareAll compares all chunks.
func (l *Light) compareAll(*world.Tx) {
	for _, col := range l.columns {
		l.compareIfPrimed(col)
	}
}

// flush waits until nothing is left to do, and calls then within the transaction in which that is so.
func (l *Light) flush(ctx context.Context, then func(tx *world.Tx)) error {
	limit := 10 * time.Millisecond // at a time
	if l.sync {
		limit = noLimit
	}
	for {
		quiet, err := l.call(ctx, func(tx *world.Tx) bool {
			defer func(spent time.Duration) { l.spent = spent }(l.spent) // Who flushes wants to wait.
			l.followPlayers(tx)
			l.markWalkers(tx)
			l.step(tx, limit)
			if !l.quiet() {
				l.report(tx)
				return false
			}
			l.compareSuspects(noLimit)
			then(tx)
			l.report(tx)
			return true
		})
		if quiet || err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

// quiet reports whether nothing is to be done.
func (l *Light) quiet() bool { return len(l.arrivals) == 0 && l.away == 0 && l.core.Idle() }

// call runs f on the world's goroutine.
func (l *Light) call(ctx context.Context, f func(tx *world.Tx) bool) (bool, error) {
	ok, err := world.Call(ctx, l.w, func(tx *world.Tx) (bool, error) {
		if l.closed {
			return false, ErrClosed
		}
		return f(tx), nil
	})
	if errors.Is(err, world.ErrWorldClosed) {
		err = fmt.Errorf("%w: %w", ErrClosed, err)
	}
	return ok, err
}
