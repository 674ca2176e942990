package plugin

import (
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
)

// Dragonfly saves a chunk if something in it was modified, and does not count it as such a thing that an entity walks in or out. So an
// entity that walks over a border is saved nowhere if only the chunk that it came from changes otherwise, and twice if only the other
// does. The plug-in looks where the entities are in every tick of the host, or more often, and marks the chunks as modified by giving them a biome that they
// have: the one in which an entity is seen, for the first time or anew, and the one in which it was before. That is soon enough: an
// entity is in the list of the chunk that it came from until the tick after the one in which it crosses the border. One that is seen for the
// first time may have crossed it in the last tick before the server stopped.

// walker is where an entity was seen last.
type walker struct {
	at    world.ChunkPos
	round uint64
}

// markWalkers marks the chunks between which entities have walked. Players are not saved with a chunk.
func (l *Light) markWalkers(tx *world.Tx) {
	l.round++
	seen := 0
	for e := range tx.Entities() {
		h := e.H()
		if h.Type() == player.Type {
			continue
		}
		at := chunkOf(e.Position())
		w := l.walkers[h]
		switch {
		case w != nil && w.at == at:
		case !touch(tx, at):
			// The host leaves it where it is until there is a chunk.
			if w == nil {
				continue
			}
		case w == nil:
			w = &walker{at: at}
			l.walkers[h] = w
		default:
			touch(tx, w.at)
			w.at = at
		}
		w.round = l.round
		seen++
	}
	if seen < len(l.walkers) {
		for h, w := range l.walkers {
			if w.round != l.round {
				delete(l.walkers, h)
			}
		}
	}
}

// touch marks a chunk as modified. It reports whether it could: whether the chunk is loaded, which it does not cause, and has the world's
// bottom. The host panics if it has not.
func touch(tx *world.Tx, p world.ChunkPos) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	at := cube.Pos{int(p[0]) << 4, tx.Range()[0], int(p[1]) << 4}
	if _, loaded := tx.BlockLoaded(at); !loaded {
		return false
	}
	tx.SetBiome(at, tx.Biome(at))
	return true
}
