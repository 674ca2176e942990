package plugin

import (
	"fmt"
	"math"
	"time"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/session"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

// shadow views the chunks around one player. The host calls its View methods on the world's goroutine.
type shadow struct {
	world.NopViewer
	l       *Light
	player  *world.EntityHandle
	loader  *world.Loader
	centre  world.ChunkPos
	radius  int
	since   time.Time // when centre or radius was noticed
	asked   int       // chunks asked for since, at the most
	views   map[areas.Pos]struct{}
	session *session.Session // the player's, once it is known
	seen    bool             // the player is there, while players are followed
	gone    bool
}

// ViewChunk learns of a chunk that comes into view, or that was rewritten as a whole while in view.
func (s *shadow) ViewChunk(pos world.ChunkPos, _ world.Dimension, _ map[cube.Pos]world.Block, c *chunk.Chunk) {
	l := s.l
	if l.closed {
		return
	}
	p := areas.Pos{X: pos[0], Z: pos[1]}
	col := l.columns[p]
	_, again := s.views[p]
	s.views[p] = struct{}{}
	switch {
	case col == nil:
		col = l.newColumn(p, c)
		l.columns[p] = col
		l.counts.Arrivals++
	case col.chunk != c:
		// The host has let go of a chunk in view. It does so with one that it could not load.
		col.chunk, col.views, col.hollow = c, l.host.views(c), !filled(c)
	case !again:
		col.viewers++
		return
	case !s.leads(col):
		return
	}
	if !again {
		col.viewers++
		l.suspectAround(p)
	}
	l.expect(col)
	if again || !l.sync {
		l.schedule()
	} // Else the shadow does not hear of changes in the chunk before the call returns. There is a step when players have been followed.
}

// newColumn returns what is known of a chunk that comes into view.
func (l *Light) newColumn(p areas.Pos, c *chunk.Chunk) *column {
	views := l.host.views(c)
	return &column{pos: p, chunk: c, views: views, marks: make([]mark, len(views)), hollow: !filled(c)}
}

// ViewBlockUpdate learns of a block that has changed.
func (s *shadow) ViewBlockUpdate(pos cube.Pos, _ world.Block, _ int) {
	if col := s.l.columns[areas.Pos{X: int32(pos[0] >> 4), Z: int32(pos[2] >> 4)}]; col != nil && s.leads(col) {
		s.l.blockChanged(col, pos)
	}
}

// leads reports whether the shadow is the one that counts of those that view a column, since every change is told to all of them.
func (s *shadow) leads(col *column) bool {
	if col.lead == nil {
		col.lead = s
	}
	return col.lead == s
}

// HideEntity learns that the player leaves.
func (s *shadow) HideEntity(e world.Entity) {
	if e.H() == s.player && !s.gone {
		s.l.hurry()
	}
}

// ViewEntityMovement learns that the player moves to another chunk.
func (s *shadow) ViewEntityMovement(e world.Entity, pos mgl64.Vec3, _ cube.Rotation, _ bool) {
	s.moved(e, pos)
}

// ViewEntityDisplacement learns that the player was moved to another chunk.
func (s *shadow) ViewEntityDisplacement(e world.Entity, pos mgl64.Vec3, _ cube.Rotation, _ bool) {
	s.moved(e, pos)
}

// ViewEntityTeleport learns that the player was moved far away.
func (s *shadow) ViewEntityTeleport(e world.Entity, pos mgl64.Vec3) { s.moved(e, pos) }

func (s *shadow) moved(e world.Entity, pos mgl64.Vec3) {
	if e.H() == s.player && chunkOf(pos) != s.centre {
		s.l.hurry()
	}
}

// move brings the loader to where the player is.
func (s *shadow) move(tx *world.Tx, pos mgl64.Vec3, radius int, now time.Time) {
	centre := chunkOf(pos)
	moved := centre != s.centre || radius < s.radius
	if moved || radius != s.radius {
		s.since, s.asked = now, 0
	}
	if radius != s.radius {
		s.radius = radius
		s.loader.ChangeRadius(tx, radius)
	}
	s.centre = centre
	s.loader.Move(tx, pos)
	if moved {
		s.release()
	}
}

// A player's own loader asks for up to four chunks in a tick of the host, from where the player is outwards.
const (
	loads    = 4
	hostTick = 50 * time.Millisecond
)

// load asks for chunks in the order in which the player's own loader does, and for no more than that one can have asked for since the player
// was first seen in its chunk. A client that takes chunks more slowly has Dragonfly ask for fewer.
func (s *shadow) load(tx *world.Tx, now time.Time) {
	if s.l.sync {
		s.loader.Load(tx, (2*s.radius+1)*(2*s.radius+1)) // There will be no other interval.
		return
	}
	most := loads * int(now.Sub(s.since)/hostTick)
	s.loader.Load(tx, most-s.asked)
	s.asked = most
}

// release lets go of the columns that the loader does not view any more.
func (s *shadow) release() {
	for p := range s.views {
		if _, ok := s.loader.Chunk(world.ChunkPos{p.X, p.Z}); !ok {
			delete(s.views, p)
			s.unview(p)
		}
	}
}

// close ends the watch.
func (s *shadow) close(tx *world.Tx) {
	s.gone = true
	s.loader.Close(tx)
	for p := range s.views {
		s.unview(p)
	}
	clear(s.views)
}

// chunkOf returns the chunk that the host takes a position to be in, one beyond all chunks or none at all included.
func chunkOf(pos mgl64.Vec3) world.ChunkPos {
	return world.ChunkPos{int32(math.Floor(pos[0])) >> 4, int32(math.Floor(pos[2])) >> 4}
}

// unview notes that the shadow does not view a column any more. A column that none views is given up: its changes are not heard of.
func (s *shadow) unview(p areas.Pos) {
	l := s.l
	col := l.columns[p]
	if col == nil {
		return
	}
	if col.lead == s {
		col.lead = nil
	}
	if col.viewers--; col.viewers > 0 {
		return
	}
	col.gone = true
	delete(l.columns, p)
	l.core.Unload(p)
	l.counts.Departures++
}

// expect queues a column to be read. One of another height than the world's cannot be: its provider has made it for another world.
func (l *Light) expect(col *column) {
	col.primed, col.host = false, nil
	if r := col.chunk.Range(); r != l.w.Range() {
		l.unreadable(col, fmt.Errorf("its height is %v, the world's %v", r, l.w.Range()))
		return
	}
	if !col.waiting {
		col.waiting = true
		l.arrivals = append(l.arrivals, col)
	}
}

// blockChanged records a change. What counts is the block that is there now, in both layers.
func (l *Light) blockChanged(col *column, pos cube.Pos) {
	if l.closed || pos.OutOfBounds(col.chunk.Range()) {
		return
	}
	class, leaky := l.rules.at(col.chunk, uint8(pos[0]&15), int16(pos[1]), uint8(pos[2]&15))
	if leaky {
		col.leaky |= section((pos[1] - col.chunk.Range()[0]) >> 4)
	}
	x, y, z := int32(pos[0]), int32(pos[1]), int32(pos[2])
	if _, known := l.core.Level(lighting.Block, x, y, z); known {
		// Most changes that the game makes, such as growth, do not matter to light.
		if l.core.Column(col.pos).Section(y>>4).Class(int(y&15<<8|z&15<<4|x&15)) == class {
			return
		}
	}
	if l.core.Change(lighting.Change{X: x, Y: y, Z: z, Class: class}) {
		l.counts.Changes++
		l.recent++
		l.schedule()
	}
}
