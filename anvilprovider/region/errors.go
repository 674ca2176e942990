package region

import (
	"errors"
	"fmt"
)

// Answers that are no fault of a file.
var (
	// ErrNotFound means that nothing is stored for the chunk: there is no region file, or its entry is empty. It is
	// returned as it is, and never for anything that is stored but cannot be read.
	ErrNotFound = errors.New("chunk not found")
	// ErrClosed means that the store has been closed.
	ErrClosed = errors.New("region store is closed")
	// ErrReadOnly means that the store was opened for reading only.
	ErrReadOnly = errors.New("region store is read-only")
)

// Classes of faults of a chunk, for errors.Is.
var (
	// ErrCorrupt is any damage to the structure of a region file or to a compressed stream.
	ErrCorrupt = errors.New("corrupt region data")
	// ErrCompression is a compression that this package does not know.
	ErrCompression = errors.New("unknown compression")
	// ErrTooLarge is a chunk that inflates beyond Options.MaxInflated.
	ErrTooLarge = errors.New("chunk too large")
	// ErrIO is a failure of the file system below; the cause says which.
	ErrIO = errors.New("file access failed")
	// ErrChanging means that another process moved the chunk each time that a read-only store tried to read it.
	ErrChanging = errors.New("chunk keeps changing while it is read")
	// ErrReplaced means that the region file was removed, replaced, cut off or written to by another program while the store had it
	// open. What is written next goes to the file that is there, after a look at what is in it.
	ErrReplaced = errors.New("the file was removed, replaced or changed by another program while it was open")
	// ErrRegionFull means that no free run of sectors is left below the largest sector number that an entry can hold.
	ErrRegionFull = errors.New("region file is full")
)

// Damage that is seen in the header.
var (
	// ErrHeaderCut means that the file ends within its header, before or within the entry.
	ErrHeaderCut = corruption("file ends within the header")
	// ErrHeaderLost means that no entry names a chunk although something is stored behind the header: its first half has
	// been overwritten, or another program has emptied the file. That cannot be told apart, so that nothing is written to
	// the file. Should it be meant to be empty, it can be deleted or moved away.
	ErrHeaderLost = corruption("header names no chunk although the file holds data; restore the file, or move it away if it is meant to be empty")
	// ErrInsideHeader is an entry that points into the header itself.
	ErrInsideHeader = corruption("entry points into the header")
	// ErrZeroSectors is an entry with a place but without a size.
	ErrZeroSectors = corruption("entry has a first sector but no sectors")
	// ErrBeyondEnd is an entry whose first sector lies past the end of the file.
	ErrBeyondEnd = corruption("entry points beyond the end of the file")
	// ErrOverlap is an entry that claims a sector which another entry claims too. It does not stop a read.
	ErrOverlap = corruption("entry overlaps another")
)

// Damage that is seen in the chunk.
var (
	// ErrZeroLength is a chunk whose length field is zero, as in space that was reserved but never written.
	ErrZeroLength = corruption("chunk length is zero")
	// ErrAbsurdLength is a length that no entry could hold.
	ErrAbsurdLength = corruption("chunk length is absurd")
	// ErrLengthPastSectors is a length that does not fit the sectors of the entry.
	ErrLengthPastSectors = corruption("chunk is longer than its sectors")
	// ErrTruncated is a chunk that ends early: the file does, or the compressed stream.
	ErrTruncated = corruption("chunk is truncated")
	// ErrStream is a compressed stream that contradicts itself: a wrong header, code, or checksum.
	ErrStream = corruption("compressed stream is damaged")
	// ErrChecksumCut is a stream that is complete but for its checksum. It does not stop a read.
	ErrChecksumCut = corruption("checksum of the compressed stream is cut short")
	// ErrMissingExternal means that the entry refers to a .mcc file which does not exist.
	ErrMissingExternal = corruption("external file is missing")
	// ErrBothStreams is an external chunk with a payload of its own. It does not stop a read.
	ErrBothStreams = corruption("chunk has a payload and an external file")
	// ErrOrphan is a .mcc file that no entry refers to, or a file that an unfinished write left behind.
	ErrOrphan = corruption("file belongs to no chunk")
	// ErrCustomCompression is compression 127: an algorithm that the file names. The cause holds the name.
	ErrCustomCompression = fmt.Errorf("%w: custom algorithm", ErrCompression)
)

// corruption returns a new sentinel that is also ErrCorrupt.
func corruption(text string) error { return &corruptError{text} }

type corruptError struct{ text string }

func (e *corruptError) Error() string { return e.text }
func (e *corruptError) Unwrap() error { return ErrCorrupt }

// ChunkError is a fault of one chunk.
type ChunkError struct {
	// File is the path of the file with the fault: the region file or the external one.
	File string
	// X and Z are the coordinates of the chunk.
	X, Z int32
	// Kind is one of the sentinels of this package.
	Kind error
	// Cause says more about it, or is nil.
	Cause error
}

// Error names the chunk, the file and the fault.
func (e *ChunkError) Error() string {
	if e.Cause == nil {
		return fmt.Sprintf("chunk %d,%d in %s: %v", e.X, e.Z, e.File, e.Kind)
	}
	return fmt.Sprintf("chunk %d,%d in %s: %v: %v", e.X, e.Z, e.File, e.Kind, e.Cause)
}

// Unwrap returns the sentinel and the cause.
func (e *ChunkError) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}

// FileError is a fault of a whole file or of something that is not a chunk.
type FileError struct {
	// File is the path.
	File string
	// Op is what was tried, such as "open".
	Op string
	// Err is the sentinel or the cause.
	Err error
}

// Error names the operation, the file and the fault.
func (e *FileError) Error() string { return fmt.Sprintf("%s %s: %v", e.Op, e.File, e.Err) }

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }

// fault is a sentinel with its cause, before it is known which chunk it belongs to.
type fault struct{ kind, cause error }

func (e *fault) Error() string { return fmt.Sprintf("%v: %v", e.kind, e.cause) }

// Unwrap returns the sentinel and the cause.
func (e *fault) Unwrap() []error { return []error{e.kind, e.cause} }

// faultf returns a fault whose cause is a new error.
func faultf(kind error, format string, args ...any) error {
	return &fault{kind, fmt.Errorf(format, args...)}
}

// atChunk turns an error of the layers below into a ChunkError. ErrNotFound and ErrClosed stay as they are.
func atChunk(err error, file string, x, z int32) error {
	if err == nil || err == ErrNotFound || err == ErrClosed {
		return err
	}
	switch e := err.(type) {
	case *ChunkError:
		return e
	case *fault:
		return &ChunkError{file, x, z, e.kind, e.cause}
	case *corruptError:
		return &ChunkError{file, x, z, e, nil}
	}
	if err == ErrChanging || err == ErrRegionFull {
		return &ChunkError{file, x, z, err, nil}
	}
	return &ChunkError{file, x, z, ErrIO, err}
}
