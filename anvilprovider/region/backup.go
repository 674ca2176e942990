package region

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
)

// Backup copies the file of a region, with the .mcc files that belong to it, into Options.BackupDir, and makes the copy
// durable before it returns, whatever Options.Sync says. It is meant to be called before the first write that could lose
// something, such as one that upgrades a chunk; calling it before each such write is cheap.
//
// There is one backup of a region for ever: if there is one already, Backup does nothing. The region file is copied last
// and appears under its name at once, so that a backup with a region file is complete; what an interrupted backup left is
// replaced. Writers to the region wait, so that the copy is of one moment. Safe for concurrent use. A region without a
// file needs no backup.
func (s *Store) Backup(p Pos) error {
	if s.opt.ReadOnly {
		return ErrReadOnly
	}
	h, err := s.files.acquire(p)
	if err != nil {
		return err
	}
	defer s.files.release(h)
	f := h.file
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.backedUp || f.handle == nil {
		return nil
	}
	if err := f.backup(); err != nil {
		return &FileError{f.path, "back up", err}
	}
	f.backedUp = true
	return nil
}

// backup makes the copy unless there is one. The file is locked.
func (f *file) backup() error {
	s := f.store
	dir := s.opt.BackupDir
	target := filepath.Join(dir, f.pos.FileName())
	_, err := s.fs.Size(target)
	if !errors.Is(err, fs.ErrNotExist) {
		return err // Nil if there is one.
	}
	if w := f.writer; w != nil {
		// A word of the header that is in doubt must not get into the copy.
		if err := w.settle(); err != nil {
			return err
		}
	}
	if err := s.fs.MkdirAll(dir); err != nil {
		return err
	}
	b := buffers.Get().(*buffer)
	defer b.release()
	for i := range f.entries {
		l := location(f.entries[i].location.Load())
		if use, _ := f.external(b, !f.lost.Load(), l); use == externalNo {
			continue
		}
		name := externalName(f.pos.chunk(i))
		err := s.copyFile(s.path(name), filepath.Join(dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := s.fs.SyncDir(dir); err != nil {
		return err
	}
	if err := s.copyFile(f.path, target); err != nil {
		return err
	}
	return s.fs.SyncDir(dir)
}

// copyFile copies a file durably, so that the copy appears whole. The name is durable once its folder is synced.
func (s *Store) copyFile(from, to string) error {
	src, err := s.fs.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	size, err := src.Size()
	if err != nil {
		return err
	}
	temp := to + tempSuffix
	dst, err := s.fs.Create(temp)
	if errors.Is(err, fs.ErrExist) {
		if err = s.fs.Remove(temp); err == nil {
			dst, err = s.fs.Create(temp)
		}
	}
	if err != nil {
		return err
	}
	n, err := io.Copy(io.NewOffsetWriter(dst, 0), io.NewSectionReader(src, 0, size))
	if err == nil && n != size {
		err = fmt.Errorf("copied %d of %d bytes: %w", n, size, io.ErrUnexpectedEOF)
	}
	if err == nil {
		err = dst.Sync()
	}
	err = errors.Join(err, dst.Close())
	if err == nil {
		err = s.fs.Rename(temp, to)
	}
	if err != nil {
		_ = s.fs.Remove(temp)
	}
	return err
}
