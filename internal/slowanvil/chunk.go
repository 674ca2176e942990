package slowanvil

import (
	"fmt"
)

// Chunk is one decoded chunk of any era.
type Chunk struct {
	X, Z        int32
	DataVersion int    // 0 before 1.9
	Status      string // without namespace; "" before 1.13
	Full        bool   // the generator has finished it (before 1.13: always), apart from what is below height 0 in one of before 1.18
	LightOn     bool   // isLightOn is 1
	Starlight   bool   // the Starlight engine's tag is there; it lights chunks without setting isLightOn
	Sections    map[int]Section

	BiomeIDs []int32 // before 1.18: 256 (z<<4|x) or 1,024 (y>>2<<4|z>>2<<2|x>>2) numeric ids, nil if not stored

	Root  map[string]any // the whole NBT
	Level map[string]any // Root["Level"] before 1.18, else Root
}

// Lit says whether the stored light may be trusted: the game's flag is set, or the chunk was lit by Starlight.
func (c *Chunk) Lit() bool { return c.LightOn || c.Starlight }

// State returns the state key at x and z from 0 to 15 in the chunk and y in the world: minecraft:air where no section is.
func (c *Chunk) State(x, y, z int) string { return c.Sections[y>>4].State(x, y&15, z) }

// Decode reads a chunk from its NBT.
func Decode(root map[string]any) (*Chunk, error) {
	c := &Chunk{DataVersion: Int(root["DataVersion"]), Root: root, Level: root, Sections: map[int]Section{}}
	if level, ok := root["Level"].(map[string]any); ok {
		c.Level = level
	}
	if _, ok := c.Level["xPos"]; !ok {
		return nil, fmt.Errorf("chunk has no xPos")
	}
	c.X, c.Z = int32(Int(c.Level["xPos"])), int32(Int(c.Level["zPos"]))
	c.Status = plainName(c.Level["Status"])
	_, hasStatus := c.Level["Status"]
	c.Full = !hasStatus || c.Status == "full" || c.Status == "fullchunk" || c.Status == "postprocessed"
	if old := plainName(compound(c.Root["below_zero_retrogen"])["target_status"]); old == "light" || old == "spawn" || old == "heightmaps" || old == "full" {
		c.Full = true
	}
	c.LightOn = Int(c.Level["isLightOn"]) == 1
	for _, m := range []map[string]any{c.Level, c.Root} {
		if _, ok := m["starlight.light_version"]; ok {
			c.Starlight = true
		}
	}
	c.BiomeIDs = Ints(c.Level["Biomes"])
	for _, b := range Bytes(c.Level["Biomes"]) {
		c.BiomeIDs = append(c.BiomeIDs, int32(b))
	}
	sections, ok := c.Level["sections"].([]any)
	if !ok {
		sections = list(c.Level["Sections"])
	}
	for _, raw := range sections {
		s, err := decodeSection(compound(raw), c.DataVersion)
		if err != nil {
			return nil, fmt.Errorf("chunk %d,%d: %w", c.X, c.Z, err)
		}
		if _, twice := c.Sections[s.Y]; twice {
			return nil, fmt.Errorf("chunk %d,%d: section %d is there twice", c.X, c.Z, s.Y)
		}
		c.Sections[s.Y] = s
	}
	return c, nil
}
