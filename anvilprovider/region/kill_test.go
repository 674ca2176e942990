package region_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// Environment variables of the kill test: the first makes the test binary the process that writes, in the folder it names;
// the second asks for the long form of tests.
const (
	killEnv = "KESTREL_TEST_KILL"
	longEnv = "KESTREL_LONG"
)

// killChunks is the number of chunks that the writing process changes in turn.
const killChunks = 10

// TestMain runs the tests, or the process that one of them kills.
func TestMain(m *testing.M) {
	if spec := os.Getenv(killEnv); spec != "" {
		if err := writeUntilKilled(spec, os.Stdout); err != nil {
			fmt.Println("error", err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// writeUntilKilled writes chunks of ever higher versions, and says so before and after each. The spec is a sync policy, a
// seed, the first version and a folder, separated by commas.
func writeUntilKilled(spec string, out io.Writer) error {
	field := strings.SplitN(spec, ",", 4)
	policy, err := region.ParseSyncPolicy(field[0])
	if err != nil {
		return err
	}
	var seed uint64
	var version uint32
	if _, err := fmt.Sscan(field[1], &seed); err != nil {
		return err
	}
	if _, err := fmt.Sscan(field[2], &version); err != nil {
		return err
	}
	s, err := region.Options{Compression: region.None, Sync: policy}.Open(field[3])
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(seed, 5))
	for ; ; version++ {
		x := int32(rng.IntN(killChunks))
		size := []int{0, 500, 5000, 5000, 20_000, externalBytes}[rng.IntN(6)]
		v := versionFor(version, size)
		fmt.Fprintln(out, "begin", x, v)
		if err := store(s, x, 0, v, size); err != nil {
			return err
		}
		fmt.Fprintln(out, "end", x, v)
	}
}

// TestKill starts processes that write to one folder and kills them at random moments. Each chunk must then be what the
// last finished write made of it, or the write under way; nothing else may be wrong but a .mcc file left over. 20 kills, or 200 with KESTREL_LONG=1.
func TestKill(t *testing.T) {
	kills := 20
	if os.Getenv(longEnv) == "1" {
		kills = 200
	}
	if testing.Short() {
		kills = 3
	}
	folder := filepath.Join(t.TempDir(), "region")
	rng := rand.New(rand.NewPCG(6, 6))
	var finished [killChunks]uint32
	next, writes := uint32(1), 0
	for kill := range kills {
		policy := region.SyncPolicy(kill % 3)
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%v,%d,%d,%s", killEnv, policy, kill, next, folder))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Kill after so many lines and then so long: anywhere within a write.
		lines, wait := 1+rng.IntN(60), time.Duration(rng.IntN(1500))*time.Microsecond
		begun := [2]uint32{killChunks}
		scan := bufio.NewScanner(out)
		for n := 0; scan.Scan(); n++ {
			var what string
			var x, v uint32
			if _, err := fmt.Sscan(scan.Text(), &what, &x, &v); err != nil {
				t.Fatalf("kill %d: the process says %q", kill, scan.Text())
			}
			next = max(next, v+1)
			if what == "begin" {
				begun = [2]uint32{x, v}
			} else {
				finished[x], begun = v, [2]uint32{killChunks}
				writes++
			}
			if n == lines {
				time.Sleep(wait)
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
			t.Fatalf("kill %d: the process ended by itself: %v", kill, err)
		}
		s, err := region.Options{Sync: policy}.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		for x := range uint32(killChunks) {
			if x == begun[0] {
				wantVersion(t, s, int32(x), 0, finished[x], begun[1])
				finished[x] = read(t, s, int32(x), 0)
			} else {
				wantVersion(t, s, int32(x), 0, finished[x])
			}
		}
		checkCrashed(t, s, killChunks-1)
		closeStore(t, s)
	}
	t.Logf("%d kills in %d writes", kills, writes)
}
