package anvilprovider

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// dimension is the part of the world that one Dragonfly dimension is.
type dimension struct {
	id   string
	host world.Dimension
	r    cube.Range
	// javaHeight is the highest block that Java has in the dimension.
	javaHeight int
	// dir is the folder that holds region, entities and poi.
	dir     string
	terrain *region.Store
	entity  entityStore
	// entityFiles is entity, nil if that is brokenEntities.
	entityFiles *region.Store
	// points holds the points of interest, nil if they cannot be read.
	points *region.Store
	// biome is the name of the biome of sections that say nothing.
	biome string
}

// dimensions opens the dimensions of a world when they are first asked for. It is safe for concurrent use.
type dimensions struct {
	world layout.World
	opt   region.Options
	named map[world.Dimension]string
	log   *slog.Logger

	mu   sync.RWMutex
	open map[world.Dimension]*dimension
}

// of returns the dimension, which is opened if need be.
func (d *dimensions) of(dim world.Dimension) (*dimension, error) {
	d.mu.RLock()
	found := d.open[dim]
	d.mu.RUnlock()
	if found != nil {
		return found, nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if found := d.open[dim]; found != nil {
		return found, nil
	}
	id, err := d.identifier(dim)
	if err != nil {
		return nil, err
	}
	if err := checkRange(dim.Range()); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDimension, id, err)
	}
	made := &dimension{id: id, host: dim, r: dim.Range(), javaHeight: javaHeight(id, dim.Range()), dir: d.world.DimensionDir(id), biome: defaultBiome(id)}
	for _, other := range d.open {
		if other.id == id || sameFolder(other.dir, made.dir) || sameFolder(filepath.Join(other.dir, "region"), filepath.Join(made.dir, "region")) {
			return nil, fmt.Errorf("%w: %v would share the folder of %s with another dimension; give each its own identifier in Config.Dimensions",
				ErrDimension, dim, other.id)
		}
	}
	if made.terrain, err = d.opt.Open(filepath.Join(made.dir, "region")); err != nil {
		return nil, fmt.Errorf("open dimension %s: %w", id, err)
	}
	entities := d.opt
	entities.Emptied = true // The game deletes the entities of a chunk once there are none.
	made.entityFiles, err = entities.Open(filepath.Join(made.dir, "entities"))
	if made.entity = made.entityFiles; err != nil {
		d.log.Error("the entities of a dimension cannot be read: they are left alone, and the terrain is served without them",
			"dimension", id, "error", err)
		made.entity, made.entityFiles = brokenEntities{err}, nil
	}
	if made.points, err = d.opt.Open(filepath.Join(made.dir, "poi")); err != nil {
		d.log.Warn("the points of interest of a dimension cannot be read, and are left alone", "dimension", id, "error", err)
		made.points = nil
	}
	d.open[dim] = made
	return made, nil
}

// lowestBlock and highestBlock are as far as a dimension of Java may reach. Chunks number sections with one byte, and light has one
// section more at either end.
const lowestBlock, highestBlock = -2032, 2031

// checkRange refuses what a chunk cannot hold.
func checkRange(r cube.Range) error {
	if r[0] < lowestBlock || r[1] > highestBlock {
		return fmt.Errorf("its height is %d to %d, and in Java none goes beyond %d to %d", r[0], r[1], lowestBlock, highestBlock)
	}
	return nil
}

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// entityStore is the folder of entities of a dimension: a *region.Store, or brokenEntities.
type entityStore interface {
	Read(dst []byte, x, z int32) ([]byte, region.Compression, error)
	Write(x, z int32, payload []byte) error
	Flush() error
	Close() error
}

// brokenEntities stands for a folder that could not be opened. All chunks of it are unreadable, so that nothing is written
// over what is there.
type brokenEntities struct{ err error }

func (b brokenEntities) Read(dst []byte, _, _ int32) ([]byte, region.Compression, error) {
	return dst, 0, fmt.Errorf("%w: %w", ErrEntities, b.err)
}

func (b brokenEntities) Write(int32, int32, []byte) error {
	return fmt.Errorf("%w: %w", ErrEntities, b.err)
}
func (b brokenEntities) Flush() error { return nil }
func (b brokenEntities) Close() error { return nil }

// entitiesBroken reports whether no entities of the dimension can be read.
func (d *dimension) entitiesBroken() bool {
	return d.entityFiles == nil
}

// all returns the dimensions that are open.
func (d *dimensions) all() []*dimension {
	d.mu.RLock()
	defer d.mu.RUnlock()
	list := make([]*dimension, 0, len(d.open))
	for _, dim := range d.open {
		list = append(list, dim)
	}
	return list
}

// vanilla holds the identifiers of the dimensions that every world has.
var vanilla = map[world.Dimension]string{world.Overworld: layout.Overworld, world.Nether: layout.Nether, world.End: layout.End}

// identifier returns the Java identifier of a dimension.
func (d *dimensions) identifier(dim world.Dimension) (string, error) {
	if id, ok := d.named[dim]; ok {
		return id, nil
	}
	if id, ok := vanilla[dim]; ok {
		return id, nil
	}
	for _, custom := range world.CustomDimensions() {
		if custom.Dimension != dim {
			continue
		}
		if err := checkIdentifier(custom.Name); err != nil {
			return "", fmt.Errorf("%w: %w; give it an identifier in Config.Dimensions", ErrDimension, err)
		}
		return custom.Name, nil
	}
	return "", fmt.Errorf("%w: %v is neither registered nor named in Config.Dimensions", ErrDimension, dim)
}

// identifiers is the form of a dimension's identifier: a namespace and a path of lower-case words.
var identifiers = regexp.MustCompile(`^[a-z0-9_.-]+:[a-z0-9_.-]+(/[a-z0-9_.-]+)*$`)

// checkIdentifier refuses what is no identifier, and what would lead out of the world's folder.
func checkIdentifier(id string) error {
	if !identifiers.MatchString(id) {
		return fmt.Errorf("%q is not an identifier such as example:moon", id)
	}
	for _, part := range strings.FieldsFunc(id, func(r rune) bool { return r == ':' || r == '/' }) {
		if strings.Trim(part, ".") == "" {
			return fmt.Errorf("%q is not an identifier such as example:moon", id)
		}
	}
	return nil
}

// defaultBiome returns the biome of sections without biomes.
func defaultBiome(id string) string {
	switch id {
	case layout.Nether:
		return "minecraft:nether_wastes"
	case layout.End:
		return "minecraft:the_end"
	}
	return "minecraft:plains"
}

// javaHeight returns the highest block of a dimension in Java. Its nether is twice as high as Dragonfly's.
func javaHeight(id string, r cube.Range) int {
	if id == layout.Nether {
		return 255
	}
	return r[1]
}
