package java

//go:generate ../../internal/mcdata/fetch.sh ../../.cache/mcdata
//go:generate go run ./internal/gen -mcdata ../../.cache/mcdata -out .

// Rule is how a block state takes part in lighting.
type Rule struct {
	Emission uint8 // block light that it emits, 0..15
	Opacity  uint8 // light lost in a step into the cell, 0..15; 0 costs 1, but lets skylight fall through
	Shape    Shape // its faces
}

// Unknown is the rule of a block that is not in the table: most modded blocks are full opaque cubes.
var Unknown = Rule{Opacity: 15}

// Rules gives the rules of one DataVersion. The zero Rules are those of the oldest versions; use New.
type Rules struct {
	version int32
	blocks  func(stateKey string) (Rule, bool)
	unknown Rule
}

// Option changes what New returns.
type Option func(*Rules)

// WithBlocks lets f answer before the table does, for modded blocks or to change the game's. f gets the whole state key and
// returns false to leave the state to the table.
func WithBlocks(f func(stateKey string) (Rule, bool)) Option {
	return func(r *Rules) { r.blocks = f }
}

// WithUnknown sets the rule of blocks that are in no table, instead of Unknown.
func WithUnknown(rule Rule) Option {
	return func(r *Rules) { r.unknown = rule }
}

// New returns the rules of the Java version with the DataVersion given; 0 stands for versions that have none.
func New(dataVersion int32, options ...Option) Rules {
	r := Rules{version: dataVersion, unknown: Unknown}
	for _, o := range options {
		o(&r)
	}
	return r
}

// Rule returns the rule of a state, as minecraft:oak_slab[type=top,waterlogged=false], and whether the block is known. The
// order of the properties does not matter; missing ones have their default; a name without namespace is minecraft's.
func (r Rules) Rule(stateKey string) (rule Rule, known bool) {
	if r.blocks != nil {
		if rule, ok := r.blocks(stateKey); ok {
			return rule, true
		}
	}
	name, properties := splitKey(stateKey)
	k, ok := find(name, r.version)
	if !ok {
		return r.unknown, false
	}
	return rules[k.combination(properties)], true
}
