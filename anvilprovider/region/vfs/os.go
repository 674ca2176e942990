package vfs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// OS is the file system of the operating system. The zero value is ready for use.
type OS struct{}

var (
	_ FS    = OS{}
	_ Named = osFile{}
)

// Open opens an existing file for reading only.
func (OS) Open(name string) (File, error) { return openOS(name, os.O_RDONLY) }

// OpenWrite opens an existing file for reading and writing.
func (OS) OpenWrite(name string) (File, error) { return openOS(name, os.O_RDWR) }

// Create creates a file that must not exist yet.
func (OS) Create(name string) (File, error) {
	return openOS(name, os.O_RDWR|os.O_CREATE|os.O_EXCL)
}

func openOS(name string, flag int) (File, error) {
	f, err := os.OpenFile(name, flag, 0o644)
	if err != nil {
		return nil, err
	}
	return osFile{f}, nil
}

// Rename replaces to by from.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Remove removes a name.
func (OS) Remove(name string) error { return os.Remove(name) }

// MkdirAll creates dir with its missing parents, from the top down, and syncs the folder that holds each new one.
func (o OS) MkdirAll(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && info.IsDir() {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := o.MkdirAll(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		if errors.Is(err, fs.ErrExist) {
			// Another goroutine was faster, or a file is in the way: MkdirAll tells the two apart.
			return os.MkdirAll(dir, 0o755)
		}
		return err
	}
	return o.SyncDir(filepath.Dir(dir))
}

// SyncDir makes the names in dir durable. Windows has no such operation (its file systems journal names by themselves),
// so nothing is done there.
func (OS) SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// List returns the names of the files and folders in dir, sorted.
func (OS) List(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}

// Size returns the length of the file in bytes.
func (OS) Size(name string) (int64, error) {
	info, err := os.Stat(name)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// osFile adds Size and Named to *os.File.
type osFile struct{ *os.File }

func (f osFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Named implements Named.
func (f osFile) Named() (bool, error) {
	own, err := f.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Stat(f.Name())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && os.SameFile(own, there), err
}
