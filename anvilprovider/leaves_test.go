package anvilprovider_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
)

const (
	leaf = "minecraft:oak_leaves[distance=7,persistent=false,waterlogged=false]"
	log  = "minecraft:oak_log[axis=y]"
)

// stepsToLog counts the steps through leaves from a block to the nearest log, 7 if there are more than six. It is what the game's leaves
// count; state returns "" for what is not known, which may be a log.
func stepsToLog(at [3]int, state func(at [3]int) string) int {
	seen, front := map[[3]int]bool{at: true}, [][3]int{at}
	for steps := 1; steps < 7; steps++ {
		var next [][3]int
		for _, p := range front {
			for _, d := range [][3]int{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}} {
				q := [3]int{p[0] + d[0], p[1] + d[1], p[2] + d[2]}
				name, _, _ := strings.Cut(state(q), "[")
				switch {
				case name == "" || strings.HasSuffix(name, "_log") || strings.HasSuffix(name, "_wood"):
					return steps
				case strings.HasSuffix(name, "_leaves") && !seen[q]:
					seen[q] = true
					next = append(next, q)
				}
			}
		}
		front = next
	}
	return 7
}

// stateIn returns the state of a block of the chunks given, air where they have none, and "" beyond them.
func stateIn(chunks map[world.ChunkPos]*slowanvil.Chunk) func(at [3]int) string {
	return func(at [3]int) string {
		c := chunks[world.ChunkPos{int32(at[0] >> 4), int32(at[2] >> 4)}]
		if c == nil || !c.Full {
			return ""
		}
		if s, ok := c.Sections[at[1]>>4]; ok {
			return s.State(at[0]&15, at[1]&15, at[2]&15)
		}
		return "minecraft:air"
	}
}

// checkLeaves compares the distance of all leaves of a world's chunks with what stepsToLog counts, and returns how many there are.
func checkLeaves(t *testing.T, chunks map[world.ChunkPos]*slowanvil.Chunk) (n int) {
	t.Helper()
	state := stateIn(chunks)
	for pos, c := range chunks {
		for y, s := range c.Sections {
			for i := range 4096 {
				key := s.State(i&15, i>>8, i>>4&15)
				name, props, _ := strings.Cut(key, "[")
				if !strings.HasSuffix(name, "_leaves") {
					continue
				}
				n++
				at := [3]int{int(pos[0])<<4 | i&15, y<<4 | i>>8, int(pos[1])<<4 | i>>4&15}
				if want := stepsToLog(at, state); !strings.HasPrefix(props, fmt.Sprintf("distance=%d,", want)) {
					t.Fatalf("%v has %s, and the nearest log is %d steps away", at, key, want)
				}
			}
		}
	}
	return n
}

// grove is four chunks of air that meet in a corner, with leaves and logs near it.
type grove struct {
	dir     string
	p       *anvilprovider.Provider
	columns map[world.ChunkPos]*chunk.Column
}

func newGrove(t *testing.T) *grove {
	g := &grove{dir: t.TempDir(), columns: map[world.ChunkPos]*chunk.Column{}}
	g.p = open(t, anvilprovider.Config{Sync: region.SyncNone, SaveWorkers: 3, ReadAhead: -1, KeepUntouched: true}, g.dir)
	for x := range int32(2) {
		for z := range int32(2) {
			g.columns[world.ChunkPos{x - 1, z - 1}] = columnOf("minecraft:air", -64)
		}
	}
	return g
}

func (g *grove) put(x, y, z int, key string) (pos world.ChunkPos) {
	pos = world.ChunkPos{int32(x >> 4), int32(z >> 4)}
	put(g.columns[pos], uint8(x&15), int16(y), uint8(z&15), key)
	return pos
}

func (g *grove) save(t *testing.T, which ...world.ChunkPos) {
	t.Helper()
	for _, pos := range which {
		if err := g.p.StoreColumn(pos, world.Overworld, g.columns[pos]); err != nil {
			t.Fatal(err)
		}
	}
	if err := flushed(g.p); err != nil {
		t.Fatal(err)
	}
}

func (g *grove) all() (list []world.ChunkPos) {
	for pos := range g.columns {
		list = append(list, pos)
	}
	return list
}

