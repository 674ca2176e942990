package vfs

import (
	"fmt"
	"sync"
)

// Fault describes which operations fail, and how.
type Fault struct {
	// Match selects the operations that count; nil means all of them.
	Match func(Op) bool
	// After is how many matching operations succeed before the first fails.
	After int
	// Times is how many fail in a row; 0 means all that follow.
	Times int
	// Short lets half of a failing write happen before it fails.
	Short bool
	// Err is the error that the operation returns, wrapped with the operation.
	Err error
}

// Faults is a file system whose operations fail on command. It starts without faults.
type Faults struct {
	// FS is the file system to use.
	FS
	mu          sync.Mutex
	fault       *Fault
	seen, fired int
}

// NewFaults wraps fsys.
func NewFaults(fsys FS) *Faults {
	f := &Faults{}
	f.FS = Watch(fsys, f.before)
	return f
}

// Arm makes operations fail from now on as x says, and resets the counters.
func (f *Faults) Arm(x Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault, f.seen, f.fired = &x, 0, 0
}

// Disarm ends the fault and returns how many matching operations there were since Arm, and how many of them failed.
func (f *Faults) Disarm() (seen, fired int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fault = nil
	return f.seen, f.fired
}

func (f *Faults) before(op Op) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	x := f.fault
	if x == nil || x.Match != nil && !x.Match(op) {
		return nil
	}
	f.seen++
	if f.seen <= x.After || x.Times > 0 && f.fired >= x.Times {
		return nil
	}
	f.fired++
	err := fmt.Errorf("%v: %w", op, x.Err)
	if x.Short && op.Kind == KindWrite {
		return &ShortWrite{Written: op.Size / 2, Err: err}
	}
	return err
}
