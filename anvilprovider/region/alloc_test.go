package region

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

// plainAllocator is the obvious twin of allocator: one counter for each sector, and a search that tries every place.
type plainAllocator struct {
	claims map[int]int
	pinned map[int]bool
}

func (a *plainAllocator) claim(first, n int) {
	for i := first; i < first+n; i++ {
		a.claims[i]++
		if a.claims[i] > 1 {
			a.pinned[i] = true
		}
	}
}

func (a *plainAllocator) alloc(n int) int {
	for first := headerSectors; ; first++ {
		ok := true
		for i := first; i < first+n; i++ {
			ok = ok && a.claims[i] == 0
		}
		if ok {
			a.claim(first, n)
			return first
		}
	}
}

func (a *plainAllocator) free(first, n int) {
	for i := first; i < first+n; i++ {
		if !a.pinned[i] {
			delete(a.claims, i)
		}
	}
}

// TestAllocator compares the allocator with its twin over random claims, allocations and frees.
func TestAllocator(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fast := newAllocator()
		plain := &plainAllocator{map[int]int{0: 1, 1: 1}, map[int]bool{0: true, 1: true}}
		type run struct{ first, n int }
		var runs []run
		for range rapid.IntRange(0, 20).Draw(t, "claims") {
			r := run{rapid.IntRange(2, 300).Draw(t, "first"), rapid.IntRange(1, 20).Draw(t, "n")}
			fast.claim(r.first, r.n)
			plain.claim(r.first, r.n)
			runs = append(runs, r)
		}
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			if len(runs) > 0 && rapid.Bool().Draw(t, "free") {
				i := rapid.IntRange(0, len(runs)-1).Draw(t, "which")
				r := runs[i]
				runs[i] = runs[len(runs)-1]
				runs = runs[:len(runs)-1]
				if err := fast.free(r.first, r.n); err != nil {
					t.Fatal(err)
				}
				plain.free(r.first, r.n)
				continue
			}
			n := rapid.OneOf(rapid.IntRange(1, 4), rapid.IntRange(1, maxSectors)).Draw(t, "n")
			first, err := fast.alloc(n)
			if want := plain.alloc(n); err != nil || first != want {
				t.Fatalf("alloc(%d) = %d, %v; want %d", n, first, err, want)
			}
			runs = append(runs, run{first, n})
		}
		for i := range 1000 {
			if used := fast.used.has(i); used != (plain.claims[i] > 0) {
				t.Fatalf("sector %d: in use %v, want %v", i, used, !used)
			}
		}
	})
}

// TestAllocatorRefuses lists the requests that must fail and change nothing.
func TestAllocatorRefuses(t *testing.T) {
	a := newAllocator()
	first, err := a.alloc(3)
	if err != nil || first != 2 {
		t.Fatalf("alloc: %d, %v", first, err)
	}
	for _, run := range [][2]int{{0, 1}, {1, 2}, {4, 2}, {5, 1}, {100, 1}} {
		if err := a.free(run[0], run[1]); !errors.Is(err, errSectors) {
			t.Errorf("free(%v): got %v", run, err)
		}
	}
	if err := a.free(2, 3); err != nil {
		t.Error(err)
	}
	if err := a.free(2, 3); !errors.Is(err, errSectors) {
		t.Errorf("double free: got %v", err)
	}
	for _, n := range []int{0, -1, 256} {
		if _, err := a.alloc(n); !errors.Is(err, errSectors) {
			t.Errorf("alloc(%d): got %v", n, err)
		}
	}
	a.claim(headerSectors, maxFirstSector-headerSectors)
	if first, err := a.alloc(2); err != nil || first != maxFirstSector {
		t.Errorf("last place: %d, %v", first, err)
	}
	if _, err := a.alloc(1); !errors.Is(err, ErrRegionFull) {
		t.Errorf("full: got %v", err)
	}
}

// BenchmarkAllocator frees and allocates in a file of 10,000 sectors.
func BenchmarkAllocator(b *testing.B) {
	a := newAllocator()
	a.claim(2, 10_000)
	for b.Loop() {
		if a.free(5000, 2) != nil {
			b.Fatal("free")
		}
		if _, err := a.alloc(2); err != nil {
			b.Fatal(err)
		}
	}
}
