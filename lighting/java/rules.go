package java

import "github.com/kestrel-mc/kestrel/lighting"

//go:generate ../../internal/mcdata/fetch.sh ../../.cache/mcdata
//go:generate go run ./internal/gen -mcdata ../../.cache/mcdata -out .

// Unknown is the class of a block that is not in the table: most modded blocks are full opaque cubes.
const Unknown lighting.Class = lighting.Opaque << 4

// Rules gives the classes of one DataVersion. Use New.
type Rules struct {
	version int32
	blocks  func(stateKey string) (lighting.Class, bool)
	unknown lighting.Class
}

// Option changes what New returns.
type Option func(*Rules)

// WithBlocks lets f answer before the table does, for modded blocks or to change the game's. f gets the whole state key and
// returns false to leave the state to the table. It may use the shapes of Shapes. It must always answer the same, and be safe
// for concurrent use if the Rules are.
func WithBlocks(f func(stateKey string) (lighting.Class, bool)) Option {
	return func(r *Rules) { r.blocks = f }
}

// WithUnknown sets the class of blocks that are in no table, instead of Unknown.
func WithUnknown(c lighting.Class) Option {
	return func(r *Rules) { r.unknown = c }
}

// New returns the rules of the Java version with the DataVersion given; 0 stands for versions that have none.
func New(dataVersion int32, options ...Option) Rules {
	r := Rules{version: dataVersion, unknown: Unknown}
	for _, o := range options {
		o(&r)
	}
	return r
}

// Class returns the class of a state, as minecraft:oak_slab[type=top,waterlogged=false], and whether the block is known. The
// order of the properties does not matter; missing ones have their default; a name without namespace is minecraft's. It
// allocates nothing, but reads text: see Cache for many states.
func (r Rules) Class(stateKey string) (class lighting.Class, known bool) {
	if r.blocks != nil {
		if c, ok := r.blocks(stateKey); ok {
			return c, true
		}
	}
	name, properties := splitKey(stateKey)
	k, ok := find(name, r.version)
	if !ok {
		return r.unknown, false
	}
	return classes[k.combination(properties)], true
}

// ShapeCount is the number of shapes that the classes of the table refer to, the empty shape 0 included.
const ShapeCount = len(faceSets)

// Shapes returns the table of the shapes that classes refer to, followed by extra ones for WithBlocks: extra[i] is the shape
// ShapeCount+i. It fails if these are too many for lighting.NewShapes.
func Shapes(extra ...lighting.Faces) (*lighting.Shapes, error) {
	faces := make([]lighting.Faces, ShapeCount-1, ShapeCount-1+len(extra))
	for i := range faces {
		for side, mask := range faceSets[i+1] {
			faces[i][side] = masks[mask]
		}
	}
	return lighting.NewShapes(append(faces, extra...))
}
