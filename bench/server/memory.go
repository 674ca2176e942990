package server

import (
	"runtime"
	"sync/atomic"
	"time"
)

// memoryWatch notes the largest heap from its start on.
type memoryWatch struct {
	base       uint64
	peak       atomic.Uint64
	stop, done chan struct{}
}

func watchMemory() *memoryWatch {
	m := &memoryWatch{stop: make(chan struct{}), done: make(chan struct{})}
	m.base = m.held()
	go func() {
		defer close(m.done)
		ticker := time.NewTicker(20 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				m.note(heapNow())
			case <-m.stop:
				return
			}
		}
	}()
	return m
}

func (m *memoryWatch) note(n uint64) {
	for old := m.peak.Load(); n > old && !m.peak.CompareAndSwap(old, n); old = m.peak.Load() {
	}
}

// held is the size of what is reachable.
func (m *memoryWatch) held() uint64 {
	runtime.GC()
	runtime.GC()
	n := heapNow()
	m.note(n)
	return n
}

// close stops watching and returns the peak.
func (m *memoryWatch) close() uint64 {
	close(m.stop)
	<-m.done
	return m.peak.Load()
}

func heapNow() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}
