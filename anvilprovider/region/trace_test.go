package region_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The sizes of the chunks in the scenarios: one sector, three sectors, and more than a region file holds.
const (
	smallBytes    = 3000
	largeBytes    = 10_000
	externalBytes = 1_100_000
)

// scenario is one change of one chunk, in a file with others or alone. A size of 0 means that nothing is stored.
type scenario struct {
	name     string
	old, new int
	alone    bool
}

var scenarios = []scenario{
	{"first chunk", 0, smallBytes, true},
	{"first chunk, external", 0, externalBytes, true},
	{"inline to inline", smallBytes, smallBytes, false},
	{"grow", smallBytes, largeBytes, false},
	{"shrink", largeBytes, smallBytes, false},
	{"inline to external", smallBytes, externalBytes, false},
	{"external to external", externalBytes, externalBytes + 5000, false},
	{"external to inline", externalBytes, smallBytes, false},
	{"absent to external", 0, externalBytes, false},
	{"delete inline", largeBytes, 0, false},
	{"delete external", externalBytes, 0, false},
	{"delete only chunk", largeBytes, 0, true},
	{"delete only chunk, external", externalBytes, 0, true},
}

// store puts the chunk into the state of version, which has size bytes.
func store(s *region.Store, x, z int32, version uint32, size int) error {
	if size == 0 {
		return s.Delete(x, z)
	}
	return s.Write(x, z, payload(x, z, version, size))
}

// TestTrace compares the order of file operations with testdata/trace.txt, where a reviewer can read it. Run with -update
// to write it anew.
func TestTrace(t *testing.T) {
	log := vfs.NewLog(vfs.NewMem(), "")
	for _, policy := range []region.SyncPolicy{region.SyncFull, region.SyncBarrier, region.SyncNone} {
		for _, sc := range scenarios {
			mem := vfs.NewMem()
			scenarioLog := vfs.NewLog(mem, dir+"/")
			s := open(t, scenarioLog, region.Options{Compression: region.None, Sync: policy})
			if sc.old > 0 {
				if err := store(s, 0, 0, 1, sc.old); err != nil {
					t.Fatal(err)
				}
				if err := s.Flush(); err != nil {
					t.Fatal(err)
				}
			}
			scenarioLog.Reset()
			if err := store(s, 0, 0, 2, sc.new); err != nil {
				t.Fatal(err)
			}
			scenarioLog.Note("close")
			closeStore(t, s)
			log.Note(fmt.Sprintf("# %s, sync=%v\n%s", sc.name, policy, scenarioLog.String()))
		}
	}
	got := log.String()
	golden := filepath.Join("testdata", "trace.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("operations differ from %s; if that is meant, run with -update and read the diff. Got:\n%s", golden, got)
	}
}
