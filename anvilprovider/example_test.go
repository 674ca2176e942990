package anvilprovider_test

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// A world is opened, played in and closed; then it is a Java world with a jukebox in it.
func Example() {
	dir, err := os.MkdirTemp("", "world")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	quiet := slog.New(slog.DiscardHandler)

	conf := anvilprovider.Config{Log: quiet, Sync: region.SyncNone}
	p, err := conf.Open(dir)
	if err != nil {
		panic(err)
	}
	w := world.Config{Provider: p, Entities: entity.DefaultRegistry, Log: quiet, Synchronous: true}.New()
	w.Do(func(tx *world.Tx) { tx.SetBlock(cube.Pos{1, 2, 3}, block.Jukebox{}, nil) })
	if err := w.Close(); err != nil { // Closes the provider, too.
		panic(err)
	}

	conf.ReadOnly = true
	if p, err = conf.Open(dir); err != nil {
		panic(err)
	}
	defer p.Close()
	col, err := p.LoadColumn(world.ChunkPos{0, 0}, world.Overworld)
	if err != nil {
		panic(err)
	}
	b, _ := world.DefaultBlockRegistry.BlockByRuntimeID(col.Chunk.Block(1, 2, 3, 0))
	name, _ := b.EncodeBlock()
	fmt.Println(p.Settings().Name, name, p.Stats().Loaded)
	// Output: World minecraft:jukebox 1
}

// A program that is told which folder was probably meant, or that the world is in use, can say more than the error.
func ExampleFolderError() {
	dir, err := os.MkdirTemp("", "world")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	quiet := anvilprovider.Config{Log: slog.New(slog.DiscardHandler)}
	p, err := quiet.Open(dir)
	if err != nil {
		panic(err)
	}
	defer p.Close()

	_, err = quiet.Open(dir)
	fmt.Println(errors.Is(err, anvilprovider.ErrLocked))

	_, err = quiet.Open(filepath.Join(dir, "level.dat"))
	var wrong *anvilprovider.FolderError
	if errors.As(err, &wrong) {
		fmt.Println(wrong.Found, wrong.Try == dir)
	}
	// Output:
	// true
	// a level.dat file true
}

// What is wrong with a path or a configuration is said at once.
func ExampleConfig_Open() {
	_, err := anvilprovider.Config{Level: 12, SaveQueue: -1}.Open("world")
	fmt.Println(err)
	// Output:
	// open anvil world: SaveQueue: -1 is negative
	// Level: 12 is not in 1..9
}
