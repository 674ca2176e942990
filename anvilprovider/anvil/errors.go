package anvil

import (
	"errors"
	"fmt"
)

// PartialError is returned for a chunk that its generator has not finished: such a chunk counts as absent, unless Decoder.Unfinished is set. Of the Chunk
// only X, Z, DataVersion, Status and Root mean anything then. Match it with errors.As, or with errors.Is and ErrPartial.
type PartialError struct {
	// Status is the generation status, without namespace, such as "noise".
	Status string
}

// ErrPartial matches every PartialError in errors.Is.
var ErrPartial = errors.New("chunk is not fully generated")

// Error names the status.
func (e *PartialError) Error() string {
	return fmt.Sprintf("anvil: %v: status %q", ErrPartial, e.Status)
}

// Is reports whether target is ErrPartial.
func (e *PartialError) Is(target error) bool {
	return target == ErrPartial
}

// UnsupportedVersionError is returned for a chunk whose layout is not one of the eras that this package reads.
type UnsupportedVersionError struct {
	// DataVersion is the version that the chunk names, 0 for none.
	DataVersion int32
	// Reason says what is in the way.
	Reason string
}

// ErrUnsupportedVersion matches every UnsupportedVersionError in errors.Is.
var ErrUnsupportedVersion = errors.New("unsupported chunk version")

// Error names version and reason.
func (e *UnsupportedVersionError) Error() string {
	return fmt.Sprintf("anvil: %v: DataVersion %d: %s", ErrUnsupportedVersion, e.DataVersion, e.Reason)
}

// Is reports whether target is ErrUnsupportedVersion.
func (e *UnsupportedVersionError) Is(target error) bool {
	return target == ErrUnsupportedVersion
}

// ErrMalformed matches, in errors.Is, every error about a chunk that is valid NBT but not a valid chunk. Such an error is
// a *nbt.SyntaxError, which has the path, around this.
var ErrMalformed = errors.New("malformed chunk")

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrMalformed, fmt.Sprintf(format, args...))
}
