// Package layout knows where a Java world keeps its files. Two layouts exist: the classic one, up to 1.21.11, and
// the modern one of 26.1, which moved every dimension below dimensions/ and the players below players/. A folder may
// hold remains of both. Nothing in this package writes.
package layout

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ModernDataVersion is the first data version whose worlds use the modern layout (a snapshot of 26.1).
const ModernDataVersion = 4772

// Identifiers of the dimensions that every Java world has.
const (
	Overworld = "minecraft:overworld"
	Nether    = "minecraft:the_nether"
	End       = "minecraft:the_end"
)

// classic holds the folders of the three vanilla dimensions in the classic layout, relative to the root.
var classic = map[string]string{Overworld: "", Nether: "DIM-1", End: "DIM1"}

// World is a Java world on disk. It remembers nothing of what is there: every question looks at the disk, so that folders that
// appear later are seen.
type World struct {
	// Root is the folder that holds level.dat.
	Root string
	// Modern decides for what is on disk in neither layout yet: true puts it where 26.1 and later expect it.
	Modern bool
}

// DimensionDir returns the folder of a dimension, given its identifier, such as "minecraft:the_nether" or
// "example:moon". For a vanilla dimension the modern folder wins if it holds regions. One that holds none does not hide
// those of the classic folder, unless the world is of the modern layout and has the folder for them. A dimension that has
// no regions anywhere goes where the world's own layout wants it. An identifier without a namespace belongs to minecraft.
func (w World) DimensionDir(id string) string {
	namespace, path, ok := strings.Cut(id, ":")
	if !ok {
		namespace, path = "minecraft", id
	}
	modern := filepath.Join(w.Root, "dimensions", namespace, filepath.FromSlash(path))
	folder, vanilla := classic[namespace+":"+path]
	old := filepath.Join(w.Root, folder)
	switch {
	case !vanilla || holdsRegions(modern) || w.Modern && hasRegions(modern):
		return modern
	case hasRegions(old):
		return old
	case w.Modern || isDir(modern):
		return modern
	}
	return old
}

// hasRegions reports whether the folder of a dimension has one for regions.
func hasRegions(dimension string) bool { return isDir(filepath.Join(dimension, "region")) }

// holdsRegions reports whether there is anything in the folder for the regions of a dimension.
func holdsRegions(dimension string) bool {
	f, err := os.Open(filepath.Join(dimension, "region"))
	if err != nil {
		return false
	}
	defer f.Close()
	names, _ := f.Readdirnames(1)
	return len(names) > 0
}

// Dimensions lists the identifiers of all dimensions that have a folder of region files, or a file in its place, sorted: the three
// vanilla ones first. It tells of what it could not list.
func (w World) Dimensions() ([]string, error) {
	var ids, others []string
	for _, id := range vanilla {
		if exists(filepath.Join(w.DimensionDir(id), "region")) {
			ids = append(ids, id)
		}
	}
	top := filepath.Join(w.Root, "dimensions")
	err := filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "region" {
			return err
		}
		rel, err := filepath.Rel(top, filepath.Dir(path))
		if err != nil {
			return err
		}
		namespace, name, ok := strings.Cut(filepath.ToSlash(rel), "/")
		if id := namespace + ":" + name; ok && !slices.Contains(vanilla, id) {
			others = append(others, id)
		}
		if !entry.IsDir() {
			return nil
		}
		return fs.SkipDir
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list dimensions: %w", err)
	}
	slices.Sort(others)
	return append(ids, others...), nil
}

// vanilla are the dimensions that every Java world has, in the order in which they are listed.
var vanilla = []string{Overworld, Nether, End}

// LevelFile returns the path of level.dat.
func (w World) LevelFile() string { return filepath.Join(w.Root, "level.dat") }

// LockFile returns the path of session.lock.
func (w World) LockFile() string { return filepath.Join(w.Root, "session.lock") }

// DataFile returns the path of one of the files that 26.1 split off level.dat, such as "weather".
func (w World) DataFile(name string) string {
	return filepath.Join(w.Root, "data", "minecraft", name+".dat")
}

// PlayerFile returns the path of the file of a player, given the canonical text of the UUID. The modern file wins if
// it exists, then the classic one; a player without a file gets the place that the world's layout wants.
func (w World) PlayerFile(uuid string) string {
	modern := filepath.Join(w.Root, "players", "data", uuid+".dat")
	old := filepath.Join(w.Root, "playerdata", uuid+".dat")
	switch {
	case isFile(modern):
		return modern
	case isFile(old):
		return old
	case w.Modern || isDir(filepath.Dir(modern)):
		return modern
	}
	return old
}

// HasModernFolders reports whether the overworld lies where 26.1 and later keep it.
func (w World) HasModernFolders() bool {
	modern := filepath.Join(w.Root, "dimensions", "minecraft", "overworld")
	return isDir(modern) && (holdsRegions(modern) || !hasRegions(w.Root))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
