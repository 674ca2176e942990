package anvilprovider_test

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	dfblock "github.com/df-mc/dragonfly/server/block"
	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/item"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/google/uuid"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/layout"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// fileState is what a test remembers of a file.
type fileState struct {
	content  string
	modified time.Time
}

func files(t testing.TB, dir string) map[string]fileState {
	t.Helper()
	all := make(map[string]fileState)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		rel, _ := filepath.Rel(dir, path)
		all[rel] = fileState{string(b), info.ModTime()}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestReadOnlyTouchesNothing serves a world read-only, tries to change everything, and compares bytes and times.
func TestReadOnlyTouchesNothing(t *testing.T) {
	for _, name := range []string{"java-1.20.5", "java-26.1.2"} {
		dir := testworld.Copy(t, name)
		before := files(t, dir)
		p := open(t, anvilprovider.Config{ReadOnly: true}, dir)
		for _, pos := range fullChunks(t, p, -2, 3) {
			col, err := p.LoadColumn(pos, world.Overworld)
			if err != nil {
				t.Fatal(err)
			}
			col.Chunk.SetBlock(1, 1, 1, 0, imageOf(placed[1]).block)
			if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
				t.Fatal(err)
			}
		}
		s := p.Settings()
		s.Name, s.Time = "changed", 77
		p.SaveSettings(s)
		if err := p.SavePlayerSpawnPosition(uuid.New(), cube.Pos{1, 2, 3}); err != nil {
			t.Fatal(err)
		}
		if err := p.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		after := files(t, dir)
		if !maps.Equal(before, after) {
			t.Errorf("%s: files changed", name)
		}
	}
	if _, err := (anvilprovider.Config{ReadOnly: true}).Open(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a world that does not exist was opened read-only")
	}
}

// TestReadOnlyNeedsNoLock opens a world read-only while another provider writes it.
func TestReadOnlyNeedsNoLock(t *testing.T) {
	dir := t.TempDir()
	writer := open(t, anvilprovider.Config{}, dir)
	if _, err := anvilprovider.Open(dir); !errors.Is(err, anvilprovider.ErrLocked) {
		t.Errorf("second writer: %v", err)
	}
	reader := open(t, anvilprovider.Config{ReadOnly: true}, dir)
	store(t, writer, world.ChunkPos{}, placed[1])
	if err := writer.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := at(t, reader, world.ChunkPos{}); got != imageOf(placed[1]).block {
		t.Errorf("got %d", got)
	}
}

// TestOpenFaults reports what is wrong with a configuration, all at once, and with a path.
func TestOpenFaults(t *testing.T) {
	_, err := anvilprovider.Config{
		MaxInflated: -1, MaxOpen: -1, Level: 12, SaveQueue: -2, DataVersion: 99, Sync: 9, Upgrade: 7, Compression: 127,
		Dimensions: map[world.Dimension]string{world.Nether: "../../etc", world.End: "a:..", world.Overworld: "Upper:case"},
	}.Open(t.TempDir())
	for _, want := range []string{"MaxInflated", "MaxOpen", "Level", "SaveQueue", "DataVersion", "Sync", "Upgrade", "Compression", "../../etc", "a:..", "Upper:case"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error does not mention %s: %v", want, err)
		}
	}
	bedrock := testworld.Dir(t, "bedrock-1.20.80")
	var fe *anvilprovider.FolderError
	if _, err := anvilprovider.Open(bedrock); !errors.As(err, &fe) || !strings.Contains(fe.Found, "Bedrock") {
		t.Errorf("Bedrock world: %v", err)
	}
}

