package region

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
)

// A .mcc file that no entry names may be what an interrupted write has left, or the payload of a chunk that another program has
// deleted, but also all that there is of a chunk whose entry is lost. Nobody can tell, so that such an orphan stays where it is until
// its chunk is written, and is put aside before.

// orphanDir returns the folder of the orphans of a number, from 1.
func (s *Store) orphanDir(number int) string { return numbered(s.opt.BackupDir+".orphans", number) }

// setAside copies the .mcc file of a chunk, if there is one, to the first folder of orphans that has none of its name, durably. One
// that has been copied already, before a write that failed, is not copied again.
func (s *Store) setAside(x, z int32) (exists bool, err error) {
	name := externalName(x, z)
	if _, err := s.fs.Size(s.path(name)); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	for number := 1; ; number++ {
		dir := s.orphanDir(number)
		target := filepath.Join(dir, name)
		same, err := s.sameContents(s.path(name), target)
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.Join(s.fs.MkdirAll(dir), s.copyFile(s.path(name), target))
			same = err == nil
		}
		if err == nil && same {
			err = s.fs.SyncDir(dir)
		}
		if err != nil || same {
			return true, err
		}
	}
}

// sameContents says whether two files hold the same bytes.
func (s *Store) sameContents(a, b string) (bool, error) {
	var files [2]*io.SectionReader
	for i, name := range []string{a, b} {
		f, err := s.fs.Open(name)
		if err != nil {
			return false, err
		}
		defer f.Close()
		size, err := f.Size()
		if err != nil {
			return false, err
		}
		files[i] = io.NewSectionReader(f, 0, size)
	}
	if files[0].Size() != files[1].Size() {
		return false, nil
	}
	var parts [2][64 << 10]byte
	for rest := files[0].Size(); rest > 0; {
		n := min(rest, int64(len(parts[0])))
		for i, f := range files {
			if _, err := io.ReadFull(f, parts[i][:n]); err != nil {
				return false, err
			}
		}
		if !bytes.Equal(parts[0][:n], parts[1][:n]) {
			return false, nil
		}
		rest -= n
	}
	return true, nil
}
