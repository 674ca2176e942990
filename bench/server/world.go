package server

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/df-mc/dragonfly/server/block/cube"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/df-mc/dragonfly/server/world/mcdb"
	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/layout"
	"github.com/kestrel-mc/kestrel/internal/worldcopy"
)

var quiet = slog.New(slog.DiscardHandler)

// margin is how many chunks beyond the view are there for both sides, so that flying about finds the same.
const margin = 4

// Copies are the parts of a world that a session needs, for both sides: a Java world and one of Dragonfly's own format.
type Copies struct {
	dir    string
	centre world.ChunkPos
	spawn  cube.Pos
	view   []world.ChunkPos
	chunks int
}

// Prepare copies what the options ask for into a new folder under dir, or the folder for temporary files. The copies are to be closed.
func Prepare(o Options, dir string) (*Copies, error) {
	o, err := o.defaults()
	if err != nil {
		return nil, fmt.Errorf("prepare worlds: %w", err)
	}
	c := &Copies{}
	if c.dir, err = os.MkdirTemp(dir, "kestrel-server-"); err != nil {
		return nil, fmt.Errorf("prepare worlds: %w", err)
	}
	if err := c.fill(o); err != nil {
		return nil, errors.Join(fmt.Errorf("prepare worlds: %w", err), c.Close())
	}
	return c, nil
}

// Close removes the copies.
func (c *Copies) Close() error { return os.RemoveAll(c.dir) }

// Chunks is how many full chunks of the world each side has.
func (c *Copies) Chunks() int { return c.chunks }

func (c *Copies) fill(o Options) error {
	p, err := anvilprovider.Config{ReadOnly: true, ReadAhead: -1, Log: quiet}.Open(o.World)
	if err != nil {
		return err
	}
	defer p.Close()
	if c.centre, err = centre(o, p); err != nil {
		return err
	}
	for x := -int32(o.Radius); x <= int32(o.Radius); x++ {
		for z := -int32(o.Radius); z <= int32(o.Radius); z++ {
			if x*x+z*z <= int32(o.Radius*o.Radius) {
				c.view = append(c.view, world.ChunkPos{c.centre[0] + x, c.centre[1] + z})
			}
		}
	}
	slices.SortStableFunc(c.view, func(a, b world.ChunkPos) int { return int(c.distance(a) - c.distance(b)) })
	if err := c.copyMCDB(p, int32(o.Radius+margin)); err != nil {
		return err
	}
	return c.copyAnvil(p)
}

func (c *Copies) distance(p world.ChunkPos) int32 {
	x, z := p[0]-c.centre[0], p[1]-c.centre[1]
	return x*x + z*z
}

// centre finds the chunk to join at.
func centre(o Options, p *anvilprovider.Provider) (world.ChunkPos, error) {
	if o.Centre != nil {
		return *o.Centre, nil
	}
	s := p.Settings()
	s.Lock()
	spawn := world.ChunkPos{int32(s.Spawn[0] >> 4), int32(s.Spawn[2] >> 4)}
	s.Unlock()
	if _, err := p.LoadColumn(spawn, world.Overworld); err == nil {
		return spawn, nil
	}
	store, err := region.Options{ReadOnly: true}.Open(regions(p.Dir()))
	if err != nil {
		return spawn, err
	}
	defer store.Close()
	files, err := store.Regions()
	if err != nil {
		return spawn, err
	}
	var x, z []int32
	for _, file := range files {
		for e := range store.Chunks(file) {
			x, z = append(x, e.X), append(z, e.Z)
		}
	}
	if len(x) == 0 {
		return spawn, fmt.Errorf("%s has no chunks", o.World)
	}
	slices.Sort(x)
	slices.Sort(z)
	return world.ChunkPos{x[len(x)/2], z[len(z)/2]}, nil
}

// regions returns the folder of the overworld's region files.
func regions(root string) string {
	w := layout.World{Root: root}
	w.Modern = w.HasModernFolders()
	return filepath.Join(w.DimensionDir(layout.Overworld), "region")
}

// copyMCDB stores every chunk near the centre in Dragonfly's format, and finds a place to stand.
func (c *Copies) copyMCDB(p *anvilprovider.Provider, radius int32) error {
	db, err := mcdb.Config{Log: quiet}.Open(filepath.Join(c.dir, "mcdb"))
	if err != nil {
		return err
	}
	defer db.Close()
	for x := -radius; x <= radius; x++ {
		for z := -radius; z <= radius; z++ {
			pos := world.ChunkPos{c.centre[0] + x, c.centre[1] + z}
			col, err := p.LoadColumn(pos, world.Overworld)
			if errors.Is(err, leveldb.ErrNotFound) {
				continue
			} else if err != nil {
				return err
			}
			col.Entities = nil // Neither side has any: what they do is not what is measured.
			if pos == c.centre {
				c.spawn = cube.Pos{int(pos[0])*16 + 8, int(col.Chunk.HighestBlock(8, 8)) + 3, int(pos[1])*16 + 8}
			}
			if err := db.StoreColumn(pos, world.Overworld, col); err != nil {
				return err
			}
			c.chunks++
		}
	}
	if c.chunks == 0 {
		return fmt.Errorf("no full chunk within %d of chunk %d,%d", radius, c.centre[0], c.centre[1])
	}
	return nil
}

// copyAnvil copies level.dat and the region files near the centre, with their external chunks. Entities are left behind.
func (c *Copies) copyAnvil(p *anvilprovider.Provider) error {
	source, target := p.Dir(), filepath.Join(c.dir, "anvil")
	near := map[region.Pos]bool{}
	for _, pos := range c.view {
		for _, d := range []world.ChunkPos{{-margin, -margin}, {-margin, margin}, {margin, -margin}, {margin, margin}} {
			near[region.PosOf(pos[0]+d[0], pos[1]+d[1])] = true
		}
	}
	folder, err := filepath.Rel(source, regions(source))
	if err != nil {
		return err
	}
	err = worldcopy.Regions(filepath.Join(source, folder), filepath.Join(target, folder), func(pos region.Pos) bool { return near[pos] })
	if err != nil {
		return err
	}
	if err := worldcopy.File(filepath.Join(source, "level.dat"), filepath.Join(target, "level.dat")); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(target, "data"), os.DirFS(filepath.Join(source, "data"))); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil // A world of before 26.1 may have no such folder.
}
