package region_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// TestCrashSequence makes random changes to four chunks in one file, kills the process now and then (nothing that it wrote
// is lost, but nothing more becomes durable), and looks at random moments at what a power failure would leave. Under
// SyncFull a chunk may be what the last finished change made of it, or the change under way. Under SyncBarrier the last
// write and the deletes after it may be missing, too.
func TestCrashSequence(t *testing.T) {
	sequences := 60
	if raceEnabled || testing.Short() {
		sequences = 10
	}
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier} {
		t.Run(policy.String(), func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(sequences) {
				r := &crashRun{
					t: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 1)), mem: vfs.NewMem(),
					o: region.Options{Compression: region.None, Sync: policy}, barrier: -10,
				}
				r.run()
			}
		})
	}
}

// errKilled is what a process that was killed gets from the file system.
var errKilled = errors.New("killed")

// change is a finished or unfinished change of one chunk.
type change struct {
	number  int
	version uint32 // 0 after a delete.
}

// crashRun is one random sequence.
type crashRun struct {
	t    *testing.T
	seed uint64
	rng  *rand.Rand
	mem  *vfs.Mem
	o    region.Options

	history [4][]change // Of each chunk, oldest first.
	number  int         // Of the change under way.
	barrier int         // All changes with lower numbers cannot be missing.
	// inherited says that an earlier process wrote what may not be durable; the first write makes it so, not Flush.
	inherited bool
	alive     int // File operations until the process is killed.
}

// start opens the folder as a new process, which will be killed after some file operations.
func (r *crashRun) start(alive int) *region.Store {
	r.alive, r.inherited = alive, true
	mine := true // The hook of an earlier process must not count for this one.
	return open(r.t, vfs.Watch(r.mem, func(op vfs.Op) error {
		if r.alive--; r.alive < 0 || !mine {
			mine = false
			return errKilled
		}
		if op.Kind.Mutates() && r.rng.IntN(6) == 0 {
			r.losePower(op.String())
		}
		return nil
	}), r.o)
}

func (r *crashRun) run() {
	for x := range r.history {
		r.history[x] = []change{{-100, 0}}
	}
	const forever = 1 << 30
	s := r.start(forever)
	for r.number = range 16 {
		x := r.rng.IntN(len(r.history))
		size := []int{0, smallBytes, largeBytes, externalBytes}[r.rng.IntN(4)]
		version := versionFor(uint32(r.number+1), size)
		before := r.history[x][len(r.history[x])-1].version
		r.history[x] = append(r.history[x], change{r.number, version})
		err := store(s, int32(x), 0, version, size)
		switch {
		case err == nil:
			if size > 0 {
				r.barrier, r.inherited = r.number, false
			}
			if r.o.Sync == region.SyncFull && (size > 0 || before > 0) {
				r.barrier, r.inherited = r.number+1, false
			}
		case errors.Is(err, errKilled):
			s = r.start(forever)
			wantVersion(r.t, s, int32(x), 0, before, version)
			if got := read(r.t, s, int32(x), 0); got != version {
				// It never happened, and must not happen later.
				r.history[x] = append(r.history[x], change{r.number, got})
			}
		default:
			r.t.Fatalf("seed %d: %v", r.seed, err)
		}
		switch r.rng.IntN(8) {
		case 0:
			s = r.start(1 + r.rng.IntN(15)) // Killed between two changes, and soon again.
		case 1:
			err := s.Flush()
			if err == nil && !r.inherited {
				r.barrier = r.number + 1
			} else if err != nil && !errors.Is(err, errKilled) {
				r.t.Fatal(err)
			}
		}
	}
	r.alive = forever
	if err := s.Close(); err != nil && !errors.Is(err, errKilled) {
		r.t.Fatal(err)
	}
}

// losePower opens what a power failure would leave at this moment and checks it.
func (r *crashRun) losePower(moment string) {
	c := vfs.Crash{Seed: r.rng.Uint64(), Survive: []float64{0, 0.3, 0.7, 1}[r.rng.IntN(4)], SectorBytes: 512}
	s := open(r.t, r.mem.CrashClone(c), r.o)
	for x, h := range r.history {
		var allowed []uint32
		for i := range h {
			if i+1 == len(h) || h[i+1].number >= r.barrier {
				allowed = append(allowed, h[i].version)
			}
		}
		if got := read(r.t, s, int32(x), 0); !slices.Contains(allowed, got) {
			r.t.Fatalf("seed %d, change %d, before %s, %+v: chunk %d is version %d, want one of %v (history %v)",
				r.seed, r.number, moment, c, x, got, allowed, h)
		}
	}
	checkCrashed(r.t, s, int32(len(r.history))-1)
	write(r.t, s, 9, 9, 1, largeBytes)
	for x := range r.history {
		write(r.t, s, int32(x), 0, 1, smallBytes)
	}
	checkStore(r.t, s)
	closeStore(r.t, s)
}
