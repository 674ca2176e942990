package anvilprovider_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/heightmap"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// placed are the states that TestOneEdit places: full blocks, lights, plants, liquids, and blocks whose looks depend on
// what is beside them.
var placed = []string{
	"minecraft:air", "minecraft:stone", "minecraft:oak_log[axis=x]", "minecraft:glowstone", "minecraft:water[level=0]",
	"minecraft:lava[level=0]", "minecraft:glass", "minecraft:dandelion", "minecraft:sea_lantern",
	"minecraft:oak_leaves[distance=7,persistent=true,waterlogged=false]",
	"minecraft:oak_fence[east=false,north=false,south=false,waterlogged=true,west=false]",
	"minecraft:stone_bricks", "minecraft:oak_slab[type=top,waterlogged=false]", "minecraft:redstone_block",
	"minecraft:oak_stairs[facing=east,half=bottom,shape=straight,waterlogged=false]", "minecraft:piston[extended=false,facing=up]",
	"minecraft:redstone_lamp[lit=true]",
}

// edit is one change that the test makes.
type edit struct {
	pos  cube.Pos
	key  string
	from image
}

// TestOneEdit changes one cell of every full chunk as a server would, saves the chunk, and compares it with what it was: that
// cell differs, neighbours at most in properties that the server does not show, and nothing else, but for height maps and
// light, which are checked apart.
func TestOneEdit(t *testing.T) {
	for _, w := range modernWorlds {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			editChunks(t, w.name, func(world.ChunkPos) bool { return true })
		})
	}
}

// TestSparseEdits is TestOneEdit for chunks that are far from each other, where the light of many can be brought up to date.
func TestSparseEdits(t *testing.T) {
	for _, name := range []string{"java-1.18.1", "java-1.20.5", "java-1.21"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if kept := editChunks(t, name, func(pos world.ChunkPos) bool { return pos[0]%3 == 0 && pos[1]%3 == 0 }); kept == 0 && !testing.Short() {
				t.Error("no chunk was lit anew")
			}
		})
	}
}

