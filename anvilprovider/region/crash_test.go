package region_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// outcomes are the ways in which each moment is turned into a crash: nothing but synced data, everything (the process was
// killed), and chance, with the sector sizes of old and new disks.
func outcomes(seeds int) []vfs.Crash {
	all := []vfs.Crash{{Survive: 0}, {Survive: 1}}
	for seed := range uint64(seeds) {
		all = append(all, vfs.Crash{Seed: seed, Survive: 0.5, SectorBytes: []int{4096, 512}[seed%2]})
	}
	return append(all, vfs.Crash{Seed: 99, Survive: 0.9}, vfs.Crash{Seed: 98, Survive: 0.1})
}

// crashSeeds is how many outcomes are left to chance for each moment.
func crashSeeds() int {
	if raceEnabled || testing.Short() {
		return 1
	}
	return 6
}

// moment is the file system as it was left by a crash before one operation.
type moment struct {
	name  string
	clone *vfs.Mem
}

// neighbours are chunks beside the one that a scenario changes; they must come to no harm.
var neighbours = []struct {
	x, z int32
	size int
}{{1, 0, smallBytes}, {2, 0, largeBytes}, {3, 0, externalBytes}, {4, 0, smallBytes}}

// TestCrashMatrix cuts the power before each file operation of each kind of change, and after the last. Whatever part of
// what was not synced survives, the chunk is its old self or its new one, no other chunk is harmed, and the folder can be
// written to and is without faults afterwards.
func TestCrashMatrix(t *testing.T) {
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier} {
		for _, sc := range scenarios {
			t.Run(fmt.Sprintf("%v/%s", policy, strings.ReplaceAll(sc.name, " ", "_")), func(t *testing.T) {
				t.Parallel()
				o := region.Options{Compression: region.None, Sync: policy}
				moments, done := crashScenario(t, o, sc)
				for i, m := range moments {
					allowed := []uint32{versionFor(1, sc.old), versionFor(2, sc.new)}
					if i >= done && policy == region.SyncFull {
						allowed = allowed[1:] // Write has returned: the new one is durable.
					}
					recovers(t, m, o, sc, allowed)
				}
			})
		}
	}
}

// versionFor returns the version that stands for a chunk of a size: 0 if nothing is stored.
func versionFor(version uint32, size int) uint32 {
	if size == 0 {
		return 0
	}
	return version
}

// crashScenario carries out a scenario and returns the crashes at each of its operations; those from done on are after
// Write returned.
func crashScenario(t *testing.T, o region.Options, sc scenario) (moments []moment, done int) {
	mem := vfs.NewMem()
	s := open(t, mem, o)
	if !sc.alone {
		for _, n := range neighbours {
			write(t, s, n.x, n.z, 1, n.size)
		}
	}
	if sc.old > 0 {
		write(t, s, 0, 0, 1, sc.old)
	}
	closeStore(t, s)

	crash := func(name string) {
		for _, c := range outcomes(crashSeeds()) {
			moments = append(moments, moment{fmt.Sprintf("before %q, %+v", name, c), mem.CrashClone(c)})
		}
	}
	s = open(t, vfs.Watch(mem, func(op vfs.Op) error {
		if op.Kind.Mutates() {
			crash(op.String())
		}
		return nil
	}), o)
	if err := store(s, 0, 0, 2, sc.new); err != nil {
		t.Fatal(err)
	}
	done = len(moments)
	crash("close")
	closeStore(t, s)
	crash("end")
	return moments, done
}

// TestKillThenPower kills a process (nothing is lost, but not everything is durable) and cuts the power while the next one
// writes. Sectors that the header in memory calls free may be those of the header on the disk: they must not be
// overwritten before the two agree.
func TestKillThenPower(t *testing.T) {
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier} {
		o := region.Options{Compression: region.None, Sync: policy}
		mem := vfs.NewMem()
		s := open(t, mem, o)
		write(t, s, 0, 0, 1, smallBytes)
		write(t, s, 1, 0, 1, externalBytes)
		closeStore(t, s)

		ops := 0
		killed := open(t, vfs.Watch(mem, func(op vfs.Op) error {
			// The second write to the header is of the timestamp: the location is written, but not synced.
			if op.Kind == vfs.KindWrite && op.Off >= 4096 && op.Off < 8192 {
				ops++
			}
			if policy == region.SyncFull && ops > 0 {
				return errKilled
			}
			return nil
		}), o)
		if err := killed.Write(0, 0, payload(0, 0, 2, smallBytes)); (err != nil) != (policy == region.SyncFull) {
			t.Fatal(err)
		}
		crashes := 0
		s = open(t, vfs.Watch(mem, func(op vfs.Op) error {
			if !op.Kind.Mutates() {
				return nil
			}
			for _, c := range outcomes(12) {
				after := open(t, mem.CrashClone(c), o)
				wantVersion(t, after, 0, 0, 1, 2)
				wantVersion(t, after, 1, 0, 1)
				checkStore(t, after)
				closeStore(t, after)
				crashes++
			}
			return nil
		}), o)
		write(t, s, 5, 5, 1, smallBytes)
		closeStore(t, s)
		if crashes == 0 {
			t.Error("nothing was tried")
		}
	}
}

