package leveldat

import (
	"fmt"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// releases holds the data versions that new worlds are likely to be made for, with their names (minecraft-data,
// protocolVersions).
var releases = map[int32]string{
	2860: "1.18", 2865: "1.18.1", 2975: "1.18.2", 3337: "1.19.4", 3463: "1.20", 3578: "1.20.2", 3700: "1.20.4", 3837: "1.20.5",
	3839: "1.20.6", 3953: "1.21", 3955: "1.21.1", 4080: "1.21.2", 4082: "1.21.3", 4189: "1.21.4", 4325: "1.21.5", 4435: "1.21.6",
	4440: "1.21.8", 4554: "1.21.9", 4556: "1.21.10", 4671: "1.21.11", 4786: "26.1", 4788: "26.1.1", 4790: "26.1.2", 4903: "26.2",
	5023: "26.3",
}

// typedRulesVersion is 1.21.11, the first release with typed game rules; newSpawnVersion is 1.21.9, the first with a
// compound for the spawn point.
const (
	newSpawnVersion   = 4554
	typedRulesVersion = 4671
)

// New returns the documents of a new world as the game of the data version given expects them (1.18 or newer). The game
// adds the rules, borders and so on that it misses with their defaults.
func New(dataVersion int32, v Values, seed int64) Docs {
	name, ok := releases[dataVersion]
	if !ok {
		name = fmt.Sprintf("data version %d", dataVersion)
	}
	data := nbt.Compound{
		"DataVersion": dataVersion,
		"Version":     nbt.Compound{"Id": dataVersion, "Name": name, "Series": "main", "Snapshot": uint8(0)},
		"version":     int32(layout.AnvilVersion),
		"initialized": uint8(1), "allowCommands": uint8(0), "WasModded": uint8(1),
		"LevelName": v.Name, "GameType": int32(v.GameMode), "LastPlayed": int64(0), "Time": v.Age,
		"DataPacks": nbt.Compound{
			"Enabled":  nbt.List{Elem: nbt.TagString, Items: []any{"vanilla"}},
			"Disabled": nbt.List{},
		},
		"ServerBrands": nbt.List{Elem: nbt.TagString, Items: []any{"kestrel"}},
	}
	d := Docs{Level: nbt.Compound{"Data": data}}
	if dataVersion >= newSpawnVersion {
		data["spawn"] = nbt.Compound{"dimension": layout.Overworld, "pos": []int32{0, 0, 0}, "pitch": float32(0), "yaw": float32(0)}
	}
	if dataVersion >= layout.ModernDataVersion {
		data["difficulty_settings"] = nbt.Compound{"difficulty": "normal", "hardcore": uint8(0), "locked": uint8(0)}
		d[Rules], d[Weather], d[Clocks] = part(dataVersion), part(dataVersion), part(dataVersion)
		d["world_gen_settings"] = nbt.Compound{"DataVersion": dataVersion, "data": generation(seed)}
	} else {
		data["Difficulty"], data["DifficultyLocked"], data["hardcore"] = uint8(2), uint8(0), uint8(0)
		data["WorldGenSettings"] = generation(seed)
		if dataVersion >= typedRulesVersion {
			data["game_rules"] = nbt.Compound{}
		}
	}
	// Against settings that differ in everything, so that all are written.
	d.Apply(Values{
		Name: v.Name, Spawn: [3]int{v.Spawn[0] + 1}, Time: v.Time + 1, Age: v.Age, TimeCycle: !v.TimeCycle, WeatherCycle: !v.WeatherCycle,
		RainTime: v.RainTime + 1, ThunderTime: v.ThunderTime + 1, GameMode: v.GameMode, Difficulty: v.Difficulty + 1,
	}, v)
	return d
}

func part(dataVersion int32) nbt.Compound {
	return nbt.Compound{"DataVersion": dataVersion, "data": nbt.Compound{}}
}

// generation returns the settings of the terrain that the game adds around the chunks of a new world: its own.
func generation(seed int64) nbt.Compound {
	dimension := func(kind, settings string, source nbt.Compound) nbt.Compound {
		return nbt.Compound{"type": kind, "generator": nbt.Compound{
			"type": "minecraft:noise", "settings": settings, "biome_source": source,
		}}
	}
	return nbt.Compound{
		"seed": seed, "generate_features": uint8(1), "bonus_chest": uint8(0),
		"dimensions": nbt.Compound{
			layout.Overworld: dimension(layout.Overworld, "minecraft:overworld", nbt.Compound{"type": "minecraft:multi_noise", "preset": "minecraft:overworld"}),
			layout.Nether:    dimension(layout.Nether, "minecraft:nether", nbt.Compound{"type": "minecraft:multi_noise", "preset": "minecraft:nether"}),
			layout.End:       dimension(layout.End, "minecraft:end", nbt.Compound{"type": "minecraft:the_end"}),
		},
	}
}
