package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/example-server/internal/showcase"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testclient"
)

// limit bounds every test that plays on a server.
const limit = 90 * time.Second

// TestShowcase starts a server without a world, as a new user does, and looks at the world that it makes, breaks a block, flies past
// the world's end, stops the server, and looks at the files.
func TestShowcase(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	dir := t.TempDir()
	srv := serve(t, "--config", filepath.Join(dir, "config.toml"))
	c := srv.join(ctx, t)
	if at := c.Position(); int(at[0]) != showcase.Spawn[0] || int(at[2]) != showcase.Spawn[2] || at[1] < float32(showcase.Spawn[1]) || at[1] > float32(showcase.Spawn[1]+2) {
		t.Errorf("the player appears at %v, want %v", at, showcase.Spawn)
	}
	compareShowcase(ctx, t, c)

	sign, ok := c.BlockEntity(showcase.Sign[0], showcase.Sign[1], showcase.Sign[2])
	if front, _ := sign["FrontText"].(map[string]any); !ok || front["Text"] != "Welcome\nto a Java world\nserved by\nKestrel" {
		t.Errorf("the sign says %v", sign)
	}
	chest, err := c.Open(ctx, showcase.Chest[0], showcase.Chest[1], showcase.Chest[2])
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, item := range chest.Items {
		total += int(item.Stack.Count)
	}
	if len(chest.Items) != 54 || total != 64+16+3+48 {
		t.Errorf("the double chest has %d slots with %d things", len(chest.Items), total)
	}

	broken := [3]int{2, 66, 10} // the torch beside the path
	if b, _ := c.Block(broken[0], broken[1], broken[2]); b.Name != "minecraft:torch" {
		t.Fatalf("the torch is %v", b)
	}
	if err := c.Break(broken[0], broken[1], broken[2]); err != nil {
		t.Fatal(err)
	}
	if err := c.WaitBlock(ctx, broken[0], broken[1], broken[2], "minecraft:air"); err != nil {
		t.Fatal(err)
	}
	// Beyond the edge there is nothing, and nothing is made of it, though the player leaves from there.
	if err := c.Move(mgl32.Vec3{400, 120, 400}); err != nil {
		t.Fatal(err)
	}
	if err := c.LoadColumn(ctx, 25, 25, -64, 319); err != nil {
		t.Fatal(err)
	}
	if b, ok := c.Block(400, 64, 400); !ok || b.Name != "minecraft:air" {
		t.Errorf("beyond the edge is %v", b)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	srv.wait(t)
	checkSaved(t, filepath.Join(dir, "showcase"), broken)

	// The second start finds what the first one made, and names the dimension of a data pack that came in between.
	saved := filepath.Join(dir, "showcase", "region")
	if err := os.CopyFS(filepath.Join(dir, "showcase", "dimensions", "pack", "cave", "region"), os.DirFS(saved)); err != nil {
		t.Fatal(err)
	}
	again := serve(t, "--config", filepath.Join(dir, "config.toml"))
	if out := again.stdout.String(); strings.Contains(out, "Made a") || strings.Contains(out, "Wrote") || !strings.Contains(out, "64 chunks in 4 region files\n") ||
		!strings.Contains(out, "pack:cave            64 chunks in 4 region files; not served, and left as they are\n") {
		t.Errorf("the second start says\n%s", out)
	}
}

// compareShowcase compares what the client sees of four columns with what the world was built of.
func compareShowcase(ctx context.Context, t *testing.T, c *testclient.Client) {
	t.Helper()
	blocks := translator(t)
	w := showcase.Build()
	cells := 0
	for _, at := range [][2]int32{{0, 0}, {-1, -1}, {-1, 0}, {1, -2}} {
		if err := c.LoadColumn(ctx, at[0], at[1], -64, 319); err != nil {
			t.Fatal(err)
		}
		for x := int(at[0]) * 16; x < int(at[0])*16+16; x++ {
			for z := int(at[1]) * 16; z < int(at[1])*16+16; z++ {
				for y := -64; y < 320; y++ {
					cells++
					if key := w.State(x, y, z); !grows(key) {
						compareCell(t, c, blocks, key, x, y, z)
					}
				}
			}
		}
	}
	if cells != 4*256*384 {
		t.Errorf("%d cells were compared", cells)
	}
}

// grows reports whether a block may change by itself while the test runs: crops, and earth that grass spreads to.
func grows(key string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(key, "minecraft:"), "[")
	return slices.Contains([]string{"wheat", "carrots", "potatoes", "beetroots", "farmland", "dirt", "grass_block"}, name)
}

