package suite

import "github.com/kestrel-mc/kestrel/bench/register"

const sectionMeans = "Block light of one section, from 4,096 packed indices to 2,048 bytes of levels, on the scenes of Falco's own figures (sources x share of stone). " +
	"kestrel is the engine with its planes built from the indices; flood is its flood alone, on planes that are there; table is the usual way, written as well as we could: tables of opacity and emission, a byte for each cell and a queue for each level; " +
	"dragonfly is LightArea.Fill on the same blocks in its own form, under a roof, so that it has no sky light to compute."

const sectionCannot = "a comparison with the microseconds that Falco published, which are another machine's. All sides were compared over the whole grid of sources and shares. Where the sky is open, Dragonfly's Fill gives cells beside the foot of an overhang one level too few, so block light is what can be compared."

// lightTables are about the light engine, on the scenes of Falco's own figures.
var lightTables = []register.Table{
	{
		Number: 3, Title: "The light engine on one section: sources of one brightness", Bench: "Section", Package: "bench/model", Ours: "kestrel", Select: "/mix=uniform$",
		Passes: []register.Pass{{Match: "/^(kestrel|flood|table)$/sources/solid/mix=uniform$", Iterations: 3000}, {Match: "/^dragonfly$/sources/solid/mix=uniform$", Iterations: 200}},
		Means:  sectionMeans, Cannot: sectionCannot,
	},
	{
		Number: 4, Title: "The light engine on one section: sources of mixed brightness", Bench: "Section", Package: "bench/model", Ours: "kestrel", Select: "/mix=mixed$",
		Passes: []register.Pass{{Match: "/^(kestrel|flood|table)$/sources/solid/mix=mixed$", Iterations: 3000}, {Match: "/^dragonfly$/sources/solid/mix=mixed$", Iterations: 200}},
		Means:  sectionMeans + " The sources are of level 15, 15, 14, 7 and 3 in turn, which makes engines with one queue visit cells again.", Cannot: sectionCannot,
	},
	{
		Number: 5, Title: "Light by height of the world", Bench: "Height", Package: "bench/model", Ours: "kestrel", Axis: "sections", FitTo: 24,
		Passes: []register.Pass{{Match: "/./light/column/sections=(1|2|4|8|12|16|20|24)$", Iterations: 2000}, {Match: "/./light/column/sections=(32|48|64|96|128|192|256)$", Iterations: 200}},
		Means:  "One column of 1 to 256 equal sections, planes and flood: block light and sky light among 20 % stone with four lamps a section, and sky light in open air. All fifteen points are printed, with the straight line through those up to 24 sections and what each measured point is above or below it.",
		Cannot: "a column of the game, most of whose sections are empty or full and cost next to nothing.",
	},
	{
		Number: 6, Title: "An area against one neighbourhood for each chunk", Bench: "Area", Package: "bench/model", Ours: "area", Passes: []register.Pass{{Iterations: 100}},
		Means:  "1 to 16 chunks with 30 % stone and four lamps each in a layer, from packed indices: lit together, or each in its own 3x3 area, of which only the middle is kept. Both give the same light for every chunk, which was compared.",
		Cannot: "a difference at one chunk, which has no neighbours.",
	},
	{
		Number: 7, Title: "A replayed block change against lighting again", Bench: "Replay", Package: "bench/model", Ours: "replay",
		Passes: []register.Pass{{Match: "/^replay$", Iterations: 1000}, {Match: "/^(nine|full)$", Iterations: 200}},
		Means:  "1, 16 or 1,000 glowstones come and go in the middle of 5x5 chunks under a roof. replay brings the light up to date with the change; nine lights the nine chunks around it again, with the others as a lit ring; full lights all 25 from nothing. The planes are there in all cases, so that only light is compared. Both directions of a change are measured, and all ways give the same light.",
		Cannot: "a change under the open sky: the scene has a roof, and no sky light changes below it. See lighting's own benchmarks for that.",
		Loses:  "a thousand changes in one chunk are dearer to replay than to light all 25 chunks again, because light is taken away and given back around each of them. Live light does not do that: past 512 changes in a column it is lit in full. The scene also favours a full pass: all but one of its 24 sections are empty or dark.",
	},
	{
		Number: 8, Title: "Where the time goes in the light path", Bench: "LightStages", Package: "bench/model", Ours: "kestrel", Passes: []register.Pass{{Iterations: 5000}},
		Means:  "One chunk of terrain, 24 sections, by Java's rules: read looks the classes of all palettes up, planes builds the planes from packed indices, the floods compute both kinds of light, collect packs the levels into files' arrays. whole is measured on its own and shows what the parts leave out.",
		Cannot: "a column among others: light from neighbours is not in it.",
	},
	{
		Number: 18, Title: "One chunk against the host's own light", Bench: "Column", Package: "bench/light", Ours: "kestrel", Passes: []register.Pass{{Iterations: 300}},
		Means:  "A chunk of 24 sections of caves with eight lamps, both kinds of light, from the host's *chunk.Chunk: kestrel with its planes built from the chunk, kestrel-flood on planes that are there, dragonfly LightArea.Fill. The light is equal in every cell.",
		Cannot: "rules that differ: the blocks are open or opaque, where both have the same.",
	},
	{
		Number: 19, Title: "Real worlds, every chunk", Bench: "World", Package: "lighting", Ours: "kestrel", Unit: "sec/chunk", Passes: []register.Pass{{Iterations: 3}},
		Means:  "Every full chunk of three real worlds lit by Java's rules on one goroutine, shapes and all. kestrel is from packed palettes to levels, planes and flood are its two parts: the building of planes, and both floods on planes that are there. oracle is the table engine that the tests compare with, from the same packed palettes, and oracle-flood its floods alone, from cells that are unpacked already: to be compared with flood. The levels are equal in every cell.",
		Cannot: "anything where the worlds are absent: they are not part of the project.",
	},
	{
		Number: 25, Title: "A replayed change, by the world that it is in", Bench: "Replay", Package: "lighting", Ours: "replay",
		Passes: []register.Pass{{Match: "/^replay$", Iterations: 1000}, {Match: "/^(full|states)$", Iterations: 100}},
		Means:  "1, 16 or 1,000 changes in 5x5 lit chunks of three worlds: Falco's layer of caves under a roof (layered), caves over all the height under a hilly surface (caves), and 25 chunks that the game made, by Java's rules (java-1.21). In block light lamps come and go, amid the caves or on the surface of the real chunks, in the open, and stones in 64 places in turn where block light is 8 or more; in sky light a roof opens and closes, or stones come over the surface. full lights all 25 chunks from nothing on planes that are there, states from packed palettes, as a server without planes has to. The light after all of it was compared with the oracle's.",
		Cannot: "one ratio for all worlds. A lamp in the open is a dear change: it lights two thousand cells wherever it stands, which is a tenth of all that is lit by blocks in the real chunks, while a full pass costs little where little is lit.",
		Loses:  "a thousand changes at once are dearer to replay than to light everything again, as in table 7, and live light does not replay them; and sixteen holes in the roof of the layered world let more light in, and take more out, than a full pass of it has to compute, because the sky fills its other sections as a whole.",
	},
	{
		Number: 26, Title: "Columns lit again within lit ones", Bench: "Relight", Package: "lighting", Ours: "ring",
		Passes: []register.Pass{{Match: "/^(ring|full)$", Iterations: 200}, {Match: "/^join$", Iterations: 1000}},
		Means:  "In the worlds of table 25: ring lights one or nine columns in the middle again, whose neighbours keep their light and give of it; full lights all 25 from nothing; join brings in one column that is lit already and finds its neighbours as they must be. All end in the same light.",
		Cannot: "a column whose blocks have changed much: what its neighbours owe to its old light is taken back then, which costs as much as that light reached.",
		Loses:  "join has no light of its own to compute, only borders to compare: it is what ring would cost if the column's light were known.",
	},
}
