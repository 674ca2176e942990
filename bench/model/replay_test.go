package model

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/scene"
	"github.com/kestrel-mc/kestrel/lighting"
)

// toggled is 5x5 chunks in which blocks change to and fro between two states of the world.
type toggled struct {
	*engine
	changes [2][]lighting.Change // what makes the world the one, and the other
	kinds   []lighting.Kind
	now     int
}

// newToggled lights the world of Falco's benchmark. The first change is its own: a glowstone in the middle, which comes and goes.
// Further ones are glowstones in other air of the middle chunks.
func newToggled(tb testing.TB, kinds []lighting.Kind, n int) *toggled {
	tb.Helper()
	s := scene.Toggled(false)
	t := &toggled{engine: newEngine(tb, pack(s), kinds[0]), kinds: kinds}
	// With both kinds at once the section above has to be open; the layer is too far below for its block light to get there.
	for _, col := range t.columns {
		t.closed(col, lighting.Sky)
	}
	t.full()
	add := func(chunk, section, i int) {
		x, y, z := chunk%5*16+i&15, section*16+i>>8, chunk/5*16+i>>4&15
		change := lighting.Change{X: int32(x), Y: int32(y), Z: int32(z)}
		t.changes[1] = append(t.changes[1], change)
		change.Class = scene.Classes[scene.Glowstone]
		t.changes[0] = append(t.changes[0], change)
	}
	const layer = 6
	add(12, layer, 8<<8|8<<4|8)
	taken := map[[2]int]bool{{12, 8<<8 | 8<<4 | 8}: true}
	for r := rand.New(rand.NewPCG(20260731, 7)); len(t.changes[0]) < n; {
		c, i := (1+r.IntN(3))*5+1+r.IntN(3), r.IntN(4096)
		if !taken[[2]int{c, i}] && s.Section(c, layer)[i] == scene.Air {
			taken[[2]int{c, i}] = true
			add(c, layer, i)
		}
	}
	return t
}

// replay makes the next change and brings the light up to date.
func (t *toggled) replay(tb testing.TB) {
	if _, err := t.engine.engine.Replay(t.area, t.changes[t.now]); err != nil {
		tb.Fatal(err)
	}
	t.now ^= 1
}

// full lights all chunks from nothing, nine those in the middle alone, which a change there may reach: the others are their ring.
func (t *toggled) full() { t.again(true) }
func (t *toggled) nine() { t.again(false) }

func (t *toggled) again(all bool) {
	for _, kind := range t.kinds {
		for c, col := range t.columns {
			if x, z := c%5, c/5; all || x > 0 && z > 0 && x < 4 && z < 4 {
				col.SetLit(kind, false)
			}
		}
		t.engine.engine.Light(t.area, kind)
	}
}

// check fails unless a replay to and fro gives the light of a full pass, both ways.
func (t *toggled) check(tb testing.TB) {
	tb.Helper()
	for range 2 {
		t.replay(tb)
		var replayed [][]byte
		for c := range t.columns {
			for _, kind := range t.kinds {
				replayed = append(replayed, t.collect(nil, c, kind))
			}
		}
		t.nine()
		t.full()
		for c := range t.columns {
			for k, kind := range t.kinds {
				if !bytes.Equal(replayed[c*len(t.kinds)+k], t.collect(nil, c, kind)) {
					tb.Fatalf("%v light of chunk %d after %d changes: replayed is another than full", kind, c, len(t.changes[0]))
				}
			}
		}
	}
}

// BenchmarkReplay changes blocks in the middle of 5x5 lit chunks, and either replays the change on the light that is there, or lights
// the nine chunks round the middle again, or all 25. The planes are there in all cases.
func BenchmarkReplay(b *testing.B) {
	fixture.Config("input-toggled-sha256", scene.Toggled(false).SHA256())
	for _, light := range []struct {
		name  string
		kinds []lighting.Kind
	}{{"block", kinds[:1]}, {"sky", kinds[1:]}, {"both", kinds}} {
		for _, n := range []int{1, 16, 1000} {
			t := newToggled(b, light.kinds, n)
			t.check(b)
			run(b, fmt.Sprintf("replay/light=%s/changes=%d", light.name, n), func() { t.replay(b) })
			run(b, fmt.Sprintf("nine/light=%s/changes=%d", light.name, n), t.nine)
			run(b, fmt.Sprintf("full/light=%s/changes=%d", light.name, n), t.full)
		}
	}
}
