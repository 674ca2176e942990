package worldlock_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/worldlock"
)

const child = "WORLDLOCK_TEST_PATH"

// TestMain lets the test binary play the second process: with the variable set it tries to take the lock, and exits
// with 0 (taken), 3 (refused) or 1.
func TestMain(m *testing.M) {
	if path := os.Getenv(child); path != "" {
		l, err := worldlock.Acquire(path)
		if errors.Is(err, worldlock.ErrLocked) {
			os.Exit(3)
		}
		if err != nil || l.Release() != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// tryElsewhere tries to take the lock in another process and returns its exit code.
func tryElsewhere(t *testing.T, path string) int {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Skip("no path of the test binary: ", err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), child+"="+path)
	err = cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

func TestSecondWriterIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.lock")
	l, err := worldlock.Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Dir(path), link); err == nil {
		if _, err := worldlock.Acquire(filepath.Join(link, "session.lock")); !errors.Is(err, worldlock.ErrLocked) {
			t.Errorf("through a link: got %v", err)
		}
	}
	if _, err := worldlock.Acquire(path); !errors.Is(err, worldlock.ErrLocked) {
		t.Errorf("in this process: got %v", err)
	}
	// The refused attempt above must not have dropped the lock that is held.
	if code := tryElsewhere(t, path); code != 3 {
		t.Errorf("in another process: exit code %d, want 3", code)
	}
	if err := l.Release(); err != nil {
		t.Fatal(err)
	}
	if err := l.Release(); err != nil {
		t.Errorf("second release: %v", err)
	}
	if code := tryElsewhere(t, path); code != 0 {
		t.Errorf("after the release: exit code %d, want 0", code)
	}
}

func TestStaleFileIsHarmless(t *testing.T) {
	for _, content := range []string{"", "\u2603", "\x00\x00\x01\x8f\x15\x87\xc4\x7d"} {
		path := filepath.Join(t.TempDir(), "session.lock")
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		l, err := worldlock.Acquire(path)
		if err != nil {
			t.Fatalf("content %q: %v", content, err)
		}
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != "\u2603" {
			t.Errorf("content %q became %q", content, got)
		}
	}
}
