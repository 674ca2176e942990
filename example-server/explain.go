package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"github.com/kestrel-mc/kestrel/anvilprovider"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
)

// explain makes one sentence of an error: what was found and, where the program can know it, what to do.
func explain(err error) string {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "open world: "), "open anvil world: ")
	var unmade *unmadeError
	switch {
	case errors.Is(err, context.Canceled):
		// What the command says about that comes before.
		return strings.TrimSuffix("stopped before the end: "+strings.TrimSuffix(text, context.Canceled.Error()), ": ")
	case errors.Is(err, syscall.ENOSPC) && errors.As(err, &unmade):
		// What could not be closed for the same reason comes on lines of its own.
		text, _, _ = strings.Cut(text, "\n")
		return fmt.Sprintf("the disk is full (%s): free some space and start again; what there was of %s has been taken away", text, unmade.to)
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
	case errors.Is(err, anvilprovider.ErrLocked):
		return text + ": stop that one first, or only look on, with serve --read-only or relight --compare"
	}
	if strings.HasPrefix(text, "unknown command ") { // of cobra, which has no error for it
		// Its suggestions come on lines of their own.
		text, _, _ = strings.Cut(text, "\n")
		return text + ": example-server help lists the commands"
	}
	return text
}

// advised adds to what is wrong with a chunk what can be done about it, as far as a setting does.
func advised(problem string, err error) string {
	if errors.Is(err, region.ErrTooLarge) {
		problem += "; --max-chunk-mib or anvil.max_chunk_size allows more"
	}
	return problem
}
