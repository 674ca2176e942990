package tools

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/kestrel-mc/kestrel/bench/internal/fixture"
	"github.com/kestrel-mc/kestrel/bench/internal/terrain"
)

// The world: so many dimensions of so many region files each, which are the same in all, and have a square of so many chunks along
// an edge, far from the file's border.
const (
	dimensions  = 4
	regionFiles = 16
	edge        = 8
)

// BenchmarkTools works through a world of 64 region files with as many processors as procs says. An operation is the whole world;
// chunks/s is what a user sees, and cpu-ns/op the time of all processors, which tells where one that is slow was kept waiting by
// other programs. The program is built beforehand, and each run is a process with GOMAXPROCS of its own.
func BenchmarkTools(b *testing.B) {
	program := build(b)
	var chunks []terrain.Chunk
	for i := range int32(regionFiles) {
		square, err := terrain.SquareAt(i%4*32+8, i/4*32+8, edge)
		if err != nil {
			b.Fatal(err)
		}
		chunks = append(chunks, square...)
	}
	fixture.Input("tools", chunks)
	dir := fixture.Anvil(b, chunks)
	for i := range dimensions - 1 {
		if err := os.CopyFS(filepath.Join(dir, "dimensions", "bench", fmt.Sprint("copy", i), "region"), os.DirFS(filepath.Join(dir, "region"))); err != nil {
			b.Fatal(err)
		}
	}
	for _, tool := range [][]string{{"verify"}, {"relight", "--compare"}} {
		for _, procs := range []int{1, 2} {
			b.Run(fmt.Sprintf("tool=%s/procs=%d", tool[0], procs), func(b *testing.B) {
				var used time.Duration
				for b.Loop() {
					used += work(b, program, procs, dimensions*len(chunks), append(tool, dir, "--json"))
				}
				b.ReportMetric(float64(used.Nanoseconds())/float64(b.N), "cpu-ns/op")
				b.ReportMetric(float64(dimensions*len(chunks)*b.N)/b.Elapsed().Seconds(), "chunks/s")
			})
		}
	}
}

// build makes the program.
func build(b *testing.B) string {
	program := filepath.Join(b.TempDir(), "example-server")
	if out, err := exec.Command("go", "build", "-o", program, "github.com/kestrel-mc/kestrel/example-server").CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	return program
}

// work runs a tool, which must find nothing wrong and see every chunk, and returns the time of its processors.
func work(b *testing.B, program string, procs, chunks int, args []string) time.Duration {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", procs))
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("%v: %v\n%s", args, err, out)
	}
	var result struct{ Chunks, Ineligible int }
	if err := json.Unmarshal(out, &result); err != nil {
		b.Fatalf("%v: %v", args, err)
	}
	// What relight cannot judge are the chunks at the border of each square.
	if result.Chunks == 0 || result.Chunks+result.Ineligible != chunks {
		b.Fatalf("%v: %+v, want %d chunks", args, result, chunks)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
