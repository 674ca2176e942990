package anvil

import (
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
)

const (
	// internLimit is how many entries an interner holds before it forgets all of them. Vanilla 26.3 has 35,723 states, of
	// which one world uses a few thousand.
	internLimit = 1 << 16
	// internBytes is the largest palette entry that is kept.
	internBytes = 1 << 10
)

// interner turns palette entries, by their bytes, into keys that are shared by all chunks of a Decoder. Renames are done
// once for each entry and span of versions.
type interner struct {
	states []map[string]string // by rename epoch
	texts  []map[string]string // entries that are plain strings
	biomes []map[string]string // by biome epoch
	ids    map[string]string
	count  int
}

// reset empties the interner.
func (in *interner) reset() {
	*in = interner{
		states: make([]map[string]string, len(stateRenames)+1),
		texts:  make([]map[string]string, len(stateRenames)+1),
		biomes: make([]map[string]string, len(biomeRenames)+1),
		ids:    map[string]string{},
	}
}

// lookup finds raw in the map, or makes its value and keeps it.
func (in *interner) lookup(m *map[string]string, raw []byte, make func() (string, error)) (string, error) {
	if v, ok := (*m)[string(raw)]; ok {
		return v, nil
	}
	v, err := make()
	if err != nil || len(raw) > internBytes {
		return v, err
	}
	if in.count >= internLimit {
		in.reset()
		// m is an element of the old slices, and is lost with them.
		return v, nil
	}
	if *m == nil {
		*m = map[string]string{}
	}
	(*m)[string(raw)] = v
	in.count++
	return v, nil
}

// state returns the key of a palette entry of a chunk whose version is in the rename epoch given.
func (in *interner) state(raw nbt.Raw, epoch int) (string, error) {
	m := &in.states[epoch]
	if raw.Tag == nbt.TagString {
		m = &in.texts[epoch]
	}
	if v, ok := (*m)[string(raw.Data)]; ok {
		return v, nil
	}
	return in.lookup(m, raw.Data, func() (string, error) {
		s, err := stateOfEntry(raw)
		if err != nil {
			return "", err
		}
		renameForward(&s, epoch)
		return s.key(), nil
	})
}

// biome returns the name of a biome of a chunk whose version is in the biome epoch given. raw is a string payload.
func (in *interner) biome(raw nbt.Raw, epoch int) (string, error) {
	m := &in.biomes[epoch]
	if v, ok := (*m)[string(raw.Data)]; ok {
		return v, nil
	}
	return in.lookup(m, raw.Data, func() (string, error) {
		text, ok := raw.Str()
		if !ok || text == "" {
			return "", malformed("palette entry is not a name")
		}
		return renameBiome(namespaced(text), epoch), nil
	})
}

// id returns a name as it is; text is in modified UTF-8.
func (in *interner) id(text []byte) (string, error) {
	if v, ok := in.ids[string(text)]; ok {
		return v, nil
	}
	return in.lookup(&in.ids, text, func() (string, error) { return nbt.DecodeText(text) })
}
