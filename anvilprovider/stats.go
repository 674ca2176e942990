package anvilprovider

import (
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
)

// Stats counts what a Provider did since it was opened.
type Stats struct {
	// Loaded counts the columns that LoadColumn returned. Of these, Ahead were decoded before they were asked for, and
	// Pending were built from a save that had not reached the disk.
	Loaded, Ahead, Pending int64
	// Absent counts the chunks that LoadColumn did not find. Of these, Partial exist but were never finished by the
	// game's generator.
	Absent, Partial int64
	// Unreadable counts the chunks that are stored but could not be loaded.
	Unreadable int64
	// Stored counts the columns that StoreColumn accepted. Of these, Coalesced replaced an older save of the same chunk
	// that still waited.
	Stored, Coalesced int64
	// Written counts the chunks that were written, Unchanged those whose chunk on disk said the same already, and Created
	// those of the written ones that did not exist before, or were not finished. Untouched counts the new chunks that were not
	// written, because nobody changed in them what the server generates.
	Written, Unchanged, Created, Untouched int64
	// Relit counts the chunks whose light was brought up to date.
	Relit int64
	// Darkened counts the chunks that lost their light because of a change in a chunk beside them.
	Darkened int64
	// ChangedCells counts the block cells that differed from the chunks on disk.
	ChangedCells int64
	// Failed counts attempts to write that failed. Retries are counted again. Of these, Refused were forbidden by
	// UpgradeRefuse.
	Failed, Refused int64
	// Queued is the number of columns that wait to be written now, Kept that of those among them of which the last attempt failed,
	// and Ready that of the columns decoded ahead.
	Queued, Kept, Ready int
	// Unsaved is the number of columns that StoreColumn did not take, because they or others could not be written, and that
	// have not been saved since. One that was loaded again meanwhile stays among them: what was played there is gone.
	Unsaved int
	// UnknownBlocks and UnknownBiomes count, by name, the cells that were loaded with a block or a biome which the server does not have,
	// each time that they were. BedrockOnly counts the cells that were written with a block that Java does not have, and NewerBlocks
	// those that were with one which the game of their chunk's data version does not have.
	UnknownBlocks, UnknownBiomes, BedrockOnly, NewerBlocks map[string]int
	// Skipped counts what was left in the files and not given to the server, by reason.
	Skipped map[string]int
	// Lost counts what the server saved and the world could not take, by reason; the first of each kind is logged. What is saved
	// again is counted again.
	Lost map[string]int
}

// counters is the live form of Stats. It is safe for concurrent use.
type counters struct {
	loaded, ahead, pending, absent, partial, unreadable       atomic.Int64
	stored, coalesced, written, unchanged, created            atomic.Int64
	untouched, changedCells, failed, refused, darkened, relit atomic.Int64

	unknown, biomes, bedrock, newer, skipped, lost names
}

func (c *counters) snapshot() Stats {
	return Stats{
		Loaded: c.loaded.Load(), Ahead: c.ahead.Load(), Pending: c.pending.Load(), Absent: c.absent.Load(),
		Partial: c.partial.Load(), Unreadable: c.unreadable.Load(), Stored: c.stored.Load(), Coalesced: c.coalesced.Load(),
		Written: c.written.Load(), Unchanged: c.unchanged.Load(), Created: c.created.Load(), Untouched: c.untouched.Load(),
		ChangedCells: c.changedCells.Load(), Darkened: c.darkened.Load(), Relit: c.relit.Load(), Failed: c.failed.Load(), Refused: c.refused.Load(),
		UnknownBlocks: c.unknown.counts(), UnknownBiomes: c.biomes.counts(), BedrockOnly: c.bedrock.counts(), NewerBlocks: c.newer.counts(), Skipped: c.skipped.counts(), Lost: c.lost.counts(),
	}
}

// LogValue makes a summary of the stats, without what is zero.
func (s Stats) LogValue() slog.Value {
	var attrs []slog.Attr
	add := func(key string, n int64) {
		if n != 0 {
			attrs = append(attrs, slog.Int64(key, n))
		}
	}
	add("loaded", s.Loaded)
	add("ahead", s.Ahead)
	add("absent", s.Absent)
	add("partial", s.Partial)
	add("unreadable", s.Unreadable)
	add("stored", s.Stored)
	add("written", s.Written)
	add("unchanged", s.Unchanged)
	add("created", s.Created)
	add("untouched", s.Untouched)
	add("changed_cells", s.ChangedCells)
	add("relit", s.Relit)
	add("darkened", s.Darkened)
	add("failed", s.Failed)
	add("refused", s.Refused)
	add("kept", int64(s.Kept))
	add("unsaved", int64(s.Unsaved))
	add("unknown_blocks", int64(len(s.UnknownBlocks)))
	add("unknown_biomes", int64(len(s.UnknownBiomes)))
	add("bedrock_only", int64(len(s.BedrockOnly)))
	add("newer_blocks", int64(len(s.NewerBlocks)))
	for reason, n := range s.Skipped {
		add("skipped_"+reason, int64(n))
	}
	for reason, n := range s.Lost {
		add("lost_"+reason, int64(n))
	}
	return slog.GroupValue(attrs...)
}

// maxNames bounds the different names that are counted, so that a hostile world cannot fill the memory.
const maxNames = 4096

// names counts by name. The zero value is empty. It is safe for concurrent use.
type names struct {
	mu sync.Mutex
	m  map[string]int
}

// add counts a name and reports whether it is the first time.
func (n *names) add(name string) (first bool) { return n.addAll(name, 1) }

// addAll counts a name several times.
func (n *names) addAll(name string, times int) (first bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.m == nil {
		n.m = make(map[string]int)
	}
	_, known := n.m[name]
	if !known && len(n.m) >= maxNames {
		return false
	}
	n.m[name] += times
	return !known
}

func (n *names) counts() map[string]int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.m)
}
