package region

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// Backup copies the file of a region, with the .mcc files that belong to it, into Options.BackupDir, and makes the copy
// durable before it returns, whatever Options.Sync says. It is meant to be called before each write that could lose
// something, such as one that upgrades a chunk; a call that has nothing to do is cheap.
//
// A change may move things from one folder to another, as an upgrade moves entities. The region of each store in beside is
// then copied into the backup folder of that store whenever the region of s is, and the other way round, so that what is
// copied back fits together. Where such a store has no file an empty one is kept, which takes its place when it is copied
// back. A region of s without a file needs no backup.
//
// What others wrote is copied once, and what only this package has written since is not copied again. To know the one from
// the other, the folder BackupDir.known holds a digest of each region file as it was copied, and as the store left it when it
// was last closed. A region that agrees with neither was written by another program, such as the game after its owner copied
// the backup back, or by a process that was killed, and is copied again: into BackupDir.2, BackupDir.3 and so on, the first
// where none of the stores has that region. A copy is never overwritten.
//
// The region file is copied last and appears under its name at once, so that a backup with a region file is complete; what
// an interrupted backup left is replaced. Writers to the region wait, so that the copy of each file is of one moment. Safe for
// concurrent use, if all calls for a region of s name the same stores.
func (s *Store) Backup(p Pos, beside ...*Store) error {
	stores := append([]*Store{s}, beside...)
	files := make([]*file, len(stores))
	for i, s := range stores {
		if s.opt.ReadOnly {
			return ErrReadOnly
		}
		h, err := s.files.acquire(p)
		if err != nil {
			return err
		}
		defer s.files.release(h)
		files[i] = h.file
	}
	// Two calls must not choose one number.
	files[0].backups.Lock()
	defer files[0].backups.Unlock()
	missing := false
	for i, f := range files {
		kept, exists, err := f.isKept()
		if err != nil {
			return &FileError{f.path, "back up", err}
		}
		if i == 0 && !exists {
			return nil
		}
		missing = missing || !kept
	}
	if !missing {
		return nil
	}
	number, err := freeNumber(p, stores)
	if err != nil {
		return err
	}
	for i := len(files) - 1; i >= 0; i-- { // That of s last.
		if err := files[i].backup(number); err != nil {
			return &FileError{files[i].path, "back up", err}
		}
	}
	return nil
}

// backupDir returns the folder of the backups of a number, from 1.
func (s *Store) backupDir(number int) string { return numbered(s.opt.BackupDir, number) }

// numbered returns the folder of a number among neighbours of one name, of which the first has no number.
func numbered(dir string, number int) string {
	if number == 1 {
		return dir
	}
	return dir + "." + strconv.Itoa(number)
}

// hasBackup says whether there is a backup of a region under a number.
func (s *Store) hasBackup(p Pos, number int) (bool, error) {
	_, err := s.fs.Size(filepath.Join(s.backupDir(number), p.FileName()))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// freeNumber returns the first number under which none of the stores has a backup of the region.
func freeNumber(p Pos, stores []*Store) (int, error) {
next:
	for number := 1; ; number++ {
		for _, s := range stores {
			taken, err := s.hasBackup(p, number)
			if err != nil {
				return 0, &FileError{s.backupDir(number), "look for a backup in", err}
			}
			if taken {
				continue next
			}
		}
		return number, nil
	}
}

// isKept says whether nothing of the region is without a backup but what this package has written since, and whether there is
// a file.
func (f *file) isKept() (kept, exists bool, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.assessed {
		f.assess()
		if f.kept {
			// The call that made the backup may have failed to make its name durable.
			if err := f.store.fs.SyncDir(f.store.backupDir(f.keptAs)); err != nil {
				f.assessed, f.kept = false, false
				return false, false, err
			}
		}
	}
	return f.kept, f.handle != nil, nil
}

// backup makes the backup of a number, under which there is none. On failure the next call looks again at what there is.
func (f *file) backup(number int) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if taken, err := f.store.hasBackup(f.pos, number); err != nil || taken {
		return errors.Join(err, fs.ErrExist)
	}
	if err := f.copyTo(number); err != nil {
		f.assessed = false
		return err
	}
	f.kept, f.assessed = true, true
	return nil
}

// copyTo copies everything of the region, which is locked.
func (f *file) copyTo(number int) error {
	s := f.store
	dir := s.backupDir(number)
	if w := f.writer; w != nil {
		// A word of the header that is in doubt must not get into the copy.
		if err := f.checkPlace(); err != nil {
			return err
		}
		if err := w.settle(); err != nil {
			return err
		}
	}
	if err := s.fs.MkdirAll(dir); err != nil {
		return err
	}
	for _, name := range f.externalNames() {
		err := s.copyFile(s.path(name), filepath.Join(dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := s.fs.SyncDir(dir); err != nil {
		return err
	}
	digest, err := f.digest()
	if err != nil {
		return err
	}
	// A note of a backup that is not there counts for nothing, so that it comes first.
	known := s.readKnown(f.pos)
	known.keep(number, digest)
	if err := s.writeKnown(f.pos, known, true); err != nil {
		return err
	}
	target := filepath.Join(dir, f.pos.FileName())
	if f.handle == nil {
		err = s.writeFile(target, nil, true)
	} else {
		err = s.copyFile(f.path, target)
	}
	if err != nil {
		return err
	}
	return s.fs.SyncDir(dir)
}

// externalNames returns the names of the .mcc files that the region refers to or may refer to.
func (f *file) externalNames() (names []string) {
	if f.handle == nil {
		return nil
	}
	b := buffers.Get().(*buffer)
	defer b.release()
	for i := range f.entries {
		l := location(f.entries[i].location.Load())
		if use, _ := f.external(b, !f.lost.Load(), l); use != externalNo {
			names = append(names, externalName(f.pos.chunk(i)))
		}
	}
	return names
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
	temp := to + vfs.TempSuffix
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
