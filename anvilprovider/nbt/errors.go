package nbt

import (
	"errors"
	"fmt"
)

// Causes of a SyntaxError, for errors.Is. Input that ends too early has io.ErrUnexpectedEOF as its cause.
var (
	// ErrTag is the cause when a tag is not one of the format, or is not the one that the reader's caller expects.
	ErrTag = errors.New("wrong tag")
	// ErrLength is the cause when a count is negative, or when elements of tag end are counted.
	ErrLength = errors.New("impossible length")
	// ErrDepth is the cause when compounds and lists are nested deeper than the limit.
	ErrDepth = errors.New("nested too deep")
	// ErrSize is the cause when a document is larger than the limit.
	ErrSize = errors.New("document too large")
	// ErrText is the cause when a text is not modified UTF-8 in its shortest form.
	ErrText = errors.New("invalid modified UTF-8")
	// ErrTrailing is the cause when bytes follow a complete document.
	ErrTrailing = errors.New("bytes after the end")
	// ErrValue is returned by the encoders for a Go value that has no NBT form.
	ErrValue = errors.New("value has no NBT form")
)

// SyntaxError says where input breaks the format, or the expectation of the Reader's caller.
type SyntaxError struct {
	// Offset is the position in bytes of the faulty element in the slice that was read.
	Offset int
	// Path leads to the element, such as sections[3].block_states.palette[2].Name; empty for the root.
	Path string
	// Err is the cause.
	Err error
}

// Error returns path, offset and cause in one line.
func (e *SyntaxError) Error() string {
	if e.Path == "" {
		return fmt.Sprintf("nbt: offset %d: %v", e.Offset, e.Err)
	}
	return fmt.Sprintf("nbt: %s (offset %d): %v", e.Path, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *SyntaxError) Unwrap() error {
	return e.Err
}