// TestTree plants a tree whose leaves reach into four chunks, and fells it. Only the chunk of the log is saved then: the leaves in the
// other three follow.
func TestTree(t *testing.T) {
	g := newGrove(t)
	g.save(t, g.all()...)
	for x := -5; x <= 4; x++ {
		for y := 62; y <= 68; y++ { // over the border of two sections
			for z := -5; z <= 4; z++ {
				g.put(x, y, z, leaf)
			}
		}
	}
	trunk := g.put(-1, 63, -1, log)
	g.put(-1, 64, -1, log)
	g.save(t, g.all()...)
	if n := checkLeaves(t, rawChunks(t, filepath.Join(g.dir, "region"))); n != 698 {
		t.Errorf("%d leaves", n)
	}
	g.put(-1, 63, -1, "minecraft:air")
	g.put(-1, 64, -1, "minecraft:air")
	g.save(t, trunk)
	chunks := rawChunks(t, filepath.Join(g.dir, "region"))
	if n := checkLeaves(t, chunks); n != 698 {
		t.Errorf("%d leaves", n)
	}
	if key := chunks[world.ChunkPos{0, 0}].State(0, 64, 0); key != leaf {
		t.Errorf("a leaf of the felled tree is %s", key)
	}
}

// TestLeavesAnyEdits changes logs and leaves at random where four chunks meet, and saves the changed chunks at once and in any order: the
// leaves count as if all of them had been counted anew.
func TestLeavesAnyEdits(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 0))
		g := newGrove(t)
		for round := range 12 {
			changed := map[world.ChunkPos]bool{}
			for range []int{600, 3, 40}[round%3] {
				x, y, z := r.IntN(10)-5, 60+r.IntN(8), r.IntN(10)-5
				key := []string{leaf, leaf, leaf, leaf, "minecraft:air", "minecraft:stone"}[r.IntN(6)]
				if r.IntN(40) == 0 {
					key = log
				}
				changed[g.put(x, y, z, key)] = true
			}
			if round == 0 {
				g.save(t, g.all()...)
			} else {
				var which []world.ChunkPos
				for pos := range changed {
					which = append(which, pos)
				}
				g.save(t, which...)
			}
			if n := checkLeaves(t, rawChunks(t, filepath.Join(g.dir, "region"))); n < 100 {
				t.Errorf("seed %d, round %d: %d leaves", seed, round, n)
			}
		}
	}
}

// TestLeavesAtTheUnknown plants leaves at the border of a chunk beside which there is none: they do not decay, because there might be a log.
// When there is a chunk of air, they do; stairs, too, find out then that nothing goes on beside them.
func TestLeavesAtTheUnknown(t *testing.T) {
	g := newGrove(t)
	here, beside := g.put(15, 64, 8, leaf), world.ChunkPos{1, 0}
	g.put(14, 64, 8, leaf)
	g.put(2, 64, 8, leaf)
	g.put(15, 70, 8, "minecraft:oak_stairs[facing=east,half=bottom,shape=straight,waterlogged=false]")
	g.put(14, 70, 8, "minecraft:oak_stairs[facing=north,half=bottom,shape=straight,waterlogged=false]")
	g.save(t, here)
	folder := filepath.Join(g.dir, "region")
	c := rawChunk(t, folder, here)
	for x, want := range map[int]string{15: "distance=1,", 14: "distance=2,", 2: "distance=7,"} {
		if key := c.State(x, 64, 8); !strings.Contains(key, want) {
			t.Errorf("before: at %d there is %s, want %s", x, key, want)
		}
	}
	g.columns[beside] = columnOf("minecraft:air", -64)
	g.save(t, beside)
	c = rawChunk(t, folder, here)
	for x := range map[int]bool{15: true, 14: true, 2: true} {
		if key := c.State(x, 64, 8); key != leaf {
			t.Errorf("afterwards: at %d there is %s", x, key)
		}
	}
	if key := c.State(15, 70, 8); !strings.Contains(key, "shape=inner_left") {
		t.Errorf("the stairs are %s", key)
	}
}

// TestLeavesThatNothingTouches stores leaves in a corner whose distance nothing in the chunk explains. They keep it, whatever changes
// elsewhere or beside them: it may be a log in a chunk that is not there.
func TestLeavesThatNothingTouches(t *testing.T) {
	dir, pos := t.TempDir(), world.ChunkPos{}
	odd := strings.Replace(leaf, "7", "3", 1)
	putDoc(t, filepath.Join(dir, "region"), pos, blankWith(t, -4, 19, "minecraft:plains", 0, odd))
	p := open(t, anvilprovider.Config{Sync: region.SyncNone, ReadAhead: -1}, dir)
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		x         uint8
		key, want string
	}{{4, leaf, odd}, {4, log, odd}, {1, "minecraft:stone", odd}} {
		put(col, step.x, 0, 0, step.key)
		save(t, p, pos, col)
		if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(0, 0, 0); got != step.want {
			t.Errorf("after %s at %d: %s, want %s", step.key, step.x, got, step.want)
		}
	}
}
