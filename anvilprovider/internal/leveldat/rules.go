package leveldat

import "github.com/kestrel-mc/kestrel/anvilprovider/nbt"

// A rule has two names: the one that its world used up to 1.21.10, where rules are strings, and the identifier used
// since 1.21.11, where they are typed.
type rule struct{ old, id string }

var (
	advanceTime    = rule{"doDaylightCycle", "minecraft:advance_time"}
	advanceWeather = rule{"doWeatherCycle", "minecraft:advance_weather"}
)

// typedRules returns the compound of typed rules: a file of its own since 26.1, a tag of level.dat in 1.21.11.
func (d Docs) typedRules() (Part, nbt.Compound) {
	if c := d.split(Rules); c != nil {
		return Rules, c
	}
	c, _ := d.Data().Compound("game_rules")
	return Level, c
}

// rule reads a rule that is on unless the world says otherwise.
func (d Docs) rule(r rule) bool {
	if _, c := d.typedRules(); c != nil {
		n, ok := c.Int(r.id)
		return !ok || n != 0
	}
	c, _ := d.Data().Compound("GameRules")
	s, ok := c.Str(r.old)
	return !ok || s != "false"
}

// setRule writes a rule and returns where.
func (d Docs) setRule(r rule, on bool) Part {
	if part, c := d.typedRules(); c != nil {
		setFlag(c, r.id, on)
		return part
	}
	data := d.Data()
	c, ok := data.Compound("GameRules")
	if !ok {
		c = nbt.Compound{}
		data["GameRules"] = c
	}
	c[r.old] = "false"
	if on {
		c[r.old] = "true"
	}
	return Level
}
