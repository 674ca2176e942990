// Package testworld finds the real worlds, mapping data and vectors that tests read.
//
// They are not part of the module: they lie in a folder named shared beside its root (../shared), and a test that needs
// one is skipped, saying what is missing, when it is not there. Nothing of it is ever written to: a test that changes a
// world works on a copy (see Copy).
//
// The functions are safe for concurrent use.
package testworld

import (
	"compress/gzip"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Dir returns the absolute path of the world folder shared/worlds/NAME, for example "java-1.18.1". It skips the test if the
// folder is absent.
func Dir(t testing.TB, name string) string {
	t.Helper()
	return Shared(t, "worlds", name)
}

// Shared returns the absolute path of a file or folder below shared, given as path elements. It skips the test if there is
// nothing at that path.
func Shared(t testing.TB, rel ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{filepath.Dir(Root(t)), "shared"}, rel...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("test data is missing: %s beside the module's root: %v", filepath.Join(append([]string{"shared"}, rel...)...), err)
	}
	return path
}

// JSON decodes a JSON file below shared, compressed with gzip, into v. It skips the test if there is none.
func JSON(t testing.TB, v any, rel ...string) {
	t.Helper()
	f, err := os.Open(Shared(t, rel...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(z).Decode(v); err != nil {
		t.Fatal(err)
	}
}

// Root returns the absolute path of the module's root: the nearest folder with a go.mod at or above the working directory,
// which for a test is the folder of its package. It fails the test if there is none.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatalf("find module root: %v", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("find module root: no go.mod at or above the working directory")
		}
		dir = parent
	}
}

// Copy copies the world folder shared/worlds/NAME into a temporary folder of the test and returns its absolute path. It
// skips the test if the world is absent.
func Copy(t testing.TB, name string) string {
	t.Helper()
	src, dst := Dir(t, name), filepath.Join(t.TempDir(), filepath.Base(name))
	err := filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(dst, rel), 0o755)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dst, rel), data, 0o644)
	})
	if err != nil {
		t.Fatalf("copy world %s: %v", name, err)
	}
	return dst
}
