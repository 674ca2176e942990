package leveldat

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// weatherNames are the names of the five weather tags in one era.
type weatherNames struct{ clear, rain, thunder, raining, thundering string }

var (
	oldWeather   = weatherNames{"clearWeatherTime", "rainTime", "thunderTime", "raining", "thundering"}
	splitWeather = weatherNames{"clear_weather_time", "rain_time", "thunder_time", "raining", "thundering"}
)

// weatherDoc returns the compound that holds the weather, and its names.
func (d Docs) weatherDoc() (Part, nbt.Compound, weatherNames) {
	if c := d.split(Weather); c != nil {
		return Weather, c, splitWeather
	}
	return Level, d.Data(), oldWeather
}

// weather reads the weather. The game has a third counter, of clear weather that was asked for, which runs before the
// other two; Dragonfly has not, so it is added to them. A counter of 0 means that the game would draw one.
func (d Docs) weather(v *Values) {
	_, c, names := d.weatherDoc()
	v.Raining, v.Thundering = flag(c, names.raining), flag(c, names.thundering)
	clear, _ := c.Int(names.clear)
	clear = max(clear, 0)
	if n, ok := c.Int(names.rain); ok && n > 0 {
		v.RainTime = n + clear
	}
	if n, ok := c.Int(names.thunder); ok && n > 0 {
		v.ThunderTime = n + clear
	}
}

// setWeather writes the weather if any of it changed, and returns where.
func (d Docs) setWeather(old, v Values) (Part, bool) {
	part, c, names := d.weatherDoc()
	changed := false
	if v.RainTime != old.RainTime || v.Raining != old.Raining {
		set(c, names.rain, v.RainTime, nbt.TagInt)
		setFlag(c, names.raining, v.Raining)
		changed = true
	}
	if v.ThunderTime != old.ThunderTime || v.Thundering != old.Thundering {
		set(c, names.thunder, v.ThunderTime, nbt.TagInt)
		setFlag(c, names.thundering, v.Thundering)
		changed = true
	}
	if changed {
		// The counters now include it.
		if n, ok := c.Int(names.clear); ok && n != 0 {
			set(c, names.clear, 0, nbt.TagInt)
		}
	}
	return part, changed
}

func flag(c nbt.Compound, name string) bool {
	n, _ := c.Int(name)
	return n != 0
}
