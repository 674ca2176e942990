package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStopped stops each tool as Ctrl-C does, and looks for what it left behind.
func TestStopped(t *testing.T) {
	dir := t.TempDir()
	w := filepath.Join(dir, "w")
	if err := writeShowcase(w); err != nil {
		t.Fatal(err)
	}
	before := fingerprint(t, w)
	temp := filepath.Join(dir, "temp")
	if err := os.Mkdir(temp, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", temp)
	t.Chdir(temp)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range [][]string{
		{"inspect", w}, {"verify", w}, {"relight", w, "--compare"}, {"relight", w, "--write"}, {"render", w}, {"convert", w, filepath.Join(temp, "b")},
	} {
		want := "example-server: stopped before the end"
		if args[len(args)-1] == "--write" {
			want += ": the chunks written until then have the right light, and another start does the rest"
		}
		var stdout, stderr bytes.Buffer
		if code := run(ctx, args, &stdout, &stderr); code != exitCannot || strings.TrimSpace(stderr.String()) != want || stdout.Len() > 0 {
			t.Errorf("%v ended with %d and said %q and %q", args, code, stdout.String(), stderr.String())
		}
		left, err := os.ReadDir(temp)
		if err != nil || len(left) > 0 {
			t.Errorf("%v left %v (%v)", args, left, err)
		}
	}
	after := fingerprint(t, w)
	delete(after, filepath.Join(w, "session.lock"))
	delete(before, filepath.Join(w, "session.lock"))
	for path, want := range before {
		if path != w && after[path] != want {
			t.Errorf("%s was touched", path)
		}
	}
}
