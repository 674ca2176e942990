package leveldat_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/datfile"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/leveldat"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// read reads the documents of a real world.
func read(t *testing.T, world string) leveldat.Docs {
	t.Helper()
	dir, docs := testworld.Dir(t, world), leveldat.Docs{}
	for _, p := range append([]leveldat.Part{leveldat.Level}, leveldat.Parts...) {
		path := filepath.Join(dir, "data", "minecraft", string(p)+".dat")
		if p == leveldat.Level {
			path = filepath.Join(dir, "level.dat")
		}
		if f, err := datfile.Read(path); err == nil {
			docs[p] = f.Root
		}
	}
	return docs
}

// real holds the settings of the real worlds, read off them with another program.
var real = []struct {
	world   string
	version int32
	name    string
	want    leveldat.Values
}{
	{"java-1.12.2", 1343, "1.12.2", leveldat.Values{Name: "JAVA_1_12_2", Spawn: [3]int{-1288, 4, 0}, Time: 6859, Age: 183116, TimeCycle: true,
		WeatherCycle: true, RainTime: 5430, ThunderTime: 5430, GameMode: 1}},
	{"flattening/1.13", 1497, "18w22a", leveldat.Values{Name: "1.13 World", Spawn: [3]int{0, 1, 0}, Time: 6000, Age: 89,
		WeatherCycle: true, RainTime: 999999912, ThunderTime: 999999912, GameMode: 3}},
	{"java-1.18.1", 2865, "1.18.1", leveldat.Values{Name: "World", Spawn: [3]int{0, 75, 0}, Time: 16, Age: 16, TimeCycle: true,
		WeatherCycle: true, RainTime: 143034, ThunderTime: 114538, Difficulty: 2}},
	{"java-1.20.5", 3837, "1.20.5", leveldat.Values{Name: "JAVA_1_20_5", Spawn: [3]int{0, -60, 0}, Time: 1000, Age: 501583,
		RainTime: 80156, ThunderTime: 80156, GameMode: 1}},
	{"java-1.21.11-unlit", 4671, "1.21.11", leveldat.Values{Name: "Minestom World", Spawn: [3]int{304, 63, 48}, Time: 2941, Age: 2941, TimeCycle: true, WeatherCycle: true,
		RainTime: 91440, ThunderTime: 42772, GameMode: 1, Difficulty: 2}},
	{"java-26.1.2", 4790, "26.1.2", leveldat.Values{Name: "world", Spawn: [3]int{0, 104, -16}, Time: 1199, Age: 1199, TimeCycle: true,
		WeatherCycle: true, RainTime: 63976, ThunderTime: 52800, Difficulty: 1}},
}

