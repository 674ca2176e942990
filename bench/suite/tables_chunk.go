package suite

import "github.com/kestrel-mc/kestrel/bench/register"

// chunkTables are about loading and saving chunks.
var chunkTables = []register.Table{
	{
		Number: 1, Title: "Where the time goes when saving a chunk", Bench: "SaveStages", Package: "bench/store", Side: "input", Ours: "states-200",
		Passes: []register.Pass{{Match: "/./input=(terrain|states-8$)", Iterations: 1024}, {Match: "/./input=states-200", Iterations: 200}},
		Derived: []register.Derived{
			{
				Label: "compare: an unchanged chunk less the stages up to there",
				Plus:  []string{"stage=unchanged"}, Minus: []string{"stage=snapshot", "stage=inflate", "stage=decode"},
			},
			{
				Label: "rest: the whole less an unchanged chunk and the stages after it",
				Plus:  []string{"stage=whole"}, Minus: []string{"stage=unchanged", "stage=nbt", "stage=compress", "stage=transfer"},
			},
		},
		Means: "One save of a chunk in which one block changed, taken apart; processor time, but for snapshot. snapshot is StoreColumn, on the server's tick goroutine and under its provider lock: a copy. " +
			"All other stages run on a background goroutine without that lock: inflate (the stored chunk is read again; no lock), decode (it is parsed; no lock), nbt (it is written again; no lock), " +
			"compress (deflate level 2; no lock), transfer (bytes to sectors; the region file's writer lock, which no reader takes). unchanged saves a chunk that is stored already: it is read and compared, and not written. " +
			"whole is a save until the chunk is in its file. The columns are inputs, not sides: terrain like the game's, and chunks of 8 and 200 distinct states at random.",
		Cannot: "a race between inputs. The derived rows hold what is not a stage: translating and comparing all cells, and height maps, light, and the switches between goroutines. Nothing waits for the disk here.",
	},
	{
		Number: 2, Title: "A region file against peers, by goroutines", Bench: "Region", Package: "bench/peers", Ours: "kestrel",
		Passes: []register.Pass{{Match: "/./op/goroutines/states=8$", Iterations: 2000}, {Match: "/./op/goroutines/states=200$", Iterations: 400}},
		Means: "Wall clock for each chunk, read and inflated or compressed and written, with 1 to 8 goroutines on one file. mutex is the same store behind one lock, as a plain locked reader; " +
			"gomc is go-mc's region with a lock held while it touches the file, as it must be used. All compress and inflate with the same code and level. Dispersion is a result here: the half-width should stay within 10 % of the mean at every count.",
		Cannot: "more speed than the machine has processors. go-mc overwrites sectors in place, which a crash can tear; the others write new sectors first.",
	},
	{
		Number: 9, Title: "Palettes: writing and planes, by distinct states", Bench: "Palette", Package: "bench/store", Side: "states", Ours: "200",
		Passes: []register.Pass{{Iterations: 2000}},
		Means:  "encode writes one section of new cells: palette, indices, NBT. planes builds the light engine's planes from a section's packed indices. The sides are inputs: the same code on sections of 1, 8, 64 and 200 distinct states.",
		Cannot: "a speed-up of anything. A section of one state takes a short cut, and the factor only says how short.",
	},
	{
		Number: 10, Title: "Saving a chunk against peers, compression level apart", Bench: "Save", Package: "bench/peers", Ours: "kestrel",
		Passes: []register.Pass{{Match: "/./level/states=(1|16|64)$", Iterations: 100}, {Match: "/./level/states=(256|1024)$", Iterations: 16}},
		Means: "Processor time, of whichever goroutine, from the server's chunk with one changed block to compressed bytes in the file. level=5 is what LevelDB's tables use, level=6 what go-mc uses; in shipped each side uses its own, for Kestrel 2. " +
			"Kestrel merges into the stored chunk and so reads it first; mcdb and go-mc write what they have. mcdb's time includes opening the world again, which moves the journal into compressed tables as compaction does later on a server.",
		Cannot: "time on the tick: see table 14. go-mc is missing at 1,024 states because it writes sections of more than 256 states without a palette.",
	},
	{
		Number: 11, Title: "Loading a chunk", Bench: "LoadColumn", Package: "bench/peers", Ours: "kestrel",
		Passes: []register.Pass{{Match: "/./world=(terrain|java)", Iterations: 500}, {Match: "/./world=states", Iterations: 60}},
		Means: "LoadColumn of one full chunk after the other, without read-ahead. mcdb holds the same blocks, compared cell by cell beforehand; its cache of inflated blocks is too small to hold what was loaded a round ago, because a server loads a chunk when nobody was near it for long, " +
			"and in mcdb_warm it holds everything, so that nothing is inflated. " +
			"gomc reads, parses and decodes the same files (it refuses java-1.21, whose blocks it does not know). inflate is the floor: inflating the same bytes from memory and nothing else.",
		Cannot: "time until a player sees the chunk: the host lights it afterwards (tables 12 and 18). Random walls (states-200) are no real terrain.",
	},
	{
		Number: 13, Title: "Memory", Bench: "Memory", Package: "bench/store", Ours: "kestrel", Unit: "B/chunk", Passes: []register.Pass{{Iterations: 1}},
		Means: "From the size of the heap: loaded is a column as the provider returns it, light is what light takes for it, peak is how far the heap rose above its start, for each chunk of a view, while the view was loaded and kept. " +
			"Kestrel's light keeps planes of the blocks beside the levels so that a change can be replayed; Dragonfly keeps levels alone, shares equal sections, and computes light once.",
		Cannot: "time. The peak depends on when the garbage collector runs.",
		Loses:  "a column of terrain is larger than the one that mcdb gives for the same blocks: there, a section whose biomes are those of the section below shares their storage, and a biome that is set in one changes in both; here each has its own. Its light takes more than twice the memory that the host's own takes: beside the levels, the engine keeps what light meets in each section, which is what makes a change cheap to replay.",
	},
	{
		Number: 14, Title: "Saving a chunk, on the tick", Bench: "StoreColumn", Package: "bench/store", Ours: "kestrel_tick", Select: "/side=(kestrel_tick|mcdb)/",
		Passes: []register.Pass{{Match: "/^(kestrel_tick|mcdb)$/input=(terrain|states-8$)", Iterations: 512}, {Match: "/^(kestrel_tick|mcdb)$/input=states-200", Iterations: 64}},
		Means:  "Wall clock of StoreColumn on the caller's goroutine, which is the server's tick. Kestrel copies and returns, and what it does behind was held back while the clock ran; mcdb encodes the chunk and appends it to LevelDB's journal. Neither waits for the disk.",
		Cannot: "the whole work: see table 15.",
	},
	{
		Number: 15, Title: "Saving a chunk, all work", Bench: "StoreColumn", Package: "bench/store", Ours: "kestrel_total", Select: "/side=(kestrel_total|mcdb_total)/",
		Passes: []register.Pass{{Match: "/^(kestrel_total|mcdb_total)$/input=(terrain|states-8$)", Iterations: 1024}, {Match: "/^(kestrel_total|mcdb_total)$/input=states-200", Iterations: 64}},
		Means:  "Processor time of the whole process from StoreColumn until the bytes are in their file, compressed. For mcdb that includes opening the world again, which moves the journal into compressed tables as compaction does while a server runs. Neither side waits for the disk.",
		Cannot: "disk time. A merge reads the stored chunk, compares every cell, and keeps what it does not know; mcdb has nothing to keep. Nor the first save of a chunk in a process, or of one whose light changes: every chunk has been saved once before.",
	},
	{
		Number: 16, Title: "Loading under the server's lock: read-ahead", Bench: "ReadAhead", Package: "bench/store", Ours: "ahead", Passes: []register.Pass{{Iterations: 565}},
		Means:  "Time under the one mutex that the host wraps a provider in, for each chunk of a view in a loader's order; after each load the host's own light is computed on the same goroutine, as on a server. plain is the same provider with reading ahead switched off.",
		Cannot: "less work in all: the same chunks are decoded, by another goroutine. With one processor there is nothing to gain.",
	},
	{
		Number: 17, Title: "Loading a chunk, by era", Bench: "LoadColumn", Package: "bench/store", Side: "era", Ours: "1.18", Passes: []register.Pass{{Iterations: 800}},
		Means:  "The same blocks as Java 1.12 (numeric ids), 1.15 (indices that span longs), 1.18 and 1.21 store them; what is loaded is equal cell by cell. The sides are the eras, judged against 1.18.",
		Cannot: "worlds whose old blocks take their states from neighbours more often than terrain does: fences, chests, redstone.",
	},
}
