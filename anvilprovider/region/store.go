package region

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// Store gives access to the region files of one folder. It is safe for concurrent use. It must be closed.
type Store struct {
	dir   string
	opt   Options
	fs    vfs.FS
	files *cache
}

// Open opens the folder dir of region files. A folder that does not exist is an empty store; it is created by the first
// write. Unless ReadOnly is set, files under temporary names that an interrupted write of this package left behind are removed.
func (o Options) Open(dir string) (*Store, error) {
	if err := o.validate(dir); err != nil {
		return nil, fmt.Errorf("open region folder %s: %w", dir, err)
	}
	s := &Store{dir: dir, opt: o, fs: o.FS}
	s.files = newCache(o.MaxOpen, s.openFile)
	if !o.ReadOnly {
		if err := s.clearTemporaries(); err != nil {
			return nil, fmt.Errorf("open region folder %s: %w", dir, err)
		}
	}
	return s, nil
}

// Dir returns the folder that the store serves.
func (s *Store) Dir() string { return s.dir }

// path returns the path of a file in the folder.
func (s *Store) path(name string) string { return filepath.Join(s.dir, name) }

// list returns the names of the files in the folder; there are none if it does not exist.
func (s *Store) list() ([]string, error) {
	names, err := s.fs.List(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return names, err
}

// clearTemporaries removes what interrupted writes left under temporary names.
func (s *Store) clearTemporaries() error {
	names, err := s.list()
	if err != nil {
		return err
	}
	for _, name := range names {
		final, temporary := strings.CutSuffix(name, vfs.TempSuffix)
		if _, _, ok := parseExternalName(final); !ok || !temporary {
			continue
		}
		if err := s.fs.Remove(s.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Regions returns the positions of all region files in the folder, sorted with Pos.Compare. Empty files are among them, and so
// is a folder with the name of a region file, which is then found to be none when it is opened. If the folder of the store is
// no folder the error is a *FileError.
func (s *Store) Regions() ([]Pos, error) {
	names, err := s.list()
	if err != nil {
		return nil, &FileError{s.dir, "list", err}
	}
	var all []Pos
	for _, name := range names {
		if p, ok := parseFileName(name); ok {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, Pos.Compare)
	return all, nil
}

// Flush makes everything durable that was written before, frees the space that it replaced, and returns all errors that
// came up since the last call without a caller to return them to.
func (s *Store) Flush() error {
	if s.opt.ReadOnly {
		return nil
	}
	return s.files.each((*file).flush)
}

// Close waits for the calls that are under way, makes everything durable and closes all files. Calls that come later get
// ErrClosed. Closing twice is harmless.
func (s *Store) Close() error { return s.files.close() }
