package main

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/example-server/internal/javaworld"
)

// errLeftover is what is wrong with a file under a temporary name.
var errLeftover = errors.New("left by a write that was interrupted")

// leftovers finds what belongs to no region file of a world: files under temporary names, which interrupted writes leave behind, and .mcc
// files and files of entities without a region file beside them. None is removed. A program that has the world open may be writing one just now.
func (w javaWorld) leftovers(regions []javaworld.Region, maxInflated int64) (found problems) {
	_ = filepath.WalkDir(w.root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && strings.HasSuffix(path, vfs.TempSuffix) {
			found.note(w.root, &region.FileError{File: path, Op: "check", Err: errLeftover})
		}
		return nil // a folder that cannot be listed is found where its files are read
	})
	for _, d := range w.dimensions {
		known := map[region.Pos]bool{}
		for _, r := range regions {
			known[r.Pos] = known[r.Pos] || r.ID == d.ID
		}
		others := filtered{has: func(p region.Pos) bool { return !known[p] }}
		for dir, emptied := range map[string]bool{d.RegionDir(): false, d.EntityDir(): true} {
			s, err := region.Options{FS: others, ReadOnly: true, Emptied: emptied, MaxInflated: maxInflated}.Open(dir)
			if err != nil {
				found.note(w.root, err)
				continue
			}
			for fault := range s.Check() {
				found.note(w.root, fault)
			}
			_ = s.Close() // nothing was written
		}
	}
	return found
}
