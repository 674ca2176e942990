package config

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// key describes one key of the file.
type key struct {
	// path is the full name, table first: Network.Address. The host's keys are spelled as Dragonfly spells them.
	path string
	// doc says in full sentences what the key does. It becomes the comment in the file and the text in docs/config.md.
	doc string
	// values says which values are allowed.
	values string

	// at returns a pointer to the key's variable.
	at func(c *Config) any
	// valid checks a value; nil allows every value of the type.
	valid func(v any) error
}

// table returns the table that the key stands in.
func (k key) table() string { table, _, _ := strings.Cut(k.path, "."); return table }

// name returns the key without its table.
func (k key) name() string { _, name, _ := strings.Cut(k.path, "."); return name }

// standard returns the default as it would be written in the file.
func (k key) standard() string { c := Default(); return format(k.at(&c)) }

func (k key) check(p any) error {
	if k.valid == nil {
		return nil
	}
	return k.valid(p)
}

// tableDocs says what each table is about, in the order of the file.
var tableDocs = []struct{ name, doc string }{
	{"Network", "Where players connect."},
	{"Server", "What players see of the server, and who may join."},
	{"World", "The Java world that is served. Paths are relative to the folder of this file."},
	{"Players", "Limits on players, and their data."},
	{"Resources", "Resource packs."},
	{"anvil", "How the Java world is read and written."},
	{"light", "Live light: crops, grass and plug-ins read the right light level while blocks change. Players' own devices work out what they draw by themselves."},
	{"metrics", "What monitoring reads: a line in the log, and an endpoint, which is off unless it has an address."},
}

