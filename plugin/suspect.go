package plugin

import (
	"time"

	"github.com/kestrel-mc/kestrel/areas"
)

// sections are some of the sections of a column, a bit for each from the lowest. All from the 64th on share a bit.
type sections uint64

const all = ^sections(0)

// section returns the set of one section.
func section(i int) sections { return 1 << min(i, 63) }

// near returns the sections of a set and those next to them.
func (s sections) near() sections { return s | s<<1 | s>>1 }

// suspectAround queues the columns to be compared in which the arrival of a chunk may have made the host raise light. The host lets
// light flow in every square of 3x3 chunks that the arrival completes, which reaches two chunks, from one into the next where it is
// too dark there by the host's rules.
//
// Light reaches 15 cells at the most. So around the chunk that came, which has the host's own light so far, all is suspect. Beyond, a
// cell can only have been raised if within its own chunk and the eight around it either some chunk is not known to have the true light,
// or the true light is not good enough for the host at some border: only where a block is leaky (see leaks), and from there it comes
// one section up or down at the most.
func (l *Light) suspectAround(p areas.Pos) {
	const reach, edge = 2, 2*2 + 3 // of the square with the neighbours of those within reach
	var sources [edge * edge]sections
	var cols [edge * edge]*column
	for i := range sources {
		q := p.Add(int32(i%edge)-reach-1, int32(i/edge)-reach-1)
		col := l.columns[q]
		cols[i], sources[i] = col, all
		if col != nil && col.primed && l.core.Settled(q) {
			sources[i] = col.leaky.near()
		}
	}
	sources[(reach+1)*edge+reach+1] = all // whatever it is
	for z := 1; z < edge-1; z++ {
		for x := 1; x < edge-1; x++ {
			i := z*edge + x
			var s sections
			for _, k := range [9]int{i - edge - 1, i - edge, i - edge + 1, i - 1, i, i + 1, i + edge - 1, i + edge, i + edge + 1} {
				s |= sources[k]
			}
			l.suspect(cols[i], s)
		}
	}
}

// suspect queues a column to be compared in some sections.
func (l *Light) suspect(col *column, s sections) {
	if col == nil || s == 0 {
		return
	}
	if col.exposed == 0 {
		l.suspects = append(l.suspects, col)
	}
	col.exposed |= s
}

// compareSuspects compares the columns that the host may have touched, as far as the time allows.
func (l *Light) compareSuspects(limit time.Duration) {
	start := time.Now()
	n := 0
	for _, col := range l.suspects {
		if n > 0 && time.Since(start) >= limit {
			break
		}
		n++
		if l.comparable(col) {
			l.compareEdges(col)
		}
		col.exposed = 0
	}
	l.suspects = append(l.suspects[:0], l.suspects[n:]...)
}

// compareEdges is compare for a column that the host may have let light flow into. The host raises a cell only next to one that it has
// raised or that lies in another chunk, so that nothing has been if nothing has at the border.
func (l *Light) compareEdges(col *column) {
	if col.touched {
		l.compare(col)
		return
	}
	for i := range col.views {
		if col.exposed&section(i/2) != 0 && !l.host.edgeHolds(&col.views[i], &col.marks[i]) {
			l.compare(col)
			return
		}
	}
}
