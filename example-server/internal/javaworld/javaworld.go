// Package javaworld lists what lies in the folder of a Java world: its dimensions, their region files and chunks. It reads
// headers only, writes nothing, and takes no lock, so that it can look at a world that a game has open.
//
// The functions are safe for concurrent use.
package javaworld

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// Dimension is one dimension of a world.
type Dimension struct {
	// ID is the identifier, such as minecraft:the_nether.
	ID string
	// Dir is the folder that holds region, entities and poi.
	Dir string
}

// RegionDir is the folder of the dimension's region files.
func (d Dimension) RegionDir() string { return filepath.Join(d.Dir, "region") }

// EntityDir is the folder of the region files that hold the dimension's entities since 1.17.
func (d Dimension) EntityDir() string { return filepath.Join(d.Dir, "entities") }

// Dimensions returns the dimensions of a world that have a folder of region files, or a file in its place, which Regions
// reports: the three vanilla ones first, then the others by name. A dimension that lies in both layouts is the one of 26.1, as it is for the game,
// unless nothing is in that one's folder.
func Dimensions(root string) ([]Dimension, error) {
	world := layout.World{Root: root}
	world.Modern = world.HasModernFolders()
	ids, err := world.Dimensions()
	if err != nil {
		return nil, err
	}
	list := make([]Dimension, len(ids))
	for i, id := range ids {
		list[i] = Dimension{id, world.DimensionDir(id)}
	}
	return list, nil
}

// Region is one region file of a world.
type Region struct {
	Dimension
	Pos region.Pos
	// Index is the place of the file among all of the world's: by dimension, then by position. A shard is defined by it.
	Index int
}

// Path is the path of the file.
func (r Region) Path() string { return filepath.Join(r.RegionDir(), r.Pos.FileName()) }

// Regions returns every region file of the dimensions given, in the order of Region.Index. The error joins those of the
// dimensions that could not be listed; the region files of the others are returned all the same.
func Regions(dimensions []Dimension) ([]Region, error) {
	var list []Region
	var errs []error
	for _, d := range dimensions {
		err := Open(d, region.Options{}, func(s *region.Store) error {
			positions, err := s.Regions()
			for _, pos := range positions {
				list = append(list, Region{Dimension: d, Pos: pos, Index: len(list)})
			}
			return err
		})
		if err != nil {
			errs = append(errs, fmt.Errorf("list the region files of %s: %w", d.ID, err))
		}
	}
	return list, errors.Join(errs...)
}

// Headers counts the chunks that the headers of region files name, and collects the faults that show there.
func Headers(regions []Region) (chunks int, faults []error) {
	for _, r := range regions {
		err := Open(r.Dimension, region.Options{}, func(s *region.Store) error {
			for _, fault := range s.Chunks(r.Pos) {
				if fault != nil {
					faults = append(faults, fault)
					continue
				}
				chunks++
			}
			return nil
		})
		if err != nil {
			faults = append(faults, err)
		}
	}
	return chunks, faults
}

// Open opens the region files of a dimension for reading and calls f with them.
func Open(d Dimension, opt region.Options, f func(s *region.Store) error) error {
	opt.ReadOnly = true
	s, err := opt.Open(d.RegionDir())
	if err != nil {
		return err
	}
	defer s.Close()
	return f(s)
}
