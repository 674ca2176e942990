package leveldat

import (
	"slices"
	"time"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Apply writes the settings that differ between old, which is what Values returned, and v, into the documents, each where
// its world keeps it. It returns the files that changed, in a fixed order; none if nothing differs.
func (d Docs) Apply(old, v Values) []Part {
	if v == old {
		return nil
	}
	data := d.Data()
	if data == nil {
		data = nbt.Compound{}
		if d[Level] == nil {
			d[Level] = nbt.Compound{}
		}
		d[Level]["Data"] = data
	}
	var changed []Part
	mark := func(p Part) {
		if !slices.Contains(changed, p) {
			changed = append(changed, p)
		}
	}
	if v.Name != old.Name {
		data["LevelName"] = v.Name
		mark(Level)
	}
	if v.Spawn != old.Spawn {
		setSpawn(data, v.Spawn)
		mark(Level)
	}
	if v.Age != old.Age {
		if _, ok := data.Int("DayTime"); !ok && d.split(Clocks) == nil {
			// So far, Time was the time of day as well.
			set(data, "DayTime", v.Time, nbt.TagLong)
		}
		set(data, "Time", v.Age, nbt.TagLong)
		mark(Level)
	}
	if v.Time != old.Time {
		mark(d.setTime(v.Time))
	}
	if v.TimeCycle != old.TimeCycle {
		mark(d.setRule(advanceTime, v.TimeCycle))
	}
	if v.WeatherCycle != old.WeatherCycle {
		mark(d.setRule(advanceWeather, v.WeatherCycle))
	}
	if part, ok := d.setWeather(old, v); ok {
		mark(part)
	}
	if v.GameMode != old.GameMode {
		set(data, "GameType", int64(v.GameMode), nbt.TagInt)
		mark(Level)
	}
	if v.Difficulty != old.Difficulty {
		setDifficulty(data, v.Difficulty)
		mark(Level)
	}
	slices.Sort(changed)
	return changed
}

func setSpawn(data nbt.Compound, pos [3]int) {
	if s, ok := data.Compound("spawn"); ok {
		s["pos"] = []int32{int32(pos[0]), int32(pos[1]), int32(pos[2])}
		return
	}
	for i, name := range [3]string{"SpawnX", "SpawnY", "SpawnZ"} {
		set(data, name, int64(pos[i]), nbt.TagInt)
	}
}

// setTime writes the time of day and returns where.
func (d Docs) setTime(t int64) Part {
	if clocks := d.split(Clocks); clocks != nil {
		clock, ok := clocks.Compound("minecraft:overworld")
		if !ok {
			clock = nbt.Compound{}
			clocks["minecraft:overworld"] = clock
		}
		set(clock, "total_ticks", t, nbt.TagLong)
		return Clocks
	}
	set(d.Data(), "DayTime", t, nbt.TagLong)
	return Level
}

func setDifficulty(data nbt.Compound, n int) {
	if n < 0 || n >= len(difficulties) {
		return
	}
	if s, ok := data.Compound("difficulty_settings"); ok {
		s["difficulty"] = difficulties[n]
		return
	}
	set(data, "Difficulty", int64(n), nbt.TagByte)
}

// set writes a whole number with the type that the entry has, or with the one given if it has none.
func set(c nbt.Compound, name string, n int64, tag nbt.Tag) {
	if t, ok := nbt.TagOf(c[name]); ok && t >= nbt.TagByte && t <= nbt.TagLong {
		tag = t
	}
	switch tag {
	case nbt.TagByte:
		c[name] = uint8(n)
	case nbt.TagShort:
		c[name] = int16(n)
	case nbt.TagInt:
		c[name] = int32(n)
	default:
		c[name] = n
	}
}

func setFlag(c nbt.Compound, name string, on bool) {
	var n int64
	if on {
		n = 1
	}
	set(c, name, n, nbt.TagByte)
}

// Touch notes in level.dat when the world was last played.
func (d Docs) Touch(now time.Time) {
	if data := d.Data(); data != nil {
		set(data, "LastPlayed", now.UnixMilli(), nbt.TagLong)
	}
}