// editChunks changes one cell of each full chunk that is chosen, checks all of the world, and returns how many chunks stayed
// lit although a change reached them.
func editChunks(t *testing.T, name string, choose func(world.ChunkPos) bool) int {
	t.Helper()
	dir := testworld.Copy(t, name)
	p := open(t, anvilprovider.Config{ReadAhead: -1, Sync: region.SyncNone}, dir)
	dims, err := slowanvil.Dimensions(dir)
	if err != nil {
		t.Fatal(err)
	}
	kept, rnd := 0, rand.New(rand.NewPCG(5, 6))
	for _, d := range dims {
		before, edits := make(map[world.ChunkPos]*slowanvil.Chunk), make(map[world.ChunkPos]edit)
		err := slowanvil.Entries(d.Region, func(_ string, e slowanvil.Entry) error {
			pos := world.ChunkPos{e.X, e.Z}
			c, err := e.Chunk()
			if err != nil || !c.Full {
				return err
			}
			before[pos] = c
			if !choose(pos) || testing.Short() && rnd.IntN(8) > 0 {
				return nil
			}
			col, err := p.LoadColumn(pos, hostDimensions[d.Name])
			if err != nil {
				return err
			}
			edits[pos] = makeEdit(col, pos, placed[rnd.IntN(len(placed))], rnd)
			return p.StoreColumn(pos, hostDimensions[d.Name], col)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
		n, after := 0, make(map[world.ChunkPos]*slowanvil.Chunk)
		err = slowanvil.Entries(d.Region, func(_ string, e slowanvil.Entry) error {
			c, err := e.Chunk()
			if err != nil || !c.Full {
				return err
			}
			pos := world.ChunkPos{c.X, c.Z}
			after[pos] = c
			n += checkEdit(t, before[pos], c, edits)
			return nil
		})
		kept += checkLight(t, before, after, edits)
		if err != nil || len(edits) == 0 {
			t.Errorf("%d edits: %v", len(edits), err)
		}
		t.Logf("%s: %d edits, %d derived changes beside them, %d chunks lit anew; %+v", d.Name, len(edits), n, kept, p.Stats())
		for pos, e := range edits {
			col, err := p.LoadColumn(pos, hostDimensions[d.Name])
			if err != nil {
				t.Fatal(err)
			}
			im := imageOf(e.key)
			if got := (image{blockAt(col, e.pos, 0), blockAt(col, e.pos, 1)}); got != im {
				t.Errorf("%v at %v: %s reads back as %v, want %v", pos, e.pos, e.key, got, im)
			}
		}
	}
	return kept
}

func blockAt(col *chunk.Column, pos cube.Pos, layer uint8) uint32 {
	return col.Chunk.Block(uint8(pos[0]&15), int16(pos[1]), uint8(pos[2]&15), layer)
}

// makeEdit changes one cell of a column, and removes its block entity if there is one.
func makeEdit(col *chunk.Column, pos world.ChunkPos, key string, rnd *rand.Rand) edit {
	r := col.Chunk.Range()
	at := cube.Pos{int(pos[0])<<4 + rnd.IntN(16), r[0] + rnd.IntN(r.Height()+1), int(pos[1])<<4 + rnd.IntN(16)}
	if rnd.IntN(2) == 0 {
		// Near the ground, where there are neighbours.
		at[1] = int(col.Chunk.HighestBlock(uint8(at[0]&15), uint8(at[2]&15)))
	}
	im := imageOf(key)
	from := image{blockAt(col, at, 0), blockAt(col, at, 1)}
	col.Chunk.SetBlock(uint8(at[0]&15), int16(at[1]), uint8(at[2]&15), 0, im.block)
	col.Chunk.SetBlock(uint8(at[0]&15), int16(at[1]), uint8(at[2]&15), 1, im.liquid)
	col.BlockEntities = slices.DeleteFunc(col.BlockEntities, func(be chunk.BlockEntity) bool { return be.Pos == at })
	if b, _ := world.DefaultBlockRegistry.BlockByRuntimeID(im.block); b != nil {
		if nbter, ok := b.(world.NBTer); ok {
			col.BlockEntities = append(col.BlockEntities, chunk.BlockEntity{Pos: at, Data: nbter.EncodeNBT()})
		}
	}
	return edit{at, key, from}
}

// checkEdit compares a chunk before and after, and returns how many neighbours changed. Without an edit a chunk was not saved: it may
// have lost its light to a neighbour, and its leaves may have another distance, and nothing else.
func checkEdit(t *testing.T, before, after *slowanvil.Chunk, edits map[world.ChunkPos]edit) (derived int) {
	t.Helper()
	e := edits[world.ChunkPos{before.X, before.Z}]
	where := fmt.Sprintf("chunk %d,%d, %v to %s", before.X, before.Z, e.pos, e.key)
	changed := make(map[int]bool) // sections in which something was derived
	for y, old := range before.Sections {
		now := after.Sections[y]
		if slices.Equal(old.Palette, now.Palette) && slices.Equal(old.Cells, now.Cells) {
			continue
		}
		for i := range 4096 {
			a, b := old.State(i&15, i>>8, i>>4&15), now.State(i&15, i>>8, i>>4&15)
			if a == b {
				continue
			}
			at := cube.Pos{int(before.X)<<4 | i&15, y<<4 | i>>8, int(before.Z)<<4 | i>>4&15}
			switch {
			case e.key != "" && at == e.pos:
				if imageOf(b) != imageOf(e.key) {
					t.Errorf("%s: became %s", where, b)
				}
			case e.key != "" && beside(at, e.pos) && imageOf(a) == imageOf(b):
				derived++
			case e.key != "" && beside(at, e.pos) && grows(a, b):
				derived++
			case strings.Contains(a, "_leaves[") && imageOf(a) == imageOf(b) && (stepsFromEdit(at, edits) <= 7 || follows(after, at, b)):
				changed[y] = true
				derived++
			default:
				t.Errorf("%s: at %v %s became %s", where, at, a, b)
			}
		}
	}
	if len(after.Sections) < len(before.Sections) {
		t.Errorf("%s: %d sections, were %d", where, len(after.Sections), len(before.Sections))
	}
	if before.LightOn != after.LightOn {
		for y, s := range after.Sections {
			if s.BlockLight != nil || s.SkyLight != nil {
				t.Errorf("%s: light of section %d left behind", where, y)
			}
		}
	}
	if before.DataVersion < 4671 {
		checkHeights(t, before, after, e) // The unlit world's were not made by the game.
	}
	light := before.LightOn != after.LightOn || relevant(before, after, e)
	a, b := stripped(before, e, changed, light), stripped(after, e, changed, light)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%s: %s", where, cmp.Diff(a, b))
	}
	return derived
}

// follows reports whether a leaf's distance is what those beside it in its chunk give it: a tree in which the game left a distance
// that was wrong is put right as a whole, from the first leaf of it that an edit reaches.
func follows(c *slowanvil.Chunk, at cube.Pos, leaf string) bool {
	if at[0]&15 == 0 || at[0]&15 == 15 || at[2]&15 == 0 || at[2]&15 == 15 {
		return true // What it follows may lie in another chunk.
	}
	nearest := 7
	for _, face := range cube.Faces() {
		n := at.Side(face)
		state := c.State(n[0]&15, n[1], n[2]&15)
		if strings.Contains(state, "_log[") || strings.Contains(state, "_wood[") {
			nearest = 0
		} else if _, rest, ok := strings.Cut(state, "_leaves[distance="); ok {
			nearest = min(nearest, int(rest[0]-'0'))
		}
	}
	_, rest, _ := strings.Cut(leaf, "[distance=")
	return int(rest[0]-'0') == min(nearest+1, 7)
}

// stepsFromEdit returns how far a block is from the nearest edit.
func stepsFromEdit(at cube.Pos, edits map[world.ChunkPos]edit) int {
	nearest := math.MaxInt
	for i := range int32(9) {
		if e := edits[world.ChunkPos{int32(at[0]>>4) + i%3 - 1, int32(at[2]>>4) + i/3 - 1}]; e.key != "" {
			d := at.Sub(e.pos)
			nearest = min(nearest, max(d[0], -d[0])+max(d[1], -d[1])+max(d[2], -d[2]))
		}
	}
	return nearest
}

// relevant reports whether an edit changed what a cell is to light.
func relevant(before, after *slowanvil.Chunk, e edit) bool {
	if e.key == "" {
		return false
	}
	rules := java.New(int32(before.DataVersion))
	a, _ := rules.Class(before.State(e.pos[0]&15, e.pos[1], e.pos[2]&15))
	b, _ := rules.Class(after.State(e.pos[0]&15, e.pos[1], e.pos[2]&15))
	return a != b
}

// checkLight checks that no chunk has light that is wrong: those that a change can reach, which are the chunk itself and those
// beside it with a cell in fewer than 15 steps, are either no longer lit or have the light that a computation from scratch
// gives; all others are lit as they were. It returns how many chunks of the first kind stayed lit.
func checkLight(t *testing.T, before, after map[world.ChunkPos]*slowanvil.Chunk, edits map[world.ChunkPos]edit) (kept int) {
	t.Helper()
	reached := make(map[world.ChunkPos]bool)
	for pos, e := range edits {
		if empty(before[pos], e.pos[1]) != empty(after[pos], e.pos[1]) {
			// What the absence of arrays means in the sections around depends on it.
			for i := range int32(9) {
				reached[world.ChunkPos{pos[0] + i%3 - 1, pos[1] + i/3 - 1}] = true
			}
		}
		if !relevant(before[pos], after[pos], e) {
			continue
		}
		for x := e.pos[0] - 14; x <= e.pos[0]+14; x++ {
			for z := e.pos[2] - 14; z <= e.pos[2]+14; z++ {
				if max(x-e.pos[0], e.pos[0]-x)+max(z-e.pos[2], e.pos[2]-z) <= 14 {
					reached[world.ChunkPos{int32(x >> 4), int32(z >> 4)}] = true
				}
			}
		}
	}
	o := newOracle(t)
	for pos, c := range after {
		switch {
		case c.LightOn && !before[pos].LightOn, !c.LightOn && before[pos].LightOn && !reached[pos]:
			t.Errorf("%v: lit is %t, was %t, reached %t", pos, c.LightOn, before[pos].LightOn, reached[pos])
		case c.LightOn && reached[pos]:
			if o.check(t, before, after, pos) {
				kept++
			}
		}
	}
	return kept
}

// empty reports whether the section at a height holds nothing but air.
func empty(c *slowanvil.Chunk, y int) bool {
	for i := range 4096 {
		if !java.IsAir(c.State(i&15, y&^15|i>>8, i>>4&15)) {
			return false
		}
	}
	return true
}

// checkHeights checks the height maps that a chunk had: in the column of the edit they are what the blocks say, and
// everywhere else what they were.
func checkHeights(t *testing.T, before, after *slowanvil.Chunk, e edit) {
	t.Helper()
	old, _ := before.Root["Heightmaps"].(map[string]any)
	now, _ := after.Root["Heightmaps"].(map[string]any)
	for k, name := range heightmap.Names {
		was, is := slowanvil.Longs(old[name]), slowanvil.Longs(now[name])
		if len(was) != 37 {
			continue
		}
		for i := range 256 {
			height := is[i/7] >> (i % 7 * 9) & 511
			want := was[i/7] >> (i % 7 * 9) & 511
			if e.key != "" && i == e.pos[2]&15<<4|e.pos[0]&15 {
				want = 0
				for y := 319; y >= -64 && want == 0; y-- {
					if heightmap.MaskOf(anvil.Modernise(after.State(i&15, y, i>>4), int32(after.DataVersion)))&(1<<k) != 0 {
						want = int64(y + 65)
					}
				}
			}
			if height != want {
				t.Errorf("chunk %d,%d, %+v: %s of column %d is %d, want %d", after.X, after.Z, e, name, i, height, want)
			}
		}
	}
}

func beside(a, b cube.Pos) bool {
	d := a.Sub(b)
	return d[0]*d[0]+d[1]*d[1]+d[2]*d[2] == 1
}

// grows reports whether a plant's head became its body, or the other way round: the server tells them apart.
func grows(a, b string) bool {
	a, _, _ = strings.Cut(a, "[")
	b, _, _ = strings.Cut(b, "[")
	return strings.TrimSuffix(a, "_plant") == strings.TrimSuffix(b, "_plant")
}

// stripped returns a copy of a chunk's NBT without what an edit may change: the blocks of the sections round it, height
// maps, the block entity in the place, and light if that changed as well.
func stripped(c *slowanvil.Chunk, e edit, changed map[int]bool, light bool) map[string]any {
	root := make(map[string]any)
	for k, v := range c.Root {
		if k != "Heightmaps" && (k != "isLightOn" && k != "starlight.light_version" || !light) {
			root[k] = v
		}
	}
	var sections []any
	for _, v := range c.Root["sections"].([]any) {
		s := make(map[string]any)
		for k, v := range v.(map[string]any) {
			s[k] = v
		}
		y := slowanvil.Int(s["Y"])
		if int8(y)-int8(e.pos[1]>>4) >= -1 && int8(y)-int8(e.pos[1]>>4) <= 1 || changed[int(int8(y))] {
			delete(s, "block_states")
		}
		if light {
			delete(s, "BlockLight")
			delete(s, "SkyLight")
		}
		sections = append(sections, s)
	}
	root["sections"] = sections
	var entities []any
	list, _ := c.Root["block_entities"].([]any)
	for _, v := range list {
		be := v.(map[string]any)
		if (cube.Pos{slowanvil.Int(be["x"]), slowanvil.Int(be["y"]), slowanvil.Int(be["z"])}) != e.pos {
			entities = append(entities, v)
		}
	}
	root["block_entities"] = entities
	if e.key != "" {
		delete(root, "kestrel:bedrock_states")
	}
	return root
}
