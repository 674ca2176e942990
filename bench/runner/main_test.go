package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func TestFaults(t *testing.T) {
	for args, want := range map[string]string{
		"--table x":                 "--table:",
		"--filter (":                "--filter:",
		"--table 999":               "pick no table",
		"--readme --module /absent": "README.md",
		"--nonsense":                "nonsense",
	} {
		err := run(context.Background(), strings.Fields(args), io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", args, err, want)
		}
	}
}

func TestHelp(t *testing.T) {
	var said strings.Builder
	if err := run(context.Background(), []string{"--help"}, io.Discard, &said); err != nil || !strings.Contains(said.String(), "-table") {
		t.Errorf("%v, %q", err, said.String())
	}
}

// TestUsualFolder keeps runs that are not whole away from the published ones, and apart from each other.
func TestUsualFolder(t *testing.T) {
	results := filepath.Join("bench", "results") + string(filepath.Separator)
	whole := usualFolder(false, false, "", "")
	if !strings.HasPrefix(whole, results) {
		t.Errorf("a whole run goes to %s", whole)
	}
	seen := map[string]bool{}
	for _, dir := range []string{
		usualFolder(true, false, "", ""), usualFolder(false, true, "", ""), usualFolder(false, false, "3", ""), usualFolder(false, false, "3,4", ""),
		usualFolder(false, false, "", "/Column("),
	} {
		if !strings.HasPrefix(dir, "bench-") || strings.ContainsAny(dir, `/\(`) || seen[dir] {
			t.Errorf("a part of a run goes to %s", dir)
		}
		seen[dir] = true
	}
}
