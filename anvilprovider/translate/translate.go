// Package translate turns Java block states and biomes into those of the host, Dragonfly, and back.
//
// A Java block state is a key: the namespaced name, and its properties sorted by name in brackets, as in
// "minecraft:oak_slab[type=top,waterlogged=false]". There are no brackets where there are no properties. A block of the
// host is a runtime ID with, on the second layer, the liquid that shares its place.
//
// The table behind it is embedded (see table_gen.go for its source) and names states, not numbers: New resolves every
// state against the block registry in use, strictly, because runtime IDs differ between versions of the host and
// between servers with different custom blocks. Properties that the registry does not have are left out.
//
// Everything here is a function of its arguments, but for the count of unknown blocks. The sub-packages blockentity,
// item and entity translate what is not a block state.
package translate

import (
	"fmt"
	"sync"

	"github.com/df-mc/dragonfly/server/world"

	"github.com/kestrel-mc/kestrel/anvilprovider/translate/internal/table"
)

// The generate line makes the table anew from the package that internal/mcdata/fetch.sh unpacks.
//
//go:generate go run ./internal/gen -mcdata ../../.cache/mcdata

// Options are the choices of a Translator. The zero value works.
type Options struct {
	// Placeholder is the name of the block that stands for Java blocks that the host does not have. It must be
	// registered without properties. The default is minecraft:unknown; minecraft:info_update and minecraft:air are the
	// other useful ones.
	Placeholder string
}

// Block is what stands for a Java state in the host.
type Block struct {
	// Runtime is the runtime ID on layer 0.
	Runtime uint32
	// Liquid is the runtime ID on layer 1, if HasLiquid: a source of water.
	Liquid    uint32
	HasLiquid bool
	// Known is false if Runtime is the placeholder.
	Known bool
}

// none stands for "no runtime ID". No registry has as many blocks.
const none = ^uint32(0)

// Translator translates block states and biomes between Java and one block registry. Its methods may be called by
// several goroutines at once.
type Translator struct {
	br    world.BlockRegistry
	opt   Options
	table *table.Table

	blocks map[string]int32 // index in table.Blocks by name
	layout []layout         // by index in table.Blocks
	rids   []uint32         // runtime ID by Java state, or none
	custom customs          // blocks of the registry outside the namespace minecraft

	air, water, placeholder uint32
	waters                  map[uint32]bool // every depth of water

	inverse inverse
	biomes  biomes
	report  Resolution

	lightOnce sync.Once
	lit       *registry

	mu      sync.Mutex
	unknown unknowns
}

// Source returns the registry that the Translator was made for.
func (t *Translator) Source() world.BlockRegistry { return t.br }

// Resolution says how the table met the registry.
type Resolution struct {
	// Missing are the Java states, sorted by block, whose image the registry does not have: blocks newer than the host.
	// They become the placeholder.
	Missing []string
	// Dropped counts, by property, the Bedrock states of the table that lost a property which the registry does not
	// have. Filled counts those that gained one which only the registry has; it got the value of the first state that
	// the registry has of that name.
	Dropped, Filled map[string]int
}

// Resolution returns how the table met the registry. The caller must not change it.
func (t *Translator) Resolution() Resolution { return t.report }

// New returns a Translator for the registry given, which must be finalised. It returns an error if the registry lacks
// water or the placeholder, without which nothing can be translated.
func New(br world.BlockRegistry, opt Options) (*Translator, error) {
	if opt.Placeholder == "" {
		opt.Placeholder = "minecraft:unknown"
	}
	tab, err := table.Decode([]byte(blocks))
	if err != nil {
		return nil, fmt.Errorf("new translator: %w", err)
	}
	t := &Translator{br: br, opt: opt, table: tab, air: br.AirRuntimeID(), unknown: newUnknowns()}
	reg := newRegistered(br)
	var ok bool
	if t.water, ok = reg.rid(native{name: "minecraft:water", props: []property{{"liquid_depth", "0"}}}); !ok {
		return nil, fmt.Errorf("new translator: the block registry has no minecraft:water")
	}
	if t.placeholder, ok = reg.rid(native{name: opt.Placeholder}); !ok {
		return nil, fmt.Errorf("new translator: the block registry has no %s to stand for unknown blocks", opt.Placeholder)
	}
	t.waters = reg.named("minecraft:water", "minecraft:flowing_water")
	t.custom = reg.customs()
	t.lay()
	t.resolve(reg)
	t.invert(reg)
	t.table.Palette, t.table.Shapes, t.table.Images = nil, nil, nil // resolved
	t.biomes = newBiomes()
	return t, nil
}
