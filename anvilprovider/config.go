package anvilprovider

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"time"

	"github.com/df-mc/dragonfly/server/entity"
	"github.com/df-mc/dragonfly/server/world"
	"github.com/kestrel-mc/kestrel/anvilprovider/anvil"
	"github.com/kestrel-mc/kestrel/anvilprovider/region"
	"github.com/kestrel-mc/kestrel/anvilprovider/region/vfs"
	"github.com/kestrel-mc/kestrel/anvilprovider/translate"
)

// Defaults of Config.
const (
	// DefaultReadAhead is how many decoded columns wait for the server. One takes 30 to 100 KB.
	DefaultReadAhead = 256
	// DefaultSaveQueue is how many saved columns may wait for the disk before StoreColumn waits, too.
	DefaultSaveQueue = 256
	// DefaultDataVersion is the version of new worlds, Java 1.21.11.
	DefaultDataVersion = 4671
	// oldestNewVersion is the oldest version that new chunks can be written for, Java 1.18.
	oldestNewVersion = 2860
)

// UpgradePolicy says what happens when a chunk older than 1.18 was changed and has to be saved. It can only be written in
// the form of 1.21.5 to 1.21.11, which older games do not read (Config.DataVersion).
type UpgradePolicy uint8

const (
	// UpgradeBackup copies the region file, its .mcc files, and the entities' region file, before the first such chunk is
	// written; see region.Store.Backup for when it is copied again.
	UpgradeBackup UpgradePolicy = iota
	// UpgradeRefuse leaves the chunk as it is, and the change is lost when the chunk is unloaded. If a change in a newer chunk beside
	// it may reach it with light, it loses the word that its light is complete, after a copy as for UpgradeBackup. New chunks are not added to
	// a world older than 1.18 either: the game that such a world is kept for could not read them. The first refusal is
	// logged, Stats.Refused counts all, and the next Flush or Close returns one error for those since the last.
	UpgradeRefuse
)

// Config holds the options of a Provider. The zero value is a good one.
type Config struct {
	// Log receives errors and the summary. If nil, it is slog.Default().
	Log *slog.Logger
	// Blocks is the block registry that runtime IDs belong to. If nil, it is world.DefaultBlockRegistry. A world sets its
	// own through SetBlockRegistry, so that this matters only to callers without a world.
	Blocks world.BlockRegistry
	// Translator, if not nil, is used as long as its registry is the one in use, where the provider would make its own, which takes
	// 15 MB. Several providers may have one; Placeholder is then what the Translator was made with.
	Translator *translate.Translator
	// Entities are the types of entities that the server knows. Others stay in their files, and new ones of other types are not
	// saved, which is counted and logged. If nil, they are those of entity.DefaultRegistry, as for a server. A plug-in's own types are
	// stored as they are, for this server alone, if they are named here; see docs/saving.md. A world that knows fewer loses the entities that it is given but does not
	// take: give such a world's provider its registry, or an empty one.
	Entities *world.EntityRegistry
	// ReadOnly opens the world without touching it: no file is created, locked or changed, and what is stored is dropped.
	ReadOnly bool
	// Dimensions gives the Java identifiers of dimensions beyond the three vanilla ones, such as "example:moon". A
	// dimension that is not in it has the name under which it was registered with world.RegisterDimension. No two dimensions
	// may have one identifier; to give another one that of a vanilla dimension, give the vanilla one another.
	Dimensions map[world.Dimension]string
	// MaxInflated bounds the inflated size of a chunk in bytes; larger ones are refused with region.ErrTooLarge. 0 means
	// region.DefaultMaxInflated, 64 MiB.
	MaxInflated int64
	// MaxOpen is how many region files of one folder stay open; 0 means region.DefaultMaxOpen.
	MaxOpen int
	// Sync says when a save waits for the disk: region.SyncFull (the default), SyncBarrier or SyncNone.
	Sync region.SyncPolicy
	// Compression of chunks that are written; 0 means zlib.
	Compression region.Compression
	// Level is the deflate level, 1 to 9; 0 means region.DefaultLevel.
	Level int
	// ReadAhead is how many columns are decoded before the server asks for them; 0 means DefaultReadAhead, a negative
	// number switches reading ahead off.
	ReadAhead int
	// ReadWorkers is how many goroutines read ahead; 0 means one less than GOMAXPROCS, but from 1 to 4.
	ReadWorkers int
	// SaveQueue is how many saved columns wait for the disk at most; 0 means DefaultSaveQueue. As many of each region file are
	// kept if they could not be written, but not more than four times as many of all files together. One takes 30 to 100 KB.
	SaveQueue int
	// SaveWorkers is how many goroutines merge, compress and write; 0 means 1 or, from four processors on, 2.
	SaveWorkers int
	// DataVersion is the version of chunks that did not exist, and of a world that is created, from 1.18 (2860) to 26.3 (5023). 0
	// means the world's own version, 26.3 for a world that is newer, and DefaultDataVersion for a new one or one of before 1.18. Changed chunks of before 1.18 have it, too, but
	// never one before 1.21.5 (4325) or after 1.21.11 (4671), since they can be written for no other games.
	DataVersion int32
	// Upgrade says what to do with changed chunks older than 1.18.
	Upgrade UpgradePolicy
	// Generator is what the server has for chunks that the world does not have, as in server.Config. A new chunk in which nobody
	// has changed what was generated is not written. Without Generator, neither is a new chunk that holds nothing, and in a chunk
	// that the game has not finished nothing is put in the place of a block, since it may be a generated one. The
	// generators must be safe for concurrent use, and make the same of a chunk each time.
	Generator func(world.Dimension) world.Generator
	// KeepUntouched writes such chunks, too. It is for programs that make a world, rather than let it be played on.
	KeepUntouched bool
	// Placeholder is the name of the block that stands for Java blocks which the server does not have. The default is
	// minecraft:unknown. Such blocks are kept in the files, whatever stands for them.
	Placeholder string
	// FS is the file system of the region files; nil means the operating system's.
	FS vfs.FS
	// Clock gives the time for timestamps; nil means time.Now.
	Clock func() time.Time
}

