package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
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
		if err := copyFile(filepath.Join(root, name), filepath.Join(temp, name)); err != nil {
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
		names, err := oneRegion(r.Pos).List(from)
		if errors.Is(err, os.ErrNotExist) {
			continue
		} else if err != nil {
			return r, err
		}
		for _, name := range names {
			if err := copyFile(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
				return r, err
			}
		}
	}
	return copied, nil
}

// copyFile copies a file, if there is one.
func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
