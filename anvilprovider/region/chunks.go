package region

import "iter"

// Entry is what the header says about one chunk.
type Entry struct {
	// X and Z are the coordinates of the chunk.
	X, Z int32
	// Timestamp is the time of the last write in seconds since 1970; many programs leave it 0.
	Timestamp uint32
	// Sectors is the number of 4,096-byte sectors. An external chunk has one.
	Sectors int
}

// Chunks returns the chunks that the header of a region names, in the order of the entries (X fastest). The error is the
// fault of the entry, if it has one that shows in the header: a *ChunkError. Overlapping entries are listed without an
// error, since they may be readable. If the file itself cannot be opened, or is ErrHeaderLost, one *FileError is all there
// is. Nothing is listed for a region without a file.
func (s *Store) Chunks(p Pos) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		h, err := s.files.acquire(p)
		if err != nil {
			yield(Entry{}, err)
			return
		}
		defer s.files.release(h)
		f := h.file
		head, err := f.header()
		if err != nil {
			yield(Entry{}, &FileError{f.path, "read header of", err})
			return
		}
		if head.lost {
			yield(Entry{}, &FileError{f.path, "list chunks of", ErrHeaderLost})
			return
		}
		for i := range entryCount {
			l := head.locations[i]
			if l == 0 && head.known(i) {
				continue
			}
			x, z := p.chunk(i)
			e := Entry{X: x, Z: z, Timestamp: head.timestamps[i], Sectors: l.sectors()}
			if !yield(e, atChunk(f.checkEntry(head, i), f.path, x, z)) {
				return
			}
		}
	}
}

// checkEntry returns the fault of an entry that shows without reading the chunk.
func (f *file) checkEntry(h *header, i int) error {
	if !h.known(i) {
		return ErrHeaderCut
	}
	l := h.locations[i]
	if err := l.check(); err != nil {
		return err
	}
	if size := f.size.Load(); int64(l.first())*sectorBytes >= size {
		return faultf(ErrBeyondEnd, "sector %d of a file of %d bytes", l.first(), size)
	}
	return nil
}
