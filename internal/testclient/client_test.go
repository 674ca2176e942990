package testclient_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/kestrel-mc/kestrel/internal/listener"
	"github.com/kestrel-mc/kestrel/internal/testclient"
)

// serve starts plain Dragonfly with its flat world in memory, on a free port of this machine.
func serve(t *testing.T) (*server.Server, string) {
	l, err := listener.Local()
	if err != nil {
		t.Fatal(err)
	}
	srv := server.Config{
		Log: slog.New(slog.DiscardHandler), AuthDisabled: true,
		Listeners: []func(server.Config) (server.Listener, error){l.Option()},
	}.New()
	srv.World().SetDefaultGameMode(world.GameModeCreative)
	srv.Listen()
	accepted := make(chan struct{})
	go func() {
		for p := range srv.Accept() {
			p.Message("welcome")
		}
		close(accepted)
	}()
	t.Cleanup(func() { _ = srv.Close(); <-accepted })
	return srv, l.Addr().String()
}

func TestClient(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	srv, address := serve(t)
	chest := cube.Pos{3, -60, 5}
	edit(ctx, t, srv.World(), func(tx *world.Tx) {
		c := block.NewChest()
		_ = c.Inventory(tx, chest).SetItem(4, item.NewStack(item.Stick{}, 7))
		tx.SetBlock(chest, c, nil)
		tx.SetBlock(cube.Pos{1, -60, 1}, block.Stairs{Block: block.Planks{}, Facing: cube.East}, nil)
		tx.SetLiquid(cube.Pos{1, -60, 1}, block.Water{Still: true, Depth: 8})
	})

	c, err := testclient.Dial(ctx, address, "Tester")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.LoadColumn(ctx, 0, 0, -64, 319); err != nil {
		t.Fatal(err)
	}
	for y, want := range map[int]string{-64: "minecraft:bedrock", -63: "minecraft:dirt", -61: "minecraft:grass_block", -60: "minecraft:air", 300: "minecraft:air"} {
		if b, ok := c.Block(8, y, 8); !ok || b.Name != want {
			t.Errorf("block at height %d is %v, want %s", y, b, want)
		}
	}
	if b, ok := c.Block(1, -60, 1); !ok || b.Name != "minecraft:oak_stairs" || b.Properties["weirdo_direction"] != int32(0) {
		t.Errorf("stairs are %v", b)
	}
	if b, ok := c.Liquid(1, -60, 1); !ok || b.Name != "minecraft:water" {
		t.Errorf("the stairs stand in %v", b)
	}
	if _, ok := c.Block(40, 0, 40); ok {
		t.Error("a block of a sub-chunk that was not loaded is known")
	}
	if e, ok := c.BlockEntity(chest[0], chest[1], chest[2]); !ok || e["id"] != "Chest" {
		t.Errorf("the chest's data are %v", e)
	}

	// A change that the server makes reaches the client.
	edit(ctx, t, srv.World(), func(tx *world.Tx) { tx.SetBlock(cube.Pos{2, -60, 2}, block.Glowstone{}, nil) })
	if err := c.WaitBlock(ctx, 2, -60, 2, "minecraft:glowstone"); err != nil {
		t.Error(err)
	}

	// A change that the client makes reaches the server.
	if err := c.Move(mgl32.Vec3{2.5, -60, 3.5}); err != nil {
		t.Fatal(err)
	}
	if err := c.Break(2, -60, 2); err != nil {
		t.Fatal(err)
	}
	if err := c.WaitBlock(ctx, 2, -60, 2, "minecraft:air"); err != nil {
		t.Error(err)
	}
	edit(ctx, t, srv.World(), func(tx *world.Tx) {
		if _, ok := tx.Block(cube.Pos{2, -60, 2}).(block.Air); !ok {
			t.Error("the server still has the block that the client broke")
		}
		for p := range srv.Players(tx) {
			if at := p.Position(); cube.PosFromVec3(at) != (cube.Pos{2, -60, 3}) {
				t.Errorf("the server has the player at %v", at)
			}
		}
	})

	opened, err := c.Open(ctx, chest[0], chest[1], chest[2])
	if err != nil {
		t.Fatal(err)
	}
	if len(opened.Items) != 27 || opened.Items[4].Stack.Count != 7 {
		t.Errorf("the chest holds %d slots with %d in the fifth", len(opened.Items), opened.Items[4].Stack.Count)
	}
	if m := c.Messages(); len(m) == 0 || m[len(m)-1] != "welcome" {
		t.Errorf("messages are %q", m)
	}
}

// edit runs f in a transaction and waits for it.
func edit(ctx context.Context, t *testing.T, w *world.World, f func(tx *world.Tx)) {
	t.Helper()
	if _, err := world.Call(ctx, w, func(tx *world.Tx) (struct{}, error) { f(tx); return struct{}{}, nil }); err != nil {
		t.Fatal(err)
	}
}
