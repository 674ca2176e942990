package plugin

import (
	"context"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

// Chunks returns the chunks in view, for use on the world's goroutine.
func (l *Light) Chunks() map[world.ChunkPos]*chunk.Chunk {
	cs := map[world.ChunkPos]*chunk.Chunk{}
	for p, col := range l.columns {
		cs[world.ChunkPos{p.X, p.Z}] = col.chunk
	}
	return cs
}

// Tickets returns the tickets with which the chunks in view were read last; a chunk that is to be read has another than it had.
func (l *Light) Tickets() map[world.ChunkPos]areas.Ticket {
	ts := map[world.ChunkPos]areas.Ticket{}
	for p, col := range l.columns {
		ts[world.ChunkPos{p.X, p.Z}] = col.ticket
	}
	return ts
}

// Follow brings the view to where the players are.
func (l *Light) Follow(tx *world.Tx) { l.followPlayers(tx, true) }

// FollowNow does that between ticks.
func (l *Light) FollowNow(tx *world.Tx) { l.followNow(tx) }

// Ask has shadows load as if their players had been where they are for a time, and returns how many chunks they may have asked for.
func (l *Light) Ask(tx *world.Tx, after time.Duration) (asked int) {
	for _, s := range l.shadows {
		s.load(tx, s.since.Add(after))
		asked += s.asked
	}
	return asked
}

// CompareNext compares chunks in turn within a time, from the first on, and returns how many.
func (l *Light) CompareNext(limit time.Duration) int {
	l.sweep = nil
	l.compareNext(limit)
	return len(l.columns) - len(l.sweep)
}

// FlushThen flushes, and calls f in the transaction in which nothing is left to do.
func (l *Light) FlushThen(ctx context.Context, f func(tx *world.Tx)) error {
	return l.flush(ctx, func(tx *world.Tx) {
		l.compareAll(tx)
		f(tx)
	})
}

// Class returns the class of a cell as the live rules have it.
func (l *Light) Class(c *chunk.Chunk, x uint8, y int16, z uint8) lighting.Class {
	class, _ := l.rules.at(c, x, y, z)
	return class
}

// Known returns the class that the core holds for a cell.
func (l *Light) Known(x, y, z int) lighting.Class {
	return l.core.Column(areas.Pos{X: int32(x >> 4), Z: int32(z >> 4)}).Section(int32(y >> 4)).Class(y&15<<8 | z&15<<4 | x&15)
}

// Shapes returns the table that classes refer to.
func (l *Light) Shapes() *lighting.Shapes { return l.rules.shapes }

// Bounds returns the sizes of everything that could grow.
func (l *Light) Bounds() (arrivals, suspects, away, queued int) {
	return len(l.arrivals), len(l.suspects), l.away, l.core.Queued()
}

// Held returns how many columns the core holds.
func (l *Light) Held() int { return l.core.Len() }

// Slow makes the light be read through the host's getters.
func (l *Light) Slow() { l.host.direct = false }

// Direct reports whether the light is read as arrays.
func (l *Light) Direct() bool { return l.host.direct }

// SetHooks makes tests able to disturb the work: work is called instead of a worker's task, job ahead of taking a section in.
func SetHooks(conf *Config, work func(run func()), job func(lighting.Changed)) {
	conf.hooks = hooks{work: work, job: job}
}

// SetDetached makes workers solve every job that they may.
func SetDetached(conf *Config) { conf.hooks.detach = true }

// Read makes a column of a chunk as the workers do.
func (l *Light) Read(t testing.TB, c *chunk.Chunk) *lighting.Column {
	t.Helper()
	s := take(areas.Pos{}, c)
	col, err := newReader(l.rules).column(&s)
	if err != nil {
		t.Fatal(err)
	}
	return col
}

// Exhaust uses the budget of the interval up.
func (l *Light) Exhaust() { l.spent = l.conf.Budget }

// Claims returns how many worlds have a Light.
func Claims() (n int) {
	claims.Range(func(any, any) bool { n++; return true })
	return n
}
