package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/example-server/internal/relight"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testclient"
	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/kestrel-mc/kestrel/plugin"
	"github.com/sandertv/gophertunnel/minecraft/protocol"
)

// TestSavedLight plays where four chunks meet, in several places of a world that nobody here wrote, while the server saves every second. A
// player digs, and places lamps, blocks and liquids; the server places much more along the borders. Once it has stopped, all of the world
// is lit from scratch: whatever chunk says that it is lit has that light already.
func TestSavedLight(t *testing.T) {
	dir := testworld.Copy(t, "java-1.20.5")
	ctx, cancel := context.WithTimeout(t.Context(), 2*limit)
	defer cancel()
	n := 4
	switch {
	case os.Getenv("KESTREL_LONG") != "":
		n = 16
	case testing.Short():
		n = 2
	}
	before := chunksOf(t, dir)
	corners := cornersOf(before, n)
	if len(corners) < n {
		t.Fatalf("only %d places to play", len(corners))
	}
	srv, provider, address := autosaving(t, dir)
	lights, err := plugin.AttachServer(srv, plugin.Config{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := testclient.Dial(ctx, address, "Tester")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, corner := range corners {
		stand(ctx, t, c, corner.Add(cube.Pos{2, 3, 2}), corner[1], corner[1])
		for round := range 2 {
			playAt(ctx, t, srv, c, corner.Add(cube.Pos{-round, 0, -round}))
			do(t, srv, func(tx *world.Tx) {
				build(tx, r, corner)
				touch(tx, r, corner)
			})
			time.Sleep(400 * time.Millisecond) // liquids flow, and the server saves meanwhile
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := lights.Close(); err != nil {
		t.Fatal(err)
	}
	if err := srv.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", provider.Stats())
	checkSavedLight(t, dir, before, corners)
}

// checkSavedLight compares the light of all chunks that say that they are lit with the one that relight stores.
func checkSavedLight(t *testing.T, dir string, before map[world.ChunkPos]*slowanvil.Chunk, corners []cube.Pos) {
	t.Helper()
	after := chunksOf(t, dir)
	whole, _ := tool[relighting](t, "relight", dir, "--write")
	for why, n := range whole.Left {
		if why != string(relight.ErrFringe) && why != string(relight.ErrAbsent) {
			t.Errorf("%d chunks left alone: %s", n, why)
		}
	}
	for _, c := range compared {
		if c.world == filepath.Base(dir) && whole.Chunks != c.chunks {
			t.Errorf("%d chunks lit, want %d", whole.Chunks, c.chunks)
		}
	}
	lit := chunksOf(t, dir)
	anew, dark := 0, 0
	for pos, c := range after {
		switch {
		case !c.LightOn:
			dark++
		case !reflect.DeepEqual(c.Root, lit[pos].Root):
			t.Errorf("chunk %v says that it is lit, and has other light", pos)
		case !reflect.DeepEqual(lightArrays(c), lightArrays(before[pos])):
			anew++
		}
	}
	t.Logf("%d chunks compared after play in %d places: %d have other light than before, %d say that they have none", whole.Chunks, len(corners), anew, dark)
	if anew < len(corners) {
		t.Errorf("only %d chunks have other light than before", anew)
	}
}

// lightArrays are the stored arrays of a chunk.
func lightArrays(c *slowanvil.Chunk) map[int][2][]byte {
	arrays := make(map[int][2][]byte)
	for y, s := range c.Sections {
		arrays[y] = [2][]byte{s.BlockLight, s.SkyLight}
	}
	return arrays
}

// cornersOf finds ground where four chunks meet, far from each other, in the middle of finished land: the cell of the south-eastern chunk.
func cornersOf(chunks map[world.ChunkPos]*slowanvil.Chunk, n int) (corners []cube.Pos) {
	order := make([]world.ChunkPos, 0, len(chunks))
	for pos := range chunks {
		order = append(order, pos)
	}
	slices.SortFunc(order, func(a, b world.ChunkPos) int { return int(a[0]-b[0])*1000 + int(a[1]-b[1]) })
	for _, pos := range order {
		y := 250
		for y > -64 && chunks[pos].State(0, y, 0) == "minecraft:air" {
			y--
		}
		near := slices.ContainsFunc(corners, func(s cube.Pos) bool { return max(abs(s[0]>>4-int(pos[0])), abs(s[2]>>4-int(pos[1]))) < 8 })
		if len(corners) < n && !near && slices.Contains(firm, chunks[pos].State(0, y, 0)) && allThere(chunks, pos) {
			corners = append(corners, cube.Pos{int(pos[0]) * 16, y, int(pos[1]) * 16})
		}
	}
	return corners
}

// allThere reports whether all chunks that play at a corner may change, and those beside them, are finished.
func allThere(chunks map[world.ChunkPos]*slowanvil.Chunk, pos world.ChunkPos) bool {
	for x := int32(-5); x <= 4; x++ {
		for z := int32(-5); z <= 4; z++ {
			if chunks[world.ChunkPos{pos[0] + x, pos[1] + z}] == nil {
				return false
			}
		}
	}
	return true
}

// do runs f on the goroutine of the server's overworld and waits for it.
func do(t *testing.T, srv *server.Server, f func(tx *world.Tx)) {
	t.Helper()
	if _, err := world.Call(t.Context(), srv.World(), func(tx *world.Tx) (struct{}, error) {
		f(tx)
		return struct{}{}, nil
	}); err != nil {
		t.Fatal(err)
	}
}

// held are what the player uses on the ground, one after the other.
var held = []world.Item{
	block.Glowstone{}, block.Torch{}, block.StoneBricks{}, block.Slab{Block: block.Stone{}}, block.Stairs{Block: block.Stone{}},
	item.Bucket{Content: item.LiquidBucketContent(block.Water{Still: true, Depth: 8})}, item.Bucket{Content: item.LiquidBucketContent(block.Lava{Still: true, Depth: 8})},
}

// playAt lets the player dig where four chunks meet, and use what it holds on the ground around.
func playAt(ctx context.Context, t *testing.T, srv *server.Server, c *testclient.Client, corner cube.Pos) {
	t.Helper()
	// The server makes the ground, so that there is some to play on.
	do(t, srv, func(tx *world.Tx) {
		for x := -3; x <= 2; x++ {
			for z := -3; z <= 2; z++ {
				tx.SetBlock(corner.Add(cube.Pos{x, 0, z}), block.Stone{}, nil)
				tx.SetBlock(corner.Add(cube.Pos{x, 1, z}), block.Air{}, nil)
			}
		}
	})
	for i, it := range held {
		at := corner.Add(cube.Pos{i%4 - 2, 0, i/4*2 - 2})
		do(t, srv, func(tx *world.Tx) {
			for e := range tx.Players() {
				e.(*player.Player).SetHeldItems(item.NewStack(it, 1), item.Stack{})
			}
		})
		if err := c.Use(0, protocol.ItemInstance{}, at[0], at[1], at[2], 1); err != nil {
			t.Fatal(err)
		}
		awaitChange(ctx, t, srv, at.Add(cube.Pos{0, 1, 0}), block.Air{})
	}
	for _, at := range []cube.Pos{corner, corner.Add(cube.Pos{-1, 0, 0}), corner.Add(cube.Pos{-1, 0, -1}), corner.Add(cube.Pos{0, 0, -1})} {
		if err := c.Break(at[0], at[1], at[2]); err != nil {
			t.Fatal(err)
		}
		awaitChange(ctx, t, srv, at, block.Stone{})
	}
}

// awaitChange waits until there is another block at a place.
func awaitChange(ctx context.Context, t *testing.T, srv *server.Server, at cube.Pos, was world.Block) {
	t.Helper()
	for same := true; same; time.Sleep(10 * time.Millisecond) {
		do(t, srv, func(tx *world.Tx) { same = tx.Block(at) == was })
		if ctx.Err() != nil {
			t.Fatalf("there is still %v at %v", was, at)
		}
	}
}

// built are what the server places.
var built = []world.Block{
	block.Air{}, block.Air{}, block.Air{}, block.Stone{}, block.StoneBricks{}, block.Glowstone{}, block.SeaLantern{}, block.Torch{Facing: cube.FaceDown},
	block.Lantern{}, block.Water{Depth: 8, Still: true}, block.Lava{Depth: 8, Still: true}, block.Glass{}, block.Leaves{Type: block.OakLeaves(), Persistent: true},
	block.Slab{Block: block.Stone{}}, block.Slab{Block: block.Stone{}, Top: true}, block.Slab{Block: block.Stone{}, Double: true},
	block.Stairs{Block: block.Stone{}, Facing: cube.North}, block.Stairs{Block: block.Stone{}, Facing: cube.East, UpsideDown: true},
}

// build places blocks on both sides of the borders that meet in a corner, as far as the next ones. Light crosses them.
func build(tx *world.Tx, r *rand.Rand, corner cube.Pos) {
	for range 120 {
		across, along := r.IntN(4)-2, r.IntN(32)-16
		if r.IntN(2) == 0 {
			across, along = along, across
		}
		tx.SetBlock(corner.Add(cube.Pos{across, r.IntN(14) - 5, along}), built[r.IntN(len(built))], nil)
	}
	for range 4 { // a shaft under the open sky, and a roof
		x, z := r.IntN(4)-2, r.IntN(24)-14
		for y := range 20 {
			tx.SetBlock(corner.Add(cube.Pos{x, 14 - y, z}), block.Air{}, nil)
		}
		for i := range 36 {
			tx.SetBlock(corner.Add(cube.Pos{z + i%6, 12, x + i/6}), block.Stone{}, nil)
		}
	}
}

// touch changes a block on or in the ground in some of the chunks further away, often without any change of light across a border.
func touch(tx *world.Tx, r *rand.Rand, corner cube.Pos) {
	for n := range 12 {
		side, along := []int{-4, 3}[n&1], r.IntN(8)-4
		if n%4 < 2 {
			side, along = along, side
		}
		x, z, b := r.IntN(16), r.IntN(16), built[r.IntN(len(built))]
		if n%4 > 0 { // not at the border, and nothing that shines far
			x, z, b = 3+x%10, 3+z%10, block.Stairs{Block: block.Stone{}, Facing: cube.South}
		}
		at := corner.Add(cube.Pos{side*16 + x, 0, along*16 + z})
		at[1] = tx.HighestBlock(at[0], at[2])
		switch r.IntN(4) {
		case 0:
			tx.SetBlock(at, block.Air{}, nil)
		case 1:
			tx.SetBlock(at.Add(cube.Pos{0, -1, 0}), block.Glowstone{}, nil)
		default:
			tx.SetBlock(at.Add(cube.Pos{0, 1, 0}), b, nil)
		}
	}
}
