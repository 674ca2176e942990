package main

import (
	"maps"
	"path/filepath"
	"testing"

	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/chunk"
	"github.com/df-mc/dragonfly/server/world/mcdb/leveldat"
	"github.com/google/go-cmp/cmp"
	"github.com/kestrel-mc/kestrel/anvilprovider"
)

// TestConvertOptions converts worlds of which everything that Bedrock Edition has a place for is as it is not in a new one, in each of the
// forms that Java had for it, to LevelDB and back.
func TestConvertOptions(t *testing.T) {
	want := anvilprovider.WorldOptions{Seed: 3641195444533173922, HasSeed: true, Commands: true, Hardcore: true, Rules: map[string]int32{
		"commandBlockOutput": 0, "commandBlocksEnabled": 0, "doEntityDrops": 0, "doFireTick": 0, "doImmediateRespawn": 1, "doInsomnia": 0,
		"doLimitedCrafting": 1, "doMobLoot": 0, "doMobSpawning": 0, "doTileDrops": 0, "drowningDamage": 0, "fallDamage": 0, "fireDamage": 0,
		"freezeDamage": 0, "keepInventory": 1, "mobGriefing": 0, "naturalRegeneration": 0, "pvp": 0, "sendCommandFeedback": 0,
		"showDeathMessages": 0, "tntExplodes": 0, "tntExplosionDropDecay": 1, "maxCommandChainLength": 77, "playersSleepingPercentage": 40,
		"randomTickSpeed": 6, "spawnRadius": 3,
	}}
	for _, version := range []int32{3839, 4671, 4790} { // 1.20.6, 1.21.11, 26.1.2
		dir := t.TempDir()
		from, there, back := filepath.Join(dir, "java"), filepath.Join(dir, "bedrock"), filepath.Join(dir, "again")
		newJava(t, from, version, want)
		tool[conversion](t, "convert", from, there)
		file, err := leveldat.ReadFile(filepath.Join(there, "level.dat"))
		if err != nil {
			t.Fatal(err)
		}
		var d leveldat.Data
		if err := file.Unmarshal(&d); err != nil || d.RandomSeed != want.Seed || !d.CheatsEnabled || !d.IsHardcore || !d.KeepInventory || d.PVP || d.RandomTickSpeed != 2 {
			t.Errorf("version %d: %v, %+v", version, err, d)
		}
		tool[conversion](t, "convert", there, back)
		if diff := cmp.Diff(want, optionsOf(t, back)); diff != "" {
			t.Errorf("version %d: %s", version, diff)
		}
	}
}

// TestConvertUnevenTicks has a number that Bedrock Edition has none for, and one that the world does not say.
func TestConvertUnevenTicks(t *testing.T) {
	dir := t.TempDir()
	newJava(t, filepath.Join(dir, "java"), 4671, anvilprovider.WorldOptions{Rules: map[string]int32{"randomTickSpeed": 10}})
	c, _ := tool[conversion](t, "convert", filepath.Join(dir, "java"), filepath.Join(dir, "bedrock"))
	if !maps.Equal(c.Lost, map[string]int{"game rule randomTickSpeed": 1}) {
		t.Errorf("lost: %v", c.Lost)
	}
}

// newJava makes a Java world with a chunk. The options of one that is there stay.
func newJava(t *testing.T, dir string, version int32, o anvilprovider.WorldOptions) {
	t.Helper()
	p, err := anvilprovider.Config{DataVersion: version, KeepUntouched: true, Log: discard()}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	p.SetWorldOptions(o)
	c := chunk.New(world.DefaultBlockRegistry, world.Overworld.Range())
	if err := p.StoreColumn(world.ChunkPos{}, world.Overworld, &chunk.Column{Chunk: c}); err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	before := optionsOf(t, dir)
	if p, err = anvilprovider.Open(dir); err != nil {
		t.Fatal(err)
	}
	p.SetWorldOptions(anvilprovider.WorldOptions{Seed: 1, HasSeed: true})
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, optionsOf(t, dir)); diff != "" {
		t.Errorf("a world that was there has other options: %s", diff)
	}
}

func optionsOf(t *testing.T, dir string) anvilprovider.WorldOptions {
	t.Helper()
	p, err := anvilprovider.Config{ReadOnly: true, Log: discard()}.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	return p.WorldOptions()
}
