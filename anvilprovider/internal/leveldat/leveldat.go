// Package leveldat finds the settings of a world in level.dat, and in the files that 26.1 split off it, and changes them
// there. It looks at structure first: a file says by its tags how old it is, and may have no version. What it does not
// know, it leaves alone. The package is pure: it works on trees of NBT.
package leveldat

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Part names one file that holds settings. All but Level appeared in 26.1 and lie in data/minecraft.
type Part string

// The files that hold settings.
const (
	Level   Part = "level"
	Rules   Part = "game_rules"
	Weather Part = "weather"
	Clocks  Part = "world_clocks"
)

// Parts lists the split files, without level.dat itself.
var Parts = []Part{Rules, Weather, Clocks}

// Docs holds the root compounds of the files of one world. Level is always there; a split file that the world does not
// have is absent from the map.
type Docs map[Part]nbt.Compound

// Values are the settings that a Java world and a Dragonfly world share. Times are in ticks of 50 ms.
type Values struct {
	// Name is the world's display name.
	Name string
	// Spawn is the position at which new players appear, in blocks.
	Spawn [3]int
	// Time is the time of day, counted on through the days. Age is how long the world has run.
	Time, Age int64
	// TimeCycle and WeatherCycle say whether time and weather advance.
	TimeCycle, WeatherCycle bool
	// RainTime and ThunderTime are the ticks until rain or thunder starts or ends.
	RainTime, ThunderTime int64
	// Raining and Thundering say whether it rains or thunders now.
	Raining, Thundering bool
	// GameMode is the mode of new players: 0 survival, 1 creative, 2 adventure, 3 spectator.
	GameMode int
	// Difficulty is 0 peaceful, 1 easy, 2 normal or 3 hard.
	Difficulty int
}

const (
	// highSpawn asks Dragonfly to find the highest block itself: it looks when y is above the world.
	highSpawn = 1<<15 - 1
	// calm is the time until the weather changes, in ticks, for worlds that do not say. The game draws it between 12,000
	// and 180,000.
	calm = 96_000
)

// Defaults returns the settings of a world that says nothing.
func Defaults() Values {
	return Values{
		Name: "World", Spawn: [3]int{0, highSpawn, 0}, TimeCycle: true, WeatherCycle: true,
		RainTime: calm, ThunderTime: calm, Difficulty: 2,
	}
}

// Data returns the compound of level.dat that holds everything, or nil if there is none.
func (d Docs) Data() nbt.Compound {
	c, _ := d[Level].Compound("Data")
	return c
}

// split returns the compound "data" of a split file, or nil.
func (d Docs) split(p Part) nbt.Compound {
	c, _ := d[p].Compound("data")
	return c
}

// DataVersion returns the version of the world, or 0 for worlds older than 1.9. Without level.dat, it is the highest of the
// split files.
func (d Docs) DataVersion() int32 {
	v, _ := d.Data().Int("DataVersion")
	if d[Level] == nil {
		for _, part := range Parts {
			n, _ := d[part].Int("DataVersion")
			v = max(v, n)
		}
	}
	return int32(v)
}

// VersionName returns the name that the world gives its version, such as "1.20.5", or "".
func (d Docs) VersionName() string {
	v, _ := d.Data().Compound("Version")
	name, _ := v.Str("Name")
	return name
}

// Values reads the settings. What is missing, or has the wrong type, has its default.
func (d Docs) Values() Values {
	v, data := Defaults(), d.Data()
	if name, ok := data.Str("LevelName"); ok {
		v.Name = name
	}
	if pos, ok := spawn(data); ok {
		v.Spawn = pos
	}
	v.Age, _ = data.Int("Time")
	v.Time = d.time()
	v.TimeCycle = d.rule(advanceTime)
	v.WeatherCycle = d.rule(advanceWeather)
	d.weather(&v)
	if mode, ok := data.Int("GameType"); ok && mode >= 0 && mode <= 3 {
		v.GameMode = int(mode)
	}
	v.Difficulty = difficulty(data)
	return v
}

// spawn reads the spawn point: a compound since 1.21.9, three numbers before.
func spawn(data nbt.Compound) (pos [3]int, ok bool) {
	if s, found := data.Compound("spawn"); found {
		if p, found := s["pos"].([]int32); found && len(p) == 3 {
			return [3]int{int(p[0]), int(p[1]), int(p[2])}, true
		}
	}
	for i, name := range [3]string{"SpawnX", "SpawnY", "SpawnZ"} {
		n, found := data.Int(name)
		if !found {
			return pos, false
		}
		pos[i] = int(n)
	}
	return pos, true
}

// time reads the time of day: from a clock of its own since 26.1, from DayTime before, from Time before DayTime existed.
func (d Docs) time() int64 {
	if clock, ok := d.split(Clocks).Compound("minecraft:overworld"); ok {
		if t, ok := clock.Int("total_ticks"); ok {
			return t
		}
	}
	if t, ok := d.Data().Int("DayTime"); ok {
		return t
	}
	t, _ := d.Data().Int("Time")
	return t
}

var difficulties = [...]string{"peaceful", "easy", "normal", "hard"}

// difficulty reads the difficulty: a name in a compound since 26.1, a byte since 1.8.
func difficulty(data nbt.Compound) int {
	if s, ok := data.Compound("difficulty_settings"); ok {
		name, _ := s.Str("difficulty")
		for i, known := range difficulties {
			if name == known {
				return i
			}
		}
	}
	if n, ok := data.Int("Difficulty"); ok && n >= 0 && n <= 3 {
		return int(n)
	}
	return Defaults().Difficulty
}
