//go:build linux

package worldlock_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/kestrel-mc/kestrel/anvilprovider/internal/worldlock"
)

// TestGameHoldsTheWorld plays the Java game, which takes a POSIX record lock, with Python's fcntl.lockf.
func TestGameHoldsTheWorld(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3, which plays the game here, is not installed")
	}
	path := filepath.Join(t.TempDir(), "session.lock")
	cmd := exec.Command(python, "-c", `
import fcntl, sys
f = open(sys.argv[1], "w")
fcntl.lockf(f, fcntl.LOCK_EX | fcntl.LOCK_NB)
print("locked", flush=True)
sys.stdin.read()`, path)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stdin.Close(); _ = cmd.Wait() }()
	if n, err := stdout.Read(make([]byte, 16)); n == 0 {
		t.Fatal("the other process did not take the lock: ", err)
	}
	if _, err := worldlock.Acquire(path); !errors.Is(err, worldlock.ErrLocked) {
		t.Errorf("got %v, want ErrLocked", err)
	}
}
