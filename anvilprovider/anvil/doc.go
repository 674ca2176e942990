// Package anvil knows how Java Edition lays out a chunk in NBT, in every version from 1.2 to 26.x, and brings all of them
// into one form. It knows nothing of Bedrock Edition and no file.
//
// Decoder.Decode reads a chunk in one walk over its inflated NBT, without building a tree, and fills a Chunk: sections with
// palettes of state keys and packed indices, biomes, block entities, ticks and what is said about light. A state key is a
// block state as text, minecraft:oak_stairs[facing=north,half=top]: the name with its namespace, the properties sorted by
// name, no brackets where there are none. Keys are spelled as in Java 26.3, whatever the chunk's version called them; the
// palette entry as it was stored stays beside each key. Keys are not completed: a property that an old version did not have
// is missing.
//
// Encoder.Append writes a chunk again with an Edit. Everything that the Edit does not name is copied from the document as
// it was, byte for byte, unknown tags included, so that an empty Edit gives the same bytes. New palette entries are spelled
// as the chunk's DataVersion spells them. A chunk of before 1.18 is written in today's layout instead.
//
// # Eras
//
// The era of a chunk is decided by its structure first and by DataVersion second, since region files mix versions and
// some chunks name a wrong one:
//
//	no Level compound                        1.18 and later (21w43a, 2844)
//	Level, sections with block_states        snapshots before 1.18
//	Level, sections with Palette             1.13 to 1.17: indices span longs before 20w17a (2529)
//	Level, sections with Blocks and Data     1.2 to 1.12.2: numeric ids
//
// # Differences from the game's own upgrade
//
// Chunks of before 1.18 come out as the game would have upgraded them, with these exceptions, each of which has a test:
//
//   - A connection, a half or a shape across a border of the chunk needs a Neighbour; without one the other side is air.
//     The contents of a double chest in two chunks keep the order of their halves.
//   - The distance of leaves counts logs of the same chunk, as DataFixerUpper does; the game corrects it when it ticks them.
//   - Vines keep sides that nothing supports, and the middle of three chests in a row is paired by its direction.
//   - A chunk of numeric ids is complete even if the game would still decorate it (TerrainPopulated 0): it has terrain.
//   - Biomes of before 1.15 are the same at every height. An unknown biome is plains.
//   - An id that the game never had is kept as kestrel:id_N[meta=M].
//   - Items and block entities take the form of 1.21.11. What of an item's tag has no component stays in
//     minecraft:custom_data; attribute modifiers, fireworks and mixed potions are among it.
//
// # Errors
//
// A chunk whose generation is not complete is a PartialError. A chunk in which something is not as the game would have
// written it (a wrong type, a wrong length, an index past the palette) is a *nbt.SyntaxError that says where. Nothing is
// guessed: a full chunk without sections is an error, not air.
//
// # Concurrency
//
// A Decoder, an Encoder and a Chunk belong to one goroutine at a time. The functions are pure.
package anvil
