package plugin_test

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/df-mc/dragonfly/server"
	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/player"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/go-gl/mathgl/mgl64"

	"github.com/kestrel-mc/kestrel/plugin"
)

// A lamp is placed in a world without ground, and taken away. The world is synchronous, as in tests of plug-ins; in a server everything
// is the same, but Attach is all that there is to do.
func ExampleAttach() {
	w := world.Config{Synchronous: true, Entities: entity.DefaultRegistry}.New()
	defer w.Close()
	light, err := plugin.Attach(w, plugin.Config{
		Radius: 1,
		// Players without a connection, such as this one, are not followed by default.
		Follow: func(*world.Tx, world.Entity) (radius int, ok bool) { return 1, true },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer light.Close()
	w.Do(func(tx *world.Tx) {
		pos := mgl64.Vec3{8, 80, 8}
		tx.AddEntity(world.EntitySpawnOpts{Position: pos}.New(player.Type, player.Config{Position: pos}))
	})
	if err := light.Flush(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	lamp := cube.Pos{8, 64, 8}
	w.Do(func(tx *world.Tx) {
		tx.SetBlock(lamp, block.Glowstone{}, nil)
		level, _, _ := light.Level(tx, lamp.Add(cube.Pos{3, 0, 0}))
		fmt.Println("three blocks from the lamp:", level)
		tx.SetBlock(lamp, block.Air{}, nil)
		level, _, _ = light.Level(tx, lamp.Add(cube.Pos{3, 0, 0}))
		fmt.Println("without it:", level)
	})
	// Output:
	// three blocks from the lamp: 12
	// without it: 0
}

// A server of one's own gets live light in three lines.
func ExampleAttachServer() {
	conf, err := server.DefaultConfig().Config(slog.Default())
	if err != nil {
		slog.Error(err.Error())
		return
	}
	srv := conf.New()
	light, err := plugin.AttachServer(srv, plugin.Config{})
	if err != nil {
		slog.Error(err.Error())
		return
	}
	defer light.Close()
	srv.Listen()
	for p := range srv.Accept() {
		p.Message("Mind the light.")
	}
}

// Verify lights chunks again from nothing and compares what Tx.Light answers with that.
func ExampleLight_Verify() {
	w := world.Config{Synchronous: true, Entities: entity.DefaultRegistry}.New()
	defer w.Close()
	light, err := plugin.Attach(w, plugin.Config{Follow: func(*world.Tx, world.Entity) (int, bool) { return 1, true }})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer light.Close()
	w.Do(func(tx *world.Tx) {
		tx.AddEntity(world.EntitySpawnOpts{}.New(player.Type, player.Config{}))
		tx.SetBlock(cube.Pos{8, 64, 8}, block.Torch{Facing: cube.FaceDown}, nil)
	})
	report, err := light.Verify(context.Background(), world.ChunkPos{-1, -1}, world.ChunkPos{1, 1})
	fmt.Println(report.Chunks, report.Block, report.Sky, err)
	// Output:
	// 1 0 0 <nil>
}
