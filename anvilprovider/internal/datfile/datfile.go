// Package datfile reads and rewrites the small NBT files of a Java world: level.dat, its parts in data/minecraft and the
// players' files. A file is kept as a tree with exact types, so that what nobody changed is written as it was read.
package datfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/klauspost/compress/gzip"
)

// maxInflated bounds the inflated size in bytes of a file. The largest real level.dat seen has 90 KB; player files with
// full inventories of books reach a few MB.
const maxInflated = 64 << 20

// ErrTooLarge is returned for a file that inflates to more than 64 MiB.
var ErrTooLarge = errors.New("file inflates to more than 64 MiB")

// File is the content of one file.
type File struct {
	// Name is the name of the root compound, empty in all files that the game writes.
	Name string
	// Root is the content.
	Root nbt.Compound
	// Plain is true if the file is not compressed with gzip, as files of some tools are.
	Plain bool
}

// Parse reads a file from memory, compressed with gzip or plain.
func Parse(b []byte) (File, error) {
	f := File{Plain: true}
	if bytes.HasPrefix(b, []byte{0x1f, 0x8b}) {
		f.Plain = false
		r, err := gzip.NewReader(bytes.NewReader(b))
		if err != nil {
			return File{}, fmt.Errorf("inflate: %w", err)
		}
		if b, err = io.ReadAll(io.LimitReader(r, maxInflated+1)); err != nil {
			return File{}, fmt.Errorf("inflate: %w", err)
		}
		if len(b) > maxInflated {
			return File{}, ErrTooLarge
		}
	}
	var err error
	f.Name, f.Root, err = nbt.Decode(b, nbt.Limits{Bytes: maxInflated})
	return f, err
}

// Read reads the file at path. The error matches fs.ErrNotExist if there is none.
func Read(path string) (File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return File{}, err
	}
	if info.Size() > maxInflated {
		return File{}, fmt.Errorf("read %s: %w", path, ErrTooLarge)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return File{}, err
	}
	f, err := Parse(b)
	if err != nil {
		return File{}, fmt.Errorf("read %s: %w", path, err)
	}
	return f, nil
}

// Bytes encodes the file.
func (f File) Bytes() ([]byte, error) {
	b, err := nbt.Append(nil, f.Name, f.Root)
	if err != nil || f.Plain {
		return b, err
	}
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// Write replaces the file at path so that a crash leaves the old content or the new. If old is not empty, what was at
// path stays available there; at no moment is nothing at path.
func (f File) Write(path, old string) error {
	b, err := f.Bytes()
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := Replace(path, old, b); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// isMissing reports whether the error says that a file does not exist.
func isMissing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
