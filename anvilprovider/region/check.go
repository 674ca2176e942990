package region

import (
	"iter"
	"strings"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// Check reads everything in the folder and returns every fault that it finds, not only the first: a *ChunkError for each
// fault of a chunk (a chunk may have several) and a *FileError for each fault of a file. Findings that do not stop a
// read are among them; see the package comment. A folder without faults yields nothing.
func (s *Store) Check() iter.Seq[error] {
	return func(yield func(error) bool) {
		names, err := s.list()
		if err != nil {
			yield(&FileError{s.dir, "list", err})
			return
		}
		externals := map[Pos][]string{}
		var regions []Pos
		for _, name := range names {
			if strings.HasSuffix(name, vfs.TempSuffix) {
				if !yield(&FileError{s.path(name), "check", ErrOrphan}) {
					return
				}
				continue
			}
			p, ok := PosOfFile(name)
			if !ok {
				continue
			}
			if _, seen := externals[p]; !seen {
				regions, externals[p] = append(regions, p), nil // A .mcc file may be all that is left of a region.
			}
			if name != p.FileName() {
				externals[p] = append(externals[p], name)
			}
		}
		for _, p := range regions {
			if !s.checkRegion(p, externals[p], yield) {
				return
			}
		}
	}
}

// checkRegion yields the faults of one region file and of the .mcc files that belong to it.
func (s *Store) checkRegion(p Pos, externals []string, yield func(error) bool) bool {
	h, err := s.files.acquire(p)
	if err != nil {
		return yield(err)
	}
	defer s.files.release(h)
	f := h.file
	for _, fault := range f.check(externals) {
		if !yield(fault) {
			return false
		}
	}
	return true
}

// check returns the faults of the file. Writers wait meanwhile, so that no entry moves between two looks at it.
func (f *file) check(externals []string) (faults []error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	head, err := f.header()
	if err != nil {
		return []error{&FileError{f.path, "read header of", err}}
	}
	if head.cut > 0 {
		faults = append(faults, &FileError{f.path, "check", ErrHeaderCut})
	}
	if head.lost {
		faults = append(faults, &FileError{f.path, "check", ErrHeaderLost})
	}
	shared := overlaps(head)
	b := buffers.Get().(*buffer)
	defer b.release()
	var scratch []byte
	for i := range entryCount {
		if head.locations[i] == 0 {
			continue
		}
		x, z := f.pos.chunk(i)
		for _, fault := range f.checkChunk(b, &scratch, head.locations[i], x, z, shared[i]) {
			faults = append(faults, atChunk(fault, f.path, x, z))
		}
	}
	for _, name := range externals {
		x, z, _ := parseExternalName(name)
		if f.writer != nil && f.writer.removes(x, z) {
			continue
		}
		i := entryIndex(x, z)
		if use, _ := f.external(b, head.known(i), head.locations[i]); use == externalNo {
			faults = append(faults, &ChunkError{f.store.path(name), x, z, ErrOrphan, nil})
		}
	}
	return faults
}

// checkChunk reads a chunk in full and returns its faults.
func (f *file) checkChunk(b *buffer, scratch *[]byte, l location, x, z int32, overlap bool) (faults []error) {
	if overlap {
		faults = append(faults, ErrOverlap)
	}
	c, err := f.readAt(b, l, x, z)
	if err != nil {
		return append(faults, err)
	}
	out, note, err := c.inflate((*scratch)[:0], f.store.opt.MaxInflated)
	if cap(out) <= maxPooledBytes {
		*scratch = out
	}
	if err != nil {
		return append(faults, atChunk(err, c.file, x, z))
	}
	for _, n := range []error{c.note, note} {
		if n != nil {
			faults = append(faults, n)
		}
	}
	return faults
}

// overlaps returns the entries that claim a sector which another one claims, too.
func overlaps(h *header) (shared [entryCount]bool) {
	owner := map[int]int{}
	for i, l := range h.locations {
		for sector := l.first(); sector < l.first()+l.sectors(); sector++ {
			if sector < headerSectors {
				continue
			}
			if j, taken := owner[sector]; taken {
				shared[i], shared[j] = true, true
				continue
			}
			owner[sector] = i
		}
	}
	return shared
}
