package region

import (
	"encoding/binary"
)

// Write stores payload, the uncompressed contents of a chunk, as the chunk x, z. It is compressed as the options say, and
// goes to a .mcc file if it takes more than 255 sectors. When Write returns nil the chunk is as durable as Options.Sync
// says. When it fails, the error is a *ChunkError and the chunk keeps its old contents; only if the old and the new are
// external, a failure after the one replaced the other can leave the new. Writing again is always possible. Payload is
// not kept.
func (s *Store) Write(x, z int32, payload []byte) error {
	if s.opt.ReadOnly {
		return ErrReadOnly
	}
	if int64(len(payload)) > s.opt.MaxInflated {
		return atChunk(tooLarge(s.opt.MaxInflated), s.path(PosOf(x, z).FileName()), x, z)
	}
	b := buffers.Get().(*buffer)
	defer b.release()
	frame, err := Compress(append(b.stored[:0], make([]byte, chunkHeadBytes)...), payload, s.opt.Compression, s.opt.Level)
	if err != nil {
		return atChunk(err, s.path(PosOf(x, z).FileName()), x, z)
	}
	b.stored = frame
	return s.put(x, z, frame, s.opt.Compression)
}

// WriteRaw stores stored, a payload that is compressed already, as the chunk x, z: what ReadRaw returned, for instance.
// It must be a whole stream of the given compression; that is not checked. For the rest it is Write.
func (s *Store) WriteRaw(x, z int32, stored []byte, kind Compression) error {
	if s.opt.ReadOnly {
		return ErrReadOnly
	}
	if !kind.Supported() {
		return atChunk(unknownCompression(kind, stored), s.path(PosOf(x, z).FileName()), x, z)
	}
	if limit := s.opt.MaxInflated; int64(len(stored)) > maxStored(limit) {
		return atChunk(tooLarge(limit), s.path(PosOf(x, z).FileName()), x, z)
	}
	b := buffers.Get().(*buffer)
	defer b.release()
	frame := append(append(b.stored[:0], make([]byte, chunkHeadBytes)...), stored...)
	b.stored = frame
	return s.put(x, z, frame, kind)
}

// Delete removes the chunk x, z. That nothing is stored is not an error. Errors and durability are those of Write.
func (s *Store) Delete(x, z int32) error {
	if s.opt.ReadOnly {
		return ErrReadOnly
	}
	return s.change(x, z, func(f *file) error { return f.delete(x, z) })
}

// put stores a chunk: frame is the room for its head, then the compressed payload. The frame is the buffer's.
func (s *Store) put(x, z int32, frame []byte, kind Compression) error {
	return s.change(x, z, func(f *file) error { return f.put(x, z, frame, kind) })
}

// change changes the chunk x, z in its region file, which is locked meanwhile.
func (s *Store) change(x, z int32, do func(*file) error) error {
	h, err := s.files.acquire(PosOf(x, z))
	if err != nil {
		return atFile(err, s.path(PosOf(x, z).FileName()), x, z)
	}
	defer s.files.release(h)
	f := h.file
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.checkPlace(); err != nil {
		return atChunk(err, f.path, x, z)
	}
	return atChunk(do(f), f.path, x, z)
}

// previous describes what the entry of a chunk refers to before a write.
type previous struct {
	release
	use  externalUse
	kind Compression
}

// previous returns what the entry of the chunk x, z refers to, and puts a .mcc file aside that the chunk has although its entry
// does not name it: it may go from here on.
func (w *writer) previous(x, z int32) (previous, error) {
	i := entryIndex(x, z)
	l := location(w.f.entries[i].location.Load())
	p := previous{release: release{index: i, x: x, z: z}}
	b := buffers.Get().(*buffer)
	defer b.release()
	p.use, p.kind = w.f.external(b, true, l)
	if l.check() == nil {
		p.first, p.n = l.first(), l.sectors()
	}
	var err error
	switch {
	case p.use == externalYes && p.kind.Supported():
		p.external = true
	case !w.removes(x, z): // One that is about to be removed is no orphan.
		p.external, err = w.f.store.setAside(x, z)
	}
	return p, err
}

// put is Store.put on the file, which is locked.
func (f *file) put(x, z int32, frame []byte, kind Compression) error {
	w, err := f.prepare()
	if err != nil {
		return err
	}
	old, err := w.previous(x, z)
	if err != nil {
		return err
	}
	if sectorsFor(int64(len(frame))) <= maxSectors {
		return w.putInline(old, frame, kind)
	}
	payload := frame[chunkHeadBytes:]
	if old.use == externalYes && old.kind.Supported() {
		if old.kind != kind {
			// Entry and file cannot change in one step, so the file keeps the compression that the entry names.
			if payload, err = f.recompress(payload, kind, old.kind); err != nil {
				return err
			}
			if sectorsFor(int64(len(payload)+chunkHeadBytes)) <= maxSectors {
				frame = append(make([]byte, chunkHeadBytes), payload...)
				return w.putInline(old, frame, old.kind)
			}
		}
		return w.replaceExternal(old, payload)
	}
	return w.putExternal(old, payload, kind)
}

