// Package worldcopy copies parts of a Java world that nothing writes meanwhile: for a tool that tries something out on a region
// alone, or a benchmark that plays on a few. Folders are made as they are needed, and what does not exist is passed over.
//
// The functions are safe for concurrent use on different targets.
package worldcopy

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// Regions copies the region files of a folder that are wanted, with their .mcc files, to another folder.
func Regions(from, to string, wanted func(region.Pos) bool) error {
	entries, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	for _, e := range entries {
		if pos, ok := region.PosOfFile(e.Name()); !ok || !wanted(pos) {
			continue
		}
		if err := File(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// File copies a file.
func File(from, to string) error {
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
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
