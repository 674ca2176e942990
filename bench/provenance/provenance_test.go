package provenance

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Test CPU 3000\ncpu cores\t: 4\n")
	write("proc/meminfo", "MemTotal:       1024 kB\n")
	write("proc/loadavg", "0.10 0.20 0.30 1/2 3\n")
	write("proc/self/mounts", "/dev/a / ext4 rw 0 0\ntmpfs /somewhere tmpfs rw 0 0\n")
	write("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n")
	write("module/go.mod", "module x\n\nrequire (\n\tgithub.com/df-mc/dragonfly v0.11.4\n)\n")

	s := Source{Proc: filepath.Join(root, "proc"), Sys: filepath.Join(root, "sys"), Module: filepath.Join(root, "module"), Temp: "/somewhere/else"}
	got := map[string]string{}
	for _, f := range s.Read(context.Background(), time.Unix(0, 0), "the command") {
		if f.Value == "" {
			t.Errorf("%s is empty", f.Key)
		}
		got[f.Key] = f.Value
	}
	for key, want := range map[string]string{
		"cpu-model": "Test CPU 3000", "physical-cores": "4", "memory": "1024 kB", "turbo": "off", "governor": Unknown, "kernel": Unknown,
		"dragonfly": "v0.11.4", "temp-file-system": "tmpfs on tmpfs", "load-before": "0.10 0.20 0.30", "date": "1970-01-01T00:00:00Z", "command": "the command",
	} {
		if got[key] != want {
			t.Errorf("%s is %q, want %q", key, got[key], want)
		}
	}
}

// TestChanged takes what may be compiled for a change, and what lies about for none.
func TestChanged(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=x", "-c", "user.email=x@example.org"}, args...)
		if _, err := git(t.Context(), dir, args...); err != nil {
			t.Fatalf("git %v: %v", args, err)
		}
	}
	write("README.md", "x")
	write("pkg/sub/x.go", "package sub")
	write("bench/results/old/raw.txt", "x")
	run("init", "-q")
	run("add", ".")
	run("commit", "-q", "-m", "x")
	for _, name := range []string{"map.png", "survival/region/r.0.0.mca", "bench/results/new/raw.txt", "bench/results/old/raw.txt"} {
		write(name, "changed")
	}
	if changed, err := (Source{Module: dir}).changed(t.Context()); changed || err != nil {
		t.Errorf("worlds, pictures and results count as changes: %v, %v", changed, err)
	}
	for _, name := range []string{"pkg/table.bin", "other/y.go", "go.work", "README.md", "pkg/sub/x.go"} {
		write(name, "changed")
		if changed, err := (Source{Module: dir}).changed(t.Context()); !changed || err != nil {
			t.Errorf("%s is no change: %v, %v", name, changed, err)
		}
		run("stash", "-q", "-u", "--", name)
	}
}
