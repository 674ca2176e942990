// Package mcdata reads the npm package minecraft-data 3.119.0 (MIT) for Kestrel's generators.
//
// Nothing of it ends in a program that a user runs: generators read the package from a folder that fetch.sh filled, and
// commit the tables that they make. The usual folder is .cache/mcdata at the root of the module.
package mcdata

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// The generate line fills the cache that every generator of the project reads.
//go:generate ./fetch.sh ../../.cache/mcdata

const (
	// Version is the version of minecraft-data that the loader knows.
	Version = "3.119.0"
	// SHA256 is the checksum of its npm archive, as pinned in fetch.sh.
	SHA256 = "5cc07ec6ec5e386e48c38c73055e785ab0a1b38694a7e5d9724fa631b2de2c71"
	// BedrockVersion is the Bedrock version whose blocksJ2B.json Mappings reads. Its Java side is 26.2.
	BedrockVersion = "1.26.30"
	// JavaVersion is the newest Java version of which the package has block states, items and biomes.
	JavaVersion = "26.1"
)

// Data is an unpacked minecraft-data package. Its methods read files anew on each call; none of them keeps state, so a
// Data may be used by several goroutines.
type Data struct {
	root string
}

// Open returns the package that fetch.sh unpacked into dir. It returns an error that says how to fill the folder if the
// package is not there.
func Open(dir string) (*Data, error) {
	marker := filepath.Join(dir, "unpacked-"+Version+"-2")
	if _, err := os.Stat(marker); err != nil {
		return nil, fmt.Errorf("open minecraft-data %s in %s: %w (run internal/mcdata/fetch.sh %s)", Version, dir, err, dir)
	}
	return &Data{root: filepath.Join(dir, "package", "minecraft-data", "data")}, nil
}

// read decodes the JSON file at the path given, relative to the package's data folder, into v.
func (d *Data) read(v any, path ...string) error {
	name := filepath.Join(path...)
	b, err := os.ReadFile(filepath.Join(d.root, name))
	if err != nil {
		return fmt.Errorf("read minecraft-data: %w", err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("read minecraft-data: %s: %w", name, err)
	}
	return nil
}

// Legacy holds the numeric ids of Java before 1.13, from pc/common/legacy.json.
type Legacy struct {
	// Blocks maps "id:meta" to a flattened state key, such as "1:1" to "minecraft:granite". The keys are as the file has
	// them; use ParseState to read them.
	Blocks map[string]string `json:"blocks"`
	// Items maps "id:damage" to an item name.
	Items map[string]string `json:"items"`
}

// Legacy reads the numeric ids of blocks and items.
func (d *Data) Legacy() (Legacy, error) {
	var l Legacy
	return l, d.read(&l, "pc", "common", "legacy.json")
}

// ProtocolVersion is one Java release or snapshot.
type ProtocolVersion struct {
	Minecraft   string `json:"minecraftVersion"`
	Major       string `json:"majorVersion"`
	Protocol    int    `json:"version"`
	DataVersion int    `json:"dataVersion"` // 0 where the file has none
	ReleaseType string `json:"releaseType"`
}

// ProtocolVersions reads the list of Java versions, newest first.
func (d *Data) ProtocolVersions() ([]ProtocolVersion, error) {
	var v []ProtocolVersion
	return v, d.read(&v, "pc", "common", "protocolVersions.json")
}

// Biome is one Java biome. Name has no namespace.
type Biome struct {
	ID        int    `json:"id"`
	Name      string `json:"name"`
	Category  string `json:"category"`
	Dimension string `json:"dimension"`
}

// Biomes reads the biomes of a Java version ("1.17" or "26.1").
func (d *Data) Biomes(version string) ([]Biome, error) {
	var v []Biome
	return v, d.read(&v, "pc", version, "biomes.json")
}

// Item is one Java item. Name has no namespace.
type Item struct {
	ID        int    `json:"id"`
	Name      string `json:"name"`
	StackSize int    `json:"stackSize"`
}

// Items reads the items of a Java version ("1.17" or "26.1").
func (d *Data) Items(version string) ([]Item, error) {
	var v []Item
	return v, d.read(&v, "pc", version, "items.json")
}
