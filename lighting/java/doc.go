// Package java knows how Java Edition lights its worlds: what each block state emits, filters and blocks, how stored light is
// read, and which arrays are written. With its rules the light engine computes, from block states alone, what the game stored.
//
// # Rules
//
// What counts of a state is its lighting.Class: the emission, the opacity (what a step into the cell costs, at least 1), and
// the shape. Only a few blocks have one and block light face by face: slabs, stairs, snow, farmland, dirt paths, enchanting
// tables, end portal frames, daylight detectors, stonecutters, lecterns, sculk sensors and shriekers, extended pistons and their
// heads, and shelves. A step is blocked if the two faces that meet cover all 256 squares together. Every other block has no
// shape, whatever it looks like.
//
// Rules belong to a DataVersion, since the values of four blocks changed: seagrass, tall_seagrass and sea_pickle let light
// pass freely before 1.16, the enchanting table is dark before 1.19. The propagation itself never changed since 1.14. Before
// that the game had another engine, for which these rules are an approximation.
//
// # Sources
//
// Emission and opacity of default states and the boxes are those of the npm package minecraft-data (MIT), version 26.1, which
// has the values of the game; how they change with properties is in internal/gen, together with the archetypes of the blocks
// of 26.2 and 26.3 and old names. The tests compare the result with the values that others extracted from 1.21.3, and with
// the light that games from 1.15 to 1.21 stored in real worlds, cell by cell. No world settles the faces of sculk sensors and
// shelves, which follow their boxes, nor the Nether and the End.
//
// # Table
//
// data/blocks.txt is embedded: a sorted line for each block, "name kind", or "name kind version:kind" where another kind held
// before a DataVersion. table.go has the kinds (the properties that matter, their values and defaults, one byte a
// combination), the classes that those bytes number, the face sets of the shapes, and the masks that those number: some 2,300
// bytes for all light.
//
// # Limits
//
// A state that lacks a property, or has a value that nobody knows, gets the default of that property. A block that is not in
// the table gets Unknown, a full opaque cube; WithBlocks and WithUnknown say otherwise. What is computed near such a block is a
// guess: Palette.Known and Cache.Same tell.
//
// # Stored light
//
// ReadBlock and ReadSky tell what the arrays of a file mean where they are absent, Stores which arrays are written. Both depend
// on what is near a section (Near), and on whether the dimension has a sky (SkyOf, Sky.See). To light chunks: read each section's
// palette through a Cache, give classes and indices to lighting.Builder, and light the area; see the example of the package.
//
// Everything here is pure. Rules are safe for concurrent use, a Cache and a Palette are not.
package java
