package plugin

import (
	"time"

	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/session"
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/areas"
)

// tick is what happens in every interval: players are followed, what exceeded the budget goes on, chunks are compared, and those that
// entities walked between are marked.
func (l *Light) tick(tx *world.Tx) {
	if l.closed {
		return
	}
	start := time.Now()
	if since := start.Sub(l.window); since >= l.conf.Interval*9/10 {
		l.keepTime(l.spent)
		l.window, l.spent, l.grace = start, 0, grace
	}
	l.followPlayers(tx, true)
	l.spent += time.Since(start)
	l.scheduled.Store(false)
	l.step(tx, max(l.conf.Budget-l.spent, 1))
	start = time.Now()
	l.compareSuspects(l.conf.Budget - l.spent)
	l.spent += time.Since(start)
	start = time.Now()
	l.compareNext(l.conf.Budget - l.spent)
	l.spent += time.Since(start)
	l.report(tx)
	l.markWalkers(tx)
}

// hurry makes players be followed right after the transaction that runs.
func (l *Light) hurry() {
	if !l.sync && !l.closed && l.hurried.CompareAndSwap(false, true) {
		l.w.Do(l.followNow)
	}
}

// followNow follows players between ticks, so that chunks around a place that a player has left tick and are kept no longer than they would
// be without the package. Whatever else there is to do is for the tick.
func (l *Light) followNow(tx *world.Tx) {
	l.hurried.Store(false)
	if l.closed {
		return
	}
	start := time.Now()
	l.followPlayers(tx, false)
	l.spent += time.Since(start)
}

// followPlayers gives every player a shadow, brings the shadows to where the players are, and closes those of players who left. With load
// false, the shadows ask for no chunks.
func (l *Light) followPlayers(tx *world.Tx, load bool) {
	now := time.Now()
	for e := range tx.Players() {
		s := l.shadows[e.H()]
		if s == nil {
			s = &shadow{l: l, player: e.H(), views: map[areas.Pos]struct{}{}, since: now}
		}
		radius, ok := s.distance(tx, e)
		if !ok {
			continue
		}
		if s.loader == nil {
			s.radius, s.loader = radius, world.NewLoader(radius, l.w, s)
			l.shadows[e.H()] = s
		}
		s.seen = true
		s.move(tx, e.Position(), radius, now)
		if load {
			s.load(tx, now)
		}
	}
	for h, s := range l.shadows {
		if !s.seen {
			s.close(tx)
			delete(l.shadows, h)
		}
		s.seen = false
	}
}

// distance tells how far around the player light is kept true, in chunks.
func (s *shadow) distance(tx *world.Tx, e world.Entity) (radius int, ok bool) {
	if f := s.l.conf.Follow; f != nil {
		radius, ok = f(tx, e)
	} else if p, is := e.(*player.Player); is && s.connected(tx, p) {
		radius, ok = int(s.session.ChunkRadius()), true
	}
	return min(radius, int(s.l.radius.Load())), ok && radius > 0
}

// connected reports whether a player has a connection, and its own chunk has been loaded for it. The session is not for others to
// have, but it is a viewer of the chunk that its player is in.
func (s *shadow) connected(tx *world.Tx, p *player.Player) bool {
	if s.session != nil {
		return true
	}
	addr := p.Addr()
	if addr == nil {
		return false
	}
	for _, v := range tx.Viewers(p.Position()) {
		if its, is := v.(*session.Session); is && its != session.Nop && its.Addr().String() == addr.String() {
			s.session = its
			return true
		}
	}
	return false
}

// compareNext compares some chunks in turn, so that every one is in a second, as far as the time allows; one in any case.
func (l *Light) compareNext(limit time.Duration) {
	start := time.Now()
	n := len(l.columns)*int(l.conf.Interval/time.Millisecond)/1000 + 1
	for i := range min(n, len(l.columns)) {
		if i > 0 && time.Since(start) >= limit {
			return
		}
		if len(l.sweep) == 0 {
			for _, col := range l.columns {
				l.sweep = append(l.sweep, col)
			}
		}
		last := len(l.sweep) - 1
		col := l.sweep[last]
		l.sweep = l.sweep[:last]
		l.compareIfPrimed(col)
	}
}

// compareIfPrimed compares a column whose light the host has from us.
func (l *Light) compareIfPrimed(col *column) {
	if l.comparable(col) {
		l.compare(col)
	}
}

// comparable reports whether the host has the light of a column from us.
func (l *Light) comparable(col *column) bool {
	return col.primed && !col.gone && !col.hollow && l.core.Column(col.pos) != nil
}
