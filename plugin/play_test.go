package plugin_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// long says that tests may take minutes.
func long() bool { return os.Getenv("KESTREL_LONG") != "" }

// palette is what random play builds with.
var palette = []world.Block{
	block.Air{}, block.Air{}, block.Air{}, block.Stone{}, block.Glowstone{}, block.Torch{Facing: cube.FaceDown}, block.Glass{}, block.TNT{},
	block.Slab{Block: block.Stone{}}, block.Slab{Block: block.Stone{}, Top: true}, block.Slab{Block: block.Stone{}, Double: true},
	block.Stairs{Block: block.Stone{}, Facing: cube.North}, block.Leaves{Type: block.OakLeaves(), Persistent: true}, block.Sand{},
	block.Lava{Depth: 8, Still: true}, block.Water{Depth: 8, Still: true}, block.Fire{}, block.SeaLantern{}, block.Grass{}, block.Farmland{},
	block.WheatSeeds{}, block.Lantern{}, block.Planks{}, block.RedstoneBlock{}, block.RedstoneTorch{Facing: cube.FaceDown, Lit: true},
	block.NewChest(), block.Obsidian{}, block.PackedIce{},
}

// hut is a structure with a lamp, water in slabs, and holes where nothing is placed.
type hut struct{ r *rand.Rand }

func (hut) Dimensions() [3]int { return [3]int{9, 7, 9} }

func (h hut) At(x, y, z int, _ func(x, y, z int) world.Block) (world.Block, world.Liquid) {
	switch h.r.IntN(8) {
	case 0:
		return block.Glowstone{}, nil
	case 1:
		return block.Slab{Block: block.Stone{}}, block.Water{Depth: 8, Still: true}
	case 2:
		return nil, nil
	case 3, 4:
		return block.Stone{}, nil
	}
	return block.Air{}, nil
}

// height is where play does something: in the ground and on it most of the time, else near the bottom or the top of the world.
func height(ra cube.Range, r *rand.Rand) int {
	switch r.IntN(8) {
	case 0:
		return ra[0] + r.IntN(18)*r.IntN(2)
	case 1:
		return ra[1] - r.IntN(18)*r.IntN(2)
	}
	return ra[0] + 10 + r.IntN(55)
}

// play does something random near a position.
func play(tx *world.Tx, r *rand.Rand, near cube.Pos, reach int) {
	pos := near.Add(cube.Pos{r.IntN(2*reach) - reach, 0, r.IntN(2*reach) - reach})
	pos[1] = height(tx.Range(), r)
	if _, ok := tx.BlockLoaded(pos); !ok {
		return
	}
	if pos[1] > tx.Range()[0]+80 { // Liquids would fall over all of the land from there.
		if b := palette[r.IntN(len(palette))]; !isLiquid(b) {
			tx.SetBlock(pos, b, nil)
		}
		return
	}
	switch n := r.IntN(100); {
	case n < 70:
		tx.SetBlock(pos, palette[r.IntN(len(palette))], nil)
	case n < 75:
		tx.SetLiquid(pos, block.Water{Depth: 8, Still: true})
	case n < 78:
		tx.SetLiquid(pos, nil)
	case n < 80:
		tx.SetBlock(pos, block.Air{}, &world.SetOpts{DisableLiquidDisplacement: true})
	case n < 84:
		tx.BuildStructure(pos, hut{r})
	case n < 86:
		block.ExplosionConfig{SpawnFire: true, ItemDropChance: -1, RandSource: rand.NewPCG(r.Uint64(), 1)}.Explode(tx, world.BlockExplosionSource{Pos: pos, ExplosionSize: 2 + 3*r.Float64()})
	case n < 88: // the top falls in
		top := cube.Pos{pos[0], tx.HighestBlock(pos[0], pos[2]) + 8, pos[2]}
		tx.SetBlock(top, block.Sand{}, nil)
	case n < 90: // a shaft under the open sky
		for y := tx.HighestBlock(pos[0], pos[2]); y > pos[1]; y-- {
			tx.SetBlock(cube.Pos{pos[0], y, pos[2]}, block.Air{}, nil)
		}
	case n < 92: // and a roof
		for x := range 7 {
			for z := range 7 {
				tx.SetBlock(cube.Pos{pos[0] + x, tx.Range()[0] + 68, pos[2] + z}, block.Stone{}, nil)
			}
		}
	case n < 94:
		if b, ok := tx.Block(pos).(item.BoneMealAffected); ok {
			b.BoneMeal(pos, tx)
		}
	case n < 96:
		tx.SetBlock(pos, block.TNT{}, nil)
		tx.AddEntity(entity.NewTNT(world.EntitySpawnOpts{Position: pos.Vec3Centre()}, time.Second))
	default:
		tx.SetBlock(pos, block.Air{}, nil)
		tx.SetBlock(pos, block.Fire{}, nil)
	}
}

