package main

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testclient"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestOnlyEditsAreSaved lets a player fly over a world that nobody here wrote, break blocks and place some, while the server saves every
// second. In the files nothing else has changed then: each cell that differs is one of these, and only chunks with such a cell, and for
// their light those beside them, differ at all.
func TestOnlyEditsAreSaved(t *testing.T) {
	dir := testworld.Copy(t, "java-1.20.5")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	before := chunksOf(t, dir)
	entities := fingerprint(t, filepath.Join(dir, "entities"))
	n := 10
	if testing.Short() {
		n = 3
	}
	spots := breakable(before, n)
	if len(spots) < n {
		t.Fatalf("only %d blocks to break", len(spots))
	}
	srv, provider, address := autosaving(t, dir)
	c, err := testclient.Dial(ctx, address, "Tester")
	if err != nil {
		t.Fatal(err)
	}
	edits := make(map[cube.Pos]string)
	for _, at := range spots {
		if err := c.Move(mgl32.Vec3{float32(at[0]) + 0.5, float32(at[1]) + 2, float32(at[2]) + 0.5}); err != nil {
			t.Fatal(err)
		}
		if err := c.LoadColumn(ctx, int32(at[0]>>4), int32(at[2]>>4), at[1], at[1]+16); err != nil {
			t.Fatal(err)
		}
		if err := c.Break(at[0], at[1], at[2]); err != nil {
			t.Fatal(err)
		}
		if err := c.WaitBlock(ctx, at[0], at[1], at[2], "minecraft:air"); err != nil {
			t.Fatal(err)
		}
		above := at.Add(cube.Pos{0, 8, 0})
		srv.World().Do(func(tx *world.Tx) {
			for e := range tx.Players() {
				e.(*player.Player).PlaceBlock(above, block.Gold{}, nil)
			}
		})
		if err := c.WaitBlock(ctx, above[0], above[1], above[2], "minecraft:gold_block"); err != nil {
			t.Fatal(err)
		}
		edits[at], edits[above] = "minecraft:air", "minecraft:gold_block"
		time.Sleep(300 * time.Millisecond) // the server saves meanwhile
	}
	for provider.Stats().Written == 0 {
		if time.Sleep(100 * time.Millisecond); ctx.Err() != nil {
			t.Fatal("the server does not save while it runs")
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if err := srv.Close(); err != nil {
		t.Fatal(err)
	}
	checkOnlyEdits(t, before, chunksOf(t, dir), edits)
	if diff := cmp.Diff(entities, fingerprint(t, filepath.Join(dir, "entities"))); diff != "" {
		t.Errorf("the entities: %s", diff)
	}
}

// autosaving runs the server on a world, as the command does, but saving every second and without random ticks.
func autosaving(t *testing.T, dir string) (*server.Server, *anvilprovider.Provider, string) {
	t.Helper()
	opt := serveOptions{configFile: filepath.Join(t.TempDir(), "config.toml"), world: dir, address: "127.0.0.1:0", noAuth: true}
	s, err := opt.load()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	provider, err := s.Provider(log).Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	conf, address, err := hostConfig(s, provider, log)
	if err != nil {
		t.Fatal(err)
	}
	conf.SaveInterval, conf.RandomTickSpeed = time.Second, -1
	srv := conf.New()
	srv.Listen()
	go func() {
		for range srv.Accept() {
		}
	}()
	return srv, provider, address
}

// chunksOf reads the finished chunks of the overworld.
func chunksOf(t *testing.T, dir string) map[world.ChunkPos]*slowanvil.Chunk {
	t.Helper()
	all := make(map[world.ChunkPos]*slowanvil.Chunk)
	err := slowanvil.Chunks(filepath.Join(dir, "region"), func(c *slowanvil.Chunk) error {
		if c.Full {
			all[world.ChunkPos{c.X, c.Z}] = c
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// firm are blocks that nothing happens to when one beside them goes.
var firm = []string{"minecraft:air", "minecraft:stone", "minecraft:grass_block[snowy=false]", "minecraft:dirt", "minecraft:deepslate[axis=y]", "minecraft:white_concrete",
	"minecraft:sandstone", "minecraft:bedrock", "minecraft:smooth_stone", "minecraft:stone_bricks", "minecraft:andesite", "minecraft:granite", "minecraft:diorite"}

// breakable finds the highest blocks of some chunks, far from each other, where only firm blocks are around.
func breakable(chunks map[world.ChunkPos]*slowanvil.Chunk, n int) (spots []cube.Pos) {
	var order []world.ChunkPos
	for pos := range chunks {
		order = append(order, pos)
	}
	slices.SortFunc(order, func(a, b world.ChunkPos) int { return int(a[0]-b[0])*1000 + int(a[1]-b[1]) })
	for _, pos := range order {
		c := chunks[pos]
		y := 250
		for y > -62 && c.State(8, y, 8) == "minecraft:air" {
			y--
		}
		near := slices.ContainsFunc(spots, func(s cube.Pos) bool { return max(abs(s[0]>>4-int(pos[0])), abs(s[2]>>4-int(pos[1]))) < 3 })
		if y > -62 && !near && len(spots) < n && allFirm(c, y) {
			spots = append(spots, cube.Pos{int(pos[0])*16 + 8, y, int(pos[1])*16 + 8})
		}
	}
	return spots
}

func abs(n int) int { return max(n, -n) }

func allFirm(c *slowanvil.Chunk, y int) bool {
	for x := 6; x <= 10; x++ {
		for z := 6; z <= 10; z++ {
			for dy := -2; dy <= 10; dy++ {
				if !slices.Contains(firm, c.State(x, y+dy, z)) {
					return false
				}
			}
		}
	}
	return true
}

// checkOnlyEdits compares the chunks of before and after.
func checkOnlyEdits(t *testing.T, before, after map[world.ChunkPos]*slowanvil.Chunk, edits map[cube.Pos]string) {
	t.Helper()
	edited := make(map[world.ChunkPos]bool)
	for at := range edits {
		edited[world.ChunkPos{int32(at[0] >> 4), int32(at[2] >> 4)}] = true
	}
	changed, dimmed := 0, 0
	for pos, was := range before {
		is := after[pos]
		if is == nil {
			t.Errorf("chunk %v is gone", pos)
			continue
		}
		if cmp.Equal(was.Root, is.Root) {
			if edited[pos] {
				t.Errorf("the edit of chunk %v is not saved", pos)
			}
			continue
		}
		beside := false
		for e := range edited {
			beside = beside || max(abs(int(e[0]-pos[0])), abs(int(e[1]-pos[1]))) == 1
		}
		switch {
		case edited[pos]:
			changed++
			sameButFor(t, was, is, edits)
		case beside:
			dimmed++
		default:
			t.Errorf("chunk %v was not edited, and changed", pos)
		}
		if diff := cmp.Diff(withoutLight(was, edited[pos]), withoutLight(is, edited[pos])); diff != "" {
			t.Errorf("chunk %v: %s", pos, diff)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d chunks, there were %d", len(after), len(before))
	}
	t.Logf("%d chunks, %d edited, %d beside them with other light", len(before), changed, dimmed)
}

// sameButFor compares all cells of a chunk.
func sameButFor(t *testing.T, was, is *slowanvil.Chunk, edits map[cube.Pos]string) {
	t.Helper()
	for y := -64; y < 320; y++ {
		for i := range 256 {
			x, z := i&15, i>>4
			want := was.State(x, y, z)
			if key, ok := edits[cube.Pos{int(was.X)*16 + x, y, int(was.Z)*16 + z}]; ok {
				want = key
			}
			if got := is.State(x, y, z); got != want {
				t.Errorf("chunk %d,%d: %d,%d,%d is %s, want %s", was.X, was.Z, x, y, z, got, want)
			}
		}
	}
}

// withoutLight is a chunk's document without its light and, if it was edited, its cells and what follows from them.
func withoutLight(c *slowanvil.Chunk, edited bool) map[string]any {
	root := make(map[string]any)
	for name, v := range c.Root {
		if !strings.HasPrefix(name, "isLightOn") && (!edited || name != "Heightmaps") {
			root[name] = v
		}
	}
	list, _ := root["sections"].([]any)
	var sections []any
	for _, v := range list {
		s := make(map[string]any)
		for name, v := range v.(map[string]any) {
			if !strings.HasSuffix(name, "Light") && (!edited || name != "block_states") {
				s[name] = v
			}
		}
		sections = append(sections, s)
	}
	root["sections"] = sections
	return root
}
