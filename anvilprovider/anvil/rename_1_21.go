package anvil

// Changes of 1.21.4 to 26.1. Source: the block lists of the releases (translation facts, minecraft-data); DataFixerUpper's
// CreakingHeartBlockStateFix for the values of 1.21.5.
var renames121 = []rename{
	{version: 4189, what: "creaking hearts are active (1.21.4)", forward: creakingToActive, back: activeToCreaking},
	{version: 4325, what: "creaking hearts have a state (1.21.5)", forward: activeToState, back: stateToActive},
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

const creakingHeart = "minecraft:creaking_heart"

// creakingToActive reads the property of 1.21.2, whose values are disabled, dormant and active.
func creakingToActive(s *state) {
	if s.name != creakingHeart || s.get("creaking") == "" {
		return
	}
	active := s.get("creaking") == "active"
	s.drop("creaking")
	s.set("active", boolValue(active))
}

func activeToCreaking(s *state) {
	if s.name != creakingHeart || s.get("active") == "" {
		return
	}
	creaking := "disabled"
	if s.get("active") == "true" {
		creaking = "active"
	}
	s.drop("active")
	s.set("creaking", creaking)
}

func activeToState(s *state) {
	if s.name != creakingHeart || s.get("active") == "" {
		return
	}
	value := "uprooted"
	if s.get("active") == "true" {
		value = "awake"
	}
	s.drop("active")
	s.set("creaking_heart_state", value)
}

func stateToActive(s *state) {
	if s.name != creakingHeart || s.get("creaking_heart_state") == "" {
		return
	}
	active := s.get("creaking_heart_state") == "awake"
	s.drop("creaking_heart_state")
	s.set("active", boolValue(active))
}

func boolValue(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
