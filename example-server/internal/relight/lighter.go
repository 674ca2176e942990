package relight

import (
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

	palette  java.Palette
	indices  [4096]uint16
	occupied bool

	x, z    int32 // of the tile's lowest chunk
	heights heights
	sky     java.Sky
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
		caches: map[int32]*java.Cache{}, columns: map[[2]int32]*column{},
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

// vanilla are the heights of every dimension of the game. A tile that is higher than its world is lit just the same.
var vanilla = heights{-4, 20}

// Light reads the tile whose lowest chunk is x, z, with its ring, and lights it. sky is what is known of the dimension's; the tile's chunks
// may tell more.
func (l *Lighter) Light(x, z int32, sky java.Sky, read Read) error {
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
	area, err := lighting.NewArea(x-1, z-1, Size+2, Size+2)
	if err != nil {
		return err
	}
	for _, c := range l.columns {
		if err := area.Put(c.light); err != nil {
			return err
		}
		sky = sky.See(c.lit, c.sky, c.occupied)
	}
	l.sky = sky
	l.engine.Light(area, lighting.Block)
	if l.sky == java.SkyShines {
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

// at returns a chunk of the tile or its ring, or nil.
func (l *Lighter) at(x, z int32) *column { return l.columns[[2]int32{x, z}] }

// around returns a chunk and its eight neighbours, nil for those that are not there.
func (l *Lighter) around(x, z int32) (all [9]*column) {
	for i := range all {
		all[i] = l.at(x+int32(i%3)-1, z+int32(i/3)-1)
	}
	return all
}

// uncertain returns why the rules do not decide the light of a chunk, nil if they do: nothing that they would have to look at is missing,
// no block of it is unknown to them, and it is known which kinds of light the dimension has.
func (l *Lighter) uncertain(x, z int32) error {
	if l.at(x, z) == nil {
		return ErrAbsent
	}
	for _, c := range l.around(x, z) {
		if c == nil {
			return ErrFringe
		}
	}
	for _, c := range l.around(x, z) {
		if c.unknown {
			return ErrUnknown
		}
	}
	if l.sky == java.SkyUnknown {
		return ErrSky
	}
	return nil
}

// near tells for each light section of a chunk whether anything lies in or next to it.
func (l *Lighter) near(x, z int32) []bool {
	var occupied [9][]bool
	for i, c := range l.around(x, z) {
		if c != nil {
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
