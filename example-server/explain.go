package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
)

// explain makes one sentence of an error: what was found and, where the program can know it, what to do.
func explain(err error) string {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "open world: "), "open anvil world: ")
	switch {
	case errors.Is(err, context.Canceled):
		return "stopped before the end"
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Sprintf("the disk is full (%s): free some space and start again; what was not written is as it was", text)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Sprintf("access is not allowed (%s): give this user the permission, or run as the owner", text)
	case errors.Is(err, syscall.EROFS):
		return fmt.Sprintf("the disk is read-only (%s): look on with serve --read-only, or copy the world to another disk", text)
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Sprintf("the address is in use (%s): stop the program that has it, or choose another with --address", text)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Sprintf("this machine does not have the address (%s): choose another with --address", text)
	case strings.Contains(text, "already open for writing"): // the provider has no exported error for it
		return text + ": stop that one first, or only look on, with serve --read-only or relight --compare"
	}
	return text
}