// withDefaults returns the configuration with everything filled in, or all faults at once.
func (conf Config) withDefaults() (Config, error) {
	var faults []error
	fault := func(field, format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s: %w", field, fmt.Errorf(format, args...)))
	}
	notNegative := func(field string, n int64) {
		if n < 0 {
			fault(field, "%d is negative", n)
		}
	}
	notNegative("MaxInflated", conf.MaxInflated)
	notNegative("MaxOpen", int64(conf.MaxOpen))
	notNegative("ReadWorkers", int64(conf.ReadWorkers))
	notNegative("SaveQueue", int64(conf.SaveQueue))
	notNegative("SaveWorkers", int64(conf.SaveWorkers))
	if conf.Level < 0 || conf.Level > 9 {
		fault("Level", "%d is not in 1..9", conf.Level)
	}
	if conf.Sync > region.SyncNone {
		fault("Sync", "unknown policy %d", conf.Sync)
	}
	if conf.Compression != 0 && !conf.Compression.Supported() {
		fault("Compression", "%v cannot be written", conf.Compression)
	}
	if conf.Upgrade > UpgradeRefuse {
		fault("Upgrade", "unknown policy %d", conf.Upgrade)
	}
	if conf.DataVersion != 0 && conf.DataVersion < oldestNewVersion {
		fault("DataVersion", "%d is older than 1.18 (%d)", conf.DataVersion, oldestNewVersion)
	}
	if conf.DataVersion > anvil.NewestDataVersion {
		fault("DataVersion", "%d is newer than 26.3 (%d), the newest version that is known", conf.DataVersion, anvil.NewestDataVersion)
	}
	ids := make(map[string]bool)
	for _, id := range conf.Dimensions {
		if err := checkIdentifier(id); err != nil {
			fault("Dimensions", "%w", err)
		}
		if ids[id] {
			fault("Dimensions", "%q is given twice", id)
		}
		ids[id] = true
	}
	for dim, id := range vanilla {
		if _, renamed := conf.Dimensions[dim]; !renamed && ids[id] {
			fault("Dimensions", "%q is given to a dimension beside the one that has it already", id)
		}
	}
	if len(faults) > 0 {
		return conf, errors.Join(faults...)
	}
	conf.Log = cmp.Or(conf.Log, slog.Default()).With("provider", "anvil")
	procs := runtime.GOMAXPROCS(0)
	conf.ReadAhead = cmp.Or(conf.ReadAhead, DefaultReadAhead)
	conf.ReadWorkers = cmp.Or(conf.ReadWorkers, min(max(procs-1, 1), 4))
	conf.SaveQueue = cmp.Or(conf.SaveQueue, DefaultSaveQueue)
	conf.SaveWorkers = cmp.Or(conf.SaveWorkers, min(max(procs/2, 1), 2))
	if conf.Clock == nil {
		conf.Clock = time.Now
	}
	if conf.Entities == nil {
		conf.Entities = &entity.DefaultRegistry
	}
	return conf, nil
}

// regionOptions returns the options of the stores of region files.
func (conf Config) regionOptions() region.Options {
	return region.Options{
		ReadOnly: conf.ReadOnly, Sync: conf.Sync, MaxOpen: conf.MaxOpen, MaxInflated: conf.MaxInflated, Level: conf.Level,
		Compression: conf.Compression, FS: conf.FS, Clock: conf.Clock,
	}
}
