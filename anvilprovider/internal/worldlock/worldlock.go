// Package worldlock keeps two writers off one world. A Java world holds a file session.lock; whoever has the world open
// for writing holds an operating system lock on it. The file itself means nothing: one that was left behind by a crash
// is harmless, and must not be deleted.
package worldlock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
)

// snowman is what the game writes into session.lock, U+2603.
const snowman = "\u2603"

// ErrLocked is returned, wrapped, by Acquire if the world is open for writing somewhere else.
var ErrLocked = errors.New("world is already open for writing, by another server or by the game")

// Lock is a held lock. It is safe for concurrent use.
type Lock struct {
	once  sync.Once
	key   string
	os    *flock.Flock
	posix *os.File
	err   error
}

// held holds the lock files that this process holds. It is looked at before a file is opened, because a POSIX lock is
// lost as soon as the process closes any descriptor of the file.
var held = struct {
	sync.Mutex
	paths map[string]bool
}{paths: make(map[string]bool)}

// Acquire takes the lock on the file at path, which is created if it does not exist. It does not wait: if another
// process, or another part of this one, holds the lock, the error is ErrLocked.
//
// Two kinds of lock are taken where the system has both: flock(2), which other servers like this one respect, and a
// POSIX record lock, which is what the Java game takes. Neither kind sees the other on Linux.
func Acquire(path string) (*Lock, error) {
	key, err := canonical(path)
	if err != nil {
		return nil, fmt.Errorf("lock world: %w", err)
	}
	held.Lock()
	defer held.Unlock()
	if held.paths[key] {
		return nil, fmt.Errorf("lock %s: %w", path, ErrLocked)
	}
	l := &Lock{key: key, os: flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o644))}
	ok, err := l.os.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if !ok {
		return nil, fmt.Errorf("lock %s: %w", path, ErrLocked)
	}
	if err := l.acquirePosix(path); err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), l.os.Close())
	}
	held.paths[key] = true
	return l, nil
}

// acquirePosix takes the record lock and leaves the file with the game's content.
func (l *Lock) acquirePosix(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := lockRecord(f); err != nil {
		return errors.Join(err, f.Close())
	}
	// The content is a courtesy: games before 1.16 notice that it changed and stop saving. The lock is what counts,
	// so a failure to write (a full disk, or a mandatory lock on Windows) is no reason to refuse the world.
	content := make([]byte, len(snowman)+1)
	if n, _ := f.ReadAt(content, 0); string(content[:n]) != snowman {
		if _, err := f.WriteAt([]byte(snowman), 0); err == nil {
			_ = f.Truncate(int64(len(snowman)))
		}
	}
	l.posix = f
	return nil
}

// Release gives the lock back and leaves the file where it is. Further calls do nothing and return the first result.
func (l *Lock) Release() error {
	l.once.Do(func() {
		held.Lock()
		defer held.Unlock()
		l.err = errors.Join(l.posix.Close(), l.os.Close())
		delete(held.paths, l.key)
	})
	return l.err
}

// canonical resolves the folder of a path, so that two spellings of one world are one key.
func canonical(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if errors.Is(err, fs.ErrNotExist) {
		return abs, nil
	} else if err != nil {
		return "", err
	}
	return filepath.Join(dir, filepath.Base(abs)), nil
}
