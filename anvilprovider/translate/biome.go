package translate

import (
	"strings"

	"github.com/df-mc/dragonfly/server/world"
)

// plains stands for biomes that are not known: a data pack's, mostly.
const (
	plainsID   = 1
	plainsName = "minecraft:plains"
)

// biomes is the biome table met with the biomes that the host has registered.
type biomes struct {
	ids   map[string]biomeID
	names map[uint32]string
}

type biomeID struct {
	id    uint32
	known bool
}

// newBiomes resolves the table. A biome that the host does not have becomes the one that it resembles, and is not known.
// Biomes that a server registered itself, outside the namespace minecraft, go by their own name.
func newBiomes() biomes {
	b := biomes{ids: make(map[string]biomeID, 128), names: make(map[uint32]string, 128)}
	registered := world.Biomes()
	has := make(map[uint32]bool, len(registered))
	for _, r := range registered {
		has[uint32(r.EncodeBiome())] = true
	}
	for _, row := range biomeTable {
		id, known := row.id, true
		if len(registered) > 0 && !has[id] {
			id, known = row.resembles, false
		}
		b.ids["minecraft:"+row.name] = biomeID{id, known}
		if _, ok := b.names[row.id]; !ok {
			b.names[row.id] = "minecraft:" + row.name
		}
	}
	for name, id := range olderBiomes {
		if len(registered) == 0 || has[id] {
			b.ids["minecraft:"+name] = biomeID{id, true}
		}
	}
	for id, name := range legacyBiomes {
		b.names[id] = "minecraft:" + name
	}
	for _, r := range registered {
		if name := r.String(); strings.Contains(name, ":") && !strings.HasPrefix(name, "minecraft:") {
			b.ids[name] = biomeID{uint32(r.EncodeBiome()), true}
			b.names[uint32(r.EncodeBiome())] = name
		}
	}
	return b
}

// Biome returns the id of the host's biome that stands for a Java biome. It is plains, and known is false, for a name
// that is in no table. Names of Java before 1.18 are understood. Several Java biomes share an id: a caller that merges
// keeps the old name where the id is unchanged.
func (t *Translator) Biome(name string) (id uint32, known bool) {
	b, ok := t.biomes.ids[name]
	if !ok {
		return plainsID, false
	}
	return b.id, b.known
}

// JavaBiome returns the name of the Java biome for an id of the host. Biomes that Java merged into others in 1.18
// become those; an id that is in no table becomes minecraft:plains.
func (t *Translator) JavaBiome(id uint32) string {
	if name, ok := t.biomes.names[id]; ok {
		return name
	}
	return plainsName
}
