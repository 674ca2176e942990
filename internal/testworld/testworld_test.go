package testworld_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kestrel-mc/kestrel/internal/testworld"
)

func TestRoot(t *testing.T) {
	mod, err := os.ReadFile(filepath.Join(testworld.Root(t), "go.mod"))
	if err != nil || !strings.HasPrefix(string(mod), "module github.com/kestrel-mc/kestrel\n") {
		t.Fatalf("root %s is not this module: %v", testworld.Root(t), err)
	}
}

func TestMissingSkips(t *testing.T) {
	var skipped bool
	t.Run("absent", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		testworld.Dir(t, "no-such-world")
		t.Error("an absent world did not skip the test")
	})
	if !skipped {
		t.Error("an absent world must skip the test")
	}
}

func TestDirAndCopy(t *testing.T) {
	dir := testworld.Dir(t, "java-1.21")
	if !filepath.IsAbs(dir) {
		t.Errorf("Dir = %s, want an absolute path", dir)
	}
	dup := testworld.Copy(t, "java-1.21")
	count := func(root string) (n int) {
		err := filepath.WalkDir(root, func(_ string, _ os.DirEntry, err error) error { n++; return err })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if got, want := count(dup), count(dir); got != want || got < 2 {
		t.Errorf("copy has %d files and folders, want %d", got, want)
	}
}
