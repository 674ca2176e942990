package suite

import "github.com/kestrel-mc/kestrel/bench/register"

const serverMeans = "One session on the same blocks for either side: a client joins over the network, loads every block of its view, flies about while 20 blocks change in each tick, a lamp is lit, and the world is saved. " +
	"kestrel is Dragonfly on a Java world with live light, dragonfly is Dragonfly as it is, on its own format. "

// serverTables are about a living server.
var serverTables = []register.Table{
	{
		Number: 12, Title: "A living server", Bench: "Server", Package: "bench/server", Ours: "kestrel", Select: "/what=(stream|play|light|save)", Passes: []register.Pass{{Iterations: 1}},
		Means: serverMeans + "stream-column is the time from joining to the last block of the view, for each of its columns; light is the time from placing a lamp until the cell beside it has the right level, which plain Dragonfly never gives; save is World.Save. " +
			"The waits are how long a transaction that does nothing waits for the world's goroutine, the longest in each tick of 50 ms, while the view streams and while blocks change.",
		Cannot: "a server's capacity. Client and server share one machine's processors, and the host sends columns at its own pace.",
	},
	{
		Number: 20, Title: "The memory of a living server", Bench: "Server", Package: "bench/server", Ours: "kestrel", Unit: "B/server", Shared: true,
		Means:  serverMeans + "held is how much more the heap holds once the view is loaded, peak the most that it grew by in the session.",
		Cannot: "the process's size as the system sees it, or the server's alone: the client's copy of the view is in it, for both sides.",
	},
}

// ownTables are about live light through the whole path, from the host's blocks to the host's light.
var ownTables = []register.Table{
	{
		Number: 21, Title: "Live light: a change, until the host has its light", Bench: "Change", Package: "plugin", Ours: "kestrel", Passes: []register.Pass{{Iterations: 1000}},
		Means:  "One block set and its light written, on the world's goroutine: kestrel with live light, plain the block alone.",
		Cannot: "a comparison of light: plain Dragonfly does not compute any after a change.",
	},
	{
		Number: 22, Title: "Live light: a replayed change against lighting again, whole path", Bench: "ReplayVsFull", Package: "plugin", Ours: "replay",
		Passes: []register.Pass{{Match: "/replay", Iterations: 500}, {Match: "/(nine|full)", Iterations: 50}},
		Means:  "One block changes: replay is the change until the host has its light; nine reads the chunk and its neighbours again, lights them and writes what differs; full does so with every chunk in view.",
		Cannot: "the light engine alone: see table 7.",
	},
	{
		Number: 23, Title: "Live light: an area against one neighbourhood for each chunk, whole path", Bench: "AreaVsPerChunk", Package: "plugin", Ours: "area", Passes: []register.Pass{{Iterations: 20}},
		Means:  "1 to 16 chunks of caves, from the host's blocks to the host's light, both kinds: together, and each with the chunks around it.",
		Cannot: "the light engine alone: see table 6.",
	},
	{
		Number: 24, Title: "Live light: the tick under two hundred changes", Bench: "Tick", Package: "plugin", Ours: "kestrel", Unit: "p99-%tick", Passes: []register.Pass{{Iterations: 60}},
		Means:  "The 99th percentile of the time that 200 random changes, two moving viewers and the host's own tick take of a tick of 50 ms.",
		Cannot: "a median: that one is in the raw text.",
	},
	{
		Number: 27, Title: "Live light: a chunk comes into view", Bench: "Arrival", Package: "plugin", Ours: "kestrel", Passes: []register.Pass{{Iterations: 100}},
		Means:  "One chunk that arrives among those in view, at the rim of the view, where chunks arrive, and in its middle, with all chunks around it there. kestrel is the time on the world's goroutine: to copy the chunk's blocks, to join it with its neighbours once a worker has lit it, to write its light, and to compare what the host may have raised around it. Each is the sum of the medians of its parts. fill and spread are Dragonfly's own light, which it computes in any case, with the light of Kestrel or without: Fill for the chunk that arrives, and one Spread of nine chunks, of which an arrival makes as many as it completes squares of three by three, up to nine.",
		Cannot: "what the worker does meanwhile, which is reading the chunk's palettes and lighting it: see table 18. The sides do not do the same, so that their light is not compared here; the tests do that.",
	},
}

// ServerTables are the tables of a living server alone, for a run of another world than the suite's.
func ServerTables() []register.Table { return serverTables }
