package anvilprovider_test

import (
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

var anEgg = chunk.Entity{ID: 9, Data: map[string]any{"identifier": "minecraft:egg", "Pos": []float32{1, 2, 3}, "Motion": []float32{0, 0, 0}}}

// otherDimension is one of a server's own.
type otherDimension struct {
	world.Dimension
	n int
}

// TestTwoDimensionsOnOneFolder refuses the second: two writers of one region file would destroy it.
func TestTwoDimensionsOnOneFolder(t *testing.T) {
	moon, sun := otherDimension{world.Overworld, 1}, otherDimension{world.Overworld, 2}
	for _, id := range []string{"minecraft:overworld", "minecraft:the_nether", "minecraft:the_end"} {
		_, err := anvilprovider.Config{Dimensions: map[world.Dimension]string{moon: id}}.Open(t.TempDir())
		if err == nil || !strings.Contains(err.Error(), id) {
			t.Errorf("%s: %v", id, err)
		}
	}
	open(t, anvilprovider.Config{Dimensions: map[world.Dimension]string{moon: "minecraft:overworld", world.Overworld: "example:old"}}, t.TempDir())

	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "dimensions", "example", "moon"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("moon", filepath.Join(dir, "dimensions", "example", "sun")); err != nil {
		t.Skip("no links here: ", err)
	}
	p := open(t, anvilprovider.Config{Dimensions: map[world.Dimension]string{moon: "example:moon", sun: "example:sun"}}, dir)
	if _, err := p.LoadColumn(world.ChunkPos{}, moon); !errors.Is(err, leveldb.ErrNotFound) {
		t.Error(err)
	}
	if _, err := p.LoadColumn(world.ChunkPos{}, sun); !errors.Is(err, anvilprovider.ErrDimension) || errors.Is(err, leveldb.ErrNotFound) {
		t.Errorf("a second dimension on one folder: %v", err)
	}
}

// TestUnreadableEntityFolder has a file where the folder of entities should be: terrain loads and is saved, old chunks and new
// ones, one line is logged for all, and the file stays.
func TestUnreadableEntityFolder(t *testing.T) {
	for _, name := range []string{"java-1.20.5", "java-1.16.2-blocks"} {
		dir := testworld.Copy(t, name)
		folder := filepath.Join(dir, "entities")
		if err := os.RemoveAll(folder); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(folder, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		var log lines
		p := open(t, anvilprovider.Config{Log: slog.New(slog.NewTextHandler(&log, nil)), ReadAhead: -1}, dir)
		positions := append(fullChunks(t, p, 0, 8)[:2], world.ChunkPos{500, 500})
		for _, pos := range positions {
			col, err := p.LoadColumn(pos, world.Overworld)
			if errors.Is(err, leveldb.ErrNotFound) {
				col = columnOf(placed[1], 0)
			} else if err != nil {
				t.Fatal(err)
			}
			put(col, 1, 40, 3, "minecraft:glowstone")
			col.Entities = append(col.Entities, anEgg)
			save(t, p, pos, col)
			if got := rawChunk(t, filepath.Join(dir, "region"), pos).State(1, 40, 3); got != "minecraft:glowstone" {
				t.Errorf("%s, %v: %s", name, pos, got)
			}
		}
		if n := log.count("level=ERROR"); n != 1 || log.count("not written over") == 0 {
			t.Errorf("%s: %d errors logged: %s", name, n, log.b.String())
		}
		if b, err := os.ReadFile(folder); string(b) != "mine" {
			t.Errorf("%s: the file became %q, %v", name, b, err)
		}
	}
}

// TestRefusalsAreCounted changes many chunks of an old world, and adds one, under UpgradeRefuse: one line is logged, the error
// is short, and neither is saved.
func TestRefusalsAreCounted(t *testing.T) {
	dir := testworld.Copy(t, "java-1.16.2-blocks")
	before := files(t, filepath.Join(dir, "region"))
	var log lines
	p := open(t, anvilprovider.Config{Upgrade: anvilprovider.UpgradeRefuse, Log: slog.New(slog.NewTextHandler(&log, nil))}, dir)
	rnd, n := rand.New(rand.NewPCG(1, 2)), int64(0)
	for _, pos := range fullChunks(t, p, 0, 32)[:10] {
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		makeEdit(col, pos, "minecraft:sea_lantern", rnd)
		if err := p.StoreColumn(pos, world.Overworld, col); err != nil {
			t.Fatal(err)
		}
		n++
	}
	fresh := world.ChunkPos{300, 300}
	store(t, p, fresh, placed[1])
	n++
	err := flushed(p)
	if !errors.Is(err, anvilprovider.ErrUpgrade) || !strings.Contains(err.Error(), "10 more chunks") || len(err.Error()) > 500 {
		t.Errorf("Flush: %v", err)
	}
	if s := p.Stats(); s.Refused != n || s.Queued != 0 {
		t.Errorf("stats %+v", s)
	}
	if n := log.count("level=ERROR"); n != 1 {
		t.Errorf("%d errors logged: %s", n, log.b.String())
	}
	if _, err := p.LoadColumn(fresh, world.Overworld); !errors.Is(err, leveldb.ErrNotFound) {
		t.Errorf("the new chunk: %v", err)
	}
	if err := flushed(p); err != nil {
		t.Errorf("the next Flush: %v", err)
	}
	for name, f := range files(t, filepath.Join(dir, "region")) {
		if before[name].content != f.content {
			t.Errorf("%s changed", name)
		}
	}
}

// TestUpgradedVersion writes an old chunk for the version that the configuration asks for, or for the oldest that can be.
func TestUpgradedVersion(t *testing.T) {
	for asked, want := range map[int32]int32{4440: 4440, 3955: 4325, 0: 4671} {
		dir := testworld.Copy(t, "java-1.16.2-blocks")
		var log lines
		p := open(t, anvilprovider.Config{DataVersion: asked, Log: slog.New(slog.NewTextHandler(&log, nil))}, dir)
		pos := fullChunks(t, p, 0, 32)[0]
		col, err := p.LoadColumn(pos, world.Overworld)
		if err != nil {
			t.Fatal(err)
		}
		chain := "minecraft:iron_chain[axis=y,waterlogged=false]"
		put(col, 1, 250, 3, chain)
		save(t, p, pos, col)
		raw := rawChunk(t, filepath.Join(dir, "region"), pos)
		if want < 4541 {
			chain = strings.Replace(chain, "iron_", "", 1)
		}
		if got := raw.State(1, 250, 3); raw.DataVersion != int(want) || got != chain {
			t.Errorf("asked for %d: version %d, %s", asked, raw.DataVersion, got)
		}
		if n := log.count("level=WARN"); (n == 1) != (want > asked && asked > 0) {
			t.Errorf("asked for %d: %s", asked, log.b.String())
		}
		if again, err := p.LoadColumn(pos, world.Overworld); err != nil || columnDiff(again, col) != "" {
			t.Errorf("asked for %d: %s, %v", asked, columnDiff(again, col), err)
		}
	}
}

// change changes the time and the difficulty of a world.
func change(t *testing.T, p *anvilprovider.Provider, time int64) {
	t.Helper()
	s := p.Settings()
	s.Lock()
	s.Time, s.Difficulty = time, world.DifficultyHard
	s.Unlock()
	p.SaveSettings(s)
	if err := flushed(p); err != nil {
		t.Fatal(err)
	}
}

// TestLevelIsAddedWhereItLacks removes level.dat of a world of 26.1: what is written in its place is of that version, says
// where the world's settings are, and the other files keep what they had.
func TestLevelIsAddedWhereItLacks(t *testing.T) {
	dir := testworld.Copy(t, "java-26.1.2")
	if err := os.Remove(filepath.Join(dir, "level.dat")); err != nil {
		t.Fatal(err)
	}
	before := files(t, filepath.Join(dir, "data"))
	p := open(t, anvilprovider.Config{DataVersion: 3955}, dir)
	change(t, p, 777)
	f, err := datfile.Read(filepath.Join(dir, "level.dat"))
	if err != nil {
		t.Fatal(err)
	}
	data, _ := f.Root.Compound("Data")
	number, _ := data.Int("DataVersion")
	version, _ := data.Compound("Version")
	id, _ := version.Int("Id")
	storage, _ := data.Int("version")
	difficulty, _ := data.Compound("difficulty_settings")
	if number != 4790 || id != 4790 || storage != 19133 || difficulty["difficulty"] != "hard" || data["DayTime"] != nil {
		t.Errorf("level.dat: %v", data)
	}
	for name, f := range files(t, filepath.Join(dir, "data")) {
		if clocks := filepath.Base(name) == "world_clocks.dat"; (before[name].content == f.content) == clocks {
			t.Errorf("%s: wrongly kept or changed", name)
		}
	}
	again := open(t, anvilprovider.Config{ReadOnly: true}, dir)
	if s := again.Settings(); s.Time != 777 || s.Difficulty != world.DifficultyHard {
		t.Errorf("settings %+v", s)
	}
}

// TestGoodCopyOfLevelStays writes level.dat after it was found damaged: level.dat_old, which was read instead, stays until
// there is a good level.dat.
func TestGoodCopyOfLevelStays(t *testing.T) {
	dir, level := damagedLevel(t)
	read := func(name string) string {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	good := read(level + "_old")
	p := open(t, anvilprovider.Config{}, dir)
	change(t, p, 1)
	if read(level+"_old") != good || read(level+"_damaged") != "\x1f\x8bdamaged" {
		t.Error("the good copy was replaced, or the damaged file is gone")
	}
	first := read(level)
	change(t, p, 2)
	if read(level+"_old") != first || read(level+"_damaged") != "\x1f\x8bdamaged" {
		t.Error("the second save did not keep the first")
	}
}
