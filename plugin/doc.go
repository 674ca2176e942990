// Package plugin keeps the light of a running Dragonfly world true.
//
// Dragonfly computes light when a chunk is loaded and never again: dig a hole under the open sky and it stays dark, place a lamp and
// the crops beside it do not know. [Attach] watches a world of any provider and generator, and brings the light that game logic and
// plug-ins read through Tx.Light and Tx.SkyLight up to date after every block change, whatever made it.
//
//	light, err := plugin.Attach(w, plugin.Config{})
//	...
//	defer light.Close()
//
// # How it watches
//
// Dragonfly tells nobody of block changes but a world.Viewer. For every connected player the package moves a world.Loader of its own
// with the player, no farther than the player sees and no farther than [Config.Radius], so that nothing ticks that would not without it.
// The loader asks for chunks in the order in which the player's own does, and for no more than that one can have asked for by then, four in
// a tick. So it loads what is loaded for the player in any case. Only for a client that takes chunks more slowly than that may a chunk be
// loaded early, and for nothing if the player turns away meanwhile. When the player leaves, the loader is closed, and chunks unload as
// before. World and player handlers are not touched. The loader follows right after the transaction that moves the player, the player's
// own within a tick; for that long the chunks around both places tick.
//
// # How it lights
//
// A chunk that comes into view is copied, about ten microseconds on the world's goroutine, and lit on a worker. It is then joined
// with its neighbours on the world's goroutine. A change is replayed right after the transaction that made it. Work on the
// world's goroutine keeps to [Config.Budget]; what is too large is solved on a worker, on copies. Only cells whose level differs are
// written.
//
// The light is Java Edition's: what a block emits and takes away comes from Java's tables through package translate, and slabs, stairs
// and the like stop light at their faces. Blocks that Java does not have keep what the registry says of them. The sky shines in every
// dimension, as Dragonfly has it, because its own blocks rely on that (a beacon in the End does).
//
// # What Dragonfly does meanwhile
//
// When a chunk arrives, Dragonfly lets light flow across its borders by rules of its own, and raises levels in neighbours that were
// right. So every arrival makes the package compare the chunks around it, and within two of it those sections of other chunks near
// which a block is that Dragonfly takes for more open than it is, such as stairs; and chunks are compared in turn in any case, each
// within a second. What is wrong is written again. Until then such cells can be too bright: for [Config.Interval], and for a second within
// two chunks of the rim, where chunks may arrive that are not in view, or around chunks whose provider gave them a registry of its own that
// lets more light through than the world's. Where the budget is used up it takes longer: at least one chunk is compared in an interval.
//
// Dragonfly's own first light of a chunk is not suppressed, although it is thrown away: a chunk that is dark for a moment can lose its
// crops, which break below a level of 8, and Dragonfly may tick a chunk before any viewer hears of it.
//
// # What walks
//
// Dragonfly saves only chunks that were modified, and an entity that walks from one into another modifies neither: it can be saved twice
// or nowhere, with any provider. The package looks where the entities are in each tick of the host, or in each interval if that is
// shorter, and marks the chunks between which they walk, and those in which they are seen first, as modified. That is not part of the
// budget: it is one look at the position of each entity.
//
// # Limits
//
// Light is exact in every chunk of which all neighbours are in view. In those at the rim, light out of chunks that were never in view
// is missing. Chunks that nobody views keep the light that they have.
//
// A viewer of somebody else's that panics keeps those after it from hearing of the change, as Dragonfly has it; [Config.VerifyEvery] finds
// what was missed.
//
// A pass that panics is logged, and the chunks that it may have touched are read and lit anew. Nothing that waits grows without bound:
// a chunk waits once, with no more changes than a pass in full is cheaper than, and workers have at most a few dozen chunks.
//
// # Concurrency
//
// The methods of [Light] may be called from any goroutine, with two exceptions. [Light.Level] takes a transaction and belongs where
// that does. [Light.Close], [Light.Flush] and [Light.Verify] wait for the world's goroutine and must not be called on it.
// [Config.OnChange] runs on the world's goroutine. A synchronous world has no goroutines, and then the package has none either:
// everything happens in the calls that cause it, and players are followed by Flush.
package plugin
