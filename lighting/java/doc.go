// Package java knows how Java Edition lights its worlds: what each block state emits, filters and blocks, how stored light is
// read, and which arrays are written. With its rules the light engine computes, from block states alone, what the game stored.
//
// # Rules
//
// A Rule has three parts: the emission (0..15), the opacity (0..15, what a step into the cell costs, at least 1), and the
// shape: for the few blocks that block light face by face (slabs, stairs, snow, farmland, pistons ...), which squares of each
// of the six faces they cover. A step from a to b is blocked if the union of a's face and b's facing face covers all 256
// squares (Blocked). Every other block has an empty shape, whatever it looks like.
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
// the light that games from 1.15 to 1.21 stored in real worlds, cell by cell.
//
// # Table
//
// data/blocks.txt is embedded: a sorted line for each block, "name kind", or "name kind version:kind" where another kind held
// before a DataVersion. table.go has the kinds (the properties that matter, their values and defaults, one byte a
// combination), the rules that those bytes number, the face sets that rules number, and the masks that those number.
//
// # Limits
//
// A state that lacks a property, or has a value that nobody knows, gets the default of that property. A block that is not in
// the table gets Unknown, a full opaque cube; WithBlocks and WithUnknown say otherwise.
//
// Everything here is pure and safe for concurrent use.
package java
