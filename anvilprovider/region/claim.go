package region

import (
	"cmp"
	"io"
	"slices"
)

// claimEntries tells a new allocator what is not free: first the sectors that entries name, then those that a chunk takes beyond
// what its entry names. Such a chunk cannot be read, but it is whole, and whoever corrects the entry gets it back: writers whose
// count of sectors was cut to eight bits, or one too low, have left many of them.
func (w *writer) claimEntries() {
	w.alloc = newAllocator()
	for i := range w.f.entries {
		first, end := location(w.f.entries[i].location.Load()).span()
		w.alloc.claim(first, end-first)
	}
	b := buffers.Get().(*buffer)
	defer b.release()
	for _, t := range w.possibleTails() {
		if end := min(t.limit, w.lengthEnd(b, t)); end > t.end {
			w.alloc.claim(t.end, end-t.end)
		}
	}
}

// span returns the sectors that an entry names, from first to before end, without those of the header.
func (l location) span() (first, end int) {
	first = max(l.first(), headerSectors)
	return first, max(l.first()+l.sectors(), first)
}

// tail is room for more of a chunk than its entry names.
type tail struct {
	first, end int // What the entry names.
	limit      int // The first sector behind that which another entry names, or the end of the file.
}

// possibleTails returns the chunks behind which there is something that no entry names, in the order of the file, so that a disk
// that has to turn reads their heads in one sweep. In a file without holes there are none. All that entries name is in use, and
// nothing else.
func (w *writer) possibleTails() (tails []tail) {
	fileEnd := int(sectorsFor(w.f.size.Load()))
	for i := range w.f.entries {
		l := location(w.f.entries[i].location.Load())
		first, end := l.span()
		if limit := w.alloc.used.nextSet(end, fileEnd); l.first() >= headerSectors && limit > end {
			tails = append(tails, tail{first, end, limit})
		}
	}
	slices.SortFunc(tails, func(a, b tail) int { return cmp.Compare(a.first, b.first) })
	return tails
}

// lengthEnd returns the sector behind a chunk, going by the length in its head. If that cannot be read the chunk may take all
// the room there is.
func (w *writer) lengthEnd(b *buffer, t tail) int {
	n, err := w.f.handle.ReadAt(b.word[:], int64(t.first)*sectorBytes)
	if n < len(b.word) && err != io.EOF {
		return t.limit
	}
	return t.first + int(sectorsFor(int64(wordAt(b.word[:n], 0))+wordBytes))
}
