package region

import (
	"encoding/binary"
	"errors"
	"io/fs"
	"maps"
	"slices"
)

// writer is the part of an open file that only writers use. It is guarded by file.mu.
type writer struct {
	f      *file
	alloc  *allocator
	policy SyncPolicy

	// pending is what may be freed once the header is durable.
	pending []release
	// unsettled are the entries whose words on the disk are in doubt because writing them failed. They are written again
	// from memory before anything else happens.
	unsettled map[int]release
	mark      markState
	stored    bool // Some entry names something, for certain.
	dirty     bool // Something was written since the last sync of the file.
	dirDirty  bool // A name was changed since the last sync of the folder.
}

// release is space that nothing refers to any more.
type release struct {
	index    int // The entry that referred to it.
	first, n int // Sectors; n is 0 if there are none.
	external bool
	x, z     int32 // Of the .mcc file, if external.
}

// prepare makes the file ready for a write: it exists, has a whole header, and no word of it is in doubt.
func (f *file) prepare() (*writer, error) {
	if f.store.opt.ReadOnly {
		return nil, ErrReadOnly
	}
	if f.writeErr != nil {
		return nil, f.writeErr
	}
	if f.lost.Load() {
		return nil, ErrHeaderLost
	}
	if f.cut.Load() > 0 && f.cut.Load() < timestampsBytes {
		// Chunks whose entries are lost would read as absent once the header is made whole.
		return nil, ErrHeaderCut
	}
	if f.writer == nil {
		f.assess()
		existed := f.handle != nil
		if err := f.createFile(); err != nil {
			return nil, err
		}
		w := &writer{f: f, policy: f.store.opt.Sync, unsettled: map[int]release{}, dirty: true, dirDirty: true}
		if f.lost.Load() { // It has come into being since the store looked.
			return nil, ErrHeaderLost
		}
		if err := w.completeHeader(); err != nil {
			return nil, err
		}
		if f.marked {
			w.mark = markPartly
		}
		// What the header in memory calls free may be in use by the header on the disk, if the process that wrote it was
		// killed before it could sync, or its sync failed: then nothing but writing it again makes it durable. From here
		// on the two agree.
		if existed && w.policy != SyncNone {
			if err := w.writeLocations(); err != nil {
				return nil, err
			}
			if err := w.sync(); err != nil {
				return nil, err
			}
		}
		w.claimEntries()
		f.writer = w
	}
	if err := f.writer.settle(); err != nil {
		return nil, err
	}
	return f.writer, f.writer.adjustMark()
}

// createFile creates the region file, with its folder, if there is none.
func (f *file) createFile() error {
	if f.handle != nil {
		return nil
	}
	s := f.store
	if err := s.fs.MkdirAll(s.dir); err != nil {
		return err
	}
	h, err := s.fs.Create(f.path)
	if errors.Is(err, fs.ErrExist) {
		// It has come into being since the store looked.
		if f.handle, err = s.fs.OpenWrite(f.path); err != nil {
			f.handle = nil
			return err
		}
		return f.load()
	}
	if err != nil {
		return err
	}
	f.handle = h
	return nil
}

// completeHeader extends the file to the end of its header.
func (w *writer) completeHeader() error {
	size := w.f.size.Load()
	if size < headerBytes {
		if _, err := w.f.handle.WriteAt(make([]byte, headerBytes-size), size); err != nil {
			return err
		}
		w.f.size.Store(headerBytes)
	}
	if w.policy == SyncNone {
		return nil
	}
	return w.syncDir()
}

// writeLocations writes the first half of the header as it is in memory.
func (w *writer) writeLocations() error {
	b := make([]byte, 0, timestampsBytes)
	for i := range entryCount {
		b = binary.BigEndian.AppendUint32(b, w.f.entries[i].location.Load())
	}
	_, err := w.f.handle.WriteAt(b, 0)
	return err
}

// barrier makes everything written so far durable, unless the policy forbids to wait.
func (w *writer) barrier() error {
	if w.policy == SyncNone {
		return w.releasePending()
	}
	return w.sync()
}

