package region_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// errInjected is what a file operation fails with.
var errInjected = errors.New("injected")

// TestWriteFaults makes each file operation of each kind of change fail, once and for good, with an error, a short write
// and a full disk. Nothing panics, the old chunk (or, where one replaced the other, the new) stays readable, the error
// names path and cause, and once the fault is over the same call succeeds and leaves nothing behind.
func TestWriteFaults(t *testing.T) {
	faults := map[string]vfs.Fault{
		"error":           {Err: errInjected},
		"error once":      {Err: errInjected, Times: 1},
		"error twice":     {Err: errInjected, Times: 2},
		"short":           {Err: errInjected, Short: true},
		"short once":      {Err: errInjected, Short: true, Times: 1},
		"disk full":       {Err: syscall.ENOSPC},
		"disk full short": {Err: syscall.ENOSPC, Short: true, Times: 1},
	}
	if raceEnabled || testing.Short() {
		for _, name := range []string{"error", "error twice", "short", "disk full"} {
			delete(faults, name) // There is one goroutine: the race detector has little to see.
		}
	}
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier, region.SyncNone} {
		for _, sc := range scenarios {
			for name, fault := range faults {
				t.Run(fmt.Sprintf("%v/%s/%s", policy, sc.name, name), func(t *testing.T) {
					fault.Match = func(op vfs.Op) bool { return op.Kind.Mutates() }
					for fault.After = 0; writeFault(t, policy, sc, fault, true); fault.After++ {
						if fault.After > 50 {
							t.Fatal("no end of file operations")
						}
						writeFault(t, policy, sc, fault, false)
					}
					if fault.After < 2 {
						t.Errorf("only %d file operations", fault.After)
					}
				})
			}
		}
	}
}

// writeFault carries out a scenario under a fault, and says whether the fault came to pass. Once it is over the change is
// tried again, or else given up: the chunk then stays what it was, on the disk too.
func writeFault(t *testing.T, policy region.SyncPolicy, sc scenario, fault vfs.Fault, again bool) (fired bool) {
	t.Helper()
	mem := vfs.NewMem()
	counter := vfs.NewCounter(mem)
	faulty := vfs.NewFaults(counter)
	o := region.Options{Compression: region.None, Sync: policy}
	s := open(t, faulty, o)
	write(t, s, 40, 0, 1, largeBytes) // Another region, so that the folder is there.
	beside := sc.old > 0 && !sc.alone
	if sc.old > 0 {
		write(t, s, 0, 0, 1, sc.old)
	}
	if beside {
		write(t, s, 1, 0, 1, largeBytes)
	}
	if err := s.Flush(); err != nil {
		t.Fatal(err)
	}
	before, after := versionFor(1, sc.old), versionFor(2, sc.new)

	faulty.Arm(fault)
	err := store(s, 0, 0, 2, sc.new)
	switch {
	case err == nil:
		wantVersion(t, s, 0, 0, after)
	case sc.old > 255*4096 && sc.new > 255*4096:
		wantVersion(t, s, 0, 0, before, after)
	default:
		wantVersion(t, s, 0, 0, before)
	}
	if err != nil {
		checkChunkError(t, err, 0, 0)
		if !errors.Is(err, fault.Err) || !errors.Is(err, region.ErrIO) || !strings.Contains(err.Error(), dir) {
			t.Errorf("after %d: error %q does not tell what happened", fault.After, err)
		}
	}
	if beside {
		wantVersion(t, s, 1, 0, 1)
	}
	if _, n := faulty.Disarm(); n == 0 && err != nil {
		t.Fatalf("after %d: error without a fault: %v", fault.After, err)
	} else {
		fired = n > 0
	}

	allowed, size := []uint32{after}, sc.new
	if again {
		if err := store(s, 0, 0, 2, sc.new); err != nil {
			t.Fatalf("after %d: retry: %v", fault.After, err)
		}
	} else if err != nil {
		allowed, size = []uint32{before}, sc.old
		if sc.old > 255*4096 && sc.new > 255*4096 {
			allowed = append(allowed, after)
		}
	}
	check := func() {
		t.Helper()
		wantVersion(t, s, 0, 0, allowed...)
		wantVersion(t, s, 40, 0, 1)
		if beside {
			wantVersion(t, s, 1, 0, 1)
		}
		checkStore(t, s)
	}
	if again {
		check()
		write(t, s, 2, 0, 1, largeBytes)
		check()
	}
	closeStore(t, s)
	s = open(t, mem, o)
	check()
	write(t, s, 2, 0, 1, largeBytes)
	check()
	closeStore(t, s)
	names, _ := mem.List(dir)
	want := []string{"r.0.0.mca", "r.1.0.mca"} // The write of 2,0 has created the first in any case.
	if size > 255*4096 {
		want = append([]string{"c.0.0.mcc"}, want...)
	}
	if !slices.Equal(names, want) {
		t.Errorf("after %d: files %v, want %v", fault.After, names, want)
	}
	if n, _ := counter.Handles(); n != 0 {
		t.Errorf("after %d: %d handles are open", fault.After, n)
	}
	return fired
}

// TestReadFaults makes each file operation of a read fail: never does that look like an absent chunk.
func TestReadFaults(t *testing.T) {
	for _, readOnly := range []bool{false, true} {
		for _, size := range []int{smallBytes, externalBytes} {
			mem := vfs.NewMem()
			s := open(t, mem, region.Options{Compression: region.None})
			write(t, s, 0, 0, 1, size)
			closeStore(t, s)
			for after := 0; ; after++ {
				faulty := vfs.NewFaults(mem)
				s := open(t, faulty, region.Options{ReadOnly: readOnly})
				faulty.Arm(vfs.Fault{Err: errInjected, After: after, Times: 1})
				_, _, err := s.Read(nil, 0, 0)
				_, fired := faulty.Disarm()
				if fired == 0 {
					if err != nil || after < 3 {
						t.Errorf("%d operations, %v", after, err)
					}
					closeStore(t, s)
					break
				}
				// Closing the .mcc file is the only operation that may fail without harm.
				if err != nil {
					checkChunkError(t, err, 0, 0)
					if !errors.Is(err, errInjected) || !errors.Is(err, region.ErrIO) {
						t.Errorf("after %d: got %v", after, err)
					}
				}
				wantVersion(t, s, 0, 0, 1)
				closeStore(t, s)
			}
		}
	}
}

// TestPermission writes to a file that may only be read: reading works, and the error carries the path.
func TestPermission(t *testing.T) {
	mem := vfs.NewMem()
	s := open(t, mem, region.Options{})
	write(t, s, 0, 0, 1, 100)
	closeStore(t, s)
	denied := vfs.NewFaults(mem)
	denied.Arm(vfs.Fault{
		Err:   syscall.EACCES,
		Match: func(op vfs.Op) bool { return op.Kind == vfs.KindOpenWrite },
	})
	s = open(t, denied, region.Options{})
	wantVersion(t, s, 0, 0, 1)
	err := s.Write(0, 0, payload(0, 0, 2, 100))
	if !errors.Is(err, syscall.EACCES) || !strings.Contains(err.Error(), dir+"/r.0.0.mca") {
		t.Errorf("got %v", err)
	}
	wantVersion(t, s, 0, 0, 1)
	closeStore(t, s)
}
