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

// ServerTables are the tables of a living server alone, for a run of another world than the suite's.
func ServerTables() []register.Table { return serverTables }