// TestNewWorld creates a world, and reads back what another reader says about it.
func TestNewWorld(t *testing.T) {
	for _, version := range []int32{0, 3837, 4790} {
		dir := filepath.Join(t.TempDir(), "deep", "world")
		p := open(t, anvilprovider.Config{DataVersion: version}, dir)
		if s := p.Settings(); s.Name != "World" || s.DefaultGameMode != world.GameModeSurvival || !s.TimeCycle || s.TickRange != 6 {
			t.Errorf("settings %+v", s)
		}
		store(t, p, world.ChunkPos{-1, 2}, placed[1])
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if s := p.Stats(); s.Created != 1 || s.Written != 1 {
			t.Errorf("stats %+v", s)
		}
		want := version
		if version == 0 {
			want = anvilprovider.DefaultDataVersion
		}
		level, err := datfile.Read(filepath.Join(dir, "level.dat"))
		if err != nil {
			t.Fatal(err)
		}
		data, _ := level.Root.Compound("Data")
		if v, _ := data.Int("DataVersion"); int32(v) != want {
			t.Errorf("level.dat has version %d, want %d", v, want)
		}
		folder := filepath.Join(dir, "region")
		if want >= layout.ModernDataVersion {
			folder = filepath.Join(dir, "dimensions", "minecraft", "overworld", "region")
		}
		n := 0
		err = slowanvil.Chunks(folder, func(c *slowanvil.Chunk) error {
			n++
			if c.X != -1 || c.Z != 2 || !c.Full || c.LightOn || int32(c.DataVersion) != want || len(c.Sections) != 24 {
				t.Errorf("chunk %d,%d: full %t, lit %t, version %d, %d sections", c.X, c.Z, c.Full, c.LightOn, c.DataVersion, len(c.Sections))
			}
			if got := c.State(3, 0, 3); got != placed[1] {
				t.Errorf("block is %s", got)
			}
			heights, _ := c.Root["Heightmaps"].(map[string]any)
			for _, name := range []string{"WORLD_SURFACE", "OCEAN_FLOOR", "MOTION_BLOCKING", "MOTION_BLOCKING_NO_LEAVES"} {
				if l := slowanvil.Longs(heights[name]); len(l) != 37 || l[0]&511 != 65 {
					t.Errorf("%s: %d longs, first height %d", name, len(l), l[0]&511)
				}
			}
			return nil
		})
		if err != nil || n != 1 {
			t.Errorf("%d chunks: %v", n, err)
		}
		again := open(t, anvilprovider.Config{ReadOnly: true}, dir)
		if got := at(t, again, world.ChunkPos{-1, 2}); got != imageOf(placed[1]).block {
			t.Errorf("reopened: %d", got)
		}
	}
}

