// Package areas keeps the light of a changing set of columns true. It decides which columns are lit together and which changes are
// replayed, and it holds the columns; the light itself is the business of package lighting.
//
// # Columns, areas, rings
//
// A [World] holds a column for each loaded chunk. Columns whose light has to be made or brought up to date are queued. [World.Ready]
// takes the oldest of them, joins it with those next to it that want the same (4-connected, up to Config.MaxArea), and returns a
// [Job]. Around the members of a job lies its ring: every lit column among their eight neighbours. Light reaches fifteen cells at
// the most, a column is sixteen wide, so a ring of one column makes a job exact: no border is exchanged afterwards, and no job has
// to run twice.
//
//	. r r r r .        m  member: lit by this job
//	. r m m r .        r  ring: read, and raised or lowered where the members' light reaches it
//	. r r m r .        .  not touched
//	. . r r r .
//
// A column that goes leaves its light behind: the borders of its neighbours are frozen, and thaw when it comes again.
//
// # In place or detached
//
// A small job runs in place with [World.Run]. A large one is detached with [World.Detach], which copies its columns so that
// [Detached.Solve] can run anywhere, and comes back through [World.Apply]. Every column has a revision. A result is applied only if
// the revisions of all its columns still hold; otherwise its members are queued again, and after Config.MaxAttempts such misses they
// run in place. While a job is detached, no other job that would touch its columns is handed out.
//
// # Limits
//
// A column waits in the queue at most once, and keeps at most Config.MaxChanges changes. One more, and the column no longer knows
// its own blocks: it asks to be built anew with a job of mode [Rebuild], and is lit in full when it has been. The same heals a pass
// that failed.
//
// Everything here is deterministic: the same calls give the same jobs and the same light. There is no clock, no goroutine and no
// lock; a World is not safe for concurrent use.
package areas
