package leveldat

import (
	"slices"
	"strconv"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Generation is the file that 26.1 split off for the settings of the terrain. It is not among Parts: a world opens without it.
const Generation Part = "world_gen_settings"

// Options are settings that no server of Dragonfly follows, and that the level.dat of Bedrock Edition has a form for.
type Options struct {
	// Seed is that of the terrain. HasSeed is false if the world does not say.
	Seed    int64
	HasSeed bool
	// Commands says whether players may use commands without being operators, Hardcore whether they die for ever.
	Commands, Hardcore bool
	// Rules are the game rules that the world says, by the name that Java gave them up to 1.21.10; what is on or off is 1 or 0.
	Rules map[string]int32
}

// shared are the game rules that Bedrock Edition has, too, but for those of Values. Sources: the rules in level.dat of 1.20.5 and in
// game_rules.dat of 26.1.2; /gamerule of Bedrock Edition.
var shared = []struct {
	rule
	number bool
}{
	{rule: rule{"commandBlockOutput", "minecraft:command_block_output"}},
	{rule: rule{"commandBlocksEnabled", "minecraft:command_blocks_work"}},
	{rule: rule{"doEntityDrops", "minecraft:entity_drops"}},
	{rule: rule{"doImmediateRespawn", "minecraft:immediate_respawn"}},
	{rule: rule{"doInsomnia", "minecraft:spawn_phantoms"}},
	{rule: rule{"doLimitedCrafting", "minecraft:limited_crafting"}},
	{rule: rule{"doMobLoot", "minecraft:mob_drops"}},
	{rule: rule{"doMobSpawning", "minecraft:spawn_mobs"}},
	{rule: rule{"doTileDrops", "minecraft:block_drops"}},
	{rule: rule{"drowningDamage", "minecraft:drowning_damage"}},
	{rule: rule{"fallDamage", "minecraft:fall_damage"}},
	{rule: rule{"fireDamage", "minecraft:fire_damage"}},
	{rule: rule{"freezeDamage", "minecraft:freeze_damage"}},
	{rule: rule{"keepInventory", "minecraft:keep_inventory"}},
	{rule: rule{"mobGriefing", "minecraft:mob_griefing"}},
	{rule: rule{"naturalRegeneration", "minecraft:natural_health_regeneration"}},
	{rule: rule{"pvp", "minecraft:pvp"}},
	{rule: rule{"sendCommandFeedback", "minecraft:send_command_feedback"}},
	{rule: rule{"showDeathMessages", "minecraft:show_death_messages"}},
	{rule: rule{"tntExplodes", "minecraft:tnt_explodes"}},
	{rule: rule{"tntExplosionDropDecay", "minecraft:tnt_explosion_drop_decay"}},
	{rule{"maxCommandChainLength", "minecraft:max_command_sequence_length"}, true},
	{rule{"playersSleepingPercentage", "minecraft:players_sleeping_percentage"}, true},
	{rule{"randomTickSpeed", "minecraft:random_tick_speed"}, true},
	{rule{"spawnRadius", "minecraft:respawn_radius"}, true},
}

// fire burns on or not up to 1.21.10; since then a rule says how far from players, not at all at 0.
var fire = rule{"doFireTick", "minecraft:fire_spread_radius_around_player"}

// Options reads them.
func (d Docs) Options() Options {
	data := d.Data()
	o := Options{Rules: map[string]int32{}}
	for _, c := range []nbt.Compound{d.split(Generation), under(data, "WorldGenSettings")} {
		if n, ok := c.Int("seed"); ok && !o.HasSeed {
			o.Seed, o.HasSeed = n, true
		}
	}
	if n, ok := data.Int("RandomSeed"); ok && !o.HasSeed {
		o.Seed, o.HasSeed = n, true
	}
	n, _ := data.Int("allowCommands")
	o.Commands = n != 0
	for _, at := range []struct {
		c    nbt.Compound
		name string
	}{{under(data, "difficulty_settings"), "hardcore"}, {data, "hardcore"}} {
		n, _ := at.c.Int(at.name)
		o.Hardcore = o.Hardcore || n != 0
	}
	_, typed := d.typedRules()
	old := under(data, "GameRules")
	read := func(r rule) (int64, bool) {
		if typed != nil {
			return typed.Int(r.id)
		}
		switch s, ok := old.Str(r.old); s {
		case "true":
			return 1, true
		case "false":
			return 0, true
		default:
			n, err := strconv.ParseInt(s, 10, 32)
			return n, ok && err == nil
		}
	}
	for _, r := range shared {
		if n, ok := read(r.rule); ok && n == int64(int32(n)) {
			o.Rules[r.old] = int32(n)
		}
	}
	if n, ok := read(fire); ok {
		o.Rules[fire.old] = int32(min(max(n, 0), 1))
	}
	return o
}

// under returns a compound of a compound, nil if there is none.
func under(c nbt.Compound, name string) nbt.Compound {
	c, _ = c.Compound(name)
	return c
}

// SetOptions writes them into the documents of a new world, and returns the files that changed. Rules that o does not name stay.
func (d Docs) SetOptions(o Options) []Part {
	data := d.Data()
	changed := []Part{Level}
	if o.HasSeed {
		if c := d.split(Generation); c != nil {
			set(c, "seed", o.Seed, nbt.TagLong)
			changed = append(changed, Generation)
		} else if c := under(data, "WorldGenSettings"); c != nil {
			set(c, "seed", o.Seed, nbt.TagLong)
		}
	}
	setFlag(data, "allowCommands", o.Commands)
	if c := under(data, "difficulty_settings"); c != nil {
		setFlag(c, "hardcore", o.Hardcore)
	} else {
		setFlag(data, "hardcore", o.Hardcore)
	}
	part, typed := d.typedRules()
	if !slices.Contains(changed, part) {
		changed = append(changed, part)
	}
	old := under(data, "GameRules")
	if typed == nil && old == nil {
		old = nbt.Compound{}
		data["GameRules"] = old
	}
	for _, r := range shared {
		n, ok := o.Rules[r.old]
		switch {
		case !ok:
		case typed != nil && r.number:
			set(typed, r.id, int64(n), nbt.TagInt)
		case typed != nil:
			setFlag(typed, r.id, n != 0)
		case r.number:
			old[r.old] = strconv.Itoa(int(n))
		default:
			old[r.old] = strconv.FormatBool(n != 0)
		}
	}
	burns, ok := o.Rules[fire.old]
	switch {
	case !ok:
	case typed == nil:
		old[fire.old] = strconv.FormatBool(burns != 0)
	case burns == 0:
		set(typed, fire.id, 0, nbt.TagInt)
	}
	return changed
}