// compareCell compares a block that a client sees, and what it stands in, with a Java state.
func compareCell(t *testing.T, c *testclient.Client, blocks *translate.Translator, key string, x, y, z int) {
	t.Helper()
	want := blocks.Block(key)
	liquid := world.DefaultBlockRegistry.AirRuntimeID()
	if want.HasLiquid {
		liquid = want.Liquid
	}
	id, ok := c.ID(x, y, z, 0)
	if id != want.Runtime || !ok || !want.Known {
		b, _ := c.Block(x, y, z)
		t.Fatalf("%d, %d, %d is %v, want %s", x, y, z, b, key)
	}
	if got, _ := c.ID(x, y, z, 1); got != liquid {
		b, _ := c.Liquid(x, y, z)
		t.Fatalf("%d, %d, %d stands in %v, want %s", x, y, z, b, key)
	}
}

func translator(t *testing.T) *translate.Translator {
	t.Helper()
	world.DefaultBlockRegistry.Finalize()
	blocks, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return blocks
}

// checkSaved reads the saved world with the independent reader: it has the chunks that it had, and every block that it had but the one
// that was broken.
func checkSaved(t *testing.T, dir string, broken [3]int) {
	t.Helper()
	w := showcase.Build()
	chunks, differences := 0, []string{}
	err := slowanvil.Chunks(filepath.Join(dir, "region"), func(c *slowanvil.Chunk) error {
		chunks++
		for y := -64; y < 320; y++ {
			for z := range 16 {
				for x := range 16 {
					wx, wz := int(c.X)*16+x, int(c.Z)*16+z
					if got, want := c.State(x, y, z), w.State(wx, y, wz); got != want && !grows(want) {
						differences = append(differences, fmt.Sprintf("%d, %d, %d: %s became %s", wx, y, wz, want, got))
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if chunks != 4*showcase.Radius*showcase.Radius {
		t.Errorf("the saved world has %d chunks", chunks)
	}
	want := []string{fmt.Sprintf("%d, %d, %d: minecraft:torch became minecraft:air", broken[0], broken[1], broken[2])}
	if diff := cmp.Diff(want, differences); diff != "" {
		t.Errorf("the saved world differs from the new one (-want +got):\n%s", diff)
	}
}

// TestReadOnly plays on a world that may not be touched.
func TestReadOnly(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	dir := t.TempDir()
	worldDir := filepath.Join(dir, "w")
	if err := writeShowcase(worldDir); err != nil {
		t.Fatal(err)
	}
	before := fingerprint(t, worldDir)
	srv := serve(t, "--config", filepath.Join(dir, "config.toml"), "--world", worldDir, "--read-only")
	c := srv.join(ctx, t)
	if err := c.LoadColumn(ctx, 0, 0, 48, 79); err != nil {
		t.Fatal(err)
	}
	if err := c.Break(2, 66, 10); err != nil {
		t.Fatal(err)
	}
	if err := c.WaitBlock(ctx, 2, 66, 10, "minecraft:air"); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	srv.wait(t)
	if diff := cmp.Diff(before, fingerprint(t, worldDir)); diff != "" {
		t.Errorf("the world was touched (-before +after):\n%s", diff)
	}
	if !strings.Contains(srv.stdout.String(), "no file of the world is touched") {
		t.Errorf("the summary does not say that nothing is saved:\n%s", srv.stdout)
	}
}

// fingerprint is the content and time of every file and folder of a world.
func fingerprint(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		var data []byte
		if !e.IsDir() {
			if data, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		found[path] = fmt.Sprintf("%x %d %v", sha256.Sum256(data), len(data), info.ModTime())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestPlayersOf gives each world a folder of players of its own, inside the one that was configured. Worlds that are seen in the same way
// from there keep it when everything moves.
func TestPlayersOf(t *testing.T) {
	dir := t.TempDir()
	players := filepath.Join(dir, "players")
	taken := map[string]string{}
	for world, want := range map[string]string{
		"survival": "survival", "a/survival": "a%2Fsurvival", "a%2Fsurvival": "a%252Fsurvival", "../b/survival": "%2E%2E%2Fb%2Fsurvival", ".": "%2E", "..": "%2E%2E", ".survival": "%2Esurvival", "players": "players",
	} {
		got := playersOf(players, filepath.Join(dir, filepath.FromSlash(world)))
		if got != filepath.Join(players, want) {
			t.Errorf("%s: %s, want %s", world, got, want)
		}
		if taken[got] != "" {
			t.Errorf("%s and %s share %s", taken[got], world, got)
		}
		taken[got] = world
	}
}
