package region

import (
	"errors"
	"io"
	"io/fs"
	"sync"
	"sync/atomic"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// file is one region file that is open. Reads need no lock (see read.go); writes hold mu.
type file struct {
	store *Store
	pos   Pos
	path  string

	// handle is nil as long as there is no file. A writer sets it before it publishes the first entry.
	handle vfs.File
	// live says that another process may write: entries are then read from the disk each time, not from memory.
	live bool
	// cut is header.cut as of opening.
	cut atomic.Int64
	// lost is header.lost as of opening.
	lost atomic.Bool
	// whole says that the file had a whole header when it was opened. It is for live files.
	whole bool
	// replaced is true once the path has been found to lead to another file, or the file to have been changed by another program.
	replaced atomic.Bool

	size atomic.Int64 // Length in bytes.
	// entries is nil if live.
	entries *[entryCount]entry

	backups sync.Mutex // Held by Store.Backup, before mu.

	mu       sync.Mutex
	writer   *writer // Built by the first write.
	marked   bool    // header.marked as of opening.
	writeErr error   // Why the file cannot be written, if it cannot.

	// kept says that there is a backup of everything that others wrote, as far as assess has found out; keptAs is its number.
	assessed, kept bool
	keptAs         int
}

// entry is one entry of the header in memory, with the version by which readers notice that it moved under them: odd
// while a writer changes it.
type entry struct {
	version   atomic.Uint32
	location  atomic.Uint32
	timestamp atomic.Uint32
}

// publish changes an entry for readers.
func (e *entry) publish(l location, timestamp uint32) {
	e.version.Add(1)
	e.location.Store(uint32(l))
	e.timestamp.Store(timestamp)
	e.version.Add(1)
}

// openFile opens the region file at p, if there is one, and reads its header.
func (s *Store) openFile(p Pos) (*file, error) {
	f := &file{store: s, pos: p, path: s.path(p.FileName()), live: s.opt.ReadOnly}
	var err error
	if f.live {
		f.handle, err = s.fs.Open(f.path)
	} else {
		f.entries = new([entryCount]entry)
		f.handle, err = s.fs.OpenWrite(f.path)
		if errors.Is(err, fs.ErrPermission) {
			f.writeErr = err
			f.handle, err = s.fs.Open(f.path)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		f.handle = nil
		return f, nil
	}
	if err != nil {
		return nil, &FileError{f.path, "open", err}
	}
	if err := f.load(); err != nil {
		return nil, errors.Join(&FileError{f.path, "read header of", err}, f.handle.Close())
	}
	return f, nil
}

// load reads the header into memory.
func (f *file) load() error {
	h, err := f.readHeader()
	if err != nil {
		return err
	}
	f.cut.Store(int64(h.cut))
	f.lost.Store(h.lost)
	f.marked = h.marked
	f.whole = f.size.Load() >= headerBytes
	if f.live {
		return nil
	}
	for i := range f.entries {
		f.entries[i].publish(h.locations[i], h.timestamps[i])
	}
	return nil
}

// readHeader reads the length and the header from the disk.
func (f *file) readHeader() (*header, error) {
	size, err := f.handle.Size()
	if err != nil {
		return nil, err
	}
	b := make([]byte, min(size, headerBytes))
	if n, err := f.handle.ReadAt(b, 0); err == io.EOF {
		b = b[:n]
	} else if err != nil {
		return nil, err
	}
	f.size.Store(size)
	h := &header{}
	h.parse(b)
	if size > headerBytes && h.empty() && !h.marked && !(f.store.opt.Emptied && h.dated()) {
		h.lost, err = f.holdsData(size)
	}
	return h, err
}

// holdsData says whether any byte behind the header is not zero. As a rule the first one is.
func (f *file) holdsData(size int64) (bool, error) {
	buf := make([]byte, 64*sectorBytes)
	for off := int64(headerBytes); off < size; off += int64(len(buf)) {
		n, err := f.handle.ReadAt(buf, off)
		for _, c := range buf[:n] {
			if c != 0 {
				return true, nil
			}
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

// header returns the header as it is now.
func (f *file) header() (*header, error) {
	if f.live {
		if f.handle == nil {
			return &header{}, nil
		}
		return f.readHeader()
	}
	h := &header{cut: int(f.cut.Load()), lost: f.lost.Load()}
	for i := range f.entries {
		h.locations[i] = location(f.entries[i].location.Load())
		h.timestamps[i] = f.entries[i].timestamp.Load()
	}
	return h, nil
}

// transient says that the file is not worth keeping open, because another process may be about to change what was found: it
// does not exist, or ends within its header, or its header names nothing although something is stored, as while its first chunk is
// being written; or because it is no longer the one that its path leads to.
func (f *file) transient() bool {
	return f.live && (f.handle == nil || f.lost.Load() || f.cut.Load() > 0) || f.replaced.Load()
}

// checkPlace returns ErrReplaced if the path does not lead to the file any more, so that nobody would ever see what is written to it, or
// if another program has changed which chunks the file has and where, so that what is written might destroy them.
func (f *file) checkPlace() error {
	if f.handle == nil {
		return nil
	}
	same, err := f.agrees()
	if named, ok := f.handle.(vfs.Named); ok && same && err == nil {
		same, err = named.Named()
	}
	if err == nil && !same {
		f.replaced.Store(true)
		err = ErrReplaced
	}
	return err
}

// agrees says whether the locations on the disk are those in memory, but for those that a failed write has left in doubt.
func (f *file) agrees() (bool, error) {
	b := buffers.Get().(*buffer)
	defer b.release()
	table := b.take(timestampsBytes)
	n, err := f.handle.ReadAt(table, 0)
	if n < len(table) && err != io.EOF {
		return false, err
	}
	for i := range f.entries {
		if wordAt(table[:n], i*wordBytes) == f.entries[i].location.Load() {
			continue
		}
		if f.writer == nil {
			return false, nil
		}
		if _, inDoubt := f.writer.unsettled[i]; !inDoubt {
			return false, nil
		}
	}
	return true, nil
}

// close makes everything durable and closes the file. Nobody uses it any more. Of one that has been replaced, nothing is worth
// keeping, and the .mcc files that it would remove may be those of the other.
func (f *file) close() error {
	var err error
	if !f.replaced.Load() {
		if err = f.flush(); err == nil {
			f.leave()
		}
	}
	if f.handle != nil {
		if cerr := f.handle.Close(); cerr != nil {
			err = errors.Join(err, &FileError{f.path, "close", cerr})
		}
	}
	return err
}
