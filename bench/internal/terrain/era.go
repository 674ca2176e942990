package terrain

import (
	"fmt"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

// Eras are the Java versions that Era writes, oldest first.
var Eras = []string{"1.12", "1.15", "1.18", "1.21"}

// eraVersions are the DataVersions of Eras: 1.12.2, 1.15.2, 1.18.1 and 1.21.
var eraVersions = map[string]int32{"1.12": 1343, "1.15": 2230, "1.18": DataVersion, "1.21": 3953}

// numeric gives the numeric id and meta of the states of the terrain that Java 1.12 has.
var numeric = map[string][2]byte{
	"air": {0, 0}, "stone": {1, 0}, "granite": {1, 1}, "diorite": {1, 3}, "andesite": {1, 5}, "grass_block": {2, 0}, "dirt": {3, 0},
	"bedrock": {7, 0}, "water": {9, 0}, "lava": {11, 0}, "sand": {12, 0}, "gravel": {13, 0}, "gold_ore": {14, 0}, "iron_ore": {15, 0},
	"coal_ore": {16, 0}, "oak_log": {17, 0}, "birch_log": {17, 2}, "oak_leaves": {18, 0}, "birch_leaves": {18, 2}, "lapis_ore": {21, 0},
	"sandstone": {24, 0}, "short_grass": {31, 1}, "fern": {31, 2}, "dandelion": {37, 0}, "poppy": {38, 0}, "azure_bluet": {38, 3},
	"oxeye_daisy": {38, 8}, "diamond_ore": {56, 0}, "redstone_ore": {73, 0}, "clay": {82, 0},
}

// Old is a chunk of the terrain with blocks that every era has, from height 0 to 255: what lies below is cut off, and blocks that
// came later become older ones.
func Old(cx, cz int32) *Column {
	c := Natural(cx, cz)
	for i := range c.Biomes {
		c.Biomes[i] = "minecraft:plains" // What the era's own biomes are written as, too.
	}
	for i := range -Lowest / 16 {
		c.Cells[i] = nil
	}
	for i, key := range c.Palette {
		name, _, _ := strings.Cut(strings.TrimPrefix(key, "minecraft:"), "[")
		if _, ok := numeric[name]; ok {
			continue
		}
		switch {
		case name == "seagrass":
			c.Palette[i] = "minecraft:water[level=0]"
		case numeric[strings.TrimPrefix(name, "deepslate_")][0] != 0:
			c.Palette[i] = "minecraft:" + strings.TrimPrefix(strings.TrimPrefix(key, "minecraft:"), "deepslate_")
		default:
			c.Palette[i] = "minecraft:stone"
		}
	}
	return c
}

// Era writes a column of Old as one of Eras stores it. No era has light in it.
func (c *Column) Era(era string) ([]byte, error) {
	version, ok := eraVersions[era]
	switch {
	case !ok:
		return nil, fmt.Errorf("terrain: no era %q", era)
	case version >= 2844:
		return c.Encode(version, nil)
	}
	level := nbt.Compound{
		"xPos": c.X, "zPos": c.Z, "LastUpdate": int64(0), "InhabitedTime": int64(0),
		"Entities": nbt.List{}, "TileEntities": nbt.List{}, "TileTicks": nbt.List{},
	}
	sections := nbt.List{Elem: nbt.TagCompound}
	for y := range 16 {
		if cells := c.Cells[y-Lowest/16]; cells != nil {
			section := c.spanning(cells)
			if version < 1451 {
				section = c.numbered(cells)
			}
			section["Y"] = uint8(y)
			sections.Items = append(sections.Items, section)
		}
	}
	level["Sections"] = sections
	if version < 1451 {
		level["Biomes"], level["HeightMap"] = make([]byte, 256), make([]int32, 256)
		level["TerrainPopulated"], level["LightPopulated"], level["V"] = uint8(1), uint8(0), uint8(1)
		for i := range level["Biomes"].([]byte) {
			level["Biomes"].([]byte)[i] = 1 // Plains.
		}
	} else {
		biomes := make([]int32, 1024)
		for i := range biomes {
			biomes[i] = 1
		}
		level["Biomes"], level["Status"], level["isLightOn"] = biomes, "full", uint8(0)
		level["Heightmaps"], level["Structures"] = nbt.Compound{}, nbt.Compound{"References": nbt.Compound{}, "Starts": nbt.Compound{}}
	}
	return nbt.Append(nil, "", nbt.Compound{"DataVersion": version, "Level": level})
}

// numbered is a section of numeric ids: a byte for each block, and half a byte for its meta.
func (c *Column) numbered(cells *[4096]uint16) nbt.Compound {
	blocks, data := make([]byte, 4096), make([]byte, 2048)
	for i, n := range cells {
		name, _, _ := strings.Cut(strings.TrimPrefix(c.Palette[n], "minecraft:"), "[")
		id := numeric[name]
		blocks[i] = id[0]
		data[i>>1] |= id[1] << (i & 1 * 4)
	}
	return nbt.Compound{"Blocks": blocks, "Data": data, "BlockLight": make([]byte, 2048), "SkyLight": make([]byte, 2048)}
}

// spanning is a section of 1.13 to 1.15: its own palette, and indices that may span two longs.
func (c *Column) spanning(cells *[4096]uint16) nbt.Compound {
	palette, index := nbt.List{Elem: nbt.TagCompound}, map[string]uint64{}
	at := make([]uint64, 4096)
	for i, n := range cells {
		key := c.Palette[n]
		k, ok := index[key]
		if !ok {
			k = uint64(len(index))
			index[key] = k
			palette.Items = append(palette.Items, stateCompound(key))
		}
		at[i] = k
	}
	bits := 4
	for len(index) > 1<<bits {
		bits++
	}
	longs := make([]int64, bits*64)
	for i, k := range at {
		bit := i * bits
		longs[bit>>6] |= int64(k << (bit & 63))
		if over := bit&63 + bits - 64; over > 0 {
			longs[bit>>6+1] |= int64(k >> (bits - over))
		}
	}
	return nbt.Compound{"Palette": palette, "BlockStates": longs}
}

// stateCompound is a palette entry as 1.15 spells the states of Old.
func stateCompound(key string) nbt.Compound {
	name, properties, _ := strings.Cut(strings.TrimSuffix(key, "]"), "[")
	if name == "minecraft:short_grass" {
		name = "minecraft:grass"
	}
	entry := nbt.Compound{"Name": name}
	if properties == "" {
		return entry
	}
	p := nbt.Compound{}
	for pair := range strings.SplitSeq(properties, ",") {
		k, v, _ := strings.Cut(pair, "=")
		if k != "waterlogged" { // Leaves have had it since 1.19.
			p[k] = v
		}
	}
	entry["Properties"] = p
	return entry
}
