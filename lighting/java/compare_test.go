package java_test

import (
	"fmt"
	"sync"

	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// difference is a cell whose block light differs.
type difference struct {
	x, y, z   int
	got, want uint8
}

func (d difference) String() string {
	return fmt.Sprintf("block light at %d,%d,%d: %d, the game says %d", d.x, d.y, d.z, d.got, d.want)
}

// result counts what differs.
type result struct {
	chunks, cells, block, sky int
	wrong                     []difference // of block light, the first thousands
	arrays                    presence
}

// presence counts the arrays that are in the file, and those whose presence is not what Stores says.
type presence struct {
	Stored  int
	Zero    int // an array of zeros that need not be there
	Extra   int // any other that should not be there
	Top     int // an array of 15 that is missing, with none above
	Missing int // any other that is missing
}

// solver lights the chunks x..x+7, z..z+7 with their ring and returns the light of a column, a Nibbles per light section.
type solver func(w *world, tile pos, classes []lighting.Class) func(p pos) (block, sky []java.Nibbles)

// compare lights the world tile by tile, two at a time, and compares every eligible chunk with what is stored.
func (w *world) compare(solve solver, classes []lighting.Class) result {
	tiles := map[pos]bool{}
	for p, c := range w.columns {
		if c.eligible {
			tiles[pos{p.x &^ 7, p.z &^ 7}] = true
		}
	}
	var total result
	var mu sync.Mutex
	var wg sync.WaitGroup
	limit := make(chan struct{}, 2)
	for tile := range tiles {
		limit <- struct{}{}
		wg.Go(func() {
			defer func() { <-limit }()
			light := solve(w, tile, classes)
			for i := range int32(64) {
				p := pos{tile.x + i%8, tile.z + i/8}
				if c := w.columns[p]; c != nil && c.eligible {
					block, sky := light(p)
					mu.Lock()
					total.column(w, p, c, block, sky)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return total
}

// column compares one chunk.
func (r *result) column(w *world, p pos, c *column, block, sky []java.Nibbles) {
	n, near := len(c.block), w.near(p)
	wantBlock, wantSky := make([]java.Nibbles, n), make([]java.Nibbles, n)
	java.ReadBlock(wantBlock, c.block)
	java.ReadSky(wantSky, c.sky, near)
	r.chunks++
	r.cells += n * 4096
	for s := range n {
		r.sky += java.Different(&sky[s], &wantSky[s])
		d := java.Different(&block[s], &wantBlock[s])
		r.block += d
		for i := 0; d > 0; i++ {
			x, y, z := i&15, i>>8, i>>4&15
			if got, want := block[s].Level(x, y, z), wantBlock[s].Level(x, y, z); got != want {
				d--
				if len(r.wrong) < 5000 {
					r.wrong = append(r.wrong, difference{int(p.x)*16 + x, (c.lowest-1+s)*16 + y, int(p.z)*16 + z, got, want})
				}
			}
		}
	}
	r.arrays.count(near, block, c.block)
	r.arrays.count(near, sky, c.sky)
}

// count compares the arrays of one kind that are in the file with those that Stores wants.
func (p *presence) count(near []bool, light []java.Nibbles, stored [][]byte) {
	var bright java.Nibbles
	bright.Fill(15)
	seen := false
	for s := len(light) - 1; s >= 0; s-- {
		want, got := java.Stores(near[s], &light[s]), stored[s] != nil
		switch {
		case got && !want && java.Nibbles(stored[s]) == java.Nibbles{}:
			p.Zero++
		case got && !want:
			p.Extra++
		case !got && want && !seen && light[s] == bright:
			p.Top++
		case !got && want:
			p.Missing++
		}
		if got {
			p.Stored++
		}
		seen = seen || got
	}
}
