package main

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testclient"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// oldColumns is how many columns of an old world are compared, and leastSolid how many of their cells must not be air.
const oldColumns, leastSolid = 3, 500

// TestFlattenedWorld serves a world of 1.15.2, whose indices span longs, and compares whole columns with what an independent reader
// finds in the files, cell by cell.
func TestFlattenedWorld(t *testing.T) {
	root := testworld.Dir(t, "java-1.15.2")
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	columns := busiest(t, root)
	srv := serve(t, "--config", filepath.Join(t.TempDir(), "config.toml"), "--world", root, "--read-only")
	c := srv.join(ctx, t)
	solid := 0
	for _, col := range columns {
		fly(ctx, t, c, col)
		solid += compareColumn(t, c, col, 0, 255)
	}
	t.Logf("compared %d columns with %d cells that are not air", len(columns), solid)
	if solid < leastSolid {
		t.Error("the test has not seen what it is for")
	}
}

// TestNumericWorld serves a world of 1.12.2, whose blocks are numbers, and compares whole columns with what the provider makes of them,
// cell by cell. Where the independent reader finds the number 0, and only there, a client must see air.
func TestNumericWorld(t *testing.T) {
	root := testworld.Dir(t, "java-1.12.2")
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	columns := busiest(t, root)
	world.DefaultBlockRegistry.Finalize()
	provider, err := anvilprovider.Config{ReadOnly: true, ReadAhead: -1, Log: discard()}.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := provider.Close(); err != nil {
			t.Error(err)
		}
	}()
	srv := serve(t, "--config", filepath.Join(t.TempDir(), "config.toml"), "--world", root, "--read-only")
	c := srv.join(ctx, t)
	solid := 0
	for _, col := range columns {
		want, err := provider.LoadColumn(world.ChunkPos{col.X, col.Z}, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		fly(ctx, t, c, col)
		for x := range 16 {
			for z := range 16 {
				for y := range 256 {
					at := cube.Pos{int(col.X)*16 + x, y, int(col.Z)*16 + z}
					solid += compareNumeric(t, c, col, at, [2]uint32{
						want.Chunk.Block(uint8(x), int16(y), uint8(z), 0), want.Chunk.Block(uint8(x), int16(y), uint8(z), 1),
					})
				}
			}
		}
	}
	t.Logf("compared %d columns with %d cells that are not air", len(columns), solid)
	if solid < leastSolid {
		t.Error("the test has not seen what it is for")
	}
}

// compareNumeric compares both layers of one cell, and returns 1 if a block is there.
func compareNumeric(t *testing.T, c *testclient.Client, col *slowanvil.Chunk, at cube.Pos, want [2]uint32) (solid int) {
	t.Helper()
	name, _, _ := world.DefaultBlockRegistry.RuntimeIDToState(want[0])
	b, ok := c.Block(at[0], at[1], at[2])
	if !ok || grows(name) {
		if !ok {
			t.Fatalf("%v was not sent", at)
		}
		return 0
	}
	for layer, id := range want {
		if got, _ := c.ID(at[0], at[1], at[2], layer); got != id {
			t.Fatalf("layer %d of %v is %v, the provider has %s", layer, at, b, name)
		}
	}
	id := 0
	if s, ok := col.Sections[at[1]>>4]; ok {
		id, _ = s.ID(at[0]&15, at[1]&15, at[2]&15)
	}
	if air := b.Name == "minecraft:air"; air != (id == 0) {
		t.Fatalf("%v is %v, and number %d in the file", at, b, id)
	}
	if id != 0 {
		solid = 1
	}
	return solid
}

// busiest finds the columns of an old world with the most block entities, where people built.
func busiest(t *testing.T, root string) (columns []*slowanvil.Chunk) {
	t.Helper()
	err := slowanvil.Chunks(filepath.Join(root, "region"), func(c *slowanvil.Chunk) error {
		if c.Full {
			columns = append(columns, c)
		}
		return nil
	})
	if err != nil || len(columns) < oldColumns {
		t.Fatalf("%d columns, %v", len(columns), err)
	}
	entities := func(c *slowanvil.Chunk) int {
		list, _ := c.Level["TileEntities"].([]any)
		return len(list)
	}
	slices.SortStableFunc(columns, func(a, b *slowanvil.Chunk) int { return entities(b) - entities(a) })
	return columns[:oldColumns]
}

// fly goes to a column and loads all of it.
func fly(ctx context.Context, t *testing.T, c *testclient.Client, col *slowanvil.Chunk) {
	t.Helper()
	if err := c.Move(mgl32.Vec3{float32(col.X)*16 + 8, 250, float32(col.Z)*16 + 8}); err != nil {
		t.Fatal(err)
	}
	if err := c.LoadColumn(ctx, col.X, col.Z, 0, 255); err != nil {
		t.Fatal(err)
	}
}
