package plugin

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

// Level returns the levels of block light and sky light at a position, 0..15, with all changes taken in that the transaction has made
// so far. Known is false if the chunk is not in view or its light is not up to date, because the budget of the interval is used up or a
// worker is at it, here or in a chunk next to it; the levels are the last ones then, or 0. Above and below the world they are those
// of Tx.SkyLight.
func (l *Light) Level(tx *world.Tx, pos cube.Pos) (block, sky uint8, known bool) {
	if tx.World() != l.w || l.closed {
		return 0, 0, false
	}
	if l.waits() {
		if limit, ok := l.allowance(); ok {
			l.step(tx, limit) // The step that is on its way comes in any case, for OnChange.
		}
	}
	x, z := int32(pos[0]), int32(pos[2])
	if int(x) != pos[0] || int(z) != pos[2] {
		return 0, 0, false
	}
	known = l.current(areas.Pos{X: x >> 4, Z: z >> 4})
	switch r := l.w.Range(); {
	case pos[1] > r[1]:
		return 0, 15, known
	case pos[1] < r[0]:
		return 0, 0, known
	}
	block, _ = l.core.Level(lighting.Block, x, int32(pos[1]), z)
	sky, _ = l.core.Level(lighting.Sky, x, int32(pos[1]), z)
	return block, sky, known
}

// current reports whether the light of a chunk is that of all blocks in it and around it.
func (l *Light) current(p areas.Pos) bool {
	for dz := int32(-1); dz <= 1; dz++ {
		for dx := int32(-1); dx <= 1; dx++ {
			if col := l.columns[p.Add(dx, dz)]; col != nil && col.waiting {
				return false
			}
		}
	}
	return l.core.SettledAround(p)
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
			l.followPlayers(tx, true)
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

// waits reports whether there is something for a step to do.
func (l *Light) waits() bool {
	return len(l.arrivals) > 0 || l.core.Queued() > 0 || l.away > 0 && l.pool.done()
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
