package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
)

// litEmission is what blocks with a property lit emit if it is true; candles and copper bulbs are in emission. Source: the
// game's block definitions, as published per state for 1.21.3.
var litEmission = map[string]uint8{
	"minecraft:redstone_lamp": 15, "minecraft:campfire": 15, "minecraft:soul_campfire": 10,
	"minecraft:furnace": 13, "minecraft:smoker": 13, "minecraft:blast_furnace": 13,
	"minecraft:redstone_ore": 9, "minecraft:deepslate_redstone_ore": 9,
	"minecraft:redstone_torch": 7, "minecraft:redstone_wall_torch": 7,
}

// bulbEmission is the light of a lit copper bulb by its oxidation.
var bulbEmission = map[string]uint8{"": 15, "exposed_": 12, "weathered_": 8, "oxidized_": 4}

// emission returns the light that a state emits: the data's value of the default state unless a property decides.
func emission(b mcdata.Block, s mcdata.State) (uint8, error) {
	name := strings.TrimPrefix(b.Name, "minecraft:")
	number := func(property string) uint8 {
		v, _ := s.Get(property)
		n, _ := strconv.Atoi(v)
		return uint8(n)
	}
	is := func(property, value string) bool { v, _ := s.Get(property); return v == value }
	switch {
	case strings.HasSuffix(name, "candle"):
		if is("lit", "true") {
			return 3 * number("candles"), nil
		}
		return 0, nil
	case strings.HasSuffix(name, "candle_cake"):
		if is("lit", "true") {
			return 3, nil
		}
		return 0, nil
	case name == "cave_vines" || name == "cave_vines_plant":
		if is("berries", "true") {
			return 14, nil
		}
		return 0, nil
	case name == "sea_pickle":
		if is("waterlogged", "true") {
			return 3 + 3*number("pickles"), nil
		}
		return 0, nil
	case name == "respawn_anchor":
		return [5]uint8{0, 3, 7, 11, 15}[number("charges")], nil
	case name == "glow_lichen":
		if anyFace(s) {
			return 7, nil
		}
		return 0, nil
	case name == "light":
		return number("level"), nil
	case name == "trial_spawner":
		switch v, _ := s.Get("trial_spawner_state"); v {
		case "active", "ejecting_reward", "waiting_for_reward_ejection":
			return 8, nil
		case "waiting_for_players":
			return 4, nil
		}
		return 0, nil
	case name == "vault":
		if is("vault_state", "inactive") {
			return 6, nil
		}
		return 12, nil
	}
	if _, ok := s.Get("lit"); ok {
		level, known := litEmission[b.Name]
		if oxidation, bulb := strings.CutSuffix(strings.TrimPrefix(name, "waxed_"), "copper_bulb"); bulb {
			level, known = bulbEmission[oxidation]
		}
		if !known {
			return 0, fmt.Errorf("%s has a property lit and no rule", b.Name)
		}
		if is("lit", "false") {
			level = 0
		}
		return level, nil
	}
	return b.EmitLight, nil
}

// anyFace says whether a block that clings to faces has one.
func anyFace(s mcdata.State) bool {
	for _, face := range []string{"down", "up", "north", "south", "west", "east"} {
		if v, _ := s.Get(face); v == "true" {
			return true
		}
	}
	return false
}