// keys is the one place where keys are described.
var keys = []key{
	{
		path:   "Network.Address",
		doc:    "The UDP address that players connect to. The default can be reached from this machine only; \":19132\" listens for everybody.",
		values: "HOST:PORT, or :PORT for every address of the machine",
		at:     func(c *Config) any { return &c.Network.Address },
		valid:  address(false),
	},
	{
		path:   "Server.Name",
		doc:    "The name in the server list.",
		values: "a string",
		at:     func(c *Config) any { return &c.Server.Name },
		valid:  notEmpty,
	},
	{
		path: "Server.AuthEnabled",
		doc: "Whether players must be signed in to an account that proves who they are. \"auto\" asks for it unless Network.Address can be reached from this machine only. " +
			"Checking needs the internet when the server starts.",
		values: "true, false or \"auto\"",
		at:     func(c *Config) any { return &c.Server.AuthEnabled },
	},
	{
		path:   "Server.DisableJoinQuitMessages",
		doc:    "Turns off the messages that say who joined and who left.",
		values: "true or false",
		at:     func(c *Config) any { return &c.Server.DisableJoinQuitMessages },
	},
	{
		path:   "Server.MuteEmoteChat",
		doc:    "Keeps emotes out of the chat.",
		values: "true or false",
		at:     func(c *Config) any { return &c.Server.MuteEmoteChat },
	},
	{
		path:   "World.SaveData",
		doc:    "Whether changes are saved. With false no file of the world is touched, and what players build is gone when the server stops.",
		values: "true or false",
		at:     func(c *Config) any { return &c.World.SaveData },
	},
	{
		path: "World.Folder",
		doc: "The folder of the Java world: the one that holds level.dat. If it is \"" + DefaultWorld + "\" and there is no such folder, a small world is made there. " +
			"Any other folder must exist.",
		values: "a path",
		at:     func(c *Config) any { return &c.World.Folder },
		valid:  notEmpty,
	},
	{
		path:   "Players.MaxCount",
		doc:    "The number of players that may be on the server at once. 0 is no limit.",
		values: "0 to 1048576",
		at:     func(c *Config) any { return &c.Players.MaxCount },
		valid:  within(0, 1<<20),
	},
	{
		path:   "Players.MaximumChunkRadius",
		doc:    "The largest view distance that a player may ask for, in chunks.",
		values: "1 to 96",
		at:     func(c *Config) any { return &c.Players.MaximumChunkRadius },
		valid:  within(1, 96),
	},
	{
		path:   "Players.SaveData",
		doc:    "Whether the players' positions, inventories and so on are saved.",
		values: "true or false",
		at:     func(c *Config) any { return &c.Players.SaveData },
	},
	{
		path:   "Players.Folder",
		doc:    "Where the players' positions, inventories and so on are saved, in Dragonfly's own format, each world's in a folder named by where the world is. Nothing of that is read from the Java world or written to it, except the place of a player's bed.",
		values: "a path",
		at:     func(c *Config) any { return &c.Players.Folder },
		valid:  notEmpty,
	},
	{
		path:   "Resources.AutoBuildPack",
		doc:    "Whether a resource pack is made for custom blocks and items.",
		values: "true or false",
		at:     func(c *Config) any { return &c.Resources.AutoBuildPack },
	},
	{
		path:   "Resources.Folder",
		doc:    "Where resource packs are loaded from. The folder need not exist.",
		values: "a path",
		at:     func(c *Config) any { return &c.Resources.Folder },
		valid:  notEmpty,
	},
	{
		path:   "Resources.Required",
		doc:    "Whether players must take the resource packs to join.",
		values: "true or false",
		at:     func(c *Config) any { return &c.Resources.Required },
	},
	{
		path: "anvil.generate",
		doc: "What players find in chunks that the Java world does not have. \"nothing\" is empty space; \"flat\" is Dragonfly's grass, netherrack or end stone. " +
			"Such a chunk is saved only once something in it changes.",
		values: quoted(generators),
		at:     func(c *Config) any { return &c.Anvil.Generate },
		valid:  oneOf(generators),
	},
	{
		path: "anvil.sync",
		doc: "When a save waits for the disk. \"full\" makes each chunk durable before the next; \"barrier\" waits once a chunk, so that a power cut leaves it whole, but perhaps old; " +
			"\"none\" leaves it to the operating system, and a power cut may damage chunks written shortly before. A crash of the server alone does no harm with any of them.",
		values: quoted(syncs),
		at:     func(c *Config) any { return &c.Anvil.Sync },
		valid:  oneOf(syncs),
	},
	{
		path: "anvil.upgrade",
		doc: "What happens when a chunk older than Java 1.18 was changed. It can be saved only in the form of 1.21.5 to 1.21.11, which older games do not read. " +
			"\"backup\" copies its region file once and saves; \"refuse\" leaves what is in the chunk as it was, and the change is lost.",
		values: quoted(upgrades),
		at:     func(c *Config) any { return &c.Anvil.Upgrade },
		valid:  oneOf(upgrades),
	},
	{
		path:   "anvil.compression",
		doc:    "How saved chunks are compressed. Java Edition reads \"lz4\" from 1.20.5 on, and the others always. Chunks are read whatever their compression.",
		values: quoted(compressions),
		at:     func(c *Config) any { return &c.Anvil.Compression },
		valid:  oneOf(compressions),
	},
	{
		path:   "anvil.compression_level",
		doc:    "How hard \"zlib\" and \"gzip\" compress. The default is much faster than the game's 6 and up to a fifth larger.",
		values: "1 to 9",
		at:     func(c *Config) any { return &c.Anvil.CompressionLevel },
		valid:  within(1, 9),
	},
	{
		path:   "anvil.open_files",
		doc:    "The number of files that are kept open of each folder of region files. A dimension has two such folders, one for its chunks and one for their entities.",
		values: "1 to 4096",
		at:     func(c *Config) any { return &c.Anvil.OpenFiles },
		valid:  within(1, 4096),
	},
	{
		path:   "anvil.max_chunk_size",
		doc:    "The largest chunk that is read, in bytes after decompression. A larger one counts as unreadable, so that a damaged file cannot fill the memory. Vanilla chunks stay far below the default.",
		values: "a size from \"1 MiB\" to \"2 GiB\"",
		at:     func(c *Config) any { return &c.Anvil.MaxChunkSize },
		valid:  sizeWithin(1<<20, 2<<30),
	},
	{
		path:   "anvil.read_ahead",
		doc:    "The number of chunks that are decoded before the server asks for them. Each takes 30 to 100 KB. 0 turns reading ahead off.",
		values: "0 to 65536",
		at:     func(c *Config) any { return &c.Anvil.ReadAhead },
		valid:  within(0, 1<<16),
	},
	{
		path:   "anvil.save_queue",
		doc:    "The number of saved chunks that may wait for the disk before the server waits too.",
		values: "1 to 65536",
		at:     func(c *Config) any { return &c.Anvil.SaveQueue },
		valid:  within(1, 1<<16),
	},
	{
		path:   "light.enabled",
		doc:    "Whether light is kept true. Without it, light is what the server works out when a chunk is loaded, and stays that.",
		values: "true or false",
		at:     func(c *Config) any { return &c.Light.Enabled },
	},
	{
		path:   "light.radius",
		doc:    "How far around each player light is kept true, in chunks, but no further than the player sees.",
		values: "1 to 64",
		at:     func(c *Config) any { return &c.Light.Radius },
		valid:  within(1, 64),
	},
	{
		path:   "light.interval",
		doc:    "How often players are followed and chunks compared. What exceeds the budget waits for the next interval.",
		values: "a duration from \"1ms\" to \"10s\"",
		at:     func(c *Config) any { return &c.Light.Interval },
		valid:  lasts(time.Millisecond, 10*time.Second),
	},
	{
		path:   "light.budget",
		doc:    "How long the world's own goroutine may work on light in an interval. Left out, it is a tenth of the interval if that is less than the default.",
		values: "a duration of less than half of the interval",
		at:     func(c *Config) any { return &c.Light.Budget },
		valid:  lasts(time.Microsecond, 5*time.Second),
	},
	{
		path:   "light.workers",
		doc:    "How many goroutines light chunks and large areas, in each of the three dimensions.",
		values: "1 to 64",
		at:     func(c *Config) any { return &c.Light.Workers },
		valid:  within(1, 64),
	},
	{
		path:   "light.max_area",
		doc:    "How many chunks are lit together at the most.",
		values: "1 to 256",
		at:     func(c *Config) any { return &c.Light.MaxArea },
		valid:  within(1, 256),
	},
	{
		path:   "light.verify_every",
		doc:    "How often one chunk in view is lit again from nothing and compared, in turn. What is found wrong is logged and put right. \"0s\" is never.",
		values: "\"0s\", or a duration from \"100ms\" to \"24h\"",
		at:     func(c *Config) any { return &c.Light.VerifyEvery },
		valid:  zeroOr(lasts(100*time.Millisecond, 24*time.Hour)),
	},
	{
		path:   "metrics.log_every",
		doc:    "How often a line of health is logged: players, chunks loaded and saved, what waits to be saved, light passes, and how long the world lets others wait. \"0s\" is never.",
		values: "\"0s\", or a duration from \"1s\" to \"24h\"",
		at:     func(c *Config) any { return &c.Metrics.LogEvery },
		valid:  zeroOr(lasts(time.Second, 24*time.Hour)),
	},
	{
		path:   "metrics.address",
		doc:    "The TCP address of the endpoint: /metrics for Prometheus and /health for a probe. Empty is off. Keep it on this machine, such as \"127.0.0.1:9132\": it has no password.",
		values: "HOST:PORT, or empty",
		at:     func(c *Config) any { return &c.Metrics.Address },
		valid:  address(true),
	},
	{
		path:   "metrics.profile",
		doc:    "Whether the endpoint also serves Go's profiles under /debug/pprof/.",
		values: "true or false",
		at:     func(c *Config) any { return &c.Metrics.Profile },
	},
}