func TestRealWorlds(t *testing.T) {
	for _, tt := range real {
		t.Run(tt.world, func(t *testing.T) {
			d := read(t, tt.world)
			if v, n := d.DataVersion(), d.VersionName(); v != tt.version || n != tt.name {
				t.Errorf("version %d %q", v, n)
			}
			if diff := cmp.Diff(tt.want, d.Values()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// changes holds one change of each setting.
var changes = map[string]func(*leveldat.Values){
	"name":          func(v *leveldat.Values) { v.Name += "!" },
	"spawn":         func(v *leveldat.Values) { v.Spawn = [3]int{1, -2, 3} },
	"time":          func(v *leveldat.Values) { v.Time += 5 },
	"age":           func(v *leveldat.Values) { v.Age += 5 },
	"time cycle":    func(v *leveldat.Values) { v.TimeCycle = !v.TimeCycle },
	"weather cycle": func(v *leveldat.Values) { v.WeatherCycle = !v.WeatherCycle },
	"rain":          func(v *leveldat.Values) { v.RainTime, v.Raining = 77, !v.Raining },
	"thunder":       func(v *leveldat.Values) { v.ThunderTime, v.Thundering = 78, !v.Thundering },
	"game mode":     func(v *leveldat.Values) { v.GameMode = 2 },
	"difficulty":    func(v *leveldat.Values) { v.Difficulty = 3 },
}

// TestApply changes each setting of each world alone, and expects that it, and nothing else, reads back changed; that the
// types of all tags stay; and that changing it back restores the documents, but for the counter of clear weather, which
// a change of the weather spends.
func TestApply(t *testing.T) {
	worlds := map[string]func(t *testing.T) leveldat.Docs{
		"none":    func(*testing.T) leveldat.Docs { return leveldat.Docs{} },
		"new":     func(*testing.T) leveldat.Docs { return leveldat.New(4671, leveldat.Defaults(), 1) },
		"new old": func(*testing.T) leveldat.Docs { return leveldat.New(2865, leveldat.Defaults(), 1) },
		"new 26":  func(*testing.T) leveldat.Docs { return leveldat.New(5023, leveldat.Defaults(), 1) },
	}
	for _, tt := range real {
		worlds[tt.world] = func(t *testing.T) leveldat.Docs { return read(t, tt.world) }
	}
	for world, docs := range worlds {
		for what, change := range changes {
			t.Run(world+"/"+what, func(t *testing.T) {
				d := docs(t)
				old := d.Values()
				v := old
				change(&v)
				parts := d.Apply(old, v)
				if len(parts) != 1 {
					t.Errorf("changed files: %v", parts)
				}
				if diff := cmp.Diff(v, d.Values()); diff != "" && !clearWeatherSpent(what) {
					t.Error(diff)
				}
				if world == "none" || clearWeatherSpent(what) {
					return
				}
				d.Apply(v, old)
				if diff := cmp.Diff(docs(t), d); diff != "" {
					t.Error("not restored: ", diff)
				}
			})
		}
	}
}

// clearWeatherSpent reports whether a change uses up the counter of clear weather, which shifts the other counter too.
func clearWeatherSpent(what string) bool { return what == "rain" || what == "thunder" }

func TestApplyNothing(t *testing.T) {
	d := leveldat.New(4671, leveldat.Defaults(), 1)
	if parts := d.Apply(d.Values(), d.Values()); parts != nil {
		t.Errorf("got %v", parts)
	}
}

func TestWeatherSpendsClearCounter(t *testing.T) {
	d := leveldat.Docs{leveldat.Level: nbt.Compound{"Data": nbt.Compound{"clearWeatherTime": int32(100), "rainTime": int32(1), "thunderTime": int32(1)}}}
	old := d.Values()
	if old.RainTime != 101 || old.ThunderTime != 101 {
		t.Fatalf("got %+v", old)
	}
	v := old
	v.RainTime, v.ThunderTime = 90, 90
	d.Apply(old, v)
	if got := d.Values(); got != v {
		t.Errorf("got %+v, want %+v", got, v)
	}
}

func TestNewKeepsItsValues(t *testing.T) {
	want := leveldat.Values{Name: "x", Spawn: [3]int{1, 2, 3}, Time: 4, Age: 5, WeatherCycle: true, RainTime: 6, ThunderTime: 7, Raining: true, GameMode: 1, Difficulty: 3}
	for _, version := range []int32{2865, 3837, 4554, 4671, 4790, 5023, 9999} {
		d := leveldat.New(version, want, 1)
		if diff := cmp.Diff(want, d.Values()); diff != "" || d.DataVersion() != version {
			t.Errorf("version %d: %s", version, diff)
		}
		if _, split := d[leveldat.Clocks]; split != (version >= 4772) {
			t.Errorf("version %d: split files %t", version, split)
		}
	}
}

// FuzzValues feeds arbitrary level.dat files: nothing may panic, and what Apply writes must read back.
func FuzzValues(f *testing.F) {
	for _, version := range []int32{2865, 4671, 4790} {
		for _, root := range leveldat.New(version, leveldat.Defaults(), 1) {
			for _, plain := range []bool{true, false} {
				b, err := datfile.File{Root: root, Plain: plain}.Bytes()
				if err != nil {
					f.Fatal(err)
				}
				f.Add(b)
			}
		}
	}
	wrong := nbt.Compound{}
	for _, name := range []string{"LevelName", "spawn", "SpawnX", "DayTime", "GameRules", "game_rules", "GameType", "Difficulty", "difficulty_settings", "Version", "DataVersion", "rainTime"} {
		wrong[name] = nbt.List{Elem: nbt.TagEnd}
	}
	b, _ := datfile.File{Root: nbt.Compound{"Data": wrong, "data": wrong}, Plain: true}.Bytes()
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, p := range append(slices.Clone(leveldat.Parts), leveldat.Level) {
			file, err := datfile.Parse(b)
			if err != nil {
				return
			}
			d := leveldat.Docs{p: file.Root}
			_, _ = d.DataVersion(), d.VersionName()
			old := d.Values()
			v := old
			for what, change := range changes {
				if !clearWeatherSpent(what) {
					change(&v)
				}
			}
			d.Apply(old, v)
			got := d.Values()
			if v.Name != got.Name || v.TimeCycle != got.TimeCycle || v.GameMode != got.GameMode {
				t.Errorf("wrote %+v, read %+v", v, got)
			}
			if _, err := (datfile.File{Root: d[p]}).Bytes(); err != nil {
				t.Error(err)
			}
		}
	})
}
