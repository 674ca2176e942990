// Package gentest holds committed tables to the generators that make them.
package gentest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/mcdata"
	"github.com/kestrel-mc/kestrel/internal/testworld"
)

// Current runs a generator, which reads minecraft-data from the folder cache and writes to the folder out, and compares what it
// makes with the files of the same names in the folder committed. The test is skipped where minecraft-data was not fetched.
func Current(t *testing.T, committed string, generate func(cache, out string) error, files ...string) {
	t.Helper()
	out := t.TempDir()
	if err := generate(Cache(t), out); err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		got, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(committed, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator makes: run go generate", name)
		}
	}
}

// Cache returns the folder of the project that minecraft-data is unpacked in. The test is skipped where it was not fetched.
func Cache(t *testing.T) string {
	t.Helper()
	cache := filepath.Join(testworld.Root(t), ".cache", "mcdata")
	if _, err := mcdata.Open(cache); err != nil {
		t.Skipf("run go generate ./internal/mcdata: %v", err)
	}
	return cache
}
