package anvilprovider

import (
	"errors"
	"fmt"

	"github.com/df-mc/goleveldb/leveldb"
	"github.com/kestrel-mc/kestrel/anvilprovider/internal/worldlock"
	"github.com/kestrel-mc/kestrel/internal/layout"
)

// FolderError is returned, wrapped, by Open for a path that is no Java world. Path is what was given, Found says in plain words what is
// there instead, such as "a Bedrock world", and Try is the path that was probably meant, or empty.
type FolderError = layout.FolderError

// FormatError is returned, wrapped, by Open for a Java world whose chunks are in files of a format that is not read: of before Java
// Edition 1.2, or the linear format of Paper forks and mods. Path is the folder of the world, Found says in plain words what is there,
// and Do what can be done about it.
type FormatError = layout.FormatError

var (
	// ErrLocked is returned, wrapped, by Open if the world is open for writing already, by another server or by the game.
	ErrLocked = worldlock.ErrLocked
	// ErrClosed is returned by the methods of a Provider that has been closed.
	ErrClosed = errors.New("anvil provider is closed")
	// ErrDimension is returned, wrapped, for a dimension that the provider has no identifier for, or that is higher or deeper
	// than a Java world can be.
	ErrDimension = errors.New("dimension cannot be served")
	// ErrMisplaced is the cause of a ChunkError for a chunk that claims to be somewhere else.
	ErrMisplaced = errors.New("chunk is stored in the wrong place")
	// ErrUpgrade is the cause of a ChunkError for a chunk that UpgradeRefuse forbids to write.
	ErrUpgrade = errors.New("a world older than 1.18 may not be upgraded")
	// ErrEntities is logged for entities that changed but may not be saved, because those stored cannot be read.
	ErrEntities = errors.New("the stored entities cannot be read, and are not written over")
	// ErrQueueFailed is returned by StoreColumn for a file that cannot be written, when as many of its columns are kept as
	// may be. Its cause is wrapped, too.
	ErrQueueFailed = errors.New("too many columns of this file could not be written")
)

// errAbsent is what LoadColumn returns for a chunk that does not exist. It is made once: a server asks often.
var errAbsent = fmt.Errorf("load column: %w", leveldb.ErrNotFound)

// errPartial is what LoadColumn returns for a chunk that the game has not finished.
var errPartial = fmt.Errorf("load column: chunk is not finished: %w", leveldb.ErrNotFound)

// ChunkError is a chunk that is stored but cannot be read, or cannot be written. It never matches leveldb.ErrNotFound, so
// that no server generates over it.
type ChunkError struct {
	// Dimension is the Java identifier, such as "minecraft:overworld".
	Dimension string
	// X and Z are the coordinates of the chunk.
	X, Z int32
	// File is the path of the file with the fault, as far as it is known.
	File string
	// Err is the cause: an error of the packages region, nbt or anvil, or one of this package.
	Err error
}

// Error names the chunk, the dimension, the file and the cause.
func (e *ChunkError) Error() string {
	if e.File == "" {
		return fmt.Sprintf("chunk %d,%d of %s: %v", e.X, e.Z, e.Dimension, e.Err)
	}
	return fmt.Sprintf("chunk %d,%d of %s in %s: %v", e.X, e.Z, e.Dimension, e.File, e.Err)
}

// Unwrap returns the cause.
func (e *ChunkError) Unwrap() error { return e.Err }
