// Package stored finds the block entities and entities of the shared worlds, for the tests of the packages that translate
// them. It decodes region files with the slow reader, so that it shares nothing with the provider but the NBT tree and, for block
// entities of before 1.18, what brings them up.
package stored

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
	"github.com/kestrel-mc/kestrel/internal/slowanvil"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// Translator translates blocks for the host's own registry. It is made once.
var Translator = sync.OnceValue(func() *translate.Translator {
	world.DefaultBlockRegistry.Finalize()
	tr, err := translate.New(world.DefaultBlockRegistry, translate.Options{})
	if err != nil {
		panic(err)
	}
	return tr
})

// Thing is one stored compound.
type Thing struct {
	// World is the folder below shared/worlds, without the region file.
	World string
	// Version is the DataVersion of its chunk.
	Version int32
	Java    nbt.Compound
	// State answers the state key of a block, by its position in the world; "" outside the chunk. It is nil for an entity.
	State func(x, y, z int) string
}

// Worlds are all worlds that have region files, in the order of their names.
func Worlds(t testing.TB) []string {
	t.Helper()
	root := testworld.Shared(t, "worlds")
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".mca") {
			rel, _ := filepath.Rel(root, filepath.Dir(path))
			found[filepath.ToSlash(rel)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	worlds := make([]string, 0, len(found))
	for w := range found {
		worlds = append(worlds, w)
	}
	slices.Sort(worlds)
	return worlds
}

// BlockEntities calls f for every block entity of all worlds, or of the worlds whose folders begin with one of the prefixes.
// Those of chunks of before 1.18 are as package anvil brings them up. Chunks that cannot be read are passed over.
func BlockEntities(t testing.TB, f func(Thing), prefixes ...string) {
	t.Helper()
	each(t, prefixes, func(world string, e slowanvil.Entry, version int32, root nbt.Raw) {
		if _, old := root.Lookup("Level"); old {
			upgraded(t, world, e.NBT, f)
			return
		}
		list, ok := root.Lookup("block_entities")
		if !ok {
			return
		}
		var state func(x, y, z int) string
		compounds(t, list, func(c nbt.Compound) {
			if state == nil {
				state = states(t, e, root)
			}
			f(Thing{World: world, Version: version, Java: c, State: state})
		})
	})
}

// Entities does the same for entities, those of chunks and those of entities folders.
func Entities(t testing.TB, f func(Thing), prefixes ...string) {
	t.Helper()
	each(t, prefixes, func(world string, _ slowanvil.Entry, version int32, root nbt.Raw) {
		if list, ok := lookup(root, "Entities", "entities"); ok {
			compounds(t, list, func(c nbt.Compound) { f(Thing{World: world, Version: version, Java: c}) })
		}
	})
}

func each(t testing.TB, prefixes []string, f func(string, slowanvil.Entry, int32, nbt.Raw)) {
	t.Helper()
	for _, world := range Worlds(t) {
		if strings.HasSuffix(world, "poi") || len(prefixes) > 0 && !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(world, p) }) {
			continue
		}
		if testing.Short() && strings.Contains(world, "oversized") {
			continue // 194 MB of books.
		}
		dir := testworld.Shared(t, "worlds", filepath.FromSlash(world))
		files, err := filepath.Glob(filepath.Join(dir, "r.*.mca"))
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(files)
		for _, file := range files {
			entries, err := slowanvil.ReadRegion(file)
			if err != nil {
				continue // Damaged worlds have whole files that cannot be read.
			}
			for _, e := range entries {
				if e.Err != nil {
					continue
				}
				r := nbt.NewReader(e.NBT, nbt.Limits{})
				if _, ok := r.Root(); !ok {
					continue
				}
				root := nbt.Raw{Tag: nbt.TagCompound, Data: e.NBT[r.Offset():]}
				version := int32(0)
				if v, ok := root.Lookup("DataVersion"); ok {
					n, _ := v.Int()
					version = int32(n)
				}
				f(world, e, version, root)
			}
		}
	}
}

// lookup finds an entry in the root or in its Level.
func lookup(root nbt.Raw, names ...string) (nbt.Raw, bool) {
	level, hasLevel := root.Lookup("Level")
	for _, name := range names {
		if v, ok := root.Lookup(name); ok {
			return v, true
		}
		if hasLevel {
			if v, ok := level.Lookup(name); ok {
				return v, true
			}
		}
	}
	return nbt.Raw{}, false
}

// compounds decodes the compounds of a list one at a time.
func compounds(t testing.TB, list nbt.Raw, f func(nbt.Compound)) {
	if list.Tag != nbt.TagList {
		return
	}
	r := nbt.NewReader(list.Data, nbt.Limits{})
	elem, n := r.List()
	for range n {
		if elem != nbt.TagCompound {
			return
		}
		raw := r.Raw(elem)
		c, err := raw.Compound()
		if err != nil {
			t.Fatal(err)
		}
		f(c)
	}
}

// states decodes the blocks of a chunk. What is no block is taken out first: one chunk has 194 MB of it.
func states(t testing.TB, e slowanvil.Entry, root nbt.Raw) func(x, y, z int) string {
	reduced := nbt.AppendHead(nil, nbt.TagCompound, "")
	reduced = append(reduced, without(root)...)
	e.NBT = reduced
	c, err := e.Chunk()
	if err != nil {
		t.Fatalf("chunk %d,%d: %v", e.X, e.Z, err)
	}
	return func(x, y, z int) string {
		if x>>4 != int(c.X) || z>>4 != int(c.Z) {
			return ""
		}
		s, ok := c.Sections[y>>4]
		if !ok {
			return "minecraft:air"
		}
		return s.State(x&15, y&15, z&15)
	}
}

// upgraded calls f for the block entities of a chunk of before 1.18, as package anvil brings them up.
func upgraded(t testing.TB, world string, data []byte, f func(Thing)) {
	var d anvil.Decoder
	var c anvil.Chunk
	if err := d.Decode(data, &c); err != nil {
		return
	}
	state := func(x, y, z int) string {
		if x>>4 != int(c.X) || z>>4 != int(c.Z) {
			return ""
		}
		s := c.At(int8(y >> 4))
		if s == nil {
			return "minecraft:air"
		}
		return s.Blocks.Block(y&15<<8 | z&15<<4 | x&15)
	}
	for _, raw := range c.BlockEntities {
		java, err := raw.Compound()
		if err != nil {
			t.Fatal(err)
		}
		f(Thing{World: world, Version: c.ThingsVersion(), Java: java, State: state})
	}
}

func without(c nbt.Raw) []byte {
	var out []byte
	r := nbt.NewReader(c.Data, nbt.Limits{})
	for {
		tag, name, ok := r.Next()
		if !ok {
			return nbt.AppendEnd(out)
		}
		raw, key := r.Raw(tag), string(name)
		switch key {
		case "block_entities", "TileEntities", "Entities", "entities", "structures", "Structures":
			continue
		case "Level":
			raw.Data = without(raw)
		}
		out = raw.AppendEntry(out, key)
	}
}
