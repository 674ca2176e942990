// Package vfs is the small file system that package region writes through. It exists so that the durability of region
// files can be tested: the same writer runs on the operating system ([OS]), in memory ([Mem], which can be cut off at any
// moment as a power failure would), under injected errors ([Faults]) and under a recorder of its operations ([Log]).
//
// # Durability
//
// The interface promises no more than a POSIX file system does:
//
//   - [File.WriteAt] and [File.Truncate] change what later reads see at once, and survive the end of the process, but
//     survive a power failure only once [File.Sync] has returned nil. Until then any part of them may be lost, in any
//     order, in units of a disk sector.
//   - [FS.Create], [FS.Rename] and [FS.Remove] change names at once, but survive a power failure only once [FS.SyncDir]
//     of the folder has returned nil. Until then each of them may be lost, independently of the others and of the data.
//   - [FS.Rename] is atomic: at every moment, a power failure included, the new name leads to the old file or to the
//     new one.
//   - File.Sync does not make the name of the file durable, and SyncDir does not make data durable.
//   - A failed Sync makes no promise about any write before it.
package vfs

import "io"

// TempSuffix ends the names of all files that are written and do not have their own name yet. One that is there when nobody
// writes was left by a write that was interrupted.
const TempSuffix = ".kestrel-tmp"

// FS is a file system as far as region files need one. Names are paths in the manner of the implementation. All methods
// are safe for concurrent use. Errors satisfy errors.Is with fs.ErrNotExist, fs.ErrExist and fs.ErrPermission, and name
// the path.
type FS interface {
	// Open opens an existing file for reading only.
	Open(name string) (File, error)
	// OpenWrite opens an existing file for reading and writing, without truncating it.
	OpenWrite(name string) (File, error)
	// Create creates a file for reading and writing and fails with fs.ErrExist if there is one of that name.
	Create(name string) (File, error)
	// Rename gives a file another name in the same folder, replacing a file that has that name, atomically.
	Rename(from, to string) error
	// Remove removes the name of a file. Handles that are open stay usable.
	Remove(name string) error
	// MkdirAll creates a folder and its parents where missing, and makes those that it created durable.
	MkdirAll(dir string) error
	// SyncDir makes the names in a folder durable.
	SyncDir(dir string) error
	// List returns the names of the files and folders in a folder, sorted.
	List(dir string) ([]string, error)
	// Size returns the length of a file in bytes.
	Size(name string) (int64, error)
}

// File is an open file with positional access. Reads may run concurrently with each other and with writes; two writes may
// run concurrently if they do not overlap. A handle must be closed exactly once.
type File interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	// Truncate sets the length in bytes; what it adds reads as zeroes.
	Truncate(size int64) error
	// Sync makes the length and everything written so far durable.
	Sync() error
	// Size returns the current length in bytes.
	Size() (int64, error)
}

// Named is implemented by a File that can tell whether its name still leads to it.
type Named interface {
	// Named reports whether the file is the one that its name leads to: nobody has removed it, or put another in its place.
	Named() (bool, error)
}
