package anvilprovider

import (
	"hash/maphash"
	"sync"
)

// gates lets one goroutine at a time read, change and write a chunk. Nobody goes through two gates at once.
type gates struct {
	locks [64]sync.Mutex
	seed  maphash.Seed
}

// enter waits at the gate of a chunk, and returns what leaves it.
func (g *gates) enter(k key) (leave func()) {
	mu := &g.locks[maphash.Comparable(g.seed, k)%uint64(len(g.locks))]
	mu.Lock()
	return mu.Unlock
}
