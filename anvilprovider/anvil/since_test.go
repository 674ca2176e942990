package anvil

import (
	"strings"
	"testing"
)

// TestSince asks for blocks whose release is known by heart, under the names that they have today.
func TestSince(t *testing.T) {
	for name, want := range map[string]int32{
		"minecraft:stone": 0, "minecraft:copper_block": 0, "minecraft:short_grass": 0, "minecraft:iron_chain": 0, "mod:thing": 0,
		"minecraft:mangrove_planks": 3105, "minecraft:bamboo_planks": 3218, "minecraft:cherry_log": 3337, "minecraft:copper_bulb": 3698,
		"minecraft:heavy_core": 3837, "minecraft:pale_oak_log": 4080, "minecraft:dried_ghast": 4435, "minecraft:copper_chain": 4554,
	} {
		if got := Since(name); got != want {
			t.Errorf("%s came with %d, want %d", name, got, want)
		}
	}
}

// TestSinceIsToday finds no name in the table that a later version changed.
func TestSinceIsToday(t *testing.T) {
	names := 0
	for line := range strings.Lines(sinceText) {
		for _, name := range strings.Fields(line)[1:] {
			names++
			name = "minecraft:" + name
			if today := Modernise(name, Since(name)); today != name {
				t.Errorf("%s is called %s today", name, today)
			}
		}
	}
	if names < 200 {
		t.Errorf("there are only %d names", names)
	}
}
