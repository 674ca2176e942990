package plugin_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/mcdb"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/internal/listener"
	"github.com/kestrel-mc/kestrel/internal/testclient"
	"github.com/kestrel-mc/kestrel/plugin"
)

// serve starts a server on a world folder, at a free port of this machine, with live light.
func serve(t *testing.T, dir string) (srv *server.Server, lights *plugin.Server, address string, stop func()) {
	t.Helper()
	l, err := listener.Local()
	if err != nil {
		t.Fatal(err)
	}
	db, err := mcdb.Config{Log: slog.New(slog.DiscardHandler)}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	srv = server.Config{
		Log: slog.New(slog.DiscardHandler), AuthDisabled: true, WorldProvider: db,
		Generator: func(world.Dimension) world.Generator { return land{world.DefaultBlockRegistry} },
		Listeners: []func(server.Config) (server.Listener, error){l.Option()},
	}.New()
	srv.World().SetDefaultGameMode(world.GameModeCreative)
	srv.World().SetSpawn(cube.Pos{8, 60, 8})
	if lights, err = plugin.AttachServer(srv, plugin.Config{Radius: 2}); err != nil {
		t.Fatal(err)
	}
	srv.Listen()
	accepted := make(chan struct{})
	go func() {
		defer close(accepted)
		for range srv.Accept() {
		}
	}()
	return srv, lights, l.Addr().String(), func() {
		t.Helper()
		if err := lights.Close(); err != nil {
			t.Error(err)
		}
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
		<-accepted
	}
}

// TestServer plays on a real server with two clients over the network, and again after a restart. Players with a connection are followed
// without being told to.
func TestServer(t *testing.T) {
	testclient.VerifyNoLeaks(t)
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(9, 9))
	for run := range 2 {
		srv, lights, address, stop := serve(t, dir)
		if lights.Of(srv.Nether()) != lights.Nether || lights.Of(nil) != nil {
			t.Error("the lights are mixed up")
		}
		first, err := testclient.Dial(ctx, address, "First")
		if err != nil {
			t.Fatal(err)
		}
		settle(t, lights.Overworld, circle(2))
		check(t, lights.Overworld, false)
		second, err := testclient.Dial(ctx, address, "Second")
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "both players are followed", func() bool { return lights.Overworld.Stats().Players == 2 })
		at := mgl32.Vec3{8.5, 60, 8.5}
		for range 10 {
			do(t, srv.World(), func(tx *world.Tx) {
				for range 5 {
					play(tx, r, cube.PosFromVec3(mgl64.Vec3{float64(at[0]), 0, float64(at[2])}), 24)
				}
			})
			at = at.Add(mgl32.Vec3{float32(r.IntN(7)), 0, float32(r.IntN(5) - 2)})
			if err := first.Move(at); err != nil {
				t.Fatal(err)
			}
			time.Sleep(30 * time.Millisecond)
		}
		settle(t, lights.Overworld, -1)
		check(t, lights.Overworld, true)

		// The second goes to the Nether.
		do(t, srv.World(), func(tx *world.Tx) {
			for p := range srv.Players(tx) {
				if p.Name() == "Second" {
					h := tx.RemoveEntity(p)
					srv.Nether().Do(func(tx *world.Tx) { tx.AddEntityAt(h, mgl64.Vec3{8, 100, 8}) })
				}
			}
		})
		eventually(t, "the other world follows", func() bool {
			return lights.Nether.Stats().Players == 1 && lights.Overworld.Stats().Players == 1
		})
		settle(t, lights.Nether, circle(2))
		do(t, srv.Nether(), func(tx *world.Tx) { tx.SetBlock(cube.Pos{8, 20, 8}, block.Glowstone{}, nil) })
		check(t, lights.Nether, true)

		_ = second.Close()
		_ = first.Close()
		eventually(t, "all is let go", func() bool {
			return lights.Nether.Stats().Columns == 0 && lights.Overworld.Stats().Columns == 0
		})
		t.Logf("run %d: %+v", run, lights.Overworld.Stats())
		stop()
	}
}
