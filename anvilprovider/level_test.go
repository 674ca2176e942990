package anvilprovider_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/worldlock"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// TestSettings changes settings of real worlds through the provider. Only what changed is written.
func TestSettings(t *testing.T) {
	for _, name := range []string{"java-1.12.2", "java-1.20.5", "java-1.21.11-unlit", "java-26.1.2", "java-1.21"} {
		t.Run(name, func(t *testing.T) {
			dir := testworld.Copy(t, name)
			before := files(t, dir)
			p := open(t, anvilprovider.Config{}, dir)
			s := p.Settings()
			if p.Settings() != s {
				t.Error("two calls give two settings")
			}
			p.SaveSettings(s)
			if err := p.Flush(context.Background()); err != nil {
				t.Fatal(err)
			}
			after := files(t, dir)
			delete(after, "session.lock")
			delete(before, "session.lock")
			if !maps.Equal(before, after) {
				t.Error("saving unchanged settings wrote something")
			}
			s.Lock()
			s.Time, s.TimeCycle, s.Raining, s.Difficulty, s.DefaultGameMode = 4242, !s.TimeCycle, true, world.DifficultyHard, world.GameModeAdventure
			s.Unlock()
			p.SaveSettings(s)
			if err := p.Close(); err != nil {
				t.Fatal(err)
			}
			again := open(t, anvilprovider.Config{ReadOnly: true}, dir)
			got := again.Settings()
			if got.Time != 4242 || got.TimeCycle != s.TimeCycle || !got.Raining || got.Difficulty != world.DifficultyHard ||
				got.DefaultGameMode != world.GameModeAdventure || got.Name != s.Name || got.Spawn != s.Spawn {
				t.Errorf("got %+v", got)
			}
			if old, ok := before["level.dat"]; ok && name != "java-26.1.2" {
				if kept := files(t, dir)["level.dat_old"]; kept.content != old.content {
					t.Error("level.dat_old is not the old level.dat")
				}
			}
		})
	}
}

// damagedLevel is a world whose level.dat is damaged, and the path of that file. The copy of the last save, level.dat_old, is good.
func damagedLevel(t *testing.T) (dir, level string) {
	t.Helper()
	dir = testworld.Copy(t, "java-1.20.5")
	level = filepath.Join(dir, "level.dat")
	if err := os.Rename(level, level+"_old"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(level, []byte("\x1f\x8bdamaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, level
}

// TestDamagedLevel uses the copy of the last save, and refuses a world whose both files are damaged.
func TestDamagedLevel(t *testing.T) {
	dir, level := damagedLevel(t)
	p := open(t, anvilprovider.Config{}, dir)
	if s := p.Settings(); s.Name != "JAVA_1_20_5" {
		t.Errorf("name %q", s.Name)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(level+"_old", []byte("damaged too"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := anvilprovider.Open(dir); err == nil || !strings.Contains(err.Error(), "level.dat") {
		t.Errorf("got %v", err)
	}
	// The failed attempt has let go of the world.
	l, err := worldlock.Acquire(filepath.Join(dir, "session.lock"))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
}

func TestPlayerSpawn(t *testing.T) {
	dir, id := t.TempDir(), uuid.MustParse("069a79f4-44e9-4726-a5be-fca90e38aaf5")
	p := open(t, anvilprovider.Config{DataVersion: 3837}, dir)
	if _, ok, err := p.LoadPlayerSpawnPosition(id); ok || err != nil {
		t.Errorf("no file: %t, %v", ok, err)
	}
	path := filepath.Join(dir, "playerdata", id.String()+".dat")
	root := nbt.Compound{"DataVersion": int32(3837), "Inventory": nbt.List{Elem: nbt.TagCompound, Items: []any{nbt.Compound{"Slot": uint8(3)}}},
		"SpawnX": int32(1), "SpawnY": int32(64), "SpawnZ": int32(-7), "SpawnForced": uint8(1)}
	if err := (datfile.File{Root: root}).Write(path, ""); err != nil {
		t.Fatal(err)
	}
	if pos, ok, err := p.LoadPlayerSpawnPosition(id); pos != (cube.Pos{1, 64, -7}) || !ok || err != nil {
		t.Errorf("got %v, %t, %v", pos, ok, err)
	}
	if err := p.SavePlayerSpawnPosition(id, cube.Pos{5, 70, 9}); err != nil {
		t.Fatal(err)
	}
	if pos, ok, err := p.LoadPlayerSpawnPosition(id); pos != (cube.Pos{5, 70, 9}) || !ok || err != nil {
		t.Errorf("got %v, %t, %v", pos, ok, err)
	}
	root["SpawnX"], root["SpawnY"], root["SpawnZ"] = int32(5), int32(70), int32(9)
	f, err := datfile.Read(path)
	if diff := cmp.Diff(root, f.Root); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if err := os.WriteFile(path, []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := p.LoadPlayerSpawnPosition(id); ok || err == nil {
		t.Error("a damaged file was read")
	}
	if err := p.SavePlayerSpawnPosition(id, cube.Pos{1, 2, 3}); err == nil {
		t.Error("a damaged file was written over")
	}
	other := uuid.New()
	if err := p.SavePlayerSpawnPosition(other, cube.Pos{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if pos, ok, _ := p.LoadPlayerSpawnPosition(other); pos != (cube.Pos{1, 2, 3}) || !ok {
		t.Errorf("a new player: %v, %t", pos, ok)
	}
}

// TestLongName saves the longest name that a file can hold, and longer ones, which lose their end. The rest of the settings is saved.
func TestLongName(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{strings.Repeat("n", 65535), strings.Repeat("n", 65535)},
		{strings.Repeat("n", 65536), strings.Repeat("n", 65535)},
		{strings.Repeat("☃", 30000), strings.Repeat("☃", 21845)},
		{strings.Repeat("🐦", 20000), strings.Repeat("🐦", 10922)},
	} {
		dir := t.TempDir()
		p := open(t, anvilprovider.Config{}, dir)
		s := p.Settings()
		s.Name, s.Time = test.name, 77
		p.SaveSettings(s)
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		if got := open(t, anvilprovider.Config{ReadOnly: true}, dir).Settings(); got.Name != test.want || got.Time != 77 {
			t.Errorf("%d bytes: %d bytes and the time %d, want %d", len(test.name), len(got.Name), got.Time, len(test.want))
		}
	}
}
