package plugin_test

import (
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// TestHop has a player hop from place to place faster than its own loader would ask for chunks: nothing is loaded but for where it is.
func TestHop(t *testing.T) {
	g := &counted{Generator: flat{world.DefaultBlockRegistry, 10}, made: map[world.ChunkPos]int{}}
	w := world.Config{Generator: g, Entities: entity.DefaultRegistry}.New()
	l := attach(t, w, plugin.Config{Follow: everyone(3), Interval: 10 * time.Second})
	h := join(t, w, mgl64.Vec3{8, 100, 8})
	was := map[world.ChunkPos]bool{{}: true}
	for i := range int32(20) {
		do(t, w, func(tx *world.Tx) {
			e, _ := h.Entity(tx)
			e.(*player.Player).Teleport(mgl64.Vec3{float64(i)*1600 + 8, 100, 8})
			was[world.ChunkPos{i * 100, 0}] = true
			l.FollowNow(tx)
		})
	}
	_ = l.Close()
	_ = w.Close()
	for p := range g.made {
		if !was[p] {
			t.Errorf("chunk %v was loaded", p)
		}
	}
}

// TestAsk asks for chunks no faster than a player's own loader does: for four in each of the host's ticks.
func TestAsk(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(3), Interval: 10 * time.Second})
	h := join(t, w, mgl64.Vec3{8, 120, 8})
	for round := range 2 { // A player that moves begins anew.
		do(t, w, func(tx *world.Tx) {
			bring(t, tx, h, mgl64.Vec3{float64(8 + 16*round), 120, 8})
			l.FollowNow(tx)
			for _, c := range []struct {
				after time.Duration
				want  int
			}{{0, 0}, {49 * time.Millisecond, 0}, {50 * time.Millisecond, 4}, {99 * time.Millisecond, 4}, {200 * time.Millisecond, 16}, {10 * time.Second, 800}} {
				if n := l.Ask(tx, c.after); n != c.want {
					t.Errorf("after %v it may have asked for %d chunks, want %d", c.after, n, c.want)
				}
			}
		})
	}
	settle(t, l, circle(3))
}

// TestFollowNow has a player step over a border while there is work to do: between ticks it is followed, and nothing else is done.
func TestFollowNow(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2), Interval: time.Second})
	h := join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	do(t, w, func(tx *world.Tx) {
		tx.SetBlock(cube.Pos{8, 100, 8}, block.Glowstone{}, alone)
		tx.BuildStructure(cube.Pos{8, 100, 0}, box{1, block.Glowstone{}})
		bring(t, tx, h, mgl64.Vec3{24, 120, 8})
		arrivals, suspects, away, queued := l.Bounds()
		l.FollowNow(tx)
		if a, s, b, q := l.Bounds(); arrivals == 0 || queued == 0 || a != arrivals || s != suspects || b != away || q != queued {
			t.Errorf("%d, %d, %d, %d waited, and now %d, %d, %d, %d do", arrivals, suspects, away, queued, a, s, b, q)
		}
		if n := len(l.Chunks()); n >= circle(2) {
			t.Errorf("the player is not followed: %d chunks are in view", n)
		}
	})
	w.AdvanceTick()
	settle(t, l, circle(2))
	check(t, l, true)
}

// TestCompareInTurn compares as many chunks in an interval as there is time for, and one without any.
func TestCompareInTurn(t *testing.T) {
	w := newWorld(t, false, world.Overworld)
	l := attach(t, w, plugin.Config{Follow: everyone(2), Interval: 10 * time.Second})
	join(t, w, mgl64.Vec3{8, 120, 8})
	settle(t, l, circle(2))
	do(t, w, func(*world.Tx) {
		if n := l.CompareNext(-1); n != 1 {
			t.Errorf("%d chunks are compared without time", n)
		}
		if n := l.CompareNext(time.Hour); n != circle(2) {
			t.Errorf("%d chunks are compared with much time", n)
		}
	})
}
