package region

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
)

// SyncPolicy says when a writer waits for the disk.
type SyncPolicy uint8

const (
	// SyncFull makes each chunk durable before Write returns: two waits for a chunk.
	SyncFull SyncPolicy = iota
	// SyncBarrier waits once for a chunk, so that a power failure leaves it old or new, but perhaps old: it is durable
	// after the next write to the region file, or after Flush. Old space is reused only then.
	SyncBarrier
	// SyncNone never waits, except in Flush and Backup. The end of the process does no harm; a power failure may damage
	// chunks written shortly before it, and a region file made shortly before it may be ErrHeaderLost.
	SyncNone
)

// String returns the name of the policy as a configuration spells it.
func (p SyncPolicy) String() string {
	switch p {
	case SyncFull:
		return "full"
	case SyncBarrier:
		return "barrier"
	case SyncNone:
		return "none"
	}
	return fmt.Sprintf("SyncPolicy(%d)", uint8(p))
}

// ParseSyncPolicy returns the policy of that name.
func ParseSyncPolicy(name string) (SyncPolicy, error) {
	for p := SyncFull; p <= SyncNone; p++ {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("unknown sync policy %q: want full, barrier or none", name)
}

// Defaults of Options.
const (
	// DefaultMaxOpen is the number of region files that stay open.
	DefaultMaxOpen = 64
	// DefaultMaxInflated is the largest size in bytes to which a chunk may inflate.
	DefaultMaxInflated = 64 << 20
	// DefaultLevel is the deflate level. On chunks of the game it makes streams about 14 % larger than level 6 does, and 20 % larger
	// than the game itself, in two thirds of the time of level 6; level 1 would save another tenth of that for 3 % more.
	DefaultLevel = 2
)

// Options configures a Store. The zero value is a good one.
type Options struct {
	// ReadOnly opens the folder for reading only: nothing is ever created, opened for writing, changed or cleared up.
	ReadOnly bool
	// Sync says when a writer waits for the disk. The default is SyncFull.
	Sync SyncPolicy
	// MaxOpen is how many region files stay open when nobody uses them; 0 means DefaultMaxOpen.
	MaxOpen int
	// MaxInflated bounds the inflated size of a chunk in bytes; 0 means DefaultMaxInflated. Larger ones are ErrTooLarge.
	MaxInflated int64
	// Level is the deflate level of zlib and gzip for writing, 1 (fast) to 9 (small); 0 means DefaultLevel.
	Level int
	// Compression is used for writing; 0 means ZLib, which every version of the game reads.
	Compression Compression
	// Emptied says that others may have deleted all chunks of a region on purpose, as the game does with entities that are
	// gone. A header that names no chunk but tells when one was last written or deleted is then an empty region, not
	// ErrHeaderLost. Do not set it for terrain: the game never deletes that.
	Emptied bool
	// BackupDir receives the copies that Store.Backup makes, with its neighbours BackupDir.2 and so on for later copies of a
	// region, BackupDir.known for notes about them, and BackupDir.orphans for .mcc files that no entry names, see the package
	// comment. Empty means ../kestrel-backup/<name of the folder>, seen from the folder.
	BackupDir string
	// FS is the file system; nil means the operating system's.
	FS vfs.FS
	// Clock gives the time for the timestamps of the header; nil means time.Now.
	Clock func() time.Time
}

// validate fills in defaults and returns all faults at once.
func (o *Options) validate(dir string) error {
	var errs []error
	if o.Sync > SyncNone {
		errs = append(errs, fmt.Errorf("sync: unknown policy %d", o.Sync))
	}
	if o.MaxOpen < 0 {
		errs = append(errs, fmt.Errorf("max open: %d is negative", o.MaxOpen))
	}
	if o.MaxInflated < 0 {
		errs = append(errs, fmt.Errorf("max inflated: %d is negative", o.MaxInflated))
	}
	if o.Level < 0 || o.Level > 9 {
		errs = append(errs, fmt.Errorf("level: %d is not in 1..9", o.Level))
	}
	o.MaxOpen = cmp.Or(o.MaxOpen, DefaultMaxOpen)
	o.MaxInflated = cmp.Or(o.MaxInflated, DefaultMaxInflated)
	o.Level = cmp.Or(o.Level, DefaultLevel)
	o.Compression = cmp.Or(o.Compression, ZLib)
	if !o.Compression.Supported() {
		errs = append(errs, fmt.Errorf("compression: %w: %v", ErrCompression, o.Compression))
	}
	if o.BackupDir == "" {
		dir = filepath.Clean(dir)
		o.BackupDir = filepath.Join(filepath.Dir(dir), "kestrel-backup", filepath.Base(dir))
	}
	if o.FS == nil {
		o.FS = vfs.OS{}
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return errors.Join(errs...)
}
