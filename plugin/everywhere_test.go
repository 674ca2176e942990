package plugin_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// TestEverywhere places every kind of block that the host knows, but those with data of their own, at the top and the bottom of the world
// and at the borders of sections and chunks, those of the view's fringe among them, while the view moves to and fro.
func TestEverywhere(t *testing.T) {
	for _, dim := range []world.Dimension{world.Overworld, world.Nether, world.End} {
		t.Run(fmt.Sprint(dim), func(t *testing.T) {
			rounds := 2
			switch {
			case long():
				rounds = 30
			case testing.Short() && dim != world.Overworld:
				t.Skip("for a long run")
			}
			r := rand.New(rand.NewPCG(9, 9))
			w := newWorld(t, false, dim)
			l := attach(t, w, plugin.Config{Follow: everyone(2), Workers: 2})
			at := mgl64.Vec3{8, 120, 8}
			h := join(t, w, at)
			var f fringe
			for round := range rounds {
				settle(t, l, -1)
				for range 40 {
					do(t, w, func(tx *world.Tx) {
						for range r.IntN(60) {
							place(tx, r, cube.PosFromVec3(at))
						}
					})
				}
				f.check(t, l, false, func(tx *world.Tx) {
					at[round%2*2] += float64(16 * (1 - round/2%2*2)) // east, south, west, north
					bring(t, tx, h, at)
					l.Follow(tx)
				})
				if t.Failed() {
					t.Fatalf("round %d: %+v", round, l.Stats())
				}
				w.AdvanceTick()
			}
			if f.cells == 0 {
				t.Error("no chunk that has gone left light behind")
			}
			t.Logf("%d cells lit by what chunks left behind: %+v", f.cells, l.Stats())
		})
	}
}

// place places a block near a position, where sections or chunks meet or end more often than not.
func place(tx *world.Tx, r *rand.Rand, near cube.Pos) {
	ra := tx.Range()
	heights := []int{ra[0], ra[0], ra[0] + 1, ra[0] + 15, ra[0] + 16, ra[0] + 17, ra[1], ra[1], ra[1] - 1, ra[1] - 15, ra[1] - 16}
	beside := func(near int) int { return near>>4<<4 + 16*(r.IntN(6)-2) - []int{0, 1, 8}[r.IntN(3)] }
	pos := cube.Pos{beside(near[0]), heights[r.IntN(len(heights))], beside(near[2])}
	if r.IntN(3) == 0 {
		pos[1] = ra[0] + r.IntN(ra.Height()+1)
	}
	if _, ok := tx.BlockLoaded(pos); !ok {
		return
	}
	b, _ := world.DefaultBlockRegistry.BlockByRuntimeID(uint32(r.IntN(world.DefaultBlockRegistry.BlockCount())))
	switch r.IntN(4) {
	case 0:
		b = block.Air{}
	case 1:
		b = block.Glowstone{}
	}
	if _, ok := b.(world.NBTer); !ok {
		tx.SetBlock(pos, b, &world.SetOpts{DisableBlockUpdates: true})
	}
}
