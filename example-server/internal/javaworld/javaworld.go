// Package javaworld lists what lies in the folder of a Java world: its dimensions, their region files and chunks. It reads
// headers only, writes nothing, and takes no lock, so that it can look at a world that a game has open.
//
// The functions are safe for concurrent use.
package javaworld

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// Identifiers of the dimensions that every Java world has.
const (
	Overworld = "minecraft:overworld"
	Nether    = "minecraft:the_nether"
	End       = "minecraft:the_end"
)

// classic says where the three dimensions lay before 26.1, relative to the world.
var classic = map[string]string{Overworld: ".", Nether: "DIM-1", End: "DIM1"}

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

// Modern reports whether a world keeps its overworld where 26.1 and later do.
func Modern(root string) bool {
	return isDir(filepath.Join(root, "dimensions", "minecraft", "overworld"))
}

// Dimensions returns the dimensions of a world that have a folder of region files, or a file in its place, which Regions
// reports: the three vanilla ones first, then the others by name. A dimension that lies in both layouts is the one of 26.1, as it is for the game.
func Dimensions(root string) ([]Dimension, error) {
	found := map[string]string{}
	for id, rel := range classic {
		if dir := filepath.Join(root, rel); exists(filepath.Join(dir, "region")) {
			found[id] = dir
		}
	}
	top := filepath.Join(root, "dimensions")
	err := filepath.WalkDir(top, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() != "region" {
			return err
		}
		dir := filepath.Dir(path)
		rel, err := filepath.Rel(top, dir)
		if err != nil {
			return err
		}
		if namespace, name, ok := strings.Cut(filepath.ToSlash(rel), "/"); ok {
			found[namespace+":"+name] = dir
		}
		if !e.IsDir() {
			return nil
		}
		return fs.SkipDir
	})
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("list dimensions: %w", err)
	}
	list := make([]Dimension, 0, len(found))
	for id, dir := range found {
		list = append(list, Dimension{id, dir})
	}
	slices.SortFunc(list, func(a, b Dimension) int {
		return cmp.Or(cmp.Compare(rank(a.ID), rank(b.ID)), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// rank puts the vanilla dimensions first.
func rank(id string) int {
	return (slices.Index([]string{Overworld, Nether, End}, id) + 4) % 4 // others are -1, which becomes 3
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

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
