package main

import (
	"path/filepath"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
	"github.com/kestrel-mc/kestrel/internal/worldcopy"
)

// filtered is the file system with only those files in a folder that belong to certain regions.
type filtered struct {
	vfs.OS
	has func(region.Pos) bool
}

// oneRegion is a file system in which every folder has the files of one region alone.
func oneRegion(pos region.Pos) vfs.FS {
	return filtered{has: func(p region.Pos) bool { return p == pos }}
}

// List leaves out the files of other regions, and what belongs to none.
func (f filtered) List(dir string) ([]string, error) {
	names, err := f.OS.List(dir)
	return slices.DeleteFunc(names, func(name string) bool {
		p, ok := region.PosOfFile(name)
		return !ok || !f.has(p)
	}), err
}

// copyRegion copies level.dat and one region file, with its .mcc files and its entities, to another folder. It returns the copy.
func copyRegion(root, temp string, r javaworld.Region) (javaworld.Region, error) {
	for _, name := range []string{"level.dat", "level.dat_old"} {
		if err := worldcopy.File(filepath.Join(root, name), filepath.Join(temp, name)); err != nil {
			return r, err
		}
	}
	rel, err := filepath.Rel(root, r.Dir)
	if err != nil {
		return r, err
	}
	copied := r
	copied.Dir = filepath.Join(temp, rel)
	for from, to := range map[string]string{r.RegionDir(): copied.RegionDir(), r.EntityDir(): copied.EntityDir()} {
		if err := worldcopy.Regions(from, to, func(p region.Pos) bool { return p == r.Pos }); err != nil {
			return r, err
		}
	}
	return copied, nil
}
