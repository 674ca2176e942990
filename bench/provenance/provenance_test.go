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
