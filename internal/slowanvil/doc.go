// Package slowanvil reads Java Edition worlds slowly and obviously. It is the independent second opinion of the tests: it
// shares no code with the provider, knows no trick, and unpacks one cell at a time, so that what it says about a world can be
// compared with what the fast readers say.
//
// Region files are read whole (standard library gzip and zlib, LZ4 blocks with lz4-java's framing, .mcc files), NBT becomes
// map[string]any through gophertunnel, and chunks of every era become a Chunk:
//
//   - before 1.13: numeric ids (Section.ID), no state keys;
//   - 1.13 to 1.17: a Level compound with Palette and BlockStates, indices spanning longs before DataVersion 2529;
//   - from 1.18: sections with block_states and biomes; palettes of compounds, or from 26.3 of strings or both.
//
// State keys are as stored, with sorted properties: minecraft:oak_stairs[facing=north,half=top]. Nothing is renamed, upgraded
// or filled in.
//
// Limits: for tests only. A bad file gives an error, but sizes are not bounded, and no error is typed. Strings are taken as
// plain UTF-8. Values are not safe for concurrent modification; reading them from several goroutines is fine.
package slowanvil
