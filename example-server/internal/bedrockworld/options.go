package bedrockworld

import (
	"math"
	"path/filepath"

	"github.com/df-mc/dragonfly/server/world/mcdb/leveldat"
	"github.com/kestrel-mc/kestrel/anvilprovider"
)

// flags are the game rules that are on or off, by Java's name, which is Bedrock's with capitals.
func flags(d *leveldat.Data) map[string]*bool {
	return map[string]*bool{
		"commandBlockOutput": &d.CommandBlockOutput, "commandBlocksEnabled": &d.CommandBlocksEnabled, "doEntityDrops": &d.DoEntityDrops,
		"doFireTick": &d.DoFireTick, "doImmediateRespawn": &d.DoImmediateRespawn, "doInsomnia": &d.DoInsomnia,
		"doLimitedCrafting": &d.DoLimitedCrafting, "doMobLoot": &d.DoMobLoot, "doMobSpawning": &d.DoMobSpawning,
		"doTileDrops": &d.DoTileDrops, "drowningDamage": &d.DrowningDamage, "fallDamage": &d.FallDamage, "fireDamage": &d.FireDamage,
		"freezeDamage": &d.FreezeDamage, "keepInventory": &d.KeepInventory, "mobGriefing": &d.MobGriefing,
		"naturalRegeneration": &d.NaturalRegeneration, "pvp": &d.PVP, "sendCommandFeedback": &d.SendCommandFeedback,
		"showDeathMessages": &d.ShowDeathMessages, "tntExplodes": &d.TNTExplodes, "tntExplosionDropDecay": &d.TNTExplosionDropDecay,
	}
}

// numbers are the game rules that are numbers.
func numbers(d *leveldat.Data) map[string]*int32 {
	return map[string]*int32{"maxCommandChainLength": &d.MaxCommandChainLength, "spawnRadius": &d.SpawnRadius}
}

// Game rules that are not the same number in both games.
const (
	// sleeping is the percentage of players; Dragonfly writes 0 where it is not set.
	sleeping = "playersSleepingPercentage"
	// ticks is how many blocks of a section are ticked at random: what a world has unless somebody changed it is 1 in Bedrock Edition and
	// 3 in Java.
	ticks, ticksOfJava = "randomTickSpeed", 3
)

// read reads a level.dat. What it does not say is as in a new world.
func read(dir string) (*leveldat.Data, error) {
	file, err := leveldat.ReadFile(filepath.Join(dir, "level.dat"))
	if err != nil {
		return nil, err
	}
	d := &leveldat.Data{}
	d.FillDefault()
	d.RandomSeed = 0
	return d, file.Unmarshal(d)
}

// Options reads from the level.dat of a world what Dragonfly's own settings leave out.
func Options(dir string) (o anvilprovider.WorldOptions, err error) {
	d, err := read(dir)
	if err != nil {
		return o, err
	}
	o = anvilprovider.WorldOptions{
		Seed: d.RandomSeed, HasSeed: true, Commands: d.CheatsEnabled, Hardcore: d.IsHardcore,
		Rules: map[string]int32{ticks: min(d.RandomTickSpeed, math.MaxInt32/ticksOfJava) * ticksOfJava},
	}
	for name, flag := range flags(d) {
		o.Rules[name] = 0
		if *flag {
			o.Rules[name] = 1
		}
	}
	for name, n := range numbers(d) {
		o.Rules[name] = *n
	}
	if d.PlayersSleepingPercentage != 0 {
		o.Rules[sleeping] = d.PlayersSleepingPercentage
	}
	return o, nil
}

// SetOptions writes them into the level.dat of a world that is closed, and counts in lost what it has no number for.
func SetOptions(dir string, o anvilprovider.WorldOptions, lost map[string]int) error {
	d, err := read(dir)
	if err != nil {
		return err
	}
	if o.HasSeed {
		d.RandomSeed = o.Seed
	}
	d.CheatsEnabled, d.IsHardcore = o.Commands, o.Hardcore
	for name, flag := range flags(d) {
		if n, ok := o.Rules[name]; ok {
			*flag = n != 0
		}
	}
	for name, number := range numbers(d) {
		if n, ok := o.Rules[name]; ok {
			*number = n
		}
	}
	if n, ok := o.Rules[sleeping]; ok {
		d.PlayersSleepingPercentage = n
	}
	if n, ok := o.Rules[ticks]; ok {
		if d.RandomTickSpeed = n / ticksOfJava; n%ticksOfJava != 0 {
			lost["game rule "+ticks]++
		}
	}
	var file leveldat.LevelDat
	if err := file.Marshal(*d); err != nil {
		return err
	}
	return file.WriteFile(filepath.Join(dir, "level.dat"))
}
