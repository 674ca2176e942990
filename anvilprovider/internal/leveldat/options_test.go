package leveldat_test

import (
	"reflect"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/leveldat"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// TestOptionsOfAnyAge reads options in the forms that worlds have had for them.
func TestOptionsOfAnyAge(t *testing.T) {
	level := func(data nbt.Compound) leveldat.Docs {
		return leveldat.Docs{leveldat.Level: nbt.Compound{"Data": data}}
	}
	for name, c := range map[string]struct {
		docs leveldat.Docs
		want leveldat.Options
	}{
		"nothing": {leveldat.Docs{}, leveldat.Options{Rules: map[string]int32{}}},
		"1.8": {level(nbt.Compound{"RandomSeed": int64(-5), "allowCommands": uint8(1), "hardcore": uint8(1),
			"GameRules": nbt.Compound{"keepInventory": "true", "doFireTick": "false", "randomTickSpeed": "3", "mods": "many", "spawnRadius": "far"}}),
			leveldat.Options{Seed: -5, HasSeed: true, Commands: true, Hardcore: true, Rules: map[string]int32{"keepInventory": 1, "doFireTick": 0, "randomTickSpeed": 3}}},
		"1.20": {level(nbt.Compound{"RandomSeed": int64(1), "WorldGenSettings": nbt.Compound{"seed": int64(7)}}),
			leveldat.Options{Seed: 7, HasSeed: true, Rules: map[string]int32{}}},
		"1.21.11": {level(nbt.Compound{"game_rules": nbt.Compound{"minecraft:pvp": uint8(0), "minecraft:fire_spread_radius_around_player": int32(128)}}),
			leveldat.Options{Rules: map[string]int32{"pvp": 0, "doFireTick": 1}}},
		"26.1": {leveldat.Docs{
			leveldat.Level:      {"Data": nbt.Compound{"difficulty_settings": nbt.Compound{"hardcore": uint8(1)}}},
			leveldat.Rules:      {"data": nbt.Compound{"minecraft:respawn_radius": int32(4)}},
			leveldat.Generation: {"data": nbt.Compound{"seed": int64(9)}},
		}, leveldat.Options{Seed: 9, HasSeed: true, Hardcore: true, Rules: map[string]int32{"spawnRadius": 4}}},
	} {
		if got := c.docs.Options(); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