// TestUnfinishedChunkIsKeptAside replaces a chunk that the game never finished. The region file is copied first.
func TestUnfinishedChunkIsKeptAside(t *testing.T) {
	dir := testworld.Copy(t, "java-26.1.2-lz4")
	regions := filepath.Join(dir, "dimensions", "minecraft", "overworld", "region")
	var pos world.ChunkPos
	err := slowanvil.Chunks(regions, func(c *slowanvil.Chunk) error {
		if !c.Full {
			pos = world.ChunkPos{c.X, c.Z}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	before := files(t, regions)
	p := open(t, anvilprovider.Config{}, dir)
	store(t, p, pos, placed[1])
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	kept := files(t, filepath.Join(filepath.Dir(regions), "kestrel-backup", "region"))
	for name, f := range before {
		if kept[name].content != f.content {
			t.Errorf("%s was not kept as it was", name)
		}
	}
	again := open(t, anvilprovider.Config{ReadOnly: true}, dir)
	if got := at(t, again, pos); got != imageOf(placed[1]).block {
		t.Errorf("got %d", got)
	}
}

// TestBedrockOnly stores blocks that Java does not have. Another reader sees air or something near; Kestrel sees the blocks.
func TestBedrockOnly(t *testing.T) {
	var only []uint32
	for rid := range uint32(world.DefaultBlockRegistry.BlockCount()) {
		name, _, _ := world.DefaultBlockRegistry.RuntimeIDToState(rid)
		b := translator().Block("minecraft:air")
		b.Runtime = rid
		if _, exact := translator().Java(b); !exact && !isFrame(rid) && len(only) < 200 && (len(only) == 0 || name != "minecraft:element_0") {
			only = append(only, rid)
		}
	}
	if len(only) < 100 {
		t.Fatalf("%d blocks", len(only))
	}
	var log lines
	dir, pos := t.TempDir(), world.ChunkPos{2, -2}
	p := open(t, anvilprovider.Config{Log: slog.New(slog.NewTextHandler(&log, nil))}, dir)
	col := columnOf(placed[1], 0)
	for i, rid := range only {
		col.Chunk.SetBlock(uint8(i&15), int16(i>>4), 5, 0, rid)
	}
	for round := range 3 {
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			t.Fatal(err)
		}
		if err := p.Flush(context.Background()); err != nil {
			t.Fatal(err)
		}
		var err error
		if col, err = p.LoadColumn(pos, world.Overworld); err != nil {
			t.Fatal(err)
		}
		for i, rid := range only {
			if got := col.Chunk.Block(uint8(i&15), int16(i>>4), 5, 0); got != rid {
				name, props, _ := world.DefaultBlockRegistry.RuntimeIDToState(rid)
				t.Fatalf("round %d: %s%v became %d", round, name, props, got)
			}
		}
	}
	if s := p.Stats(); s.Written != 1 || s.Unchanged != 2 {
		t.Errorf("stats %+v", s)
	}
	if n, m := log.count("Java has no such block"), len(p.Stats().BedrockOnly); n != m || n == 0 {
		t.Errorf("%d warnings for %d names", n, m)
	}
	// A block of it is replaced, another stays.
	col.Chunk.SetBlock(0, 0, 5, 0, imageOf(placed[1]).block)
	if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
		t.Fatal(err)
	}
	if err := p.Flush(context.Background()); err != nil {
		t.Fatal(err)
	}
	col, err := p.LoadColumn(pos, world.Overworld)
	if err != nil || col.Chunk.Block(0, 0, 5, 0) != imageOf(placed[1]).block || col.Chunk.Block(1, 0, 5, 0) != only[1] {
		t.Errorf("after a change: %d, %d, %v", col.Chunk.Block(0, 0, 5, 0), col.Chunk.Block(1, 0, 5, 0), err)
	}
}

// TestInAWorld plays through Dragonfly's own World: blocks, a chest with an item, an item frame and an item on the ground
// are there after the world was closed and opened again.
func TestInAWorld(t *testing.T) {
	dir := testworld.Copy(t, "java-1.20.5")
	start := func() (*world.World, *anvilprovider.Provider) {
		p, err := anvilprovider.Config{Log: quiet(t), Sync: region.SyncNone}.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		return world.Config{Provider: p, Synchronous: true, Entities: entity.DefaultRegistry, Log: quiet(t), RandomTickSpeed: -1}.New(), p
	}
	w, _ := start()
	chest, frame := cube.Pos{3, 20, 3}, cube.Pos{4, 20, 3}
	w.Do(func(tx *world.Tx) {
		tx.SetBlock(chest, dfblock.NewChest(), nil)
		tx.SetBlock(frame, dfblock.ItemFrame{Facing: cube.FaceWest}, nil)
		tx.SetBlock(cube.Pos{5, 20, 3}, dfblock.Bed{Colour: item.ColourRed(), Facing: cube.North}, nil)
		tx.SetBlock(cube.Pos{5, 20, 2}, dfblock.Bed{Colour: item.ColourRed(), Facing: cube.North, Head: true}, nil)
	})
	w.AdvanceTick()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w, _ = start()
	w.Do(func(tx *world.Tx) {
		if b, ok := tx.Block(chest).(dfblock.Chest); !ok {
			t.Errorf("the chest is %T", b)
		}
		if b, ok := tx.Block(frame).(dfblock.ItemFrame); !ok || b.Facing != cube.FaceWest {
			t.Errorf("the frame is %#v", tx.Block(frame))
		}
		if b, ok := tx.Block(cube.Pos{5, 20, 3}).(dfblock.Bed); !ok || b.Colour != item.ColourRed() {
			t.Errorf("the bed is %#v", tx.Block(cube.Pos{5, 20, 3}))
		}
		tx.SetBlock(frame, nil, nil)
	})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w, _ = start()
	w.Do(func(tx *world.Tx) {
		if _, ok := tx.Block(frame).(dfblock.Air); !ok {
			t.Errorf("the frame that was taken away is %T", tx.Block(frame))
		}
	})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}
