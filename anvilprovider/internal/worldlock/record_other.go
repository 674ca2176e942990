//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package worldlock

import "os"

// lockRecord does nothing: where there is one kind of lock only, the game and this package take the same.
func lockRecord(*os.File) error { return nil }
