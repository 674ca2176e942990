package region

import (
	"errors"
	"fmt"
	"math/bits"
)

// errSectors is a request that would free or reuse sectors in use: a mistake of this package, never of a file.
var errSectors = errors.New("sector allocation is inconsistent")

// allocator knows which sectors of a file are in use. It is pure and deterministic: the same calls give the same
// sectors, and every run is placed in the lowest gap that holds it (first fit).
type allocator struct {
	used bitset
	// pinned are the sectors that are never freed: the header, and those that more than one entry claims.
	pinned bitset
	// low is a sector below which none is free.
	low int
}

// newAllocator returns an allocator in which the header is in use.
func newAllocator() *allocator {
	a := &allocator{low: headerSectors}
	for i := range headerSectors {
		a.used.set(i)
		a.pinned.set(i)
	}
	return a
}

// claim notes n sectors from first on as those of an entry of the header. Sectors that are in use already become pinned.
func (a *allocator) claim(first, n int) {
	for i := first; i < first+n; i++ {
		if a.used.has(i) {
			a.pinned.set(i)
		}
		a.used.set(i)
	}
}

// alloc returns the first sector of the lowest n free ones in a row, which then are in use. It fails with ErrRegionFull
// if an entry could not hold the place.
func (a *allocator) alloc(n int) (first int, err error) {
	if n < 1 || n > maxSectors {
		return 0, fmt.Errorf("%w: %d sectors wanted", errSectors, n)
	}
	first = a.used.nextClear(a.low)
	a.low = first
	for {
		end := a.used.nextSet(first, first+n)
		if end == first+n {
			break
		}
		first = a.used.nextClear(end)
	}
	if first > maxFirstSector {
		return 0, ErrRegionFull
	}
	for i := first; i < first+n; i++ {
		a.used.set(i)
	}
	return first, nil
}

// free gives n sectors from first on back, except pinned ones. It changes nothing and fails if one of them is not in use
// or belongs to the header.
func (a *allocator) free(first, n int) error {
	for i := first; i < first+n; i++ {
		if i < headerSectors || !a.used.has(i) {
			return fmt.Errorf("%w: sector %d of %d+%d is not in use", errSectors, i, first, n)
		}
	}
	for i := first; i < first+n; i++ {
		if !a.pinned.has(i) {
			a.used.clear(i)
			a.low = min(a.low, i)
		}
	}
	return nil
}

// bitset is a set of small numbers. It grows as needed.
type bitset []uint64

func (b bitset) has(i int) bool { return i>>6 < len(b) && b[i>>6]>>(i&63)&1 != 0 }

func (b *bitset) set(i int) {
	if n := i>>6 + 1 - len(*b); n > 0 {
		*b = append(*b, make([]uint64, n)...)
	}
	(*b)[i>>6] |= 1 << (i & 63)
}

func (b bitset) clear(i int) { b[i>>6] &^= 1 << (i & 63) }

// nextClear returns the lowest number from i on that is not in the set.
func (b bitset) nextClear(i int) int {
	for w := i >> 6; w < len(b); w++ {
		free := ^b[w]
		if w == i>>6 {
			free &= ^uint64(0) << (i & 63)
		}
		if free != 0 {
			return w<<6 + bits.TrailingZeros64(free)
		}
	}
	return max(i, len(b)<<6)
}

// nextSet returns the lowest number from i on that is in the set, or limit if there is none below it.
func (b bitset) nextSet(i, limit int) int {
	for w := i >> 6; w < len(b) && w<<6 < limit; w++ {
		set := b[w]
		if w == i>>6 {
			set &= ^uint64(0) << (i & 63)
		}
		if set != 0 {
			return min(w<<6+bits.TrailingZeros64(set), limit)
		}
	}
	return limit
}
