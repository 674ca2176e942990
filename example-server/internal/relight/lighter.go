package relight

import (
	"errors"

	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/lighting"
	"github.com/kestrel-mc/kestrel/lighting/java"
)

// Size is the number of chunks along each side of a tile.
const Size = 16

// Read returns the document of a chunk, or false if there is none that can be read. The bytes are used until the next call.
type Read func(x, z int32) ([]byte, bool)

// Lighter lights one tile after the other. Make it with New.
type Lighter struct {
	shapes  *lighting.Shapes
	engine  *lighting.Engine
	builder *lighting.Builder
	decoder anvil.Decoder
	encoder anvil.Encoder
	chunk   anvil.Chunk
	caches  map[int32]*java.Cache
	known   map[string]bool // whether the rules know a state; that does not depend on the version

	palette  java.Palette
	indices  [4096]uint16
	occupied bool

	x, z    int32 // of the tile's lowest chunk
	heights heights
	sky     bool
	columns map[[2]int32]*column
}

// New returns a Lighter.
func New() (*Lighter, error) {
	shapes, err := java.Shapes()
	if err != nil {
		return nil, err
	}
	return &Lighter{
		shapes: shapes, engine: lighting.NewEngine(shapes), builder: lighting.NewBuilder(shapes),
		caches: map[int32]*java.Cache{}, known: map[string]bool{}, columns: map[[2]int32]*column{},
	}, nil
}

// cache returns the rules of a data version, which remember the states that they have seen.
func (l *Lighter) cache(version int32) *java.Cache {
	c := l.caches[version]
	if c == nil {
		c = java.NewCache(java.New(version))
		l.caches[version] = c
	}
	return c
}

// knows reports whether the rules know every state of a palette.
func (l *Lighter) knows(palette []string) bool {
	for _, key := range palette {
		known, seen := l.known[key]
		if !seen {
			_, known = java.New(0).Class(key)
			l.known[key] = known
		}
		if !known {
			return false
		}
	}
	return true
}

// certain reports whether the rules know every block in a chunk and its neighbours, so that they decide its light.
func (l *Lighter) certain(x, z int32) bool {
	for dz := int32(-1); dz <= 1; dz++ {
		for dx := int32(-1); dx <= 1; dx++ {
			if c := l.at(x+dx, z+dz); c != nil && c.unknown {
				return false
			}
		}
	}
	return true
}

// Sky says whether a dimension has sky light.
type Sky uint8

const (
	// SkyUnknown finds out: there is a sky if any chunk of the tile has an array of sky light.
	SkyUnknown Sky = iota
	SkyNone
	SkyShines
)

// vanilla are the heights of every dimension of the game. A tile that is higher than its world is lit just the same.
var vanilla = heights{-4, 20}

// Light reads the tile whose lowest chunk is x, z, with its ring, and lights it.
func (l *Lighter) Light(x, z int32, sky Sky, read Read) error {
	l.x, l.z, l.heights = x, z, vanilla
	for {
		needed, err := l.load(read)
		if err != nil {
			return err
		}
		if l.heights.includes(needed) {
			break
		}
		l.heights = l.heights.join(needed) // a higher world: once more, with room for it
	}
	l.sky = sky == SkyShines
	area, err := lighting.NewArea(x-1, z-1, Size+2, Size+2)
	if err != nil {
		return err
	}
	for _, c := range l.columns {
		if err := area.Put(c.light); err != nil {
			return err
		}
		l.sky = l.sky || sky == SkyUnknown && c.hasSky
	}
	l.engine.Light(area, lighting.Block)
	if l.sky {
		l.engine.Light(area, lighting.Sky)
	}
	return nil
}

// load reads the chunks of the tile and its ring. It returns the heights that they need, and stops early where those are more than
// there is room for.
func (l *Lighter) load(read Read) (needed heights, err error) {
	clear(l.columns)
	needed = l.heights
	for dz := int32(-1); dz <= Size; dz++ {
		for dx := int32(-1); dx <= Size; dx++ {
			x, z := l.x+dx, l.z+dz
			data, ok := read(x, z)
			if !ok {
				continue
			}
			if err := l.decoder.Decode(data, &l.chunk); err != nil || l.chunk.X != x || l.chunk.Z != z {
				continue
			}
			if needed = needed.join(heightsOf(&l.chunk)); !l.heights.includes(needed) {
				return needed, nil
			}
			c, err := l.column(&l.chunk, l.heights)
			if err != nil {
				continue // as with one that cannot be decoded
			}
			l.columns[[2]int32{x, z}] = c
		}
	}
	return needed, nil
}

// ErrIneligible is returned by Compare for a chunk whose stored light says nothing about the rules: it or one of its neighbours is
// absent, unfinished, not lit, older than 1.14, or has blocks that the rules do not know.
var ErrIneligible = errors.New("the stored light cannot be compared")

// at returns a chunk of the tile or its ring, or nil.
func (l *Lighter) at(x, z int32) *column { return l.columns[[2]int32{x, z}] }

// eligible reports whether a chunk and its eight neighbours are there, lit, and of today's engine.
func (l *Lighter) eligible(x, z int32) bool {
	for dz := int32(-1); dz <= 1; dz++ {
		for dx := int32(-1); dx <= 1; dx++ {
			if c := l.at(x+dx, z+dz); c == nil || !c.lit || c.version < oldestEngine {
				return false
			}
		}
	}
	return l.certain(x, z)
}

// near tells for each light section of a chunk whether anything lies in or next to it.
func (l *Lighter) near(x, z int32) []bool {
	var occupied [9][]bool
	for i := range occupied {
		if c := l.at(x+int32(i%3)-1, z+int32(i/3)-1); c != nil {
			occupied[i] = c.occupied
		}
	}
	return java.Near(occupied)
}

// computed returns the light of a chunk, section by section from below.
func (l *Lighter) computed(c *column, kind lighting.Kind) ([]java.Nibbles, error) {
	levels := make([]java.Nibbles, l.heights.count()+2)
	return levels, java.Column(levels, c.light, kind)
}

// stored returns the light that a chunk has in its file, in the same form.
func (l *Lighter) stored(c *column, kind lighting.Kind, near []bool) []java.Nibbles {
	levels := make([]java.Nibbles, l.heights.count()+2)
	if kind == lighting.Block {
		java.ReadBlock(levels, c.block)
	} else {
		java.ReadSky(levels, c.sky, near)
	}
	return levels
}
