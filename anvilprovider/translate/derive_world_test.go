package translate_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// derived says how often a rule gives what the game stored, and how often it does not, in the worlds of the test.
type derived struct{ same, other int }

// TestDeriveWorlds derives every block of real worlds that has a rule, and wants the state that the game stored. What is
// derived is changed to something else first, so that a rule that does nothing is found out.
//
// The game's generator places village fences and trees in pieces and does not always look again: those are counted. What
// it stores there is not what its own rules give.
func TestDeriveWorlds(t *testing.T) {
	want := map[string]derived{
		"_fence": {447, 14}, "_leaves": {246831, 3274},
		"_pane": {180, 0}, "_bars": {4, 0}, "_stairs": {1494, 0}, "_door": {278, 0}, "chest": {109, 0}, "campfire": {4, 0},
		"grass_block": {540241, 0}, "podzol": {806, 0}, "mycelium": {1, 0}, ":vine": {15508, 0}, "chorus_plant": {2, 0},
		"redstone_wire": {2, 0}, "repeater": {4, 0}, "tripwire": {1, 0}, "note_block": {1, 0}, ":kelp": {1, 0}, "kelp_plant": {1, 0},
		"cave_vines": {109, 0}, "cave_vines_plant": {187, 0}, "twisting_vines": {1, 0}, "twisting_vines_plant": {2, 0},
		"weeping_vines": {1, 0}, "weeping_vines_plant": {2, 0},
	}
	got := map[string]derived{}
	example := map[string]string{}
	tr := translator(t)
	for _, name := range []string{"java-1.18.1", "java-1.20.5", "java-1.21", "java-26.1.2"} {
		dimensions, err := slowanvil.Dimensions(testworld.Dir(t, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range dimensions {
			deriveRegion(t, tr, d.Region, func(kind, key, answer string) {
				n := got[kind]
				if answer == key {
					n.same++
				} else {
					n.other++
					example[kind] = name + ": " + key + " becomes " + answer
				}
				got[kind] = n
			})
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(want)) {
		if got[kind] != want[kind] {
			t.Errorf("%s: %+v, want %+v; %s", kind, got[kind], want[kind], example[kind])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d kinds of block, want %d", len(got), len(want))
	}
}

// deriveRegion derives every block with a rule whose neighbours are all in the folder of region files.
func deriveRegion(t *testing.T, tr *translate.Translator, region string, report func(kind, key, answer string)) {
	t.Helper()
	chunks := map[[2]int32]*slowanvil.Chunk{}
	if err := slowanvil.Chunks(region, func(c *slowanvil.Chunk) error {
		if c.Full {
			chunks[[2]int32{c.X, c.Z}] = c
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range chunks {
		for sy, section := range c.Sections {
			if !slices.ContainsFunc(section.Palette, func(key string) bool { return kindOf(key) != "" }) {
				continue
			}
			for i := range 4096 {
				x, y, z := i&15, i>>8, i>>4&15
				key := section.State(x, y, z)
				kind := kindOf(key)
				if kind == "" {
					continue
				}
				missing := false
				answer := tr.Derive(spoil(key), func(dx, dy, dz int) string {
					x, z := int(c.X)<<4+x+dx, int(c.Z)<<4+z+dz
					n := chunks[[2]int32{int32(x >> 4), int32(z >> 4)}]
					if n == nil {
						missing = true
						return ""
					}
					return n.State(x&15, sy<<4+y+dy, z&15)
				})
				if !missing {
					report(kind, key, answer)
				}
			}
		}
	}
}

// kinds are the ends of the names that have a rule.
var kinds = []string{
	"_fence", "_pane", "_bars", "_stairs", "_leaves", "_door", "chest", "campfire", "grass_block", "podzol", "mycelium",
	"redstone_wire", ":fire", ":vine", "chorus_plant", "tripwire", "repeater", "note_block", ":kelp", "kelp_plant",
	"twisting_vines", "twisting_vines_plant", "weeping_vines", "weeping_vines_plant", "cave_vines", "cave_vines_plant",
}

func kindOf(key string) string {
	name, _, _ := strings.Cut(key, "[")
	for _, k := range kinds {
		if strings.HasSuffix(name, k) {
			return k
		}
	}
	return ""
}

// spoil changes the properties that are derived to what they are not, or are not often.
func spoil(key string) string {
	name, props := parse(key)
	inverse := map[string]string{"true": "false", "false": "true"}
	sides := []string{"north", "east", "south", "west"}
	held := slices.ContainsFunc(sides, func(s string) bool { return props[s] == "true" })
	for k, v := range props {
		switch {
		case k == "distance":
			props[k] = "7"
		case k == "shape":
			props[k] = "straight"
		case k == "instrument":
			props[k] = "pling"
		case k == "snowy", k == "signal_fire", k == "locked":
			props[k] = inverse[v]
		case name == "minecraft:vine" && k == "up" && !held:
			props[k] = "false"
		case name != "minecraft:vine" && name != "minecraft:redstone_wire" && slices.Contains(sides, k):
			props[k] = inverse[v]
		}
	}
	return joinKey(name, props)
}