// recompress turns a stream of one compression into one of another.
func (f *file) recompress(payload []byte, from, to Compression) ([]byte, error) {
	plain, _, err := decompress(nil, payload, from, f.store.opt.MaxInflated)
	if err != nil {
		return nil, err
	}
	return Compress(nil, plain, to, f.store.opt.Level)
}

// fillSectors completes a frame: the head, and padding to the end of the last sector.
func fillSectors(frame []byte, tag byte) []byte {
	binary.BigEndian.PutUint32(frame, uint32(len(frame)-wordBytes))
	frame[wordBytes] = tag
	if rest := len(frame) % sectorBytes; rest > 0 {
		frame = append(frame, padding[rest:]...)
	}
	return frame
}

// padding is zeroes to cut from.
var padding [sectorBytes]byte

// store writes whole sectors to a place that nobody uses and makes them durable.
func (w *writer) store(sectors []byte) (release, location, error) {
	n := len(sectors) / sectorBytes
	first, err := w.alloc.alloc(n)
	if err != nil {
		return release{}, 0, err
	}
	w.dirty = true
	_, err = w.f.handle.WriteAt(sectors, int64(first)*sectorBytes)
	if err == nil {
		err = w.barrier()
	}
	if err != nil {
		_ = w.alloc.free(first, n)
		return release{}, 0, err
	}
	if end := int64(first+n) * sectorBytes; end > w.f.size.Load() {
		w.f.size.Store(end)
	}
	return release{first: first, n: n}, newLocation(first, n), nil
}

// now returns the time for the header.
func (w *writer) now() uint32 { return uint32(w.f.store.opt.Clock().Unix()) }

// putInline stores a chunk in the region file.
func (w *writer) putInline(old previous, frame []byte, kind Compression) error {
	fresh, l, err := w.store(fillSectors(frame, byte(kind)))
	if err != nil {
		return err
	}
	fresh.index = old.index
	return w.setEntry(old.index, l, w.now(), old.release, fresh)
}

// putExternal stores a chunk that was not external in a .mcc file.
func (w *writer) putExternal(old previous, payload []byte, kind Compression) error {
	s := w.f.store
	temp, err := s.writeTemporary(old.x, old.z, payload)
	if err != nil {
		return err
	}
	fresh, l, err := w.store(fillSectors(make([]byte, chunkHeadBytes, sectorBytes), byte(kind)|externalFlag))
	if err != nil {
		_ = s.fs.Remove(temp)
		return err
	}
	// Nothing refers to the file yet, or nothing that could be read: what had the name has been put aside.
	fresh.index, fresh.x, fresh.z = old.index, old.x, old.z
	fresh.external = true
	if named, err := w.adopt(old, temp); err != nil {
		_ = w.alloc.free(fresh.first, fresh.n)
		fresh.n = 0
		if named && s.removeExternal(old.x, old.z) != nil {
			w.pending = append(w.pending, fresh)
		}
		return err
	}
	old.external = false // It has been replaced.
	return w.setEntry(old.index, l, w.now(), old.release, fresh)
}

// replaceExternal replaces the .mcc file of a chunk whose entry stays as it is, but for the time.
func (w *writer) replaceExternal(old previous, payload []byte) error {
	s := w.f.store
	temp, err := s.writeTemporary(old.x, old.z, payload)
	if err != nil {
		return err
	}
	// Should the entry not be durable yet, it must be before the file can be the new one.
	if err = w.barrier(); err != nil {
		_ = s.fs.Remove(temp)
		return err
	}
	if _, err = w.adopt(old, temp); err != nil {
		return err
	}
	e := &w.f.entries[old.index]
	now := w.now()
	e.publish(location(e.location.Load()), now)
	if err = w.writeTimestamp(old.index, now); err != nil {
		w.unsettled[old.index] = release{index: old.index}
	}
	return err
}

// adopt gives a temporary file the name of the .mcc file of a chunk and makes the name durable. If the file does not get it the file
// is removed; if it does, but perhaps not durably, there is an error all the same. The version of the entry changes, for the sake of
// readers that see the file and its absence.
func (w *writer) adopt(old previous, temp string) (named bool, err error) {
	s := w.f.store
	w.dirDirty = true
	e := &w.f.entries[old.index]
	e.version.Add(1)
	err = s.fs.Rename(temp, s.path(externalName(old.x, old.z)))
	e.version.Add(1)
	if err != nil {
		_ = s.fs.Remove(temp)
		return false, err
	}
	for i := range w.pending { // The name is in use again.
		if r := &w.pending[i]; r.external && r.index == old.index {
			r.external = false
		}
	}
	if w.policy == SyncNone {
		return true, nil
	}
	return true, w.syncDir()
}

// delete is Store.Delete on the file, which is locked.
func (f *file) delete(x, z int32) error {
	if f.entries[entryIndex(x, z)].location.Load() == 0 && f.cut.Load() == 0 && !f.lost.Load() {
		return nil
	}
	w, err := f.prepare()
	if err != nil {
		return err
	}
	old, err := w.previous(x, z)
	if err != nil {
		return err
	}
	if f.names() == 1 {
		// What is stored stays behind the header, which will name nothing.
		if err := w.setMark(); err != nil {
			return err
		}
	}
	return w.setEntry(old.index, 0, 0, old.release, release{index: old.index})
}
