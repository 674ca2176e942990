package slowanvil

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Dimension is one dimension of a world: its name, as minecraft:overworld, and its folder of region files.
type Dimension struct {
	Name   string
	Region string
}

// Dimensions finds the dimensions of a world folder that have a region folder, in both layouts, sorted by name. Where both
// layouts have the same dimension, that of 26.1 counts.
func Dimensions(root string) ([]Dimension, error) {
	found := map[string]string{}
	old := map[string]string{"minecraft:overworld": ".", "minecraft:the_nether": "DIM-1", "minecraft:the_end": "DIM1"}
	for name, folder := range old {
		if dir := filepath.Join(root, folder, "region"); isDir(dir) {
			found[name] = dir
		}
	}
	base := filepath.Join(root, "dimensions")
	err := filepath.WalkDir(base, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.IsDir() || d.Name() != "region" {
			return err
		}
		rel, err := filepath.Rel(base, filepath.Dir(path))
		if err != nil {
			return err
		}
		if namespace, name, ok := strings.Cut(filepath.ToSlash(rel), "/"); ok {
			found[namespace+":"+name] = path
		}
		return filepath.SkipDir
	})
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("find dimensions: %w", err)
	}
	var dims []Dimension
	for name, dir := range found {
		dims = append(dims, Dimension{name, dir})
	}
	slices.SortFunc(dims, func(a, b Dimension) int { return strings.Compare(a.Name, b.Name) })
	return dims, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// Entries calls f for every stored chunk of a folder of region files, readable or not, file by file in the order of their
// names. It stops at the first error, of a file or of f.
func Entries(region string, f func(file string, e Entry) error) error {
	files, err := filepath.Glob(filepath.Join(region, "r.*.mca"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, file := range files {
		entries, err := ReadRegion(file)
		if err != nil {
			return err
		}
		for _, e := range entries {
			if err := f(file, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// Chunks calls f for every chunk of a folder of region files. An unreadable chunk is an error.
func Chunks(region string, f func(c *Chunk) error) error {
	return Entries(region, func(file string, e Entry) error {
		c, err := e.Chunk()
		if err != nil {
			return fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		return f(c)
	})
}

// Chunk decodes the entry.
func (e Entry) Chunk() (*Chunk, error) {
	if e.Err != nil {
		return nil, fmt.Errorf("chunk %d,%d: %w", e.X, e.Z, e.Err)
	}
	root, err := Parse(e.NBT)
	if err != nil {
		return nil, fmt.Errorf("chunk %d,%d: %w", e.X, e.Z, err)
	}
	c, err := Decode(root)
	if err != nil {
		return nil, fmt.Errorf("chunk %d,%d: %w", e.X, e.Z, err)
	}
	if c.X != e.X || c.Z != e.Z {
		return nil, fmt.Errorf("chunk %d,%d: names itself %d,%d", e.X, e.Z, c.X, c.Z)
	}
	return c, nil
}

// Eligible says whether a chunk's stored light can be compared with a recomputation: it and its eight neighbours are
// present, full and lit. Weaker rules fail at the fringe of generated terrain.
func Eligible(x, z int32, at func(x, z int32) *Chunk) bool {
	for dz := int32(-1); dz <= 1; dz++ {
		for dx := int32(-1); dx <= 1; dx++ {
			if c := at(x+dx, z+dz); c == nil || !c.Full || !c.Lit() {
				return false
			}
		}
	}
	return true
}