// relations are rules about several keys, for when none of them is wrong by itself. The fault is one of the first.
var relations = []struct {
	keys   []string
	broken func(c Config) string
}{
	{[]string{"light.budget", "light.interval"}, func(c Config) string {
		if 2*c.Light.Budget >= c.Light.Interval {
			return fmt.Sprintf("%v is not less than half of light.interval, which is %v", c.Light.Budget, c.Light.Interval)
		}
		return ""
	}},
}

// The words that some keys choose from.
var (
	generators   = []string{GenerateNothing, GenerateFlat}
	syncs        = []string{"full", "barrier", "none"}
	upgrades     = []string{"backup", "refuse"}
	compressions = []string{"zlib", "gzip", "lz4", "none"}
)

// lookup finds a key by its full name.
func lookup(path string) (key, bool) {
	i := slices.IndexFunc(keys, func(k key) bool { return k.path == path })
	if i < 0 {
		return key{}, false
	}
	return keys[i], true
}

func paths() []string {
	list := make([]string, len(keys))
	for i, k := range keys {
		list[i] = k.path
	}
	return list
}

func tables() []string {
	list := make([]string, len(tableDocs))
	for i, t := range tableDocs {
		list[i] = t.name
	}
	return list
}

func isTable(name string) bool { return slices.Contains(tables(), name) }
