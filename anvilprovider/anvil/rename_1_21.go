package anvil

// Changes of 1.21.4 to 26.1. Source: the block lists of the releases (translation facts, minecraft-data); DataFixerUpper's
// CreakingHeartBlockStateFix for the values of 1.21.5.
var renames121 = []rename{
	{
		version: 4189, what: "creaking hearts are active, where they were disabled, dormant or active (1.21.4)",
		forward: creaking("creaking", "active", "active", "true", "false"), back: creaking("active", "true", "creaking", "active", "disabled"),
	},
	{
		version: 4325, what: "creaking hearts have a state (1.21.5)",
		forward: creaking("active", "true", "creaking_heart_state", "awake", "uprooted"),
		back:    creaking("creaking_heart_state", "awake", "active", "true", "false"),
	},
	{version: 4541, what: "chains are of iron (1.21.9)", names: minecraft("chain", "iron_chain")},
	{version: 4786, what: "more instruments (26.1)", back: func(s *state) { limitInstrument(s, instruments121) }},
}

// instruments121 are the values of a note block's instrument from 1.19.4 to 1.21.11.
var instruments121 = func() map[string]bool {
	m := map[string]bool{"zombie": true, "skeleton": true, "creeper": true, "dragon": true, "wither_skeleton": true, "piglin": true,
		"custom_head": true}
	for name := range instruments118 {
		m[name] = true
	}
	return m
}()

// creaking replaces the property that says whether a creaking heart is awake by another, with other values.
func creaking(from, awake, to, yes, no string) func(*state) {
	return func(s *state) {
		value := s.get(from)
		if s.name != "minecraft:creaking_heart" || value == "" {
			return
		}
		s.drop(from)
		if value == awake {
			s.set(to, yes)
		} else {
			s.set(to, no)
		}
	}
}

func boolValue(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