// sync makes the file durable and frees what waited for that.
func (w *writer) sync() error {
	if w.dirty {
		if err := w.f.handle.Sync(); err != nil {
			// The system may have dropped the words of the header that were to become durable: write them again.
			for _, r := range w.pending {
				if _, ok := w.unsettled[r.index]; !ok {
					w.unsettled[r.index] = release{index: r.index}
				}
			}
			return err
		}
		w.dirty = false
	}
	return w.releasePending()
}

// syncDir makes the names in the folder durable.
func (w *writer) syncDir() error {
	if err := w.f.store.fs.SyncDir(w.f.store.dir); err != nil {
		return err
	}
	w.dirDirty = false
	return nil
}

// releasePending frees the space that waited for the header to become durable. A .mcc file that cannot be removed stays
// on the list; it does no harm, so that only flush reports it.
func (w *writer) releasePending() error {
	kept := w.pending[:0]
	for _, r := range w.pending {
		if r.n > 0 {
			if err := w.alloc.free(r.first, r.n); err != nil {
				return err
			}
			r.n = 0
		}
		if r.external && w.f.store.removeExternal(r.x, r.z) != nil {
			kept = append(kept, r)
		}
	}
	w.pending = kept
	return nil
}

// removes says whether the .mcc file of a chunk is on the list already.
func (w *writer) removes(x, z int32) bool {
	return slices.ContainsFunc(w.pending, func(r release) bool { return r.external && r.x == x && r.z == z })
}

// setEntry points entry i to a new place, on the disk and in memory, and frees the old one as soon as that is safe. If it
// fails the entry is what it was before, and fresh is free again.
func (w *writer) setEntry(i int, l location, timestamp uint32, old, fresh release) error {
	err := w.writeWords(i, l, timestamp)
	if err == nil && w.policy == SyncFull {
		err = w.sync()
	}
	if err != nil {
		w.unsettled[i] = fresh
		_ = w.settle() // At the latest the next write will.
		return err
	}
	w.f.entries[i].publish(l, timestamp)
	w.pending = append(w.pending, old)
	if w.policy == SyncBarrier {
		return nil
	}
	return w.releasePending()
}

// writeWords writes the two words of entry i.
func (w *writer) writeWords(i int, l location, timestamp uint32) error {
	var word [wordBytes]byte
	w.dirty = true
	binary.BigEndian.PutUint32(word[:], uint32(l))
	if _, err := w.f.handle.WriteAt(word[:], int64(i)*wordBytes); err != nil {
		return err
	}
	return w.writeTimestamp(i, timestamp)
}

// writeTimestamp writes the second word of entry i.
func (w *writer) writeTimestamp(i int, timestamp uint32) error {
	if w.mark != markNone {
		return nil // The whole table is written when the mark is taken away.
	}
	var word [wordBytes]byte
	w.dirty = true
	binary.BigEndian.PutUint32(word[:], timestamp)
	_, err := w.f.handle.WriteAt(word[:], timestampsBytes+int64(i)*wordBytes)
	return err
}

// settle writes those entries again whose words on the disk are in doubt, and frees what only they could have referred
// to.
func (w *writer) settle() error {
	if len(w.unsettled) == 0 {
		return nil
	}
	for _, i := range slices.Sorted(maps.Keys(w.unsettled)) {
		e := &w.f.entries[i]
		if err := w.writeWords(i, location(e.location.Load()), e.timestamp.Load()); err != nil {
			return err
		}
	}
	if w.policy != SyncNone {
		if err := w.f.handle.Sync(); err != nil {
			return err
		}
		w.dirty = false
	}
	for _, r := range w.unsettled {
		w.pending = append(w.pending, r)
	}
	clear(w.unsettled)
	return w.releasePending()
}

// flush makes everything durable and reports what could not be cleared up.
func (f *file) flush() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := f.writer
	if w == nil {
		return nil
	}
	err := f.checkPlace()
	if err == nil {
		err = w.settle()
	}
	if err == nil {
		err = w.sync()
	}
	if err == nil && w.mark != markNone && f.names() > 0 {
		if err = w.clearMark(); err == nil {
			err = w.sync()
		}
	}
	if err == nil && w.dirDirty {
		err = w.syncDir()
	}
	if err != nil {
		return &FileError{f.path, "flush", err}
	}
	var left []error
	for _, r := range w.pending {
		left = append(left, f.store.removeExternal(r.x, r.z))
	}
	w.pending = nil
	return errors.Join(left...)
}
