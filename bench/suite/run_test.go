package suite

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/bench/register"
)

const benchFile = `package p
import "testing"
func BenchmarkOne(b *testing.B) {
	b.Run("ours", func(b *testing.B) { for b.Loop() {} })
	b.Run("peer", func(b *testing.B) { for b.Loop() {} })
}
func BenchmarkTwo(b *testing.B) { b.Run("ours", func(b *testing.B) { for b.Loop() {} }) }
`

// module writes a little module with two benchmarks, in a git work tree of its own.
func module(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"go", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p_test.go": benchFile} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	return dir
}

var testTables = []register.Table{
	{Number: 1, Title: "One", Bench: "One", Package: ".", Ours: "ours", Passes: []register.Pass{{Iterations: 100}}},
	{Number: 2, Title: "Two", Bench: "Two", Package: ".", Ours: "ours", Passes: []register.Pass{{Iterations: 100}}},
}

func TestRun(t *testing.T) {
	dir, out := module(t), t.TempDir()
	var order []string
	o := Options{Module: dir, Out: out, Launches: 3, Command: "test", Progress: func(_, _ int, what string) { order = append(order, what[:3]) }}
	res, err := Run(context.Background(), testTables, o)
	if err != nil {
		t.Fatal(err)
	}
	if res.Runs != 6 || res.Tables != 2 {
		t.Errorf("%+v", res)
	}
	if got := strings.Join(order, " "); got != "One Two One Two One Two" {
		t.Errorf("the tables did not take turns: %s", got)
	}
	page, err := os.ReadFile(res.Markdown)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"3 in 3 of 100", "| tree | clean |", "| command | test |", "| load-after |", "| peer |"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
}

func TestRunResumes(t *testing.T) {
	dir, out := module(t), t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Module: dir, Out: out, Launches: 2, Progress: func(done, _ int, _ string) {
		if done == 3 {
			cancel()
		}
	}}
	res, err := Run(ctx, testTables, o)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("a cancelled run ended with %v", err)
	}
	if _, err := os.Stat(res.HTML); err != nil || res.Runs != 3 {
		t.Fatalf("a cancelled run left no page: %v, %+v", err, res)
	}
	o.Progress, o.Resume = nil, true
	if res, err = Run(context.Background(), testTables, o); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(res.Raw)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(raw), "BenchmarkTwo/ours"); n != 2 {
		t.Errorf("%d samples of Two after resuming, want 2:\n%s", n, raw)
	}
}

func TestRunRefusesDirtyTree(t *testing.T) {
	dir := module(t)
	if err := os.WriteFile(filepath.Join(dir, "new_test.go"), []byte("package p\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Options{Module: dir, Out: t.TempDir(), Launches: 2}
	if _, err := Run(context.Background(), testTables, o); err == nil || !strings.Contains(err.Error(), "--dirty") {
		t.Errorf("a dirty tree was measured: %v", err)
	}
	o.Dirty = true
	if _, err := Run(context.Background(), testTables[:1], o); err != nil {
		t.Errorf("a dirty tree that was allowed: %v", err)
	}
}

func TestSharedTables(t *testing.T) {
	all := append([]register.Table{{Number: 3, Bench: "One", Package: ".", Shared: true}}, testTables...)
	for name, picked := range map[string][]register.Table{"alone": all[:1], "with its owner": all[:2]} {
		if list := withOwners(picked, all); len(list) != 1 || list[0].Number != 1 {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

// A table that fails does not take the others with it.
func TestRunGoesOn(t *testing.T) {
	dir, out := module(t), t.TempDir()
	tables := append([]register.Table{{Number: 3, Title: "Bad", Bench: "One", Package: ".", Ours: "ours", Passes: []register.Pass{{Match: "/(", Iterations: 1}}}}, testTables...)
	res, err := Run(context.Background(), tables, Options{Module: dir, Out: out, Launches: 2})
	if err == nil || !strings.Contains(err.Error(), "table 3:") {
		t.Errorf("the failure is not reported: %v", err)
	}
	if res.Runs != 4 || res.Tables < 2 {
		t.Errorf("%+v", res)
	}
}

// A run of some tables beside the published one takes nobody's place, and hinders no other run.
func TestPartsPublishNothing(t *testing.T) {
	dir := module(t)
	in := func(name string) string { return filepath.Join(dir, "bench", "results", name) }
	if _, err := Run(context.Background(), testTables, Options{Module: dir, Out: in("2026-01-01-host"), Launches: 2}); err != nil {
		t.Fatal(err)
	}
	whole, ok := Newest(dir)
	if !ok {
		t.Fatal("a complete run is not published")
	}
	if _, err := Run(context.Background(), testTables, Options{Module: dir, Out: in("2026-01-02-host"), Launches: 2, Numbers: []int{1}}); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"map.png": "", "survival/level.dat": "", "bench/results/2026-01-03-host/raw.txt": "date: x\n"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Module: dir, Out: in("2026-01-04-host"), Launches: 2, Progress: func(done, _ int, _ string) {
		if done == 1 {
			cancel()
		}
	}}
	if _, err := Run(ctx, testTables, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("a cancelled run ended with %v", err)
	}
	if got, _ := Newest(dir); got != whole {
		t.Errorf("%s counts as published", got)
	}
	o.Progress, o.Resume = nil, true
	if _, err := Run(context.Background(), testTables, o); err != nil {
		t.Fatal(err)
	}
	if got, _ := Newest(dir); filepath.Dir(got) != o.Out {
		t.Errorf("after the run was resumed, %s counts as published", got)
	}
}