// TestFailedSyncThenPower lets a sync fail as Linux does: what it should have made durable is dropped, and the next sync
// succeeds all the same. The header of an earlier write is among it, so that the space which that write replaced must not
// be used before the header has been written again.
func TestFailedSyncThenPower(t *testing.T) {
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier} {
		for nth := range 6 {
			o := region.Options{Compression: region.None, Sync: policy}
			mem := vfs.NewMem()
			s := open(t, mem, o)
			write(t, s, 0, 0, 1, smallBytes)
			write(t, s, 1, 0, 1, externalBytes)
			if err := s.Flush(); err != nil {
				t.Fatal(err)
			}
			syncs := 0
			mem.FailSync(func(name string) error {
				if syncs++; syncs == nth+1 {
					return errInjected
				}
				return nil
			})
			for step, sizes := range [][2]int{{smallBytes, externalBytes}, {smallBytes, smallBytes}, {externalBytes, smallBytes}} {
				for x, size := range sizes {
					version := uint32(step + 2)
					writeTwice(t, s, int32(x), 0, version, size)
					writeTwice(t, s, 7, 7, version, smallBytes) // Takes whatever has been given up.
					writeTwice(t, s, 8, 7, version, smallBytes)
					clone := mem.CrashClone(vfs.Crash{})
					after := open(t, clone, o)
					wantVersion(t, after, int32(x), 0, version)
					wantVersion(t, after, 1-int32(x), 0, version, version-1)
					checkCrashed(t, after, 1)
					closeStore(t, after)
				}
			}
			closeStore(t, s)
		}
	}
}

// TestFailedSyncThenReopenThenPower closes a store whose last sync fails, and opens another, which sees a header that will never be on the
// disk unless it is written again. The space that the header on the disk still names must not be used before.
func TestFailedSyncThenReopenThenPower(t *testing.T) {
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier} {
		for nth := 0; ; nth++ {
			o := region.Options{Compression: region.None, Sync: policy}
			mem := vfs.NewMem()
			s := open(t, mem, o)
			write(t, s, 0, 0, 1, smallBytes)
			write(t, s, 1, 0, 1, externalBytes)
			closeStore(t, s)

			s = open(t, mem, o)
			syncs := 0
			mem.FailSync(func(string) error {
				if syncs++; syncs > nth {
					return errInjected
				}
				return nil
			})
			err := errors.Join(s.Write(0, 0, payload(0, 0, 2, smallBytes)), s.Delete(1, 0), s.Close())
			mem.FailSync(nil)
			if err == nil && nth >= 3 {
				break // There were no more.
			}
			if !errors.Is(err, errInjected) {
				t.Fatalf("sync %d: %v", nth, err)
			}
			s = open(t, mem, o)
			for x := range int32(4) {
				write(t, s, 5+x, 5, 1, smallBytes)
				for _, c := range outcomes(2) {
					after := open(t, mem.CrashClone(c), o)
					wantVersion(t, after, 0, 0, 1, 2)
					wantVersion(t, after, 1, 0, 0, 1)
					checkCrashed(t, after, 1)
					closeStore(t, after)
				}
			}
			closeStore(t, s)
		}
	}
}

// TestFailedMarkThenReopenThenPower lets a sync fail while the first chunk of a file is stored, or the only one is deleted. That the file is
// empty on purpose may then not be on the disk, and must be said again before anything is stored behind its header.
func TestFailedMarkThenReopenThenPower(t *testing.T) {
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier} {
		for nth := range 8 {
			size := nth % 2 * smallBytes // Of the chunk before.
			o := region.Options{Compression: region.None, Sync: policy}
			mem := vfs.NewMem()
			s := open(t, mem, o)
			if err := store(s, 0, 0, 1, size); err != nil {
				t.Fatal(err)
			}
			closeStore(t, s)
			s = open(t, mem, o)
			syncs := 0
			mem.FailSync(func(string) error {
				if syncs++; syncs > nth/2 {
					return errInjected
				}
				return nil
			})
			_ = errors.Join(store(s, 0, 0, 2, smallBytes-size), s.Close())
			mem.FailSync(nil)
			s = open(t, vfs.Watch(mem, func(op vfs.Op) error {
				if !op.Kind.Mutates() {
					return nil
				}
				for _, c := range outcomes(2) {
					after := open(t, mem.CrashClone(c), o)
					wantVersion(t, after, 0, 0, versionFor(1, size), versionFor(2, smallBytes-size))
					wantVersion(t, after, 5, 5, 0, 1)
					checkStore(t, after)
					closeStore(t, after)
				}
				return nil
			}), o)
			write(t, s, 5, 5, 1, smallBytes)
			closeStore(t, s)
		}
	}
}

// writeTwice writes a chunk, again if the first time fails.
func writeTwice(t *testing.T, s *region.Store, x, z int32, version uint32, size int) {
	t.Helper()
	if s.Write(x, z, payload(x, z, version, size)) != nil {
		write(t, s, x, z, version, size)
	}
}

// recovers opens what a crash left and demands that all is well and goes on well.
func recovers(t *testing.T, m moment, o region.Options, sc scenario, allowed []uint32) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("crash %s", m.name)
		}
	}()
	s := open(t, m.clone, o)
	wantVersion(t, s, 0, 0, allowed...)
	check := func() {
		t.Helper()
		if !sc.alone {
			for _, n := range neighbours {
				wantVersion(t, s, n.x, n.z, 1)
			}
		}
		checkCrashed(t, s, 0)
	}
	check()
	// New chunks must not be placed on old ones.
	for i := range int32(4) {
		write(t, s, i, 7, 3, smallBytes+int(i)*4096)
	}
	wantVersion(t, s, 0, 0, allowed...)
	check()
	write(t, s, 0, 0, 3, smallBytes)
	closeStore(t, s)
	s = open(t, m.clone, o)
	wantVersion(t, s, 0, 0, 3)
	check()
	checkStore(t, s)
	closeStore(t, s)
}