func isLiquid(b world.Block) bool {
	_, ok := b.(world.Liquid)
	return ok
}

// tidy removes all that lies about: items look at each other in every tick.
func tidy(tx *world.Tx) {
	for e := range tx.Entities() {
		if e.H().Type() == entity.ItemType {
			tx.RemoveEntity(e)
		}
	}
}

// TestPlay compares every cell in view, from the bottom of the world to its top and at the fringe as well, during random play, with the
// game's own liquids, fire, falling blocks, explosions and growth, while two players move and chunks come and go: with KESTREL_LONG an hour in each dimension, fast-forwarded, which takes minutes.
func TestPlay(t *testing.T) {
	for _, dim := range []world.Dimension{world.Overworld, world.Nether, world.End} {
		for _, synchronous := range []bool{true, false} {
			t.Run(fmt.Sprintf("%v/synchronous=%v", dim, synchronous), func(t *testing.T) {
				rounds, ticks := 2, 30
				switch {
				case long():
					t.Parallel()
					if rounds, ticks = 60, 1200; synchronous {
						rounds = 3
					}
				case dim != world.Overworld && (testing.Short() || synchronous):
					t.Skip("for a long run")
				}
				playOn(t, dim, synchronous, rounds, ticks)
			})
		}
	}
}

// playOn plays for a number of rounds, after each of which all light is compared and the players go elsewhere.
func playOn(t *testing.T, dim world.Dimension, synchronous bool, rounds, ticks int) {
	r := rand.New(rand.NewPCG(7, 7))
	w := newWorld(t, synchronous, dim)
	l := attach(t, w, plugin.Config{Follow: everyone(2), Workers: 2})
	var f fringe
	at := [2]mgl64.Vec3{{8, 120, 8}, {40, 120, -8}}
	players := [2]*world.EntityHandle{join(t, w, at[0]), join(t, w, at[1])}
	for range rounds {
		for tick := range ticks {
			do(t, w, func(tx *world.Tx) {
				if tick%20 == 19 {
					tidy(tx)
				}
				for _, p := range at {
					for range 3 {
						play(tx, r, cube.PosFromVec3(p), 30)
					}
				}
			})
			w.AdvanceTick()
		}
		do(t, w, tidy)
		settle(t, l, -1)
		f.check(t, l, false, func(tx *world.Tx) {
			for i := range at {
				at[i] = at[i].Add(mgl64.Vec3{float64(r.IntN(60) - 30), 0, float64(r.IntN(60) - 30)})
				bring(t, tx, players[i], at[i])
			}
			l.Follow(tx)
		})
		if t.Failed() {
			t.Fatalf("%+v", l.Stats())
		}
		w.AdvanceTick()
		if long() { // Until the next comparison all may have changed.
			settle(t, l, -1)
			f.check(t, l, false, func(*world.Tx) {})
		}
	}
	if f.cells == 0 {
		t.Error("no chunk that has gone left light behind")
	}
	t.Logf("%d ticks, %d cells lit by what chunks left behind: %+v", rounds*ticks, f.cells, l.Stats())
}
