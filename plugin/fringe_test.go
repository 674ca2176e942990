package plugin_test

import (
	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/areas"
	"github.com/kestrel-mc/kestrel/lighting"
)

// fringe is what the borders of the view keep of chunks that have gone. Package areas has the rule: such a chunk leaves its light
// behind, as a source in front of its neighbours, until it comes again or the neighbour is read anew. The levels are those of the plain
// light of the moment when it went, not the core's.
type fringe struct {
	view  map[world.ChunkPos]areas.Ticket // after the last comparison
	kept  map[wall]kept
	cells int // that were lit by what is kept alone, or brighter for it
}

// wall is a side of a chunk.
type wall struct {
	chunk world.ChunkPos
	side  lighting.Side
}

func (w wall) beyond() world.ChunkPos {
	s := steps[w.side]
	return world.ChunkPos{w.chunk[0] + int32(s[0]), w.chunk[1] + int32(s[2])}
}

// kept is the light in front of a wall, sixteen cells a layer of the grid, for as long as the chunk is the one of the ticket.
type kept struct {
	ticket areas.Ticket
	levels [2][]uint8
}

// came forgets what is kept by chunks that were read anew or have gone, and of chunks that came. It returns the chunks that have gone
// since the last comparison, of whose light nobody knows.
func (f *fringe) came(view map[world.ChunkPos]areas.Ticket) (lost []world.ChunkPos) {
	for p := range f.view {
		if _, ok := view[p]; !ok {
			lost = append(lost, p)
		}
	}
	for w, k := range f.kept {
		if _, came := view[w.beyond()]; came || view[w.chunk] != k.ticket {
			delete(f.kept, w)
		}
	}
	return lost
}

// went keeps the light of chunks that were in view with the grid and are not any more, or that went and are about to come again.
func (f *fringe) went(g *grid, levels [2][]uint8, before, after map[world.ChunkPos]areas.Ticket) {
	f.view = after
	for p, ticket := range before {
		if after[p] != ticket {
			continue
		}
		for _, side := range [4]lighting.Side{lighting.West, lighting.East, lighting.North, lighting.South} {
			w := wall{p, side}
			gone, was := before[w.beyond()]
			if !was || after[w.beyond()] == gone {
				continue
			}
			k := kept{ticket: ticket}
			for kind := range k.levels {
				for y := range g.h {
					for i := range 16 {
						own, beyond := g.border(w, y, i), g.border(wall{w.beyond(), side ^ 1}, y, i)
						level := levels[kind][beyond]
						if g.shapes.Blocked(g.class[own].Shape(), g.class[beyond].Shape(), side) {
							level = 0
						}
						k.levels[kind] = append(k.levels[kind], level)
					}
				}
			}
			if f.kept == nil {
				f.kept = map[wall]kept{}
			}
			f.kept[w] = k
		}
	}
}

// border returns the index of a cell along a wall.
func (g *grid) border(w wall, y, i int) int {
	x, z := int(w.chunk[0])*16-g.minX, int(w.chunk[1])*16-g.minZ
	switch w.side {
	case lighting.West:
		z += i
	case lighting.East:
		x, z = x+15, z+i
	case lighting.North:
		x += i
	case lighting.South:
		x, z = x+i, z+15
	}
	return g.index(x, y, z)
}
