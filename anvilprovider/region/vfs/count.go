package vfs

import "sync/atomic"

// Counter is a file system that counts its open handles, so that a test can prove that none leaks.
type Counter struct {
	fs   FS
	open atomic.Int64
	peak atomic.Int64
}

// NewCounter wraps fsys.
func NewCounter(fsys FS) *Counter { return &Counter{fs: fsys} }

// Handles returns how many handles are open now, and the most that were open at once.
func (c *Counter) Handles() (open, peak int64) { return c.open.Load(), c.peak.Load() }

func (c *Counter) count(f File, err error) (File, error) {
	if err != nil {
		return nil, err
	}
	n := c.open.Add(1)
	for p := c.peak.Load(); n > p && !c.peak.CompareAndSwap(p, n); p = c.peak.Load() {
	}
	return &countedFile{f, c}, nil
}

// Open opens an existing file for reading only.
func (c *Counter) Open(name string) (File, error) { return c.count(c.fs.Open(name)) }

// OpenWrite opens an existing file for reading and writing.
func (c *Counter) OpenWrite(name string) (File, error) { return c.count(c.fs.OpenWrite(name)) }

// Create creates a file that must not exist yet.
func (c *Counter) Create(name string) (File, error) { return c.count(c.fs.Create(name)) }

// Rename replaces to by from.
func (c *Counter) Rename(from, to string) error { return c.fs.Rename(from, to) }

// Remove removes a name.
func (c *Counter) Remove(name string) error { return c.fs.Remove(name) }

// MkdirAll creates a folder and its parents.
func (c *Counter) MkdirAll(dir string) error { return c.fs.MkdirAll(dir) }

// SyncDir makes the names in dir durable.
func (c *Counter) SyncDir(dir string) error { return c.fs.SyncDir(dir) }

// List returns the names of the files in dir, sorted.
func (c *Counter) List(dir string) ([]string, error) { return c.fs.List(dir) }

// Size returns the length of a file in bytes.
func (c *Counter) Size(name string) (int64, error) { return c.fs.Size(name) }

type countedFile struct {
	File
	c *Counter
}

func (f *countedFile) Close() error {
	f.c.open.Add(-1)
	return f.File.Close()
}
