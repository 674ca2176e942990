//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/nbt"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// toolsBound is the memory in bytes that a tool takes at most with the default settings, whatever the world and the machine.
const toolsBound = 512 << 20

// TestMemory runs the tools on a world of 200 region files, as many at a time as on a machine of 16 and 64 processors, and measures the
// memory that each took at its peak. It takes minutes, so that it runs with KESTREL_LONG=1 only.
func TestMemory(t *testing.T) {
	if os.Getenv("KESTREL_LONG") == "" {
		t.Skip("long: set KESTREL_LONG=1")
	}
	if runtime.GOOS != "linux" {
		t.Skip("other systems count memory in other units")
	}
	w := filepath.Join(t.TempDir(), "w")
	multiply(t, filepath.Join(testworld.Dir(t, "java-1.21"), "region"), filepath.Join(w, "region"), 200)
	for _, args := range [][]string{{"relight", w, "--compare"}, {"verify", w}, {"inspect", w}, {"render", w, "--out", filepath.Join(t.TempDir(), "map.png")}} {
		for _, procs := range []int{2, 16, 64} {
			cmd := exec.Command("example-server", append(args, "--json")...)
			cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(procs))
			if out, err := cmd.Output(); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, out)
			}
			peak := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
			t.Logf("%s with %d processors: %d MiB in %v", args[0], procs, peak>>20, cmd.ProcessState.UserTime())
			if peak > toolsBound {
				t.Errorf("%s with %d processors took %d MiB", args[0], procs, peak>>20)
			}
		}
	}
}

// multiply makes n region files of r.0.0.mca of a folder, in a square, with the chunks' positions put right.
func multiply(t *testing.T, from, to string, n int) {
	t.Helper()
	src, err := region.Options{ReadOnly: true}.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	dst, err := region.Options{Sync: region.SyncNone, Level: 1, MaxOpen: n}.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	for e := range src.Chunks(region.Pos{}) {
		data, _, err := src.Read(nil, e.X, e.Z)
		if err != nil {
			t.Fatal(err)
		}
		name, root, err := nbt.Decode(data, nbt.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range int32(n) {
			x, z := e.X+i%20*32, e.Z+i/20*32
			root["xPos"], root["zPos"] = x, z
			data, err := nbt.Append(nil, name, root)
			if err != nil {
				t.Fatal(err)
			}
			if err := dst.Write(x, z, data); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := dst.Close(); err != nil {
		t.Fatal(err)
	}
}
