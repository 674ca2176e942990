// Package terrain makes the Java worlds that the benchmarks run on: the same bytes on every machine, from fixed seeds and whole
// numbers alone. Each input has a SHA-256 that the benchmarks print, so that a figure names what it was measured on.
//
// There are two kinds of chunk, both of DataVersion 2865 (1.18.1), which every peer reads:
//
//   - terrain: hills, water, caves, ores, trees and plants, some fifty states, lit by Java's rules, as large as a chunk of the game;
//   - states: N distinct states at random in all 24 sections, the worst case for palettes. The states are walls, which Java and
//     Bedrock tell apart one to one, so that a chunk has as many states for every side of a comparison.
//
// The same terrain, as far as it can be said in numeric ids, is also written as Java 1.12, 1.15, 1.18 and 1.21 would, for
// comparisons of eras.
package terrain
