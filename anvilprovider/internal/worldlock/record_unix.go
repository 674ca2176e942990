//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package worldlock

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// lockRecord takes the POSIX record lock over the whole file that Java's FileChannel.tryLock takes.
func lockRecord(f *os.File) error {
	lock := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart}
	err := syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &lock)
	switch {
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.EACCES):
		return ErrLocked
	case errors.Is(err, syscall.ENOTSUP), errors.Is(err, syscall.ENOSYS), errors.Is(err, syscall.EINVAL):
		// Some network and user-space file systems have no record locks. The other lock is held.
		return nil
	case err != nil:
		return fmt.Errorf("record lock: %w", err)
	}
	return nil
}
